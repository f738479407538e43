//! What earlier cut-offs tell about moves: the ordering tables of one thread.
//!
//! Every entry is a sum of bonuses that pulls itself back towards zero, so that it stays within ±[`LIMIT`].

use crate::types::{Color, Move, Piece, Square};

/// The bound of every entry.
pub const LIMIT: i32 = 16_384;

const MOVES: usize = 1 << 14;
const PIECES: usize = 32;
const KINDS: usize = 16;
const SQUARES: usize = 81;
/// Entries that belong to one earlier move.
const ROW: usize = KINDS * SQUARES;

/// An earlier move as the continuation tables know it: piece and target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played(u16);

impl Played {
    /// No move: before the root, or a null move.
    pub const NONE: Played = Played(0);

    /// A piece as it stands after its move.
    #[inline(always)]
    pub fn new(piece: Piece, to: Square) -> Played {
        Played((piece.index() * SQUARES + to.index()) as u16)
    }

    /// The piece's kind and the target square in one number below [`ROW`].
    #[inline(always)]
    fn kind_and_square(self) -> usize {
        usize::from(self.0) % ROW
    }
}

/// The tables.
pub struct Histories {
    /// Quiet moves, by side and move (butterfly).
    quiet: Vec<i16>,
    /// Captures, by piece, target square and kind taken.
    captures: Vec<i16>,
    /// Quiet moves after a certain move one, two or four plies earlier.
    continuations: Vec<i16>,
    /// The answer that last refuted a move.
    counters: Vec<Option<Move>>,
}

impl Histories {
    /// Empty tables; memory is committed as they fill.
    pub fn new() -> Histories {
        Histories {
            quiet: vec![0; 2 * MOVES],
            captures: vec![0; PIECES * SQUARES * KINDS],
            continuations: vec![0; PIECES * SQUARES * ROW],
            counters: vec![None; PIECES * SQUARES],
        }
    }

    #[inline(always)]
    fn quiet_index(side: Color, mv: Move) -> usize {
        side.index() * MOVES + (mv.to_bits() as usize & (MOVES - 1))
    }

    /// What is known of a quiet move of a side by itself.
    #[inline(always)]
    pub fn quiet(&self, side: Color, mv: Move) -> i32 {
        self.quiet[Histories::quiet_index(side, mv)].into()
    }

    /// Adds a bonus to a quiet move.
    #[inline]
    pub fn reward_quiet(&mut self, side: Color, mv: Move, bonus: i32) {
        pull(&mut self.quiet[Histories::quiet_index(side, mv)], bonus);
    }

    /// What is known of a move after an earlier one.
    #[inline(always)]
    pub fn continuation(&self, earlier: Played, now: Played) -> i32 {
        self.continuations[usize::from(earlier.0) * ROW + now.kind_and_square()].into()
    }

    /// Adds a bonus to a move after an earlier one.
    #[inline]
    pub fn reward_continuation(&mut self, earlier: Played, now: Played, bonus: i32) {
        if earlier != Played::NONE {
            pull(&mut self.continuations[usize::from(earlier.0) * ROW + now.kind_and_square()], bonus);
        }
    }

    #[inline(always)]
    fn capture_index(now: Played, captured: Option<Piece>) -> usize {
        usize::from(now.0) * KINDS + captured.map_or(0, |piece| piece.kind().index())
    }

    /// What is known of a capture (or of a promotion that takes nothing).
    #[inline(always)]
    pub fn capture(&self, now: Played, captured: Option<Piece>) -> i32 {
        self.captures[Histories::capture_index(now, captured)].into()
    }

    /// Adds a bonus to a capture.
    #[inline]
    pub fn reward_capture(&mut self, now: Played, captured: Option<Piece>, bonus: i32) {
        pull(&mut self.captures[Histories::capture_index(now, captured)], bonus);
    }

    /// The move that last refuted an earlier one.
    #[inline(always)]
    pub fn counter(&self, earlier: Played) -> Option<Move> {
        self.counters[usize::from(earlier.0)]
    }

    /// A move refuted an earlier one.
    #[inline]
    pub fn set_counter(&mut self, earlier: Played, mv: Move) {
        self.counters[usize::from(earlier.0)] = Some(mv);
    }
}

/// Adds a bonus of at most [`LIMIT`] in size; the nearer an entry is to its bound, the less.
#[inline(always)]
fn pull(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}
