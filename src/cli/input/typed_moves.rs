//! Reads the moves of `--line`.

use crate::cli::input::failure::Failure;
use crate::notation::read::read_moves;
use crate::position::{Position, parse_moves};
use crate::problem::{LineError, LineErrorKind, Place, ReadError};
use crate::report::Lang;
use crate::types::Move;

/// The name of the text of the moves in errors.
const LINE: &str = "--line";

/// Reads moves that begin at a position.
///
/// # Errors
/// A word is not a move, or a move is illegal.
pub fn typed_moves(root: &Position, text: &str, lang: Lang) -> Result<Vec<Move>, Failure> {
    read_moves(root, text, LINE).map_err(|error| failure(error, lang))
}

/// Reads moves that begin at a position: legal ones as [`typed_moves`] does, or any moves in USI notation, which may
/// be illegal.
///
/// # Errors
/// A word is not a move, or a move that is not in USI notation is illegal.
pub fn typed_moves_of_any_kind(root: &Position, text: &str, lang: Lang) -> Result<Vec<Move>, Failure> {
    parse_moves(text).or_else(|error| {
        let begins_in_usi = text.split_whitespace().next().is_some_and(|word| word.parse::<Move>().is_ok());
        typed_moves(root, text, lang).map_err(|other| {
            if !begins_in_usi {
                return other;
            }
            // In USI the moves may be illegal, so report the word that is not a move.
            let place = Place { file: LINE.to_owned(), line: 1 };
            let column = error.token().column;
            failure(LineError { place, column, kind: LineErrorKind::Position(error) }, lang)
        })
    })
}

fn failure(error: LineError, lang: Lang) -> Failure {
    Failure::from(ReadError::from(error)).said_in(lang)
}
