//! What a search may use, and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bounds on a whole search. A search that reaches one answers `unknown` and says which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Positions expanded, of either side to move.
    pub nodes: Option<u64>,
    /// The longest mate looked for, in plies.
    pub plies: Option<u64>,
    /// Bytes for tables, frontiers and what is needed to rebuild solutions.
    pub memory: Option<u64>,
}

impl Limits {
    /// These limits, and so many positions where neither positions nor the time are limited.
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
    /// Everything: return only with the outcome.
    Unlimited,
}

/// A flag shared between a search and whoever may want it to stop.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Asks the search to stop; it does within 10 ms.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The stop flag and the deadline of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct End {
    stop: StopFlag,
    due: Option<Instant>,
}

impl End {
    /// The stop flag and the deadline of a search that began at `started`.
    pub fn new(limits: Limits, stop: &StopFlag, started: Instant) -> End {
        End { stop: stop.clone(), due: limits.time.and_then(|time| started.checked_add(time)) }
    }

    /// Whether the search must end.
    pub fn has_come(&self) -> bool {
        self.stop.is_set() || self.due.is_some_and(|due| Instant::now() >= due)
    }
}
