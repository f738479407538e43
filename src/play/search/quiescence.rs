//! Quiescence search: captures, promotions, and quiet checks on its first ply, until the position is quiet.

use super::Searcher;
use super::best::{NodeBest, bound_of, cuts, improves_eval};
use super::picker::Picker;
use super::pruning::immediate_gain;
use crate::movegen::{MoveSet, Staged, for_each_check};
use crate::play::info::Bound;
use crate::play::see;
use crate::play::value::{INFINITE, MATE_BOUND, MAX_PLY, Value, mated_in};
use core::ops::ControlFlow;

/// Quiet checks are tried down to this depth.
const CHECKS_DEPTH: i32 = 0;

impl Searcher<'_> {
    /// The value of the present position by tactical moves alone; in check, by all evasions. `depth` is 0 on the first
    /// ply and one less on each following one. Unless in check, the side to move may stand pat: its static evaluation
    /// is a lower bound.
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
            if entry.is_none()
                && let Some(value) = self.immediate_win::<PV>(0, PV)
            {
                return value;
            }
            let value = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.eval.value(&self.position));
            raw_eval = Some(value);
            let value = self.corrected(value);
            stand_pat = match entry {
                Some(entry) if improves_eval(entry, value) => entry.value,
                _ => value,
            };
            if stand_pat >= beta {
                if entry.is_none() {
                    self.store(key, None, stand_pat, raw_eval, Self::STAND_PAT, Bound::Lower, false);
                }
                return stand_pat;
            }
        }
        let base = stand_pat + self.shared.margins.delta;
        let alpha = alpha.max(stand_pat);
        let mut best = NodeBest::new(stand_pat, alpha);
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| in_check || self.is_tactical(mv));
        let mut picker = Picker::tactical(self, staged, tt_move);
        let start = picker.start;
        let mut count = 0;
        let mut checks_generated = in_check || depth < CHECKS_DEPTH;
        let mut check_index = usize::MAX;
        loop {
            let mv = match picker.next(self, false) {
                Some(mv) if check_index == usize::MAX => mv,
                _ => {
                    if !checks_generated {
                        checks_generated = true;
                        check_index = self.buffer.len();
                        self.generate_checks();
                    }
                    if check_index >= self.buffer.len() {
                        break;
                    }
                    check_index += 1;
                    self.buffer[check_index - 1].mv()
                }
            };
            count += 1;
            let gives_check = check_index != usize::MAX || staged.gives_check(&self.position, mv);
            if best.value > -MATE_BOUND {
                if in_check {
                    // A few evasions are enough to see that the check does not mate.
                    if count > 3 && !self.is_tactical(mv) {
                        continue;
                    }
                } else if !gives_check {
                    let max_value = base + immediate_gain(self, mv);
                    if max_value <= best.alpha {
                        best.value = best.value.max(max_value);
                        continue;
                    }
                }
                if !see::gains_at_least(&self.position, mv, 0) {
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

    /// The depth of a table entry that holds nothing but a static evaluation.
    const STAND_PAT: i32 = -2;

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
