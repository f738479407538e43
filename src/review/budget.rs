//! The limits of the review of a game, divided among its positions.

use crate::solve::Reason;
use std::time::{Duration, Instant};

/// Limits on all searches of a game together, including the searches for mates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// The number of positions searched by the engine and expanded by the tsume solver.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
}

/// With fewer nodes the engine's value means nothing, so the position is skipped.
const LEAST_NODES: u64 = 100;

/// The remaining part of the limits of a game.
pub(super) struct Budget {
    nodes: Option<u64>,
    end: Option<Instant>,
}

/// The limits for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
}

impl Budget {
    /// The whole budget; the time starts to run.
    pub fn new(total: Total) -> Budget {
        Budget { nodes: total.nodes, end: total.time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// An equal share of the rest for each of `positions` positions; an error with the limit that is used up.
    pub fn share(&self, positions: usize) -> Result<Share, Reason> {
        let positions = positions.max(1);
        let nodes = match self.nodes {
            Some(left) if left < LEAST_NODES => return Err(Reason::Nodes),
            left => left.map(|left| (left / positions as u64).max(LEAST_NODES)),
        };
        let time = match self.end.map(|end| end.saturating_duration_since(Instant::now())) {
            Some(Duration::ZERO) => return Err(Reason::Time),
            left => left.map(|left| left / u32::try_from(positions).unwrap_or(u32::MAX)),
        };
        Ok(Share { nodes, time })
    }

    /// Subtracts the nodes used.
    pub fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.map(|left| left.saturating_sub(nodes));
    }
}

impl Share {
    /// Half of the share, for the search for a mate; the engine gets whatever that search leaves.
    pub fn half(self) -> Share {
        Share { nodes: self.nodes.map(|nodes| nodes / 2), time: self.time.map(|time| time / 2) }
    }

    /// The rest of the share after subtracting what was used.
    pub fn without(self, nodes: u64, time: Duration) -> Share {
        Share {
            nodes: self.nodes.map(|share| share.saturating_sub(nodes)),
            time: self.time.map(|share| share.saturating_sub(time)),
        }
    }
}

/// The smaller of two limits.
pub(super) fn smaller<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    [one, other].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_used_is_shared_by_the_others() {
        let mut budget = Budget::new(Total { nodes: Some(1_000), time: None });
        assert_eq!(budget.share(4).map(|share| share.nodes), Ok(Some(250)));
        budget.spend(100);
        assert_eq!(budget.share(3).map(|share| share.nodes), Ok(Some(300)));
        budget.spend(850);
        assert_eq!(budget.share(1), Err(Reason::Nodes));
        let budget = Budget::new(Total { nodes: None, time: Some(Duration::ZERO) });
        assert_eq!(budget.share(1), Err(Reason::Time));
        assert_eq!(Budget::new(Total::default()).share(1), Ok(Share { nodes: None, time: None }));
    }
}
