//! The solvers, and what they have in common: limits, the stop flag, and outcomes with three kinds of verdicts.
//!
//! A solver is driven by its caller: `advance` works for a while and returns a [`Step`], and the caller handles
//! progress, signals and time. Nothing in this module prints. Files are written and read, through `store`, only
//! in folders that the caller provides: checkpoints, and the positions that a helpmate's table may forget.

mod checkpoint;
mod graph;
pub mod helpmate;
mod limits;
mod options;
mod outcome;
mod solver;
mod stage;
mod threads;
pub mod tsume;
mod watchdog;

pub(crate) use checkpoint::refuse_occupied;
pub use checkpoint::{CheckpointError, Checkpointed, Damage, DiskFailure};
pub use graph::{GraphEdge, GraphWalk, SolutionGraph, WaysOn};
pub use limits::{Budget, Limits, StopFlag, USUAL_SOLUTIONS};
pub(crate) use options::table_memory;
pub use options::{Options, least_memory, usual_memory};
pub use outcome::{
    Bounds, Details, FALSE_HITS_LIMIT, Outcome, Progress, ProofNumbers, Reason, Solutions, Stats, Step,
    Verdict,
};
pub use solver::{Resumed, Solver};
pub use stage::Stage;
pub(crate) use threads::lock;
pub use threads::most_threads;
