//! A second search by other bits of the keys: what one search hid behind a false hit, the other does not.

use super::graph::Graph;
use super::layers::Layers;
use super::memory_plan::MemoryPlan;
use super::{FALSE_HITS_LIMIT, Outcome, Solver, Verdict};
use crate::store::KeyBits;

/// The answer of the first search, while the second one runs.
pub(super) struct First {
    outcome: Outcome,
    graph: Option<Graph>,
}

impl Solver {
    /// What a search that has ended answers; `None` when the second search begins instead.
    pub(super) fn verified(&mut self, outcome: Outcome) -> Option<Outcome> {
        match self.first.take() {
            Some(first) => Some(self.compare(first, outcome)),
            None if self.options.verify && outcome.is_decided() => {
                self.first = Some(First { outcome, graph: self.graph.take() });
                self.search_again();
                None
            }
            None => Some(outcome),
        }
    }

    fn search_again(&mut self) {
        // Whoever goes on from it need not search again; a failure is kept, and ends the second search.
        let _ = self.save();
        self.is_second = true;
        // The first search's memory and files are given back before the second one asks for its own.
        self.layers = Layers::empty(&self.root, self.attacker, MemoryPlan::new(0, None), None, 1);
        self.layers = self.options.layers(&self.root, self.attacker, KeyBits::Second);
    }

    fn compare(&mut self, first: First, second: Outcome) -> Outcome {
        let First { outcome: mut answer, graph } = first;
        let mut stats = answer.stats;
        stats.positions += second.stats.positions;
        stats.nodes += second.stats.nodes;
        stats.lookups += second.stats.lookups;
        stats.seconds = second.stats.seconds;
        stats.peak_bytes = stats.peak_bytes.max(second.stats.peak_bytes);
        let complete = |graph: &Option<Graph>| graph.as_ref().is_some_and(Graph::is_complete);
        let same_verdict = answer.verdict_without_trust() == second.verdict_without_trust();
        let is_cut_short = same_verdict && complete(&graph) && !complete(&self.graph);
        if !second.is_decided() || is_cut_short {
            // The second search ran out of something: the first answer stands as it would have without it.
            self.graph = graph;
            return Outcome { stats, ..answer };
        }
        let agree = same_verdict
            && answer.solutions.count == second.solutions.count
            && answer.solutions.listed == second.solutions.listed;
        if agree {
            // Both would have to be wrong, by different pairs of positions or by the same one.
            answer.false_hits_expected *=
                second.false_hits_expected + self.options.key_width.independent_share();
            let trusted = answer.false_hits_expected < FALSE_HITS_LIMIT;
            if let Verdict::Mate { exact, .. } = &mut answer.verdict {
                *exact = trusted;
            }
            answer.solutions.exact = trusted && complete(&graph) && complete(&self.graph);
        } else {
            log::warn!("two searches by different bits of the keys disagree: false hits hid something");
            let is_better = match (answer.verdict, second.verdict) {
                (Verdict::Mate { plies: one, .. }, Verdict::Mate { plies: other, .. }) => {
                    (other, &answer.solutions.count) < (one, &second.solutions.count)
                }
                (_, other) => matches!(other, Verdict::Mate { .. }),
            };
            if is_better {
                answer = second;
            } else {
                self.graph = graph;
            }
            if let Verdict::Mate { exact, .. } = &mut answer.verdict {
                *exact = false;
            }
            answer.solutions.exact = false;
        }
        Outcome { stats, verified: Some(agree), ..answer }
    }
}

impl Outcome {
    /// The verdict, whether it is trusted or not.
    fn verdict_without_trust(&self) -> Verdict {
        match self.verdict {
            Verdict::Mate { plies, .. } => Verdict::Mate { plies, exact: false },
            verdict => verdict,
        }
    }
}
