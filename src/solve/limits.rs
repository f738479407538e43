//! The limits of a search, and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The number of solutions that are listed by default.
pub const USUAL_SOLUTIONS: usize = 10;

/// Limits of a whole search. A search that reaches one of them answers `unknown` with the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The wall time.
    pub time: Option<Duration>,
    /// The number of positions expanded, of either side to move.
    pub nodes: Option<u64>,
    /// The longest mate searched for, in plies.
    pub plies: Option<u64>,
    /// The number of bytes for tables, frontiers and the data needed to rebuild solutions.
    pub memory: Option<u64>,
}

impl Limits {
    /// The same limits, with at most `most` expanded positions.
    #[must_use]
    pub fn within_nodes(self, most: u64) -> Limits {
        Limits { nodes: Some(self.nodes.map_or(most, |nodes| nodes.min(most))), ..self }
    }

    /// These limits; with a limit of `nodes` expanded positions if neither these nor the time are limited.
    pub fn or_nodes(self, nodes: u64) -> Limits {
        match (self.nodes, self.time) {
            (None, None) => Limits { nodes: Some(nodes), ..self },
            _ => self,
        }
    }
}

/// How much one call of `advance` may do before it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// About this many expanded positions.
    Nodes(u64),
    /// About this much wall time.
    Time(Duration),
    /// No budget: return only with the outcome.
    Unlimited,
}

/// A flag that a search shares with whoever may want to stop it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    is_set: Arc<AtomicBool>,
    /// The flag of the whole, if this is the flag of a part of some work.
    of_all: Option<Arc<StopFlag>>,
}

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// A flag for a part of the work. It is set whenever this one is; setting it does not stop anything else.
    #[must_use]
    pub fn of_a_part(&self) -> StopFlag {
        StopFlag { is_set: Arc::default(), of_all: Some(Arc::new(self.clone())) }
    }

    /// Asks the search to stop, which it does within 10 ms.
    pub fn stop(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed) || self.of_all.as_ref().is_some_and(|all| all.is_set())
    }
}

/// The stop flag and the deadline of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct EndSignal {
    stop: StopFlag,
    deadline: Option<Instant>,
}

impl EndSignal {
    /// The stop flag and the deadline of a search that began at `started`.
    pub fn new(limits: Limits, stop: &StopFlag, started: Instant) -> EndSignal {
        EndSignal { stop: stop.clone(), deadline: limits.time.and_then(|time| started.checked_add(time)) }
    }

    /// Whether the search must end.
    pub fn is_due(&self) -> bool {
        self.stop.is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::StopFlag;

    #[test]
    fn a_part_is_stopped_alone_or_with_all() {
        let all = StopFlag::new();
        let [one, other] = [all.of_a_part(), all.of_a_part()];
        one.stop();
        assert_eq!([&all, &one, &other].map(StopFlag::is_set), [false, true, false]);
        all.stop();
        assert!(other.is_set() && other.of_a_part().is_set());
    }
}
