//! The compact record of a game for tuning: moves with their values, four bytes a ply, and a checksum.

use crate::movegen::play_line;
use crate::position::Position;
use crate::types::{Color, Move};

/// Games that reach this number of moves are drawn.
pub const MAX_MOVES: usize = 400;

/// A game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// All moves.
    pub moves: Vec<Move>,
    /// How many of the moves, at the beginning, were chosen at random.
    pub opening: usize,
    /// For each move after the opening, the value of the search that chose it, in centipawns for its side.
    pub values: Vec<i16>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
}

impl Game {
    /// Appends the game: number of moves (2 bytes; all numbers are little endian), number of opening moves
    /// (1), winner (1: 0 Black, 1 White, 2 nobody; plus [`CHECKED`]), moves (2 each), values (2 each), and a
    /// CRC-32 of all these (4).
    ///
    /// # Panics
    /// When the game has more than 65,535 moves, or its opening more than 255.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        let count = u16::try_from(self.moves.len()).expect("games are short");
        bytes.extend_from_slice(&count.to_le_bytes());
        bytes.push(u8::try_from(self.opening).expect("openings are short"));
        bytes.push(self.winner.map_or(2, |color| color.index() as u8) | CHECKED);
        for mv in &self.moves {
            bytes.extend_from_slice(&mv.to_bits().to_le_bytes());
        }
        for value in &self.values {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes[start..]);
        bytes.extend_from_slice(&checksum.to_le_bytes());
    }

    /// Whether bytes are the beginning of a game whose writing was interrupted, for example because the
    /// process was killed. A damaged head usually gives itself away: it states more moves than a game may
    /// have, or the bytes of the following games are not legal moves of this one.
    pub fn is_begun(bytes: &[u8]) -> bool {
        let Some((head, rest)) = Head::read(bytes) else { return bytes.len() < HEAD };
        let words = rest.chunks_exact(2).take(head.moves).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let moves: Option<Vec<Move>> = words.map(Move::from_bits).collect();
        let is_legal = |moves: Vec<Move>| play_line(&mut Position::startpos(), &moves).is_ok();
        head.moves <= MAX_MOVES && rest.len() < head.len() && moves.is_some_and(is_legal)
    }

    /// Takes a game from the front of `bytes`; `None` when they do not hold a whole, undamaged game. Games in
    /// an old format without a checksum are read too; they are verified by playing their moves.
    pub fn read(bytes: &mut &[u8]) -> Option<Game> {
        let (head, rest) = Head::read(bytes)?;
        let (body, rest) = rest.split_at_checked(head.len())?;
        if let Some(stated) = body.last_chunk().filter(|_| head.checked) {
            let checked = &bytes[..bytes.len() - rest.len() - stated.len()];
            if crc32fast::hash(checked) != u32::from_le_bytes(*stated) {
                return None;
            }
        }
        let mut words = body.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let moves = words.by_ref().take(head.moves).map(Move::from_bits).collect::<Option<_>>()?;
        let values = words.take(head.moves - head.opening).map(|word| word as i16).collect();
        let game = Game { moves, opening: head.opening, values, winner: head.winner };
        if !head.checked && play_line(&mut Position::startpos(), &game.moves).is_err() {
            return None;
        }
        *bytes = rest;
        Some(game)
    }

    /// The games of a file, each with its bytes. The offset of the first bytes that are not a game is the
    /// last item.
    pub fn read_all(bytes: &[u8]) -> impl Iterator<Item = Result<(Game, &[u8]), usize>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let begin = at;
            let mut rest = bytes.get(begin..).filter(|rest| !rest.is_empty())?;
            let game = Game::read(&mut rest);
            at = if game.is_some() { bytes.len() - rest.len() } else { bytes.len() };
            Some(game.map(|game| (game, &bytes[begin..at])).ok_or(begin))
        })
    }
}

/// A flag in the winner's byte: the game ends with a checksum.
const CHECKED: u8 = 0x80;

/// The number of bytes in the head of a game.
const HEAD: usize = 4;

/// The contents of the head of a game.
struct Head {
    moves: usize,
    opening: usize,
    winner: Option<Color>,
    checked: bool,
}

impl Head {
    /// Reads a head. Returns it with the bytes after it.
    fn read(bytes: &[u8]) -> Option<(Head, &[u8])> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let (moves, opening) = (u16::from_le_bytes([head[0], head[1]]).into(), head[2].into());
        let winner = match head[3] & !CHECKED {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            _ => return None,
        };
        let head = Head { moves, opening, winner, checked: head[3] & CHECKED != 0 };
        (moves > 0 && opening <= moves).then_some((head, rest))
    }

    /// The number of bytes after the head that belong to the game.
    fn len(&self) -> usize {
        2 * self.moves + 2 * (self.moves - self.opening) + if self.checked { 4 } else { 0 }
    }
}
