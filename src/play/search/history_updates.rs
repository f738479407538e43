//! Updates of the histories: bonuses for moves that cause a cut-off, penalties for those tried before, and correction
//! history.

use super::Searcher;
use crate::play::eval::Evaluation;
use crate::play::histories::{CorrectionKeys, Histories, PawnStructure};
use crate::play::info::Bound;
use crate::play::value::{DECIDED, Value};
use crate::types::{Color, Move, Piece};

/// A searched move, with the data that the histories need.
#[derive(Clone, Copy, Debug)]
pub struct TriedMove {
    mv: Move,
    captured: Option<Piece>,
    tactical: bool,
}

impl Searcher<'_> {
    /// Describes a move; must be called before the move is made.
    #[inline]
    pub(super) fn tried(&self, mv: Move, tactical: bool) -> TriedMove {
        TriedMove { mv, captured: self.position.piece_at(mv.to()), tactical }
    }

    /// Records the pawn structure of the current position, by which the pawn history of its moves is found.
    #[inline]
    pub(super) fn note_pawns(&mut self) {
        self.frames[self.ply].pawns = PawnStructure::of(&self.position);
    }

    /// Updates the histories after a cut-off: a bonus for the move that caused it, a penalty for the moves
    /// tried before.
    pub(super) fn update_histories(&mut self, best: TriedMove, others: &[Option<TriedMove>], depth: i32) {
        let bonus = self.shared.margins.bonus(depth);
        let us = self.position.side_to_move();
        if best.tactical {
            let now = self.piece_to(best.mv);
            self.histories.reward_capture(now, best.captured, bonus);
        } else {
            self.reward_quiet(us, best.mv, bonus);
            for other in others.iter().flatten().filter(|other| !other.tactical) {
                self.reward_quiet(us, other.mv, -bonus);
            }
        }
        for other in others.iter().flatten().filter(|other| other.tactical) {
            let now = self.piece_to(other.mv);
            self.histories.reward_capture(now, other.captured, -bonus);
        }
    }

    /// Gives a bonus to the table's move, if it is quiet, when the table entry causes a cut-off.
    pub(super) fn reward_tt_move(&mut self, mv: Move, depth: i32) {
        let us = self.position.side_to_move();
        // After a key collision the move may belong to another position.
        let piece = mv.from().map(|from| self.position.piece_at(from));
        let is_ours = piece.is_none_or(|piece| piece.is_some_and(|piece| piece.color() == us));
        if is_ours && !self.is_tactical(mv) {
            self.note_pawns();
            self.reward_quiet(us, mv, self.shared.margins.bonus(depth) / 2);
        }
    }

    /// Adds a bonus (or a penalty) to all history entries of a quiet move in the current position.
    pub(super) fn reward_quiet(&mut self, us: Color, mv: Move, bonus: i32) {
        let now = self.piece_to(mv);
        let earlier = [1, 2, 4].map(|plies| self.move_before(plies));
        let pawns = self.frames[self.ply].pawns;
        let histories: &mut Histories = self.histories;
        histories.reward_quiet(us, mv, bonus);
        histories.reward_pawn(pawns, now, bonus);
        histories.reward_low_ply(self.ply, mv, bonus);
        for earlier in earlier {
            histories.reward_continuation(earlier, now, bonus);
        }
    }

    /// The static evaluation of the current position, corrected by the errors in similar positions
    /// (correction history).
    #[inline]
    pub(super) fn corrected(&self, value: Value) -> Value {
        let correction =
            self.histories.corrections.of(self.correction_keys(), self.shared.margins.correction_weights());
        (value + correction).clamp(-Evaluation::MAX, Evaluation::MAX)
    }

    fn correction_keys(&self) -> CorrectionKeys {
        CorrectionKeys::new(&self.position, [1, 2].map(|plies| self.move_before(plies)))
    }

    /// Updates the correction history with the value of a finished node. Two kinds of nodes are skipped:
    /// those whose best move is tactical, which a static evaluation cannot foresee, and those whose value is
    /// a bound that does not contradict the evaluation.
    pub(super) fn update_correction(
        &mut self,
        best: Value,
        best_move: Option<Move>,
        bound: Bound,
        depth: i32,
    ) {
        let Some(eval) = self.frames[self.ply].eval else { return };
        let is_consistent = match bound {
            Bound::Exact => false,
            Bound::Lower => best <= eval,
            Bound::Upper => best >= eval,
        };
        if is_consistent || best.abs() >= DECIDED || best_move.is_some_and(|mv| self.is_tactical(mv)) {
            return;
        }
        let keys = self.correction_keys();
        self.histories.corrections.update(keys, best - eval, depth);
    }

    /// The history score of a quiet move in the current position.
    #[inline]
    pub(super) fn history_score(&self, us: Color, mv: Move) -> i32 {
        let now = self.piece_to(mv);
        self.histories.quiet(us, mv)
            + self.histories.continuation(self.move_before(1), now)
            + self.histories.continuation(self.move_before(2), now)
            + self.histories.pawn(self.frames[self.ply].pawns, now) * self.shared.margins.pawn_history / 16
    }
}
