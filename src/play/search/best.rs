//! The best move of a node so far, how its value is to be read, and where both are kept.

use super::Searcher;
use crate::play::info::Bound;
use crate::play::transposition::Entry;
use crate::play::value::Value;
use crate::types::Move;

/// The best of the moves tried.
pub(super) struct Best {
    pub value: Value,
    /// The move; none while none came out above alpha.
    pub mv: Option<Move>,
    /// What the next one has to beat.
    pub alpha: Value,
}

impl Best {
    /// Before any move.
    pub fn new(value: Value, alpha: Value) -> Best {
        Best { value, mv: None, alpha }
    }
}

impl Searcher<'_> {
    /// A move came out with a value: whether it cuts off.
    #[inline(always)]
    pub(super) fn take<const PV: bool>(
        &mut self,
        best: &mut Best,
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
            self.keep_line(mv);
        }
        best.alpha = value;
        let cuts = value >= beta;
        self.frames[self.ply].cut_offs += u32::from(cuts);
        cuts
    }

    /// The best line of the node at hand is a move and the line that was found behind it.
    #[inline]
    fn keep_line(&mut self, mv: Move) {
        let (here, below) = self.lines.split_at_mut(self.ply + 1);
        let line = &mut here[self.ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// Writes to the transposition table.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "an entry's fields, as they come")]
    pub(super) fn remember(
        &self,
        key: u128,
        mv: Option<Move>,
        value: Value,
        eval: Option<Value>,
        depth: i32,
        bound: Bound,
        pv: bool,
    ) {
        self.shared.table.put(key, self.ply, Entry { mv, value, eval, depth, bound, pv });
    }
}

/// How the value of a finished node is to be read.
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

/// Whether an entry's value lies outside a window, or is exact.
#[inline(always)]
pub(super) fn cuts(entry: Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}

/// Whether an entry's value says more of a position than its evaluation.
#[inline(always)]
pub(super) fn refines(entry: Entry, eval: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value > eval,
        Bound::Upper => entry.value < eval,
    }
}
