//! Cut-offs before any move is tried in earnest, and the test whether only one move is good.

use super::node::{Candidate, Node};
use super::{Searcher, margins};
use crate::play::eval;
use crate::play::value::{DECIDED, Value};
use crate::types::Move;

impl Searcher<'_> {
    /// Razoring, reverse futility and the null move: the value of a node not in check that is not worth searching.
    pub(super) fn prune_whole(
        &mut self,
        eval: Value,
        alpha: Value,
        beta: Value,
        depth: i32,
        improving: bool,
        cut: bool,
    ) -> Option<Value> {
        if depth <= margins::RAZORING_DEPTH && eval + margins::razoring(depth) < alpha {
            let value = self.quiesce::<false>(alpha, alpha + 1, 0);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        if depth <= margins::REVERSE_FUTILITY_DEPTH
            && eval < DECIDED
            && eval - margins::reverse_futility(depth, improving) >= beta
            && beta > -DECIDED
        {
            return Some((eval + beta) / 2);
        }
        let verified = self.ply >= self.null_from;
        if depth >= margins::NULL_MOVE_DEPTH
            && cut
            && verified
            && eval >= beta
            && self.frames[self.ply].eval.is_some_and(|static_eval| static_eval + 30 * depth >= beta + 120)
            && beta > -DECIDED
            && self.ply > 0
            && self.frames[self.ply - 1].played != crate::play::histories::Played::NONE
        {
            let reduced = depth - margins::null_move_reduction(depth, eval - beta);
            self.pass();
            let value = -self.search::<false>(-beta, -beta + 1, reduced, false);
            self.take_pass_back();
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                let value = if value >= DECIDED { beta } else { value };
                if depth < 14 {
                    return Some(value);
                }
                // Deep down it is worth making sure without null moves.
                let before = self.null_from;
                self.null_from = self.ply + 3 * reduced.max(1) as usize / 4;
                let confirmed = self.search::<false>(beta - 1, beta, reduced, false);
                self.null_from = before;
                if confirmed >= beta || self.stopped {
                    return Some(value);
                }
            }
        }
        None
    }

    /// How much deeper to search a move that earlier searches found good: more if no other one comes near its value.
    ///
    /// # Errors
    /// The node's value, when so many other moves are good that it is sure to cut off; no matter what, when the search is over.
    pub(super) fn singular<const PV: bool>(
        &mut self,
        mv: Move,
        value: Value,
        beta: Value,
        depth: i32,
        cut: bool,
    ) -> Result<i32, Value> {
        let bar = value - 2 * depth;
        self.frames[self.ply].excluded = Some(mv);
        let others = self.search::<false>(bar - 1, bar, (depth - 1) / 2, cut);
        self.frames[self.ply].excluded = None;
        if self.stopped {
            return Err(0);
        }
        if others < bar {
            let doubly = !PV && others < bar - 20 && self.frames[self.ply].double_extensions < 6;
            return Ok(1 + i32::from(doubly));
        }
        if bar >= beta {
            return Err(bar);
        }
        Ok(if value >= beta { -1 } else { 0 })
    }
}

impl Candidate {
    /// Whether a quiet move need not be searched: futility pruning.
    #[inline]
    pub(super) fn is_futile(&self, node: &Node, alpha: Value) -> bool {
        let reduction =
            margins::late_move_reduction(node.depth, self.count) + 512 * i32::from(!node.improving);
        let reduced = (node.depth - 1 - reduction / 1024).max(0);
        (!self.gives_check || node.depth <= 1)
            && !node.in_check
            && reduced <= margins::FUTILITY_DEPTH
            && node.eval + margins::futility(reduced) + self.promise / 128 <= alpha
    }

    /// Plies by which the search of a late move is reduced, times 1024. `cut_offs` tells how often nodes below this one have cut off.
    #[inline]
    pub(super) fn reduction(&self, node: &Node, cut_offs: u32) -> i32 {
        let mut reduction = margins::late_move_reduction(node.depth, self.count);
        reduction += 512 * i32::from(!node.improving);
        reduction += 1024 * i32::from(cut_offs > 2);
        reduction -= if self.tactical { 512 } else { self.promise / 14 };
        reduction -= 1024 * i32::from(node.was_pv);
        reduction -= 512 * (i32::from(self.gives_check) + i32::from(node.in_check));
        reduction + 1536 * i32::from(node.cut)
    }
}

/// What a move wins at once by taking and promoting, whatever comes after.
pub(super) fn gain_of(searcher: &Searcher, mv: Move) -> Value {
    let captured = searcher.position.piece_at(mv.to()).map_or(0, |piece| eval::capture_value(piece.kind()));
    let promotion = match mv.from().and_then(|from| searcher.position.piece_at(from)) {
        Some(piece) if mv.promotes() => eval::promotion_gain(piece.kind()),
        _ => 0,
    };
    captured + promotion
}
