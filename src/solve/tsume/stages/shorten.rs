//! From a mate that was found to the shortest, and its line.

use super::super::Prove;
use super::super::line::Line;
use super::super::polish::Asked;
use super::{CHEAP, Stages};
use crate::types::Move;
use std::sync::Arc;

/// Nodes for each position of a line that was not polished yet.
const LITTLE: u64 = 16;

impl Stages {
    /// A mate within so many plies is known: finds shorter ones until nothing shorter exists, and the main line.
    pub(super) fn shorten(&mut self, length: u16) {
        self.note_mate(length);
        if self.options.prove == Prove::None {
            return self.find_line(self.share(2, u64::MAX));
        }
        let (mut step, mut effort) = (2, self.polish(LITTLE));
        while let Some(upper) = self.upper
            && self.lower < upper
        {
            let bound = upper.saturating_sub(step).max(self.lower);
            let number = self.search.inquire_within(self.share(step, effort), bound);
            log::debug!("{bound}: {number:?} after {} nodes", self.search.pulse.nodes());
            match (number.pn, number.dn) {
                (0, _) => {
                    self.note_mate(number.fact.upper);
                    (step, effort) = (2 * step, LITTLE);
                }
                (_, 0) => self.lower = bound + 2,
                _ if self.search.pulse.is_over() => return,
                _ if step > 2 => step = 2.max(step / 4 * 2),
                _ => effort = self.polish(effort),
            }
            self.note_progress();
        }
        self.find_line(u64::MAX);
    }

    /// Nodes for a step whose success is uncertain. A large one succeeds quickly or hardly ever.
    fn share(&self, step: u16, effort: u64) -> u64 {
        if step > 2 {
            return CHEAP.max(self.search.pulse.nodes() / 128);
        }
        self.at_most().min(self.polishing(effort)).max(CHEAP)
    }

    /// Nodes for what is uncertain: a part of those so far.
    fn at_most(&self) -> u64 {
        self.search.pulse.nodes() / 8
    }

    /// Nodes for so many at each of the attacker's positions of the known line.
    fn polishing(&self, effort: u64) -> u64 {
        effort.saturating_mul(self.upper.map_or(0, u64::from) / 2)
    }

    /// Shortens the mates behind the positions of the line that is known, again and again with so many nodes for each, as long as that
    /// makes any shorter. How many nodes to take the next time.
    fn polish(&mut self, mut effort: u64) -> u64 {
        let mut asked = Arc::new(Asked::default());
        while let Some(upper) = self.upper
            && let Some(line) = self.mate.clone()
            && self.lower < upper
            && !self.search.pulse.is_over()
        {
            let is_shorter = self.search.polish(&line, upper.saturating_sub(2), effort, &asked);
            // The whole is searched on where it was left: the way to the end of the line takes its nodes again.
            let nodes = 4 * effort + 2 * line.len() as u64;
            let (mut best, mut step) = (upper, 2);
            while self.lower < best
                && let Some(length) =
                    self.search.mate_within(best.saturating_sub(step).max(self.lower), nodes)
            {
                (best, step) = (length, 2 * step);
            }
            log::debug!(
                "polished to {best} by {effort} nodes a position after {} nodes",
                self.search.pulse.nodes()
            );
            if best < upper {
                self.note_mate(best);
                effort = LITTLE;
                asked = Arc::default();
            } else if !is_shorter {
                return if self.polishing(effort) < self.at_most() { 4 * effort } else { effort };
            } else if let Some(line) = self.search.known_line(upper) {
                self.keep_line(line);
            }
            self.note_progress();
        }
        effort
    }

    /// A mate within so many plies is known: notes it, and a line into it that may be shorter.
    fn note_mate(&mut self, upper: u16) {
        self.upper = Some(upper);
        if let Some(line) = self.search.known_line(upper) {
            self.keep_line(line);
        }
    }

    /// Finds a line as long as the mate that is known, when that takes about so many nodes at most; a shorter mate may come
    /// up.
    pub(super) fn find_line(&mut self, most: u64) {
        let until = self.search.pulse.nodes().saturating_add(most);
        let mut nodes = 64;
        while let Some(upper) = self.upper
            && self.mate.as_ref().is_none_or(|line| line.len() != usize::from(upper))
            && self.search.pulse.nodes() < until
            && !self.search.pulse.is_over()
        {
            match self.search.line(upper, nodes) {
                Line::Found(line) => self.keep_line(line),
                Line::Shorter if self.lower == upper && nodes == u64::MAX => {
                    debug_assert!(false, "a mate of the proved length has a line");
                    log::error!("no line of {upper} plies for {}: please report this position", self.root);
                    return;
                }
                Line::Shorter if self.lower == upper => nodes = u64::MAX,
                Line::Shorter => {
                    // There seems to be a shorter mate.
                    let number = self.search.inquire_within(nodes.max(self.share(2, u64::MAX)), upper - 2);
                    match (number.pn, number.dn) {
                        (0, _) => self.note_mate(number.fact.upper),
                        (_, 0) => self.lower = upper,
                        _ => nodes = nodes.saturating_mul(16),
                    }
                }
                Line::Halted => return,
            }
        }
    }

    fn keep_line(&mut self, line: Vec<Move>) {
        let seconds = self.search.pulse.elapsed().as_secs_f64();
        self.first_mate_seconds.get_or_insert(seconds);
        self.search.pulse.best_line.set(&line);
        self.mate = Some(line);
    }

    /// Takes a line of the right length that leaves nothing in the attacker's hand, if one is found for a part of the work so far.
    pub(super) fn prefer_no_surplus(&mut self) {
        let Some(line) = self.mate.as_ref().filter(|_| self.upper == Some(self.lower)) else { return };
        if line.len() != usize::from(self.lower) || self.replay(line).is_empty() {
            return;
        }
        // Where the search goes on from an earlier one, that has done most of the work.
        let least = if self.options.goes_on { 2 * CHEAP } else { CHEAP };
        let nodes = least.max(self.search.pulse.nodes() / 4);
        if let Some(line) = self.search.line_without_surplus(self.lower, nodes) {
            self.mate = Some(line);
        }
    }
}
