//! What is known of a node before its moves are tried: check, evaluation, what the table says, a win at once.

use super::Searcher;
use super::best::refines;
use crate::movegen::{Staged, mate_in_one};
use crate::play::info::Bound;
use crate::play::transposition::Entry;
use crate::play::value::{INFINITE, Value, mate_in};
use crate::types::Move;

/// A mate in one is as good as a search so deep.
const MATE_DEPTH: i32 = 6;

/// A node.
pub(super) struct Node {
    pub staged: Staged,
    pub entry: Option<Entry>,
    /// The best move of an earlier search.
    pub known: Option<Move>,
    pub excluded: Option<Move>,
    pub depth: i32,
    pub cut: bool,
    pub in_check: bool,
    /// The plain evaluation; none in check, and none while a move is left out.
    pub raw: Option<Value>,
    /// The evaluation, corrected and refined by what an earlier search found; far below everything in check.
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
}

impl Searcher<'_> {
    /// Looks at a position that must be searched.
    pub(super) fn enter(
        &mut self,
        entry: Option<Entry>,
        excluded: Option<Move>,
        depth: i32,
        cut: bool,
        pv: bool,
    ) -> Node {
        let staged = Staged::new(&self.position);
        let in_check = staged.in_check();
        let mut raw = None;
        if in_check {
            self.frames[self.ply].eval = None;
        } else if excluded.is_none() {
            let known = entry.and_then(|entry| entry.eval);
            let value = known.unwrap_or_else(|| self.eval.value(&self.position));
            raw = Some(value);
            self.frames[self.ply].eval = Some(self.corrected(value));
        }
        let corrected = self.frames[self.ply].eval;
        let eval = match (corrected, entry) {
            (None, _) => -INFINITE,
            (Some(corrected), Some(entry)) if refines(entry, corrected) => entry.value,
            (Some(corrected), _) => corrected,
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
    pub(super) fn wins_at_once<const PV: bool>(&mut self, depth: i32, pv: bool) -> Option<Value> {
        if let Some(value) = self.declared() {
            return Some(value);
        }
        let mv = mate_in_one(&self.position)?;
        let value = mate_in(self.ply + 1);
        let key = self.position.key();
        self.remember(key, Some(mv), value, None, depth.max(MATE_DEPTH), Bound::Exact, pv);
        if PV {
            self.lines[self.ply].push(mv);
        }
        Some(value)
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
}
