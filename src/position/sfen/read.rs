//! Reading SFEN, plain or in other encodings.

use super::address::parse_disguised;
use super::error::SfenError;
use super::plain::parse_plain;
use super::text::SfenText;
use crate::position::Position;
use crate::types::Move;

/// Reads a position like [`Position::from_sfen`], and the USI moves after the word `moves`, if present.
///
/// The moves are parsed, not played: their legality must be checked with the move generator.
///
/// # Errors
/// The first token that cannot be read, with its column.
pub fn parse_position(text: &str) -> Result<(Position, Vec<Move>), SfenError> {
    read_position(text).map(|read| (read.root, read.moves))
}

/// Reads a position and its moves like [`parse_position`], and reports missing parts. Addresses that contain
/// a position are accepted too, and SFENs with `_` for blanks, percent-encoded or in full-width letters.
///
/// # Errors
/// The first token that cannot be read, with its column.
pub fn read_position(text: &str) -> Result<SfenText, SfenError> {
    parse_plain(text).or_else(|error| parse_disguised(text).unwrap_or(Err(error)))
}
