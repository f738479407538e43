//! SFEN: reading and writing a position as one line of text.
//!
//! Reads every diagram that can be expressed, legal or not: five golds, nifu, three kings, up to
//! [`Hand::MAX`] pieces of a kind in a hand. Only the text is checked; the diagram is checked by
//! [`Position::defects`], and the moves after `moves` are only parsed. Reading a written text gives the same
//! position, and writing a position that was read gives the canonical text.
//!
//! Accepted in addition to the canonical form: the words `position`, `sfen` and `startpos` at the beginning;
//! white space around and between the fields; a missing move number; missing hands, when nothing or only
//! `moves` follows (before a move number the hands are required, because a lone number could be a hand
//! without its letter); hands in any order, with each kind at most once for a side; an en dash (U+2013) or
//! minus sign (U+2212) for empty hands; and a negative move number, which some programs write when they have
//! none, and which is read as 1.
//! Addresses and other encodings are decoded in `address`.

mod address;
mod error;
mod plain;
mod read;
mod text;
mod words;

use super::Position;
use crate::types::{Color, Hand, Piece, PieceKind, Square};
use core::fmt;
pub use error::{SfenError, SfenPart, Token};
pub use plain::parse_moves;
use plain::read_root;
pub use read::{parse_position, read_position};
pub use text::{SfenText, SfenWarning};
use words::Words;

impl Position {
    /// The start of a game (平手).
    pub fn startpos() -> Position {
        use PieceKind::*;
        const FIRST_RANK: [PieceKind; 9] = [Lance, Knight, Silver, Gold, King, Gold, Silver, Knight, Lance];
        let mut position = Position::empty();
        let mut put = |file: u8, rank: u8, kind| {
            if let Some(sq) = Square::from_file_rank(file, rank) {
                position.put(sq, Piece::new(Color::Black, kind));
                position.put(sq.flip(), Piece::new(Color::White, kind));
            }
        };
        for (file, kind) in (1..).zip(FIRST_RANK) {
            put(file, 9, kind);
            put(file, 7, Pawn);
        }
        put(8, 8, Bishop);
        put(2, 8, Rook);
        position
    }

    /// Reads `startpos` or an SFEN, with or without the words `position` and `sfen` before it.
    ///
    /// # Errors
    /// The first token that cannot be read, with its column. Moves are not expected here: see [`parse_position`].
    pub fn from_sfen(text: &str) -> Result<Position, SfenError> {
        let mut words = Words::new(text);
        let (position, _) = read_root(&mut words)?;
        match words.next() {
            None => Ok(position),
            Some(word) => Err(SfenError::Trailing { at: word.token(), expected: SfenPart::End }),
        }
    }

    /// The canonical SFEN, always with the move number.
    pub fn sfen(&self) -> String {
        self.to_string()
    }

    /// The canonical SFEN without the move number.
    pub(crate) fn sfen_without_number(&self) -> String {
        let mut text = String::with_capacity(100);
        for rank in 1..=9 {
            if rank > 1 {
                text.push('/');
            }
            self.write_rank(&mut text, rank);
        }
        text.push(' ');
        text.push(self.side_to_move().letter());
        text.push(' ');
        match Color::ALL.map(|color| self.hand(color)) {
            [Hand::EMPTY, Hand::EMPTY] => text.push('-'),
            [black, white] => {
                text += &black.to_string();
                text += &white.to_string().to_ascii_lowercase();
            }
        }
        text
    }

    fn write_rank(&self, text: &mut String, rank: u8) {
        let mut gap = 0;
        for sq in (1..=9).rev().filter_map(|file| Square::from_file_rank(file, rank)) {
            let piece = self.piece_at(sq);
            if piece.is_none() && !self.is_stone(sq) {
                gap += 1;
                continue;
            }
            push_gap(text, gap);
            gap = 0;
            match piece {
                Some(piece) => text.push_str(&piece.to_string()),
                None => text.push('O'),
            }
        }
        push_gap(text, gap);
    }
}

/// The digit for a run of empty squares; nothing for none.
fn push_gap(text: &mut String, gap: u8) {
    if gap > 0 {
        text.push((b'0' + gap) as char);
    }
}

impl fmt::Display for Position {
    /// The canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.sfen_without_number(), self.move_number())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

#[cfg(test)]
mod tests;
