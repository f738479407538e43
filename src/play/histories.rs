//! What earlier cut-offs tell about moves: the ordering tables of one thread.
//!
//! Every entry is a sum of bonuses that pulls itself back towards zero, so that it stays within ±[`LIMIT`].

use crate::position::{Group, Position};
use crate::types::{Color, Move, Piece, PieceKind, Square};

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
    /// How far evaluations were off, by side to move and pawns.
    pawn_errors: Vec<i16>,
    /// The same by the move before.
    move_errors: Vec<i16>,
}

/// Entries for each side's turn in the table by pawns.
const PAWN_ENTRIES: usize = 1 << 14;
/// The bound of entries of errors, of which so many make a centipawn.
const ERROR_LIMIT: i32 = 2_048;
const ERROR_UNIT: i32 = 16;

impl Histories {
    /// The bytes of all tables.
    pub const BYTES: usize =
        size_of::<i16>() * (2 * MOVES + PIECES * SQUARES * (KINDS + ROW + 1) + 2 * PAWN_ENTRIES);

    /// Empty tables; memory is committed as they fill.
    pub fn new() -> Histories {
        Histories {
            quiet: vec![0; 2 * MOVES],
            captures: vec![0; PIECES * SQUARES * KINDS],
            continuations: vec![0; PIECES * SQUARES * ROW],
            pawn_errors: vec![0; 2 * PAWN_ENTRIES],
            move_errors: vec![0; PIECES * SQUARES],
        }
    }

    #[inline(always)]
    fn quiet_index(side: Color, mv: Move) -> usize {
        side.index() * MOVES + Histories::of_move(mv)
    }

    /// A move's place in [`quiet_row`](Histories::quiet_row).
    #[inline(always)]
    pub fn of_move(mv: Move) -> usize {
        mv.to_bits() as usize & (MOVES - 1)
    }

    /// What is known of a side's quiet moves by themselves.
    #[inline(always)]
    pub fn quiet_row(&self, side: Color) -> &[i16; MOVES] {
        self.quiet[side.index() * MOVES..].first_chunk().unwrap_or_else(|| unreachable!())
    }

    /// The place in [`continuation_row`](Histories::continuation_row) of a piece that arrives on a square.
    #[inline(always)]
    pub fn kind_and_square(kind: PieceKind, to: Square) -> usize {
        kind.index() * SQUARES + to.index()
    }

    /// What is known of moves after an earlier one.
    #[inline(always)]
    pub fn continuation_row(&self, earlier: Played) -> &[i16; ROW] {
        self.continuations[usize::from(earlier.0) * ROW..].first_chunk().unwrap_or_else(|| unreachable!())
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
}

/// Where the errors of evaluations of a position are kept.
#[derive(Clone, Copy, Debug)]
pub struct ErrorKeys {
    pawns: usize,
    earlier: Played,
}

impl ErrorKeys {
    /// Of a position after a move.
    #[inline]
    pub fn new(position: &Position, earlier: Played) -> ErrorKeys {
        let [black, white] = Color::ALL.map(|color| position.group(color, Group::Pawn).to_bits());
        let mixed = (black as u64 ^ (black >> 64) as u64)
            .wrapping_add((white as u64 ^ (white >> 64) as u64).rotate_left(32))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let side = position.side_to_move().index() * PAWN_ENTRIES;
        ErrorKeys { pawns: side + (mixed >> 50) as usize, earlier }
    }
}

impl Histories {
    /// By how much searches of like positions came out above their evaluations, in centipawns (correction history).
    #[inline]
    pub fn error(&self, keys: ErrorKeys) -> i32 {
        let pawns = i32::from(self.pawn_errors[keys.pawns]);
        let moves = i32::from(self.move_errors[usize::from(keys.earlier.0)]);
        (pawns + moves) / ERROR_UNIT
    }

    /// A search to a depth came out above its evaluation by so much.
    #[inline]
    pub fn learn_error(&mut self, keys: ErrorKeys, error: i32, depth: i32) {
        let bonus = (error * depth.min(16)).clamp(-ERROR_LIMIT / 4, ERROR_LIMIT / 4);
        pull_within::<ERROR_LIMIT>(&mut self.pawn_errors[keys.pawns], bonus);
        if keys.earlier != Played::NONE {
            pull_within::<ERROR_LIMIT>(&mut self.move_errors[usize::from(keys.earlier.0)], bonus);
        }
    }
}

/// Adds a bonus of at most [`LIMIT`] in size; the nearer an entry is to its bound, the less.
#[inline(always)]
fn pull(entry: &mut i16, bonus: i32) {
    pull_within::<LIMIT>(entry, bonus);
}

#[inline(always)]
fn pull_within<const BOUND: i32>(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / BOUND) as i16;
}
