//! From a first mate to the shortest one and its main line.

use super::improve::{TriedBounds, improve_line};
use super::line::{MainLine, line, probe_line};
use super::state::SolveState;
use crate::solve::tsume::options::Prove;
use crate::solve::tsume::task::MateSearch;
use std::sync::Arc;

/// Nodes of a cheap attempt.
pub const CHEAP: u64 = 5_000;
/// Nodes for each position of a line in the first round of improving it.
const LITTLE: u64 = 16;

impl SolveState {
    /// A mate within `length` plies is known: shortens it until no shorter one exists, and derives the main line.
    pub(super) fn shorten(&mut self, length: u16) {
        self.note_mate(length);
        if self.options.prove == Prove::None {
            return self.find_line(self.share(2, u64::MAX));
        }
        let (mut step, mut effort) = (2, self.improve(LITTLE));
        while let Some(upper) = self.upper
            && self.lower < upper
        {
            let bound = upper.saturating_sub(step).max(self.lower);
            let value = self.search.mate_within_nodes(self.share(step, effort), bound);
            log::debug!("{bound}: {value:?} after {} nodes", self.nodes());
            match (value.pn, value.dn) {
                (0, _) => {
                    self.note_mate(value.fact.upper);
                    (step, effort) = (2 * step, LITTLE);
                }
                (_, 0) => self.lower = bound + 2,
                _ if self.search.is_over() => return,
                _ if step > 2 => step = 2.max(step / 4 * 2),
                _ => effort = self.improve(effort),
            }
            self.note_progress();
        }
        self.find_line(u64::MAX);
    }

    /// Nodes for an attempt to shorten the mate by `step` plies. A large step succeeds quickly or hardly ever.
    fn share(&self, step: u16, effort: u64) -> u64 {
        if step > 2 {
            return CHEAP.max(self.nodes() / 128);
        }
        self.at_most().min(self.improving(effort)).max(CHEAP)
    }

    /// The most nodes for an uncertain attempt: a share of those so far.
    fn at_most(&self) -> u64 {
        self.nodes() / 8
    }

    /// Nodes to spend `effort` at each of the attacker's positions of the present line.
    fn improving(&self, effort: u64) -> u64 {
        effort.saturating_mul(self.upper.map_or(0, u64::from) / 2)
    }

    /// Improves the present line, in rounds, as long as that shortens any of its mates. Returns the effort for the next
    /// call.
    fn improve(&mut self, mut effort: u64) -> u64 {
        let mut tried = Arc::new(TriedBounds::default());
        while let Some(upper) = self.upper
            && let Some(line) = self.mate.clone()
            && self.lower < upper
            && !self.search.is_over()
        {
            let is_shorter = improve_line(&mut self.search, &line, upper.saturating_sub(2), effort, &tried);
            // The whole is searched on where it was left: the way to the end of the line takes its nodes again.
            let nodes = 4 * effort + 2 * line.len() as u64;
            let (mut best, mut step) = (upper, 2);
            while self.lower < best
                && let Some(length) =
                    self.search.length_within(best.saturating_sub(step).max(self.lower), nodes)
            {
                (best, step) = (length, 2 * step);
            }
            log::debug!("improved to {best} by {effort} nodes a position after {} nodes", self.nodes());
            if best < upper {
                self.note_mate(best);
                effort = LITTLE;
                tried = Arc::default();
            } else if !is_shorter {
                return if self.improving(effort) < self.at_most() { 4 * effort } else { effort };
            } else if let Some(line) = probe_line(&mut self.search, upper) {
                self.keep_line(line);
            }
            self.note_progress();
        }
        effort
    }

    /// Derives a line as long as the present upper bound, with about `most` nodes; it may find a shorter mate.
    pub(super) fn find_line(&mut self, most: u64) {
        let until = self.nodes().saturating_add(most);
        let mut nodes = 64;
        while let Some(upper) = self.upper
            && self.mate.as_ref().is_none_or(|line| line.len() != usize::from(upper))
            && self.nodes() < until
            && !self.search.is_over()
        {
            match line(&mut self.search, upper, nodes) {
                MainLine::Found(line) => self.keep_line(line),
                MainLine::Shorter if self.lower == upper && nodes == u64::MAX => {
                    debug_assert!(false, "a mate of the proved length has a line");
                    log::error!("no line of {upper} plies for {}: please report this position", self.root);
                    return;
                }
                MainLine::Shorter if self.lower == upper => nodes = u64::MAX,
                MainLine::Shorter => {
                    // There seems to be a shorter mate.
                    let value = self.search.mate_within_nodes(nodes.max(self.share(2, u64::MAX)), upper - 2);
                    match (value.pn, value.dn) {
                        (0, _) => self.note_mate(value.fact.upper),
                        (_, 0) => self.lower = upper,
                        _ => nodes = nodes.saturating_mul(16),
                    }
                }
                MainLine::Halted => return,
            }
        }
    }
}
