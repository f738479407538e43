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

/// What is known of a node before its moves are tried.
pub(super) struct Node {
    pub staged: Staged,
    pub entry: Option<Entry>,
    /// The best move of an earlier search.
    pub known: Option<Move>,
    pub excluded: Option<Move>,
    pub depth: i32,
    pub cut: bool,
    pub in_check: bool,
    /// The evaluation; none in check.
    pub raw: Option<Value>,
    /// The same, refined by what an earlier search found; far below everything in check.
    pub eval: Value,
    /// Whether the side to move stands better than at its last turn.
    pub improving: bool,
    /// Whether the node is or was part of a principal variation.
    pub was_pv: bool,
}

/// A move about to be searched.
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number, from 1.
    pub count: usize,
    pub tactical: bool,
    pub gives_check: bool,
    /// What the histories say of a quiet move.
    pub promise: i32,
    /// Whether it comes after captures and refutations.
    pub late: bool,
}

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
        let (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let entry = if excluded.is_none() { self.shared.table.get(self.position.key(), ply) } else { None };
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            return entry.value;
        }
        let mut node = self.enter(entry, excluded, depth, cut, PV);
        if entry.is_none()
            && excluded.is_none()
            && !node.in_check
            && let Some(value) = self.wins_at_once::<PV>(&node)
        {
            return value;
        }
        if !PV && !node.in_check && excluded.is_none() {
            if let Some(value) = self.prune_whole(node.eval, alpha, beta, depth, node.improving, cut) {
                return value;
            }
            if let Some(value) = self.probe_cut(node.staged, entry, beta, depth, node.raw) {
                return value;
            }
        }
        // Without a move from earlier searches the order is poor, and so is the value of depth.
        if node.known.is_none() && depth >= 4 && (PV || cut) {
            node.depth -= 1;
        }
        self.search_moves::<PV>(alpha, beta, &node)
    }

    /// Looks at a position that must be searched.
    fn enter(
        &mut self,
        entry: Option<Entry>,
        excluded: Option<Move>,
        depth: i32,
        cut: bool,
        pv: bool,
    ) -> Node {
        let staged = Staged::new(&self.position);
        let in_check = staged.in_check();
        if in_check {
            self.frames[self.ply].eval = None;
        } else if excluded.is_none() {
            let known = entry.and_then(|entry| entry.eval);
            self.frames[self.ply].eval = Some(known.unwrap_or_else(|| self.eval.value(&self.position)));
        }
        let raw = self.frames[self.ply].eval.filter(|_| !in_check);
        let eval = match (raw, entry) {
            (None, _) => -INFINITE,
            (Some(raw), Some(entry)) if refines(entry, raw) => entry.value,
            (Some(raw), _) => raw,
        };
        Node {
            staged,
            entry,
            known: entry.and_then(|entry| entry.mv),
            excluded,
            depth,
            cut,
            in_check,
            raw,
            eval,
            improving: !in_check && self.is_improving(),
            was_pv: pv || entry.is_some_and(|entry| entry.pv),
        }
    }

    /// A declaration, or a mate in one.
    fn wins_at_once<const PV: bool>(&mut self, node: &Node) -> Option<Value> {
        if let Some(value) = self.declared() {
            return Some(value);
        }
        let mv = mate_in_one(&self.position)?;
        let value = mate_in(self.ply + 1);
        let key = self.position.key();
        self.remember(key, Some(mv), value, None, node.depth.max(6), Bound::Exact, node.was_pv);
        if PV {
            self.lines[self.ply].push(mv);
        }
        Some(value)
    }

    /// The value of a node by its moves.
    fn search_moves<const PV: bool>(&mut self, mut alpha: Value, beta: Value, node: &Node) -> Value {
        let us = self.position.side_to_move();
        let mut picker = Picker::new(self, node.staged, node.known, node.depth);
        let start = picker.start;
        let (mut best, mut best_move) = (-INFINITE, None);
        let old_alpha = alpha;
        let mut count = 0;
        let mut tried: [Option<Tried>; REMEMBERED] = [None; REMEMBERED];
        let mut remembered = 0;
        let mut skip_quiet = false;
        while let Some(mv) = picker.next(self, skip_quiet) {
            if Some(mv) == node.excluded {
                continue;
            }
            count += 1;
            let tactical = self.is_tactical(mv);
            let candidate = Candidate {
                mv,
                count,
                tactical,
                gives_check: node.staged.gives_check(&self.position, mv),
                promise: if tactical { 0 } else { self.promise(us, mv) },
                late: picker.is_late(),
            };
            if best > -MATE_BOUND {
                skip_quiet |=
                    !tactical && !node.in_check && count >= margins::late_moves(node.depth, node.improving);
                if self.is_hopeless(node, &candidate, alpha) {
                    continue;
                }
            }
            let extension = match self.extension::<PV>(node, &candidate, beta) {
                Ok(extension) => extension,
                Err(value) => {
                    self.buffer.truncate(start);
                    return value;
                }
            };
            let record = self.tried(mv, tactical);
            let value = self.descend::<PV>(node, &candidate, alpha, beta, extension);
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
                        self.reward(record, &tried[..remembered], node.depth);
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
        if node.excluded.is_some() {
            return if count == 0 { alpha } else { best };
        }
        if count == 0 {
            // Without a legal move the side to move has lost, in check or not.
            return mated_in(self.ply);
        }
        let bound = bound_of::<PV>(best, old_alpha, beta);
        self.remember(self.position.key(), best_move, best, node.raw, node.depth, bound, node.was_pv);
        best
    }

    /// How many plies to look deeper behind a move: one that alone is good, or a check that loses nothing.
    ///
    /// # Errors
    /// The value of the node, if it turned out to cut off.
    #[inline]
    fn extension<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        beta: Value,
    ) -> Result<i32, Value> {
        if self.ply >= 2 * self.root_depth as usize {
            return Ok(0);
        }
        let mv = candidate.mv;
        if Some(mv) == node.known
            && let Some(entry) = node.entry
            && node.depth >= margins::SINGULAR_DEPTH
            && entry.depth >= node.depth - 3
            && entry.bound != Bound::Upper
            && entry.value.abs() < DECIDED
        {
            return self.singular::<PV>(mv, entry.value, beta, node.depth, node.cut);
        }
        Ok(i32::from(candidate.gives_check && see::gains_at_least(&self.position, mv, 0)))
    }

    /// The value of a move: late ones are first searched less deep, all but the first with a null window.
    #[inline]
    fn descend<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
        beta: Value,
        extension: i32,
    ) -> Value {
        let Candidate { mv, count, gives_check, .. } = *candidate;
        let undo = self.play(mv, gives_check);
        self.frames[self.ply].double_extensions += u32::from(extension > 1);
        let deeper = node.depth - 1 + extension;
        let mut value = -INFINITE;
        if node.depth >= 2 && count > 1 + usize::from(PV) {
            let reduction = candidate.reduction(node);
            let reduced = (deeper - (reduction / 1024).max(0)).clamp(1, deeper.max(1));
            value = -self.search::<false>(-alpha - 1, -alpha, reduced, true);
            if value > alpha && reduced < deeper {
                value = -self.search::<false>(-alpha - 1, -alpha, deeper, !node.cut);
            }
        } else if !PV || count > 1 {
            value = -self.search::<false>(-alpha - 1, -alpha, deeper, !node.cut);
        }
        if PV && (count == 1 || value > alpha) {
            value = -self.search::<true>(-beta, -alpha, deeper, false);
        }
        self.take_back(mv, undo);
        value
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
