//! From a mate that was found to the shortest, and its line.

use super::super::Prove;
use super::super::line::Line;
use super::{CHEAP, Stages};
use crate::types::Move;

impl Stages {
    /// A mate within so many plies is known: finds shorter ones until nothing shorter exists, and the main line.
    pub(super) fn shorten(&mut self, length: u16) {
        self.note_mate(length);
        if self.options.prove == Prove::None {
            return self.find_line(self.share(2));
        }
        let mut step = 2;
        while let Some(upper) = self.upper
            && self.lower < upper
        {
            let bound = upper.saturating_sub(step).max(self.lower);
            let share = self.share(step);
            let number = self.search.inquire_within(share, bound);
            log::debug!("{bound}: {number:?} after {} nodes", self.search.pulse.nodes());
            match (number.pn, number.dn) {
                (0, _) => {
                    self.note_mate(number.fact.upper);
                    step *= 2;
                }
                (_, 0) => self.lower = bound + 2,
                _ if self.search.pulse.is_over() => return,
                _ if step > 2 => step = 2.max(step / 4 * 2),
                _ => {
                    self.tighten(share);
                    self.guess_shorter();
                }
            }
            self.note_progress();
        }
        self.find_line(u64::MAX);
    }

    /// Nodes for a step whose success is uncertain. A large one succeeds quickly or hardly ever.
    fn share(&self, step: u16) -> u64 {
        CHEAP.max(self.search.pulse.nodes() / if step > 2 { 128 } else { 8 })
    }

    /// Finds shorter mates where repetitions are no part of the question, as long as that goes quickly. After a failure it
    /// waits until as much work again was done.
    fn guess_shorter(&mut self) {
        if self.search.pulse.nodes() < self.next_guess {
            return;
        }
        let mut step = 2;
        while let Some(upper) = self.upper
            && self.lower < upper
            && !self.search.pulse.is_over()
        {
            let bound = upper.saturating_sub(step).max(self.lower);
            let number = self.search.guess(bound, self.share(step));
            log::debug!("guess {bound}: {number:?} after {} nodes", self.search.pulse.nodes());
            if number.pn == 0 {
                self.note_mate(number.fact.upper);
                step *= 2;
            } else if step > 2 {
                step = 2.max(step / 4 * 2);
            } else {
                self.next_guess = 2 * self.search.pulse.nodes();
                return;
            }
            self.note_progress();
        }
    }

    /// Shortens the mates behind the positions of the line that is known, with so many nodes in all.
    fn tighten(&mut self, nodes: u64) {
        if let (Some(upper), Some(line)) = (self.upper, &self.mate) {
            self.search.tighten(line, nodes / (1 + line.len() as u64 / 2));
            if let Some(line) = self.search.known_line(upper) {
                self.keep_line(line);
            }
        }
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
                    let number = self.search.inquire_within(nodes.max(self.share(2)), upper - 2);
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
        self.mate = Some(line);
    }

    /// Takes a line of the right length that leaves nothing in the attacker's hand, if one is found for a part of the work so far.
    pub(super) fn prefer_no_surplus(&mut self) {
        let Some(line) = self.mate.as_ref().filter(|_| self.upper == Some(self.lower)) else { return };
        if line.len() != usize::from(self.lower) || self.replay(line).is_empty() {
            return;
        }
        let nodes = CHEAP.max(self.search.pulse.nodes() / 4);
        if let Some(line) = self.search.line_without_surplus(self.lower, nodes) {
            self.mate = Some(line);
        }
    }
}
