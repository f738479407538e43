//! Solvers, and what they have in common: limits, the stop flag, three-valued outcomes.
//!
//! A solver is pulled, not run: its `advance` works for a while and returns a [`Step`]; whoever calls it decides
//! about progress, signals and time. Nothing here prints or opens files.

mod graph;
pub mod helpmate;
mod limits;
mod outcome;
mod threads;
pub mod tsume;
mod watchdog;

pub use graph::{GraphEdge, GraphWalk, SolutionGraph, WaysOn};
pub use limits::{Budget, Limits, StopFlag};
pub use outcome::{Bounds, FALSE_HITS_LIMIT, Outcome, Progress, Reason, Solutions, Stats, Step, Verdict};
pub use threads::most_threads;
