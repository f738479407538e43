//! Verification by a second search with other bits of the keys, so that a false hit in one search is not one in
//! the other.

use super::graph::Graph;
use crate::solve::outcome::{Details, FALSE_HITS_LIMIT, Outcome, Verdict};
use crate::store::KeyWidth;

/// The result of the first search, while the second one runs.
pub(super) struct FirstSearch {
    pub outcome: Outcome,
    pub graph: Option<Graph>,
}

impl FirstSearch {
    /// Combines the answers of both searches. `second_graph` is the graph of the second search, and is replaced
    /// by the graph that belongs to the combined answer.
    pub fn compare(self, second: Outcome, second_graph: &mut Option<Graph>, width: KeyWidth) -> Outcome {
        let FirstSearch { outcome: mut answer, graph } = self;
        let mut stats = answer.stats;
        stats.positions += second.stats.positions;
        stats.nodes += second.stats.nodes;
        stats.lookups += second.stats.lookups;
        stats.seconds = second.stats.seconds;
        stats.peak_bytes = stats.peak_bytes.max(second.stats.peak_bytes);
        let complete = |graph: &Option<Graph>| graph.as_ref().is_some_and(Graph::is_complete);
        let same_verdict = answer.verdict_without_trust() == second.verdict_without_trust();
        let is_cut_short = same_verdict && complete(&graph) && !complete(second_graph);
        if !second.is_decided() || is_cut_short {
            // The second search reached a limit: return the first answer as if there had been no second search.
            *second_graph = graph;
            return Outcome { stats, ..answer };
        }
        let agree = same_verdict
            && answer.solutions.count == second.solutions.count
            && answer.solutions.listed == second.solutions.listed;
        if agree {
            // For a wrong answer both searches must have a false hit, on different pairs of positions or on the
            // same pair.
            answer.false_hits_expected *= second.false_hits_expected + width.independent_share();
            let trusted = answer.false_hits_expected < FALSE_HITS_LIMIT;
            if let Verdict::Mate { exact, .. } = &mut answer.verdict {
                *exact = trusted;
            }
            answer.solutions.exact = trusted && complete(&graph) && complete(second_graph);
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
                *second_graph = graph;
            }
            if let Verdict::Mate { exact, .. } = &mut answer.verdict {
                *exact = false;
            }
            answer.solutions.exact = false;
        }
        Outcome { stats, details: Details::Helpmate { verified: Some(agree) }, ..answer }
    }
}

impl Outcome {
    /// The verdict without the flag that says whether its length is exact.
    fn verdict_without_trust(&self) -> Verdict {
        match self.verdict {
            Verdict::Mate { plies, .. } => Verdict::Mate { plies, exact: false },
            verdict => verdict,
        }
    }
}
