//! Verification by a second search with other bits of the keys: a false hit of one search is none of the other.

use super::graph::Graph;
use crate::solve::outcome::{Details, FALSE_HITS_LIMIT, Outcome, Verdict};
use crate::store::KeyWidth;

/// The result of the first search, while the second one runs.
pub(super) struct FirstSearch {
    pub outcome: Outcome,
    pub graph: Option<Graph>,
}

impl FirstSearch {
    /// The answer by both searches. `second_graph` is that of the second one, and becomes that of the answer.
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
            // The second search ran out of something: the first answer stands as it would have without it.
            *second_graph = graph;
            return Outcome { stats, ..answer };
        }
        let agree = same_verdict
            && answer.solutions.count == second.solutions.count
            && answer.solutions.listed == second.solutions.listed;
        if agree {
            // Both would have to be wrong, by different pairs of positions or by the same one.
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
    /// The verdict, whether it is trusted or not.
    fn verdict_without_trust(&self) -> Verdict {
        match self.verdict {
            Verdict::Mate { plies, .. } => Verdict::Mate { plies, exact: false },
            verdict => verdict,
        }
    }
}
