//! The end of a search, which the first process announces to the others, and the second search, which verifies
//! the first.
//!
//! The second search repeats the first one with the bits of the keys rearranged, so that owners use other bits.
//! So a false hit in one search is not one in the other, in tables and in messages alike.

use super::super::ahead::Call;
use super::super::exchange::{Alone, HostLost};
use super::super::layer_origins::LayerOrigins;
use super::super::message::{Reader, Writer};
use super::super::rounds::{code, reason_of};
use super::super::trail::{Trail, Trails};
use super::ClusterSearch;
use crate::solve::helpmate::verify::FirstSearch;
use crate::solve::outcome::{Bounds, Details, Outcome, Reason, Verdict};
use crate::store::{KeyBits, VisitedSet};

impl ClusterSearch {
    /// Ends a search with an outcome. Returns the answer, or `None` if the second search begins instead. Only the
    /// outcome of the first process counts, since it has the solutions.
    pub(super) fn end(&mut self, outcome: Outcome) -> Result<Option<Outcome>, HostLost> {
        if self.process() > 0 {
            let messages = self.exchange.exchange(vec![Vec::new(); self.processes()])?;
            let (outcome, is_verified_next) = self.read_end(&mut Reader::new(&messages[0]));
            return Ok(self.end_or_verify(outcome, is_verified_next));
        }
        let is_verified_next = self.first.is_none() && self.options.verify && outcome.is_decided();
        let outcome = match self.first.take() {
            Some(first) => first.compare(outcome, &mut self.graph, self.options.key_width),
            None => outcome,
        };
        match self.tell_end(end_message(&outcome, is_verified_next)) {
            Err(lost) if is_verified_next => {
                self.first = Some(FirstSearch { outcome, graph: self.graph.take() });
                Err(lost)
            }
            // The answer is complete, whether or not the others receive it.
            _ => Ok(self.end_or_verify(outcome, is_verified_next)),
        }
    }

    fn tell_end(&mut self, message: Vec<u8>) -> Result<(), HostLost> {
        match &mut self.ahead {
            Some(ahead) => ahead.call(Call::End, &message).map(drop),
            None => self.exchange.exchange(vec![message; self.processes()]).map(drop),
        }
    }

    /// Reads the first process's message about the end of the search: the outcome without the solutions, and
    /// whether a second search verifies it now.
    pub(super) fn read_end(&self, message: &mut Reader<'_>) -> (Outcome, bool) {
        let [is_verified_next, kind, reason_code, verified] = message.take();
        let (plies, lower) = (message.u64(), message.u64());
        let reason = reason_of(reason_code);
        let verdict = match kind {
            2 => Verdict::NoMate,
            3 => Verdict::Unknown(reason.unwrap_or(Reason::Host)),
            exact => Verdict::Mate { plies, exact: exact == 1 },
        };
        let upper = matches!(verdict, Verdict::Mate { .. }).then_some(plies);
        let outcome = Outcome {
            verdict,
            reason,
            bounds: Bounds { lower, upper },
            false_hits_expected: f64::from_le_bytes(message.take()),
            details: Details::Helpmate { verified: verified.checked_sub(1).map(|agree| agree == 1) },
            ..self.unknown(Reason::Host)
        };
        (outcome, is_verified_next == 1)
    }

    /// Returns the outcome, or begins the second search and returns `None`.
    pub(super) fn end_or_verify(&mut self, outcome: Outcome, is_verified_next: bool) -> Option<Outcome> {
        if !is_verified_next {
            return Some(outcome);
        }
        let graph = self.graph.take();
        self.search_again(FirstSearch { outcome, graph });
        None
    }

    fn search_again(&mut self, first: FirstSearch) {
        let exchange = match self.ahead.take() {
            Some(ahead) => ahead.others,
            None => std::mem::replace(&mut self.exchange, Box::new(Alone::default())),
        };
        // Free most of the first search's memory before the second search allocates its own.
        self.owner.visited = VisitedSet::new(0, Default::default(), Default::default());
        self.trails = Trails::new(Trail::new(0, 0, LayerOrigins::default()));
        let (task, options) = (self.task.clone(), self.options.clone());
        let second = ClusterSearch::of_task(task, options, self.cluster, exchange, KeyBits::Second);
        let before = std::mem::replace(self, second);
        (self.first, self.first_writer) = (Some(first), before.writer);
        (self.disk_failure, self.started, self.earlier) =
            (before.disk_failure, before.started, before.earlier);
    }
}

fn end_message(outcome: &Outcome, is_verified_next: bool) -> Vec<u8> {
    let (kind, plies) = match outcome.verdict {
        Verdict::Mate { plies, exact } => (u8::from(exact), plies),
        Verdict::NoMate => (2, 0),
        Verdict::Unknown(_) => (3, 0),
    };
    let verified = outcome.verified().map_or(0, |agree| 1 + u8::from(agree));
    let mut message = Writer::default();
    message.put([u8::from(is_verified_next), kind, code(outcome.reason), verified]);
    message.put(plies.to_le_bytes());
    message.put(outcome.bounds.lower.to_le_bytes());
    message.put(outcome.false_hits_expected.to_le_bytes());
    message.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, Rule};
    use crate::solve::helpmate::cluster::ClusterOptions;
    use crate::solve::helpmate::options::Options;
    use crate::solve::helpmate::task::Task;
    use crate::solve::limits::Budget;
    use crate::store::Insert;
    use crate::types::Color;

    /// The second search's table holds the positions of the layer under other bits of their keys.
    #[test]
    fn a_second_search_goes_by_other_bits() {
        let root = Position::from_sfen("9/9/9/9/4k4/9/9/9/9 b R 1").expect("a position");
        let task = Task::plain(&root, Color::Black, Rule::Helpmate);
        let options = Options { verify: true, ..Options::default() };
        let cluster = ClusterOptions { round: 100, ..ClusterOptions::default() };
        let mut search =
            ClusterSearch::of_task(task, options, cluster, Box::new(Alone::default()), KeyBits::First);
        for is_second in [false, true] {
            while search.first.is_some() != is_second || search.layer < 4 {
                search.advance(Budget::Nodes(1));
            }
            let keys: Vec<u128> = search.frontier.keys().collect();
            assert!(keys.len() > 20, "{} positions", keys.len());
            let (used, other) = match is_second {
                false => (KeyBits::First, KeyBits::Second),
                true => (KeyBits::Second, KeyBits::First),
            };
            let mut insert = |key| search.owner.visited.insert(key);
            assert!(keys.iter().all(|&key| insert(used.arrange(key)) == Insert::Present), "{is_second}");
            assert!(keys.iter().all(|&key| insert(other.arrange(key)) == Insert::New), "{is_second}");
        }
    }
}
