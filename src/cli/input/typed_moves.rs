//! The moves of `--line`.

use crate::cli::input::failure::Failure;
use crate::notation::read::read_moves;
use crate::position::Position;
use crate::problem::ReadError;
use crate::report::Lang;
use crate::types::Move;

/// What errors call the text of the moves.
const LINE: &str = "--line";

/// Reads moves from a position on.
///
/// # Errors
/// What is no move, or no legal one.
pub fn typed_moves(root: &Position, text: &str, lang: Lang) -> Result<Vec<Move>, Failure> {
    read_moves(root, text, LINE).map_err(|error| Failure::from(ReadError::from(error)).said_in(lang))
}
