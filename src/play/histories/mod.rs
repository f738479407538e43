//! The history tables of one thread: butterfly, capture, continuation, pawn and low-ply history for move ordering, and
//! the [correction history](corrections).
//!
//! Every entry is a sum of bonuses with gravity: the nearer an entry is to ±[`LIMIT`], the less a further
//! bonus adds.

mod corrections;
mod gravity;
mod keys;

pub use corrections::CorrectionKeys;
pub use keys::{PawnStructure, PieceTo};

use crate::types::{Color, Move, Piece, PieceKind, Square};
use corrections::Corrections;
use gravity::add_within;
use keys::{KINDS, PAWN_STRUCTURES, PIECE_TOS, ROW, SQUARES};

/// The bound of every entry.
pub const LIMIT: i32 = 16_384;

/// The number of moves that the tables distinguish.
const MOVES: usize = 1 << 14;

/// The history tables.
pub struct Histories {
    /// Butterfly history: quiet moves by side and move.
    quiet: Vec<i16>,
    /// Capture history: by piece, target square and kind captured.
    captures: Vec<i16>,
    /// Continuation history: quiet moves by the move one, two or four plies earlier.
    continuations: Vec<i16>,
    /// Pawn history: quiet moves by pawn structure.
    pawns: Vec<i16>,
    /// Low-ply history: quiet moves near the root of the present search, by ply.
    low_plies: Vec<i16>,
    /// Correction history.
    pub corrections: Corrections,
}

/// The number of plies from the root that have a low-ply history.
pub const LOW_PLIES: usize = 4;

impl Histories {
    /// The bytes of all tables.
    pub const BYTES: usize = size_of::<i16>()
        * ((2 + LOW_PLIES) * MOVES + PIECE_TOS * (KINDS + ROW + PAWN_STRUCTURES))
        + Corrections::BYTES;

    /// Tables of zeros; the system commits their memory only when entries are written.
    pub fn new() -> Histories {
        Histories {
            quiet: vec![0; 2 * MOVES],
            captures: vec![0; PIECE_TOS * KINDS],
            continuations: vec![0; PIECE_TOS * ROW],
            pawns: vec![0; PAWN_STRUCTURES * PIECE_TOS],
            low_plies: vec![0; LOW_PLIES * MOVES],
            corrections: Corrections::new(),
        }
    }

    #[inline(always)]
    fn quiet_index(side: Color, mv: Move) -> usize {
        side.index() * MOVES + Histories::move_index(mv)
    }

    /// The index of a move in [`quiet_row`](Histories::quiet_row).
    #[inline(always)]
    pub fn move_index(mv: Move) -> usize {
        mv.to_bits() as usize & (MOVES - 1)
    }

    /// The butterfly history of a side.
    #[inline(always)]
    pub fn quiet_row(&self, side: Color) -> &[i16; MOVES] {
        self.quiet[side.index() * MOVES..].first_chunk().unwrap_or_else(|| unreachable!())
    }

    /// The index of a piece and its target square in [`continuation_row`](Histories::continuation_row).
    #[inline(always)]
    pub fn kind_and_square(kind: PieceKind, to: Square) -> usize {
        kind.index() * SQUARES + to.index()
    }

    /// The continuation history after an earlier move.
    #[inline(always)]
    pub fn continuation_row(&self, earlier: PieceTo) -> &[i16; ROW] {
        self.continuations[earlier.index() * ROW..].first_chunk().unwrap_or_else(|| unreachable!())
    }

    /// The butterfly history of a quiet move.
    #[inline(always)]
    pub fn quiet(&self, side: Color, mv: Move) -> i32 {
        self.quiet[Histories::quiet_index(side, mv)].into()
    }

    /// Adds a bonus to the butterfly history of a quiet move.
    #[inline]
    pub fn reward_quiet(&mut self, side: Color, mv: Move, bonus: i32) {
        add_bonus(&mut self.quiet[Histories::quiet_index(side, mv)], bonus);
    }

    /// The continuation history of a move after an earlier one.
    #[inline(always)]
    pub fn continuation(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        self.continuations[earlier.index() * ROW + now.kind_and_square()].into()
    }

    /// Adds a bonus to the continuation history of a move after an earlier one.
    #[inline]
    pub fn reward_continuation(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        if earlier != PieceTo::NONE {
            add_bonus(&mut self.continuations[earlier.index() * ROW + now.kind_and_square()], bonus);
        }
    }

    /// The pawn history of a side.
    #[inline(always)]
    pub fn pawn_row(&self, pawns: PawnStructure, side: Color) -> &[i16; ROW] {
        self.pawns[pawns.row() + side.index() * ROW..].first_chunk().unwrap_or_else(|| unreachable!())
    }

    /// The pawn history of a quiet move.
    #[inline(always)]
    pub fn pawn(&self, pawns: PawnStructure, now: PieceTo) -> i32 {
        self.pawns[pawns.row() + now.index()].into()
    }

    /// Adds a bonus to the pawn history of a quiet move.
    #[inline]
    pub fn reward_pawn(&mut self, pawns: PawnStructure, now: PieceTo, bonus: i32) {
        add_bonus(&mut self.pawns[pawns.row() + now.index()], bonus);
    }

    /// The low-ply history of a ply below [`LOW_PLIES`].
    #[inline(always)]
    pub fn low_ply_row(&self, ply: usize) -> &[i16; MOVES] {
        self.low_plies[ply * MOVES..].first_chunk().unwrap_or_else(|| unreachable!())
    }

    /// Adds a bonus to the low-ply history of a quiet move.
    #[inline]
    pub fn reward_low_ply(&mut self, ply: usize, mv: Move, bonus: i32) {
        if ply < LOW_PLIES {
            add_bonus(&mut self.low_plies[ply * MOVES + Histories::move_index(mv)], bonus);
        }
    }

    /// Clears the tables that hold for one search only.
    pub fn begin_search(&mut self) {
        self.low_plies.fill(0);
    }

    #[inline(always)]
    fn capture_index(now: PieceTo, captured: Option<Piece>) -> usize {
        now.index() * KINDS + captured.map_or(0, |piece| piece.kind().index())
    }

    /// The capture history of a capture, or of a promotion that captures nothing.
    #[inline(always)]
    pub fn capture(&self, now: PieceTo, captured: Option<Piece>) -> i32 {
        self.captures[Histories::capture_index(now, captured)].into()
    }

    /// Adds a bonus to the capture history.
    #[inline]
    pub fn reward_capture(&mut self, now: PieceTo, captured: Option<Piece>, bonus: i32) {
        add_bonus(&mut self.captures[Histories::capture_index(now, captured)], bonus);
    }
}

/// Adds a bonus with gravity; its size is at most [`LIMIT`].
#[inline(always)]
fn add_bonus(entry: &mut i16, bonus: i32) {
    add_within::<LIMIT>(entry, bonus);
}
