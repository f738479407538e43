//! Pruning, reductions and extensions: razoring, reverse futility, null move, futility, late-move reductions, singular
//! extensions.

use super::Searcher;
use super::node::{Candidate, Node};
use crate::play::eval;
use crate::play::margins::{self, Margins};
use crate::play::value::{DECIDED, Value};
use crate::types::Move;

impl Searcher<'_> {
    /// Razoring, reverse futility and null-move pruning of a node that is not in check: returns its value
    /// when no further search is needed.
    pub(super) fn prune_node(
        &mut self,
        eval: Value,
        alpha: Value,
        beta: Value,
        depth: i32,
        improving: bool,
        cut: bool,
    ) -> Option<Value> {
        let margins = &self.shared.margins;
        if depth <= margins::RAZORING_DEPTH && eval + margins.razoring(depth) < alpha {
            let value = self.quiesce::<false>(alpha, alpha + 1, 0);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        if depth <= margins::REVERSE_FUTILITY_DEPTH
            && eval < DECIDED
            && eval - margins.reverse_futility(depth, improving) >= beta
            && beta > -DECIDED
        {
            return Some((eval + beta) / 2);
        }
        let verified = self.ply >= self.null_move_from;
        if depth >= margins::NULL_MOVE_DEPTH
            && cut
            && verified
            && eval >= beta
            && self.frames[self.ply]
                .eval
                .is_some_and(|static_eval| margins.allows_null_move(depth, static_eval, beta))
            && beta > -DECIDED
            && self.ply > 0
            && self.frames[self.ply - 1].played != crate::play::histories::PieceTo::NONE
        {
            let reduced = depth - margins.null_move_reduction(depth, eval - beta);
            self.do_null_move();
            let value = -self.search::<false>(-beta, -beta + 1, reduced, false);
            self.undo_null_move();
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                let value = if value >= DECIDED { beta } else { value };
                if depth < 14 {
                    return Some(value);
                }
                // At large depths the cut-off is verified by a search without null moves, because of
                // zugzwang.
                let before = self.null_move_from;
                self.null_move_from = self.ply + 3 * reduced.max(1) as usize / 4;
                let confirmed = self.search::<false>(beta - 1, beta, reduced, false);
                self.null_move_from = before;
                if confirmed >= beta || self.stopped {
                    return Some(value);
                }
            }
        }
        None
    }

    /// The extension of the table's move, in plies. It is positive if the move is singular, that is, if a
    /// reduced search without it fails low with respect to a bound below its value.
    ///
    /// # Errors
    /// The node's value, if other moves fail high as well (multi-cut); an arbitrary value, if the search was
    /// stopped.
    pub(super) fn singular_extension<const PV: bool>(
        &mut self,
        mv: Move,
        value: Value,
        beta: Value,
        depth: i32,
        cut: bool,
    ) -> Result<i32, Value> {
        let margins = &self.shared.margins;
        let bar = value - margins.singular * depth / 16;
        self.frames[self.ply].excluded = Some(mv);
        let others = self.search::<false>(bar - 1, bar, (depth - 1) / 2, cut);
        self.frames[self.ply].excluded = None;
        if self.stopped {
            return Err(0);
        }
        if others < bar {
            let doubly =
                !PV && others < bar - margins.singular_double && self.frames[self.ply].double_extensions < 6;
            return Ok(1 + i32::from(doubly));
        }
        if bar >= beta {
            return Err(bar);
        }
        Ok(if value >= beta { -1 } else { 0 })
    }
}

impl Candidate {
    /// Whether futility pruning skips this quiet move.
    #[inline]
    pub(super) fn is_futile(&self, node: &Node, alpha: Value, margins: &Margins) -> bool {
        let reduction = margins.late_move_reduction(node.depth, self.count)
            + margins.reduction_falling * i32::from(!node.improving);
        let reduced = (node.depth - 1 - reduction / 1024).max(0);
        (!self.gives_check || node.depth <= 1)
            && !node.in_check
            && reduced <= margins::FUTILITY_DEPTH
            && node.eval + margins.futility(reduced, self.history_score) <= alpha
    }

    /// The late-move reduction of this move, in 1/1024 plies. `cut_offs` is the number of cut-offs among the
    /// node's children so far.
    #[inline]
    pub(super) fn reduction(&self, node: &Node, cut_offs: u32, margins: &Margins) -> i32 {
        let mut reduction = margins.late_move_reduction(node.depth, self.count);
        reduction += margins.reduction_falling * i32::from(!node.improving);
        reduction += margins.reduction_cut_offs * i32::from(cut_offs > 2);
        reduction -= if self.tactical {
            margins.reduction_tactical
        } else {
            self.history_score * margins.reduction_history / 1024
        };
        reduction -= margins.reduction_pv * i32::from(node.was_pv);
        reduction -= margins.reduction_check * (i32::from(self.gives_check) + i32::from(node.in_check));
        reduction + margins.reduction_cut * i32::from(node.cut)
    }
}

/// The material that a move gains immediately by capture and promotion.
pub(super) fn immediate_gain(searcher: &Searcher, mv: Move) -> Value {
    let captured = searcher.position.piece_at(mv.to()).map_or(0, |piece| eval::capture_value(piece.kind()));
    let promotion = match mv.from().and_then(|from| searcher.position.piece_at(from)) {
        Some(piece) if mv.promotes() => eval::promotion_gain(piece.kind()),
        _ => 0,
    };
    captured + promotion
}
