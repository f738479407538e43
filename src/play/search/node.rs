//! The state of a node before its moves are searched: check, static evaluation, table entry; and immediate
//! wins.

use super::Searcher;
use super::best::improves_eval;
use crate::movegen::{Staged, mate_in_one};
use crate::play::info::Bound;
use crate::play::transposition::Entry;
use crate::play::value::{INFINITE, Value, mate_in};
use crate::types::Move;

/// The depth under which a mate in one is stored in the table.
const MATE_DEPTH: i32 = 6;

/// The data on which pruning, extensions and reductions of a node depend.
pub(super) struct Node {
    pub staged: Staged,
    pub entry: Option<Entry>,
    /// The best move of an earlier search, from the transposition table.
    pub tt_move: Option<Move>,
    /// The move that a singularity search excludes.
    pub excluded: Option<Move>,
    pub depth: i32,
    /// Whether the node is expected to fail high (a cut node).
    pub cut: bool,
    pub in_check: bool,
    /// The static evaluation before correction; `None` in check and while a move is excluded.
    pub raw_eval: Option<Value>,
    /// The corrected static evaluation, or the table's value when that is a better estimate; `-INFINITE` in
    /// check.
    pub eval: Value,
    /// Whether the static evaluation is higher than before the side's previous move.
    pub improving: bool,
    /// Whether the node is or was part of a principal variation.
    pub was_pv: bool,
}

/// A move about to be searched, with the data on which its pruning and reduction depend.
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number in the order of the node's moves, from 1.
    pub count: usize,
    pub tactical: bool,
    pub gives_check: bool,
    /// The history score of a quiet move, 0 for other moves.
    pub history_score: i32,
}

impl Searcher<'_> {
    /// The state of the current node, when the table entry alone has not decided the node.
    pub(super) fn new_node(
        &mut self,
        entry: Option<Entry>,
        excluded: Option<Move>,
        depth: i32,
        cut: bool,
        pv: bool,
    ) -> Node {
        let staged = Staged::new(&self.position);
        let in_check = staged.in_check();
        let mut raw_eval = None;
        if in_check {
            self.frames[self.ply].eval = None;
        } else if excluded.is_none() {
            let stored = entry.and_then(|entry| entry.eval);
            let value = stored.unwrap_or_else(|| self.eval.value(&self.position));
            raw_eval = Some(value);
            self.frames[self.ply].eval = Some(self.corrected(value));
        }
        let corrected = self.frames[self.ply].eval;
        let eval = match (corrected, entry) {
            (None, _) => -INFINITE,
            (Some(corrected), Some(entry)) if improves_eval(entry, corrected) => entry.value,
            (Some(corrected), _) => corrected,
        };
        Node {
            staged,
            entry,
            tt_move: entry.and_then(|entry| entry.mv),
            excluded,
            depth,
            cut,
            in_check,
            raw_eval,
            eval,
            improving: !in_check && self.is_improving(),
            was_pv: pv || entry.is_some_and(|entry| entry.pv),
        }
    }

    /// The value of a node that wins at once: by declaration, or by a mate in one.
    pub(super) fn immediate_win<const PV: bool>(&mut self, depth: i32, pv: bool) -> Option<Value> {
        if let Some(value) = self.declaration_win() {
            return Some(value);
        }
        let mv = mate_in_one(&self.position)?;
        let value = mate_in(self.ply + 1);
        let key = self.position.key();
        self.store(key, Some(mv), value, None, depth.max(MATE_DEPTH), Bound::Exact, pv);
        if PV {
            self.pv_table[self.ply].push(mv);
        }
        Some(value)
    }

    /// Whether the static evaluation is higher than at the side's last turn, or at the turn before that if
    /// the side was in check then.
    #[inline]
    fn is_improving(&self) -> bool {
        let eval_before = |plies| if self.ply >= plies { self.frames[self.ply - plies].eval } else { None };
        match (self.frames[self.ply].eval, eval_before(2).or_else(|| eval_before(4))) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }
}
