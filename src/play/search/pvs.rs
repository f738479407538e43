//! Principal variation search of one node (Marsland and Campbell 1982), with selective depth.

use super::Searcher;
use super::best::{NodeBest, bound_of, cuts};
use super::history_updates::TriedMove;
use super::node::{Candidate, Node};
use super::picker::Picker;
use crate::play::info::Bound;
use crate::play::margins;
use crate::play::value::{DECIDED, INFINITE, MATE_BOUND, MAX_PLY, Value, mate_in, mated_in};
use crate::types::Move;

/// At most so many moves of a node get a penalty in the histories.
const MAX_TRIED: usize = 48;

impl Searcher<'_> {
    /// The value of the current position within a window, searched to `depth`. With `PV` the window may be
    /// wide, and the principal variation is recorded; otherwise it is a null window. `cut`: the node is
    /// expected to fail high.
    pub(super) fn search<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut: bool,
    ) -> Value {
        if PV {
            self.pv_table[self.ply].clear();
        }
        if depth <= 0 {
            return self.quiesce::<PV>(alpha, beta, 0);
        }
        if self.should_stop() {
            return 0;
        }
        let ply = self.ply;
        self.seldepth = self.seldepth.max(ply);
        let excluded = self.frames[ply].excluded;
        if excluded.is_none()
            && let Some(value) = self.value_by_rules()
        {
            return value;
        }
        if ply >= MAX_PLY {
            return self.eval.value(&self.position);
        }
        // Mate-distance pruning: the lowest possible value is being mated here, the highest is mating with
        // the next move.
        let (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let entry = if excluded.is_none() { self.shared.table.probe(self.position.key(), ply) } else { None };
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            if entry.value >= beta
                && let Some(mv) = entry.mv
            {
                self.reward_tt_move(mv, depth);
            }
            return entry.value;
        }
        let mut node = self.new_node(entry, excluded, depth, cut, PV);
        if entry.is_none()
            && excluded.is_none()
            && !node.in_check
            && let Some(value) = self.immediate_win::<PV>(depth, node.was_pv)
        {
            return value;
        }
        if !PV
            && !node.in_check
            && excluded.is_none()
            && let Some(value) = self.prune_node(node.eval, alpha, beta, depth, node.improving, cut)
        {
            return value;
        }
        // Internal iterative reduction: without a table move the moves are ordered badly.
        if node.tt_move.is_none() && depth >= 4 && (PV || cut) && excluded.is_none() {
            node.depth -= 1;
        }
        self.search_moves::<PV>(alpha, beta, &node)
    }

    /// Searches the moves of a node.
    fn search_moves<const PV: bool>(&mut self, alpha: Value, beta: Value, node: &Node) -> Value {
        let us = self.position.side_to_move();
        self.note_pawns();
        let mut picker = Picker::new(self, node.staged, node.tt_move, node.depth);
        let start = picker.start;
        let mut best = NodeBest::new(-INFINITE, alpha);
        let mut count = 0;
        let mut tried: [Option<TriedMove>; MAX_TRIED] = [None; MAX_TRIED];
        let mut tried_count = 0;
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
                history_score: if tactical { 0 } else { self.history_score(us, mv) },
            };
            if best.value > -MATE_BOUND && !tactical {
                skip_quiet |= !node.in_check
                    && count >= self.shared.margins.late_move_count(node.depth, node.improving);
                if candidate.is_futile(node, best.alpha, &self.shared.margins) {
                    continue;
                }
            }
            let extension = match self.extension::<PV>(node, mv, beta) {
                Ok(extension) => extension,
                Err(value) => {
                    self.buffer.truncate(start);
                    return value;
                }
            };
            let record = self.tried(mv, tactical);
            let value = self.search_move::<PV>(node, &candidate, (best.value, best.alpha, beta), extension);
            if self.stopped {
                self.buffer.truncate(start);
                return 0;
            }
            if self.update_best::<PV>(&mut best, mv, value, beta) {
                self.update_histories(record, &tried[..tried_count], node.depth);
                break;
            }
            if tried_count < MAX_TRIED {
                tried[tried_count] = Some(record);
                tried_count += 1;
            }
        }
        self.buffer.truncate(start);
        if node.excluded.is_some() {
            return if count == 0 { alpha } else { best.value };
        }
        if count == 0 {
            // Without a legal move the side to move has lost, in check or not.
            return mated_in(self.ply);
        }
        let bound = bound_of::<PV>(best.value, alpha, beta);
        self.update_correction(best.value, best.mv, bound, node.depth);
        self.store(self.position.key(), best.mv, best.value, node.raw_eval, node.depth, bound, node.was_pv);
        best.value
    }

    /// The extension of a move in plies: only the table's move is extended, when it is singular.
    ///
    /// # Errors
    /// The value of the node, if the singularity search causes a cut-off (multi-cut).
    #[inline]
    fn extension<const PV: bool>(&mut self, node: &Node, mv: Move, beta: Value) -> Result<i32, Value> {
        if Some(mv) == node.tt_move
            && let Some(entry) = node.entry
            && node.depth >= margins::SINGULAR_DEPTH
            && self.ply < 2 * self.root_depth as usize
            && entry.depth >= node.depth - 3
            && entry.bound != Bound::Upper
            && entry.value.abs() < DECIDED
        {
            return self.singular_extension::<PV>(mv, entry.value, beta, node.depth, node.cut);
        }
        Ok(0)
    }

    /// The value of a move, with late-move reductions and null windows: late moves are first searched to a
    /// reduced depth, and every move but the first is first searched with a null window.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        (best, alpha, beta): (Value, Value, Value),
        extension: i32,
    ) -> Value {
        let Candidate { mv, count, gives_check, .. } = *candidate;
        let undo = self.do_move(mv, gives_check);
        self.frames[self.ply].double_extensions += u32::from(extension > 1);
        let deeper = node.depth - 1 + extension;
        let mut value = -INFINITE;
        if node.depth >= 2 && count > 1 + usize::from(PV) {
            let reduction = candidate.reduction(node, self.frames[self.ply].cut_offs, &self.shared.margins);
            let reduced = (deeper - (reduction / 1024).max(0)).clamp(1, deeper.max(1));
            value = -self.search::<false>(-alpha - 1, -alpha, reduced, true);
            if value > alpha && reduced < deeper {
                let margins = &self.shared.margins;
                let again = deeper + i32::from(value > best + margins.deeper_above)
                    - i32::from(value < best + margins.shallower_below);
                if again > reduced {
                    value = -self.search::<false>(-alpha - 1, -alpha, again, !node.cut);
                }
            }
        } else if !PV || count > 1 {
            value = -self.search::<false>(-alpha - 1, -alpha, deeper, !node.cut);
        }
        if PV && (count == 1 || value > alpha) {
            value = -self.search::<true>(-beta, -alpha, deeper, false);
        }
        self.undo_move(mv, undo);
        value
    }
}
