//! Quiescence search: captures, promotions and, at first, checks, until nothing is left to take.

use super::Searcher;
use super::best::{Best, bound_of, cuts, refines};
use super::picker::Picker;
use super::pruning::gain_of;
use crate::movegen::{MoveSet, Staged, for_each_check};
use crate::play::info::Bound;
use crate::play::see;
use crate::play::value::{INFINITE, MATE_BOUND, MAX_PLY, Value, mated_in};
use core::ops::ControlFlow;

/// Quiet checks are tried down to this depth.
const CHECKS_DEPTH: i32 = 0;
/// What a capture may bring beyond its plain gain.
const DELTA: Value = 120;

impl Searcher<'_> {
    /// The value of the position at hand when only forcing moves are looked at. `depth` is 0 at first and falls with every
    /// ply. The side to move may stand pat, that is, keep what it has, unless it is in check.
    pub(super) fn quiesce<const PV: bool>(&mut self, alpha: Value, beta: Value, depth: i32) -> Value {
        if PV {
            self.lines[self.ply].clear();
        }
        if self.is_over() {
            return 0;
        }
        let ply = self.ply;
        self.seldepth = self.seldepth.max(ply);
        if let Some(value) = self.settled() {
            return value;
        }
        if ply >= MAX_PLY {
            return self.eval.value(&self.position);
        }
        let key = self.position.key();
        let entry = self.shared.table.get(key, ply);
        let kept_depth = if depth >= CHECKS_DEPTH { 0 } else { -1 };
        if !PV
            && let Some(entry) = entry
            && entry.depth >= kept_depth
            && cuts(entry, alpha, beta)
        {
            return entry.value;
        }

        let staged = Staged::new(&self.position);
        let in_check = staged.in_check();
        let (mut stands, mut raw) = (-INFINITE, None);
        if !in_check {
            if entry.is_none()
                && let Some(value) = self.wins_at_once::<PV>(0, PV)
            {
                return value;
            }
            let value = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.eval.value(&self.position));
            raw = Some(value);
            let value = self.corrected(value);
            stands = match entry {
                Some(entry) if refines(entry, value) => entry.value,
                _ => value,
            };
            if stands >= beta {
                if entry.is_none() {
                    self.remember(key, None, stands, raw, Self::STAND_PAT, Bound::Lower, false);
                }
                return stands;
            }
        }
        let base = stands + DELTA;
        let alpha = alpha.max(stands);
        let mut best = Best::new(stands, alpha);
        let known = entry.and_then(|entry| entry.mv).filter(|&mv| in_check || self.is_tactical(mv));
        let mut picker = Picker::tactical(self, staged, known);
        let start = picker.start;
        let mut count = 0;
        let mut checks_made = in_check || depth < CHECKS_DEPTH;
        let mut check_index = usize::MAX;
        loop {
            let mv = match picker.next(self, false) {
                Some(mv) if check_index == usize::MAX => mv,
                _ => {
                    if !checks_made {
                        checks_made = true;
                        check_index = self.buffer.len();
                        self.make_checks();
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
                    // One quiet answer to a check is enough to know that it does not mate.
                    if count > 3 && !self.is_tactical(mv) {
                        continue;
                    }
                } else if !gives_check {
                    let reach = base + gain_of(self, mv);
                    if reach <= best.alpha {
                        best.value = best.value.max(reach);
                        continue;
                    }
                }
                if !see::gains_at_least(&self.position, mv, 0) {
                    continue;
                }
            }
            let undo = self.play(mv, gives_check);
            let value = -self.quiesce::<PV>(-beta, -best.alpha, depth - 1);
            self.take_back(mv, undo);
            if self.stopped {
                self.buffer.truncate(start);
                return 0;
            }
            if self.take::<PV>(&mut best, mv, value, beta) {
                break;
            }
        }
        self.buffer.truncate(start);
        if in_check && count == 0 {
            return mated_in(ply);
        }
        let bound = bound_of::<PV>(best.value, alpha, beta);
        self.remember(key, best.mv, best.value, raw, kept_depth, bound, PV);
        best.value
    }

    /// The depth of an entry that holds nothing but an evaluation.
    const STAND_PAT: i32 = -2;

    /// Puts the quiet moves that give check into the buffer.
    fn make_checks(&mut self) {
        let Searcher { position, buffer, .. } = self;
        let taken = position.occupied();
        let _ = for_each_check(position, |set: MoveSet| {
            set.try_for_each(|mv| {
                if !taken.contains(mv.to()) && !mv.promotes() {
                    buffer.push(super::Scored::new(mv, 0));
                }
                ControlFlow::Continue(())
            })
        });
    }
}
