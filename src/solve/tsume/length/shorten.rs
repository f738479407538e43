//! From the first mate to the shortest one and its main line.

use super::improve::{TriedBounds, improve_line};
use super::line::{MainLine, line, probe_line};
use super::state::SolveState;
use crate::solve::stage::Stage;
use crate::solve::tsume::control::{Known, LITTLE};
use crate::solve::tsume::dfpn::LONGEST;
use crate::solve::tsume::options::Prove;
use crate::solve::tsume::task::MateSearch;
use std::sync::Arc;

/// The number of nodes of a cheap attempt.
pub const CHEAP: u64 = 5_000;

impl SolveState {
    /// Starts from a known mate within `length` plies: shortens it until no shorter one exists, and derives the
    /// main line.
    pub(super) fn shorten(&mut self, length: u16) {
        self.note_mate(length);
        if self.options.prove == Prove::Length {
            (self.known.step, self.known.effort) = (2, self.improve(LITTLE));
        }
        self.finish_shortening();
    }

    /// Continues shortening from the present state, and derives the main line.
    pub(super) fn finish_shortening(&mut self) {
        if self.options.prove == Prove::None {
            return self.find_line(self.share(2, u64::MAX));
        }
        while let Some(upper) = self.known.upper
            && self.known.lower < upper
        {
            let Known { step, effort, lower, .. } = self.known;
            let bound = upper.saturating_sub(step).max(lower);
            self.enter(if bound + 2 == upper { Stage::Proving } else { Stage::Shortening });
            let value = self.search.mate_within_nodes(self.share(step, effort), bound);
            log::debug!("{bound}: {value:?} after {} nodes", self.nodes());
            match (value.pn, value.dn) {
                (0, _) => {
                    self.note_mate(value.fact.upper);
                    (self.known.step, self.known.effort) =
                        (step.saturating_mul(2).min(LONGEST / 2 * 2), LITTLE);
                }
                (_, 0) => self.known.lower = bound + 2,
                _ if self.search.is_over() => return,
                _ if step > 2 => self.known.step = 2.max(step / 4 * 2),
                _ => self.known.effort = self.improve(effort),
            }
            self.show();
        }
        self.find_line(u64::MAX);
    }

    /// The number of nodes for an attempt to shorten the mate by `step` plies. With a large step an attempt
    /// succeeds quickly, or hardly ever.
    fn share(&self, step: u16, effort: u64) -> u64 {
        if step > 2 {
            return CHEAP.max(self.nodes() / 128);
        }
        (self.nodes() / 4).min(self.improving(effort)).max(CHEAP)
    }

    /// The largest number of nodes for an uncertain attempt: a share of those so far.
    fn at_most(&self) -> u64 {
        self.nodes() / 8
    }

    /// The number of nodes needed to spend `effort` nodes at each of the attacker's positions of the present
    /// line.
    fn improving(&self, effort: u64) -> u64 {
        effort.saturating_mul(self.known.upper.map_or(0, u64::from) / 2)
    }

    /// Improves the present line, in rounds, as long as that shortens the mate of one of its positions. Returns
    /// the effort for the next call.
    fn improve(&mut self, mut effort: u64) -> u64 {
        self.enter(Stage::Improving);
        let mut tried = Arc::new(TriedBounds::default());
        while let Some(upper) = self.known.upper
            && let Some(line) = self.known.mate.clone()
            && self.known.lower < upper
            && !self.search.is_over()
        {
            let is_shorter = improve_line(&mut self.search, &line, upper.saturating_sub(2), effort, &tried);
            // Search from the root, continuing from results in the table. The nodes also cover the line, which
            // has to be visited again down to its end.
            let nodes = 4 * effort + 2 * line.len() as u64;
            let (mut best, mut step) = (upper, 2);
            while self.known.lower < best
                && let Some(length) =
                    self.search.length_within(best.saturating_sub(step).max(self.known.lower), nodes)
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
            self.show();
        }
        effort
    }

    /// Derives a line as long as the present upper bound with about `most` nodes. It may find a shorter mate
    /// instead.
    pub(super) fn find_line(&mut self, most: u64) {
        self.enter(Stage::MainLine);
        let until = self.nodes().saturating_add(most);
        let mut nodes = 64;
        while let Some(upper) = self.known.upper
            && self.known.mate.as_ref().is_none_or(|line| line.len() != usize::from(upper))
            && self.nodes() < until
            && !self.search.is_over()
        {
            match line(&mut self.search, upper, nodes) {
                MainLine::Found(line) => self.keep_line(line),
                MainLine::Shorter if self.known.lower == upper && nodes == u64::MAX => {
                    debug_assert!(false, "a mate of the proved length has a line");
                    log::error!("no line of {upper} plies for {}: please report this position", self.root);
                    return;
                }
                MainLine::Shorter if self.known.lower == upper => nodes = u64::MAX,
                MainLine::Shorter => {
                    // There seems to be a shorter mate.
                    let value = self.search.mate_within_nodes(nodes.max(self.share(2, u64::MAX)), upper - 2);
                    match (value.pn, value.dn) {
                        (0, _) => self.note_mate(value.fact.upper),
                        (_, 0) => self.known.lower = upper,
                        _ => nodes = nodes.saturating_mul(16),
                    }
                }
                MainLine::Halted => return,
            }
        }
    }
}
