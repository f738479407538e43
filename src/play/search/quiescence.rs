//! Quiescence search: captures, promotions, and quiet checks on its first ply, until the position is quiet.

use super::Searcher;
use super::best::{NodeBest, bound_of, cuts, improves_eval};
use super::picker::Picker;
use super::pruning::immediate_gain;
use crate::movegen::{MoveSet, Staged, for_each_check};
use crate::play::info::Bound;
use crate::play::see;
use crate::play::transposition::Entry;
use crate::play::value::{INFINITE, MATE_BOUND, MAX_PLY, Value, mated_in};
use crate::types::Move;
use core::ops::ControlFlow;

/// Quiet checks are tried at this depth and above.
const CHECKS_DEPTH: i32 = 0;

/// The moves of a node in their order: captures and promotions, or all evasions; then the quiet checks.
struct QuiescenceMoves {
    picker: Picker,
    /// Whether quiet checks are tried.
    tries_checks: bool,
    /// The index of the next quiet check in the buffer; `None` until they are generated.
    next_check: Option<usize>,
}

impl QuiescenceMoves {
    #[inline(always)]
    fn next(&mut self, searcher: &mut Searcher) -> Option<Move> {
        if self.next_check.is_none() {
            let mv = self.picker.next(searcher, false);
            if mv.is_some() || !self.tries_checks {
                return mv;
            }
            self.next_check = Some(searcher.buffer.len());
            searcher.generate_checks();
        }
        let next = self.next_check.as_mut()?;
        let mv = searcher.buffer.get(*next)?.mv();
        *next += 1;
        Some(mv)
    }
}

impl Searcher<'_> {
    /// The value of the current position by tactical moves alone, or by all evasions when in check. `depth`
    /// is 0 on the first ply and decreases by one with each further ply. When not in check, the side to move
    /// may stand pat: its static evaluation is a lower bound.
    pub(super) fn quiesce<const PV: bool>(&mut self, alpha: Value, beta: Value, depth: i32) -> Value {
        if PV {
            self.pv_table[self.ply].clear();
        }
        if self.should_stop() {
            return 0;
        }
        let ply = self.ply;
        self.seldepth = self.seldepth.max(ply);
        if let Some(value) = self.value_by_rules() {
            return value;
        }
        if ply >= MAX_PLY {
            return self.eval.value(&self.position);
        }
        let key = self.position.key();
        let entry = self.shared.table.probe(key, ply);
        let entry_depth = if depth >= CHECKS_DEPTH { 0 } else { -1 };
        if !PV
            && let Some(entry) = entry
            && entry.depth >= entry_depth
            && cuts(entry, alpha, beta)
        {
            return entry.value;
        }

        let staged = Staged::new(&self.position);
        let in_check = staged.in_check();
        let (mut stand_pat, mut raw_eval) = (-INFINITE, None);
        if !in_check {
            match self.stand_pat::<PV>(key, entry, beta) {
                ControlFlow::Continue((raw, corrected)) => (raw_eval, stand_pat) = (Some(raw), corrected),
                ControlFlow::Break(value) => return value,
            }
        }
        let base = stand_pat + self.shared.margins.delta;
        let alpha = alpha.max(stand_pat);
        let mut best = NodeBest::new(stand_pat, alpha);
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| in_check || self.is_tactical(mv));
        let picker = Picker::tactical(self, staged, tt_move);
        let start = picker.start;
        let tries_checks = !in_check && depth >= CHECKS_DEPTH;
        let mut moves = QuiescenceMoves { picker, tries_checks, next_check: None };
        let mut count = 0;
        while let Some(mv) = moves.next(self) {
            count += 1;
            let gives_check = moves.next_check.is_some() || staged.gives_check(&self.position, mv);
            if best.value > -MATE_BOUND {
                // A few evasions are enough to see that the check is not mate.
                let is_left_out = match in_check {
                    true => count > 3 && !self.is_tactical(mv),
                    false => !gives_check && self.gains_too_little(mv, base, &mut best),
                };
                if is_left_out || !see::gains_at_least(&self.position, mv, 0) {
                    continue;
                }
            }
            let undo = self.do_move(mv, gives_check);
            let value = -self.quiesce::<PV>(-beta, -best.alpha, depth - 1);
            self.undo_move(mv, undo);
            if self.stopped {
                self.buffer.truncate(start);
                return 0;
            }
            if self.update_best::<PV>(&mut best, mv, value, beta) {
                break;
            }
        }
        self.buffer.truncate(start);
        if in_check && count == 0 {
            return mated_in(ply);
        }
        let bound = bound_of::<PV>(best.value, alpha, beta);
        self.store(key, best.mv, best.value, raw_eval, entry_depth, bound, PV);
        best.value
    }

    /// The static evaluation of a node that is not in check, uncorrected as it is stored, and as the lower
    /// bound of standing pat.
    ///
    /// Returns `Break` with the value of the node when that is decided without a move.
    #[inline(always)]
    fn stand_pat<const PV: bool>(
        &mut self,
        key: u128,
        entry: Option<Entry>,
        beta: Value,
    ) -> ControlFlow<Value, (Value, Value)> {
        if entry.is_none()
            && let Some(value) = self.immediate_win::<PV>(0, PV)
        {
            return ControlFlow::Break(value);
        }
        let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.eval.value(&self.position));
        let value = self.corrected(raw);
        let value = match entry {
            Some(entry) if improves_eval(entry, value) => entry.value,
            _ => value,
        };
        if value < beta {
            return ControlFlow::Continue((raw, value));
        }
        if entry.is_none() {
            self.store(key, None, value, Some(raw), Self::STAND_PAT, Bound::Lower, false);
        }
        ControlFlow::Break(value)
    }

    /// The depth of a table entry that holds nothing but a static evaluation.
    const STAND_PAT: i32 = -2;

    /// Whether a move stays at or below alpha even if it keeps everything that it gains immediately. The
    /// node's best value is then raised to that sum. `base` is the static evaluation plus a margin.
    #[inline(always)]
    fn gains_too_little(&self, mv: Move, base: Value, best: &mut NodeBest) -> bool {
        let most = base + immediate_gain(self, mv);
        let is_too_little = most <= best.alpha;
        if is_too_little {
            best.value = best.value.max(most);
        }
        is_too_little
    }

    /// Appends the quiet moves that give check to the buffer.
    fn generate_checks(&mut self) {
        let Searcher { position, buffer, .. } = self;
        let taken = position.occupied();
        let _ = for_each_check(position, |set: MoveSet| {
            set.try_for_each(|mv| {
                if !taken.contains(mv.to()) && !mv.promotes() {
                    buffer.push(super::ScoredMove::new(mv, 0));
                }
                ControlFlow::Continue(())
            })
        });
    }
}
