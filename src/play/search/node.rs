//! Principal variation search of one node (Marsland and Campbell 1982), with selective depth.

use super::picker::Picker;
use super::rewards::Tried;
use super::{Searcher, margins};
use crate::movegen::{Staged, mate_in_one};
use crate::play::info::Bound;
use crate::play::see;
use crate::play::table::Entry;
use crate::play::value::{DECIDED, INFINITE, MATE_BOUND, MAX_PLY, Value, mate_in, mated_in};
use crate::types::Move;

/// Moves remembered for the histories of a node.
const REMEMBERED: usize = 48;

impl Searcher<'_> {
    /// The value of the position at hand within a window, searched so deep. With `PV`, the window may be wide and the line is
    /// kept; otherwise it is a null window. `cut` says that the node is expected to cut off.
    pub(super) fn search<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut: bool,
    ) -> Value {
        if PV {
            self.lines[self.ply].clear();
        }
        if depth <= 0 {
            return self.quiesce::<PV>(alpha, beta, 0);
        }
        if self.is_over() {
            return 0;
        }
        let ply = self.ply;
        self.seldepth = self.seldepth.max(ply);
        let excluded = self.frames[ply].excluded;
        if excluded.is_none()
            && let Some(value) = self.settled()
        {
            return value;
        }
        if ply >= MAX_PLY {
            return self.eval.value(&self.position);
        }
        // No mate from here on can be shorter than these.
        let (mut alpha, beta) = (alpha.max(mated_in(ply)), beta.min(mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }

        let key = self.position.key();
        let entry = if excluded.is_none() { self.shared.table.get(key, ply) } else { None };
        let was_pv = PV || entry.is_some_and(|entry| entry.pv);
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            return entry.value;
        }

        let staged = Staged::new(&self.position);
        let in_check = staged.in_check();
        if excluded.is_none() && entry.is_none() && !in_check {
            if let Some(value) = self.declared() {
                return value;
            }
            if let Some(mv) = mate_in_one(&self.position) {
                let value = mate_in(ply + 1);
                self.remember(key, Some(mv), value, None, depth.max(6), Bound::Exact, was_pv);
                if PV {
                    self.lines[ply].push(mv);
                }
                return value;
            }
        }

        let mut raw = None;
        let mut eval = -INFINITE;
        if in_check {
            self.frames[ply].eval = None;
        } else if excluded.is_some() {
            raw = self.frames[ply].eval;
            eval = raw.unwrap_or(0);
        } else {
            let value = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.eval.value(&self.position));
            raw = Some(value);
            self.frames[ply].eval = raw;
            eval = match entry {
                Some(entry) if refines(entry, value) => entry.value,
                _ => value,
            };
        }
        let improving = !in_check && self.is_improving();
        let mut depth = depth;
        let known = entry.and_then(|entry| entry.mv);

        if !PV && !in_check && excluded.is_none() {
            if let Some(value) = self.prune_whole(eval, alpha, beta, depth, improving, cut) {
                return value;
            }
            if let Some(value) = self.probe_cut(staged, entry, beta, depth, raw) {
                return value;
            }
        }
        // Without a move from earlier searches the order is poor, and so is the value of depth.
        if known.is_none() && depth >= 4 && (PV || cut) {
            depth -= 1;
        }

        let us = self.position.side_to_move();
        let mut picker = Picker::new(self, staged, known, depth);
        let start = picker.start;
        let mut best = -INFINITE;
        let mut best_move = None;
        let old_alpha = alpha;
        let mut count = 0;
        let mut tried: [Option<Tried>; REMEMBERED] = [None; REMEMBERED];
        let mut remembered = 0;
        let mut skip_quiet = false;
        while let Some(mv) = picker.next(self, skip_quiet) {
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let tactical = self.is_tactical(mv);
            let gives_check = staged.gives_check(&self.position, mv);
            let promise = if tactical { 0 } else { self.promise(us, mv) };

            let mut reduction = margins::late_move_reduction(depth, count);
            reduction += 1024 * i32::from(!improving) / 2;
            if best > -MATE_BOUND {
                let reduced = (depth - 1 - reduction / 1024).max(0);
                if !tactical {
                    if !in_check && count >= margins::late_moves(depth, improving) {
                        skip_quiet = true;
                    }
                    if !gives_check || depth <= 1 {
                        if picker.is_late() && promise < -4_000 * depth {
                            continue;
                        }
                        if !in_check
                            && reduced <= margins::FUTILITY_DEPTH
                            && eval + margins::futility(reduced) + promise / 128 <= alpha
                        {
                            continue;
                        }
                    }
                    if !in_check && !see::gains_at_least(&self.position, mv, margins::quiet_loss(reduced)) {
                        continue;
                    }
                } else if depth <= 8 && !see::gains_at_least(&self.position, mv, margins::capture_loss(depth))
                {
                    continue;
                }
            }

            let mut extension = 0;
            if Some(mv) == known
                && let Some(entry) = entry
                && depth >= margins::SINGULAR_DEPTH
                && ply < 2 * self.root_depth as usize
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && entry.value.abs() < DECIDED
            {
                match self.singular::<PV>(mv, entry.value, beta, depth, cut) {
                    Ok(found) => extension = found,
                    Err(value) => {
                        self.buffer.truncate(start);
                        return value;
                    }
                }
            } else if gives_check
                && ply < 2 * self.root_depth as usize
                && see::gains_at_least(&self.position, mv, 0)
            {
                extension = 1;
            }

            let record = self.tried(mv, tactical);
            let undo = self.play(mv, gives_check);
            self.frames[ply + 1].double_extensions += u32::from(extension > 1);
            let deeper = depth - 1 + extension;
            let mut value = -INFINITE;
            if depth >= 2 && count > 1 + usize::from(PV) {
                if tactical {
                    reduction -= 1024;
                } else {
                    reduction -= promise / 10;
                }
                reduction -=
                    1024 * i32::from(was_pv) + 512 * i32::from(gives_check) + 512 * i32::from(in_check);
                reduction += 1536 * i32::from(cut);
                let reduced = (deeper - (reduction / 1024).max(0)).clamp(1, deeper.max(1));
                value = -self.search::<false>(-alpha - 1, -alpha, reduced, true);
                if value > alpha && reduced < deeper {
                    value = -self.search::<false>(-alpha - 1, -alpha, deeper, !cut);
                }
            } else if !PV || count > 1 {
                value = -self.search::<false>(-alpha - 1, -alpha, deeper, !cut);
            }
            if PV && (count == 1 || value > alpha) {
                value = -self.search::<true>(-beta, -alpha, deeper, false);
            }
            self.take_back(mv, undo);
            if self.stopped {
                self.buffer.truncate(start);
                return 0;
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.keep_line(mv);
                    }
                    if value >= beta {
                        let others: &[Option<Tried>] = &tried[..remembered];
                        self.reward(record, others, depth);
                        break;
                    }
                    alpha = value;
                }
            }
            if remembered < REMEMBERED {
                tried[remembered] = Some(record);
                remembered += 1;
            }
        }
        self.buffer.truncate(start);

        if count == 0 {
            // Without a legal move the side to move has lost, in check or not.
            return if excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.remember(key, best_move, best, raw, depth, bound, was_pv);
        }
        best
    }

    /// Whether the side to move stands better than at its last turn, or the one before if it was in check then.
    #[inline]
    fn is_improving(&self) -> bool {
        let eval_before = |plies| if self.ply >= plies { self.frames[self.ply - plies].eval } else { None };
        match (self.frames[self.ply].eval, eval_before(2).or_else(|| eval_before(4))) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// The best line of the node at hand is a move and the line that was found behind it.
    #[inline]
    pub(super) fn keep_line(&mut self, mv: Move) {
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
