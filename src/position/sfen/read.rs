//! Reading SFEN, plain or in disguise.

use super::address::parse_disguised;
use super::error::SfenError;
use super::plain::parse_plain;
use super::text::SfenText;
use crate::position::Position;
use crate::types::Move;

/// Reads a position as [`Position::from_sfen`] does, and the USI moves behind the word `moves`, if it is there.
///
/// The moves are parsed, not played: whether they are legal is a question for the move generator.
///
/// # Errors
/// The first token that cannot be read, with its column.
pub fn parse_position(text: &str) -> Result<(Position, Vec<Move>), SfenError> {
    read_position(text).map(|read| (read.root, read.moves))
}

/// Reads a position and its moves as [`parse_position`] does, and says what was missing. Addresses that hold a position
/// are read too, and SFENs with `_` for blanks, percent-encoded or in full-width letters.
///
/// # Errors
/// The first token that cannot be read, with its column.
pub fn read_position(text: &str) -> Result<SfenText, SfenError> {
    parse_plain(text).or_else(|error| parse_disguised(text).unwrap_or(Err(error)))
}
