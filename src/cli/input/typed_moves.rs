//! The moves of `--line`.

use crate::cli::input::failure::Failure;
use crate::notation::read::read_moves;
use crate::position::{Position, parse_moves};
use crate::problem::{LineError, LineErrorKind, Place, ReadError};
use crate::report::Lang;
use crate::types::Move;

/// What errors call the text of the moves.
const LINE: &str = "--line";

/// Reads moves from a position on.
///
/// # Errors
/// What is no move, or no legal one.
pub fn typed_moves(root: &Position, text: &str, lang: Lang) -> Result<Vec<Move>, Failure> {
    read_moves(root, text, LINE).map_err(|error| failure(error, lang))
}

/// Reads moves from a position on: those of [`typed_moves`], or any in USI, which need not be legal.
///
/// # Errors
/// As [`typed_moves`].
pub fn typed_moves_of_any_kind(root: &Position, text: &str, lang: Lang) -> Result<Vec<Move>, Failure> {
    parse_moves(text).or_else(|error| {
        let begins_in_usi = text.split_whitespace().next().is_some_and(|word| word.parse::<Move>().is_ok());
        typed_moves(root, text, lang).map_err(|other| {
            if !begins_in_usi {
                return other;
            }
            // What is no move, rather than the first one that is not legal.
            let place = Place { file: LINE.to_owned(), line: 1 };
            let column = error.token().column;
            failure(LineError { place, column, kind: LineErrorKind::Position(error) }, lang)
        })
    })
}

fn failure(error: LineError, lang: Lang) -> Failure {
    Failure::from(ReadError::from(error)).said_in(lang)
}
