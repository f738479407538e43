//! The history tables of one thread: butterfly, capture and continuation history for move ordering, and correction
//! history.
//!
//! Every entry is a sum of bonuses with gravity: the nearer it is to ±[`LIMIT`], the less a further bonus adds.

use crate::position::{Group, Position};
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// The bound of every entry.
pub const LIMIT: i32 = 16_384;

const MOVES: usize = 1 << 14;
const PIECES: usize = 32;
const KINDS: usize = 16;
const SQUARES: usize = 81;
/// Entries of the continuation history for one earlier move.
const ROW: usize = KINDS * SQUARES;

/// A move by its piece and target square: the key of capture and continuation history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// No move: before the root, or a null move.
    pub const NONE: PieceTo = PieceTo(0);

    /// A piece as it stands after its move.
    #[inline(always)]
    pub fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * SQUARES + to.index()) as u16)
    }

    /// The piece's kind and the target square in one number below [`ROW`].
    #[inline(always)]
    fn kind_and_square(self) -> usize {
        usize::from(self.0) % ROW
    }
}

/// The history tables.
pub struct Histories {
    /// Butterfly history: quiet moves by side and move.
    quiet: Vec<i16>,
    /// Capture history: by piece, target square and kind captured.
    captures: Vec<i16>,
    /// Continuation history: quiet moves by the move one, two or four plies earlier.
    continuations: Vec<i16>,
    /// Correction history: errors of static evaluations by side to move and pawn structure.
    pawn_corrections: Vec<i16>,
    /// Correction history: errors of static evaluations by side to move and previous move.
    move_corrections: Vec<i16>,
}

/// Entries of the correction history by pawn structure, for each side to move.
const PAWN_ENTRIES: usize = 1 << 14;
/// The bound of correction entries, and how many of their units make a centipawn.
const CORRECTION_LIMIT: i32 = 2_048;
const CORRECTION_UNIT: i32 = 16;

impl Histories {
    /// The bytes of all tables.
    pub const BYTES: usize =
        size_of::<i16>() * (2 * MOVES + PIECES * SQUARES * (KINDS + ROW + 1) + 2 * PAWN_ENTRIES);

    /// Tables of zeros; memory is committed as they fill.
    pub fn new() -> Histories {
        Histories {
            quiet: vec![0; 2 * MOVES],
            captures: vec![0; PIECES * SQUARES * KINDS],
            continuations: vec![0; PIECES * SQUARES * ROW],
            pawn_corrections: vec![0; 2 * PAWN_ENTRIES],
            move_corrections: vec![0; PIECES * SQUARES],
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
        self.continuations[usize::from(earlier.0) * ROW..].first_chunk().unwrap_or_else(|| unreachable!())
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
        self.continuations[usize::from(earlier.0) * ROW + now.kind_and_square()].into()
    }

    /// Adds a bonus to the continuation history of a move after an earlier one.
    #[inline]
    pub fn reward_continuation(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        if earlier != PieceTo::NONE {
            add_bonus(&mut self.continuations[usize::from(earlier.0) * ROW + now.kind_and_square()], bonus);
        }
    }

    #[inline(always)]
    fn capture_index(now: PieceTo, captured: Option<Piece>) -> usize {
        usize::from(now.0) * KINDS + captured.map_or(0, |piece| piece.kind().index())
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

/// The correction entries that a position belongs to.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKeys {
    pawns: usize,
    earlier: PieceTo,
}

impl CorrectionKeys {
    /// The keys of a position after the move `earlier`.
    #[inline]
    pub fn new(position: &Position, earlier: PieceTo) -> CorrectionKeys {
        let [black, white] = Color::ALL.map(|color| position.group(color, Group::Pawn).to_bits());
        let mixed = (black as u64 ^ (black >> 64) as u64)
            .wrapping_add((white as u64 ^ (white >> 64) as u64).rotate_left(32))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let side = position.side_to_move().index() * PAWN_ENTRIES;
        CorrectionKeys { pawns: side + (mixed >> 50) as usize, earlier }
    }
}

impl Histories {
    /// The correction of the static evaluation, in centipawns: by how much searches of similar positions came out above
    /// theirs.
    #[inline]
    pub fn correction(&self, keys: CorrectionKeys) -> i32 {
        let pawns = i32::from(self.pawn_corrections[keys.pawns]);
        let moves = i32::from(self.move_corrections[usize::from(keys.earlier.0)]);
        (pawns + moves) / CORRECTION_UNIT
    }

    /// Takes into account that a search to a depth came out above its static evaluation by `error`.
    #[inline]
    pub fn update_correction(&mut self, keys: CorrectionKeys, error: i32, depth: i32) {
        let bonus = (error * depth.min(16)).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        add_within::<CORRECTION_LIMIT>(&mut self.pawn_corrections[keys.pawns], bonus);
        if keys.earlier != PieceTo::NONE {
            add_within::<CORRECTION_LIMIT>(&mut self.move_corrections[usize::from(keys.earlier.0)], bonus);
        }
    }
}

/// Adds a bonus of at most [`LIMIT`] in size, with gravity.
#[inline(always)]
fn add_bonus(entry: &mut i16, bonus: i32) {
    add_within::<LIMIT>(entry, bonus);
}

#[inline(always)]
fn add_within<const BOUND: i32>(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / BOUND) as i16;
}
