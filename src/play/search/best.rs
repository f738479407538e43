//! The best move of a node so far, bounds of values, and storing both in the table and the principal variation.

use super::Searcher;
use crate::play::info::Bound;
use crate::play::transposition::Entry;
use crate::play::value::Value;
use crate::types::Move;

/// The best result among the moves searched so far (fail-soft).
pub(super) struct NodeBest {
    pub value: Value,
    /// The best move; `None` while no move has raised alpha.
    pub mv: Option<Move>,
    /// The raised lower bound of the window.
    pub alpha: Value,
}

impl NodeBest {
    /// Before the first move.
    pub fn new(value: Value, alpha: Value) -> NodeBest {
        NodeBest { value, mv: None, alpha }
    }
}

impl Searcher<'_> {
    /// Takes the value of a move into account. Returns whether it causes a beta cut-off.
    #[inline(always)]
    pub(super) fn update_best<const PV: bool>(
        &mut self,
        best: &mut NodeBest,
        mv: Move,
        value: Value,
        beta: Value,
    ) -> bool {
        best.value = best.value.max(value);
        if value <= best.alpha {
            return false;
        }
        best.mv = Some(mv);
        if PV {
            self.update_pv(mv);
        }
        best.alpha = value;
        let cuts = value >= beta;
        self.frames[self.ply].cut_offs += u32::from(cuts);
        cuts
    }

    /// Sets the principal variation of this ply to the move followed by the variation of the next ply.
    #[inline]
    fn update_pv(&mut self, mv: Move) {
        let (here, below) = self.pv_table.split_at_mut(self.ply + 1);
        let line = &mut here[self.ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// Writes to the transposition table.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "an entry's fields, as they come")]
    pub(super) fn store(
        &self,
        key: u128,
        mv: Option<Move>,
        value: Value,
        eval: Option<Value>,
        depth: i32,
        bound: Bound,
        pv: bool,
    ) {
        self.shared.table.store(key, self.ply, Entry { mv, value, eval, depth, bound, pv });
    }
}

/// The kind of bound that the value of a finished node is.
#[inline(always)]
pub(super) fn bound_of<const PV: bool>(best: Value, alpha: Value, beta: Value) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if PV && best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Whether an entry's value allows a cut-off in a window: it is exact, or a bound outside of the window.
#[inline(always)]
pub(super) fn cuts(entry: Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}

/// Whether an entry's value is a better estimate than the static evaluation: exact, or a bound that the
/// evaluation violates.
#[inline(always)]
pub(super) fn improves_eval(entry: Entry, eval: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value > eval,
        Bound::Upper => entry.value < eval,
    }
}
