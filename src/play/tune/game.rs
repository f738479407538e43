//! The compact record of a game for tuning: moves with their values, four bytes a ply.

use crate::types::{Color, Move};

/// A game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// All moves.
    pub moves: Vec<Move>,
    /// How many of them were drawn by chance, at the beginning.
    pub opening: usize,
    /// For each move after the opening, the value of the search that chose it, in centipawns for its side.
    pub values: Vec<i16>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
}

impl Game {
    /// Appends the game: number of moves (2 bytes, little endian like all), of the opening (1), winner (1: 0 Black, 1
    /// White, 2 nobody), moves (2 each), values (2 each).
    ///
    /// # Panics
    /// When the game has more than 65,535 moves, or its opening more than 255.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let count = u16::try_from(self.moves.len()).expect("games are short");
        bytes.extend_from_slice(&count.to_le_bytes());
        bytes.push(u8::try_from(self.opening).expect("openings are short"));
        bytes.push(self.winner.map_or(2, |color| color.index() as u8));
        for mv in &self.moves {
            bytes.extend_from_slice(&mv.to_bits().to_le_bytes());
        }
        for value in &self.values {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
    }

    /// Whether bytes that end within a game can be the beginning of one.
    pub fn is_begun(bytes: &[u8]) -> bool {
        let opening_fits = |head: &[u8]| u16::from(head[2]) <= u16::from_le_bytes([head[0], head[1]]);
        bytes.len() < 4 || bytes[3] <= 2 && opening_fits(bytes)
    }

    /// Takes a game from the front of `bytes`; `None` when they hold no whole one.
    pub fn read(bytes: &mut &[u8]) -> Option<Game> {
        let (head, rest) = bytes.split_at_checked(4)?;
        let count = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let opening = usize::from(head[2]);
        let winner = match head[3] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            _ => return None,
        };
        let (moves, rest) = rest.split_at_checked(2 * count)?;
        let (values, rest) = rest.split_at_checked(2 * count.checked_sub(opening)?)?;
        let words = |bytes: &[u8]| -> Vec<u16> {
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        let moves = words(moves).into_iter().map(Move::from_bits).collect::<Option<_>>()?;
        let values = words(values).into_iter().map(|word| word as i16).collect();
        *bytes = rest;
        Some(Game { moves, opening, values, winner })
    }
}
