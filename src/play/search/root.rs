//! The root: iterative deepening with aspiration windows, several best moves, and reports on them.

use super::Searcher;
use super::vote::ThreadResult;
use crate::movegen::Staged;
use crate::play::info::{Bound, Info, Score};
use crate::play::value::{INFINITE, MATE_BOUND, MAX_PLY, Value};

/// The largest depth of an iteration.
const MAX_DEPTH: i32 = 127;

impl Searcher<'_> {
    /// The result of this thread.
    pub fn result(&mut self) -> ThreadResult {
        ThreadResult { best: self.root_moves.swap_remove(0), depth: self.completed_depth }
    }

    /// Iterative deepening until the search is stopped; `report` receives the best lines after each
    /// iteration. Only the main thread checks the soft limits. Every second thread starts at another depth,
    /// so that the threads do not all do the same work (Lazy SMP).
    pub fn iterate(&mut self, multi_pv: usize, report: &mut dyn FnMut(&Info)) {
        let multi_pv = multi_pv.clamp(1, self.root_moves.len().max(1));
        let limit = if self.thread == 0 { self.time_manager.depth_limit().min(MAX_DEPTH) } else { MAX_DEPTH };
        let mut changes = 0.0;
        let mut stable = 0;
        let first = 1 + (self.thread % 2) as i32;
        for depth in first..=limit.max(first) {
            self.root_depth = depth;
            changes *= 0.5;
            let best_before = self.root_moves[0].mv();
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.last_value();
                root_move.value = -INFINITE;
            }
            for index in 0..multi_pv {
                self.search_with_aspiration(index, depth, report);
                if self.stopped {
                    break;
                }
                self.root_moves[..=index].sort_by_key(|root_move| -root_move.value);
                if self.thread == 0 {
                    // After the first line there is a move to answer with.
                    self.shared.allow_answer();
                }
            }
            // When the search was stopped while the value was a bound, the previous report is more informative.
            if self.thread == 0 && !(self.stopped && self.root_moves[0].is_at_bound()) {
                for index in 0..multi_pv {
                    self.report_line(index, depth, report);
                }
            }
            if self.stopped {
                return;
            }
            self.completed_depth = depth;
            let best = &self.root_moves[0];
            if best.mv() == best_before {
                stable += 1;
            } else {
                changes += 1.0;
                stable = 0;
            }
            let (value, previous) = (best.value, best.previous);
            let only = self.root_moves.len() == 1;
            if self.thread > 0 {
                continue;
            }
            let time_manager = &mut self.time_manager;
            let is_mate = MATE_BOUND <= value.abs();
            // Only one legal move, or a mate that deeper searches would only confirm.
            let nothing_to_find =
                only && depth >= 5 || is_mate && depth > 2 * (crate::play::value::MATE - value.abs()) + 6;
            if time_manager.may_answer_early() && nothing_to_find {
                return;
            }
            let falling = f64::from((previous - value).clamp(-50, 250)) / 300.0;
            let scale = (0.85 + 0.5 * changes + falling - 0.05 * f64::from(stable.min(8))).clamp(0.35, 2.5);
            if time_manager.is_soft_limit_reached(scale) {
                return;
            }
        }
    }

    /// Searches the root moves from `index` on with an aspiration window, widened until the value lies inside.
    fn search_with_aspiration(&mut self, index: usize, depth: i32, report: &mut dyn FnMut(&Info)) {
        let expected = self.root_moves[index].previous;
        let mut width = self.shared.margins.aspiration + expected.abs() / 32;
        let (mut alpha, mut beta) = if depth >= 4 && expected.abs() < MATE_BOUND {
            (expected - width, expected + width)
        } else {
            (-INFINITE, INFINITE)
        };
        let mut high_fails = 0;
        loop {
            let value = self.search_root(index, alpha, beta, (depth - high_fails).max(1));
            self.root_moves[index..].sort_by_key(|root_move| -root_move.value);
            if self.stopped {
                return;
            }
            if value <= alpha && alpha > -INFINITE {
                self.report_when_slow(index, depth, report);
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-INFINITE);
                high_fails = 0;
            } else if value >= beta && beta < INFINITE {
                self.report_when_slow(index, depth, report);
                beta = (value + width).min(INFINITE);
                high_fails = (high_fails + 1).min(3);
            } else {
                return;
            }
            width += width / 2;
            if width > 1_500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches the root moves from `index` on within a window.
    fn search_root(&mut self, index: usize, mut alpha: Value, beta: Value, depth: i32) -> Value {
        let lowest = alpha;
        let staged = Staged::new(&self.position);
        let raw_eval = (!staged.in_check()).then(|| self.eval.value(&self.position));
        self.frames[0].eval = raw_eval.map(|value| self.corrected(value));
        let mut best = -INFINITE;
        let mut best_move = None;
        for number in index..self.root_moves.len() {
            let mv = self.root_moves[number].mv();
            let gives_check = staged.gives_check(&self.position, mv);
            let tactical = self.is_tactical(mv);
            self.seldepth = 0;
            let extension = i32::from(gives_check && crate::play::see::gains_at_least(&self.position, mv, 0));
            let deeper = depth - 1 + extension;
            let undo = self.do_move(mv, gives_check);
            let count = number - index + 1;
            let mut value = -INFINITE;
            if count > 1 {
                let reduction =
                    self.shared.margins.late_move_reduction(depth, count) / 1024 - 1 - i32::from(tactical);
                let reduced = (deeper - reduction.max(0)).clamp(deeper.min(1), deeper);
                let reduced = if depth >= 3 && count > 3 { reduced } else { deeper };
                value = -self.search::<false>(-alpha - 1, -alpha, reduced, true);
                if value > alpha && reduced < deeper {
                    value = -self.search::<false>(-alpha - 1, -alpha, deeper, false);
                }
            }
            if count == 1 || value > alpha {
                value = -self.search::<true>(-beta, -alpha, deeper, false);
            }
            self.undo_move(mv, undo);
            if self.stopped {
                return best;
            }
            let root_move = &mut self.root_moves[number];
            if count == 1 || value > alpha {
                root_move.value = value;
                root_move.bound = match value {
                    _ if value >= beta => Bound::Lower,
                    _ if value <= lowest => Bound::Upper,
                    _ => Bound::Exact,
                };
                root_move.seldepth = self.seldepth;
                root_move.pv.truncate(1);
                root_move.pv.extend_from_slice(&self.pv_table[1]);
            } else {
                root_move.value = -INFINITE;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if index == 0 && self.thread == 0 && !self.shared.is_part {
            let bound = if best >= beta { Bound::Lower } else { Bound::Exact };
            if best_move.is_some() {
                self.store(self.position.key(), best_move, best, raw_eval, depth, bound, true);
            }
        }
        best
    }

    /// Reports a value outside of the aspiration window when the search has already taken some seconds.
    fn report_when_slow(&mut self, index: usize, depth: i32, report: &mut dyn FnMut(&Info)) {
        let slow = self.time_manager.elapsed().as_secs() >= 3;
        if self.thread == 0 && index == 0 && slow {
            self.report_line(index, depth, report);
        }
    }

    fn report_line(&mut self, index: usize, depth: i32, report: &mut dyn FnMut(&Info)) {
        let root_move = &self.root_moves[index];
        let searched = root_move.value != -INFINITE && !(self.stopped && root_move.is_at_bound());
        let value = if searched { root_move.value } else { root_move.previous };
        if value == -INFINITE {
            return;
        }
        self.shared.publish_nodes(self.thread, self.nodes);
        report(&Info {
            depth: if searched { depth } else { (depth - 1).max(1) } as u32,
            seldepth: root_move.seldepth.clamp(1, MAX_PLY) as u32,
            multipv: index as u32 + 1,
            score: Score::of(value),
            bound: if searched { root_move.bound } else { Bound::Exact },
            nodes: self.shared.nodes(),
            time: self.time_manager.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: root_move.pv.clone(),
        });
    }
}
