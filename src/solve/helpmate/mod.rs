//! Helpmates (協力詰): the shortest mate that both sides can reach together, and all ways to reach it.
//!
//! Iterative deepening over check-only attacker moves with a transposition table, in the form that never repeats
//! work: iteration *k* + 1, two plies deeper, starts from the frontier that iteration *k* left, and the table holds
//! every position reached by an attacker's move, so each is expanded once (layered breadth-first search).
//!
//! `layers` searches, `trail` remembers where each position came from, `marks` walks it back, `graph` turns the marks
//! into solutions.
//! The generator tests pawn drops for mate before they are seen here, so an illegal pawn-drop mate (打歩詰) never
//! enters the table in the place of the legal mate that has the same key.

mod backtrace;
mod batch;
mod byte_log;
mod checkpoint;
mod chunked;
mod error;
mod expand;
mod frontier;
mod graph;
mod interruption;
mod journal;
mod layer_index;
mod layers;
mod memory_plan;
mod options;
mod parents;
mod prune;
mod resume;
mod solver;
mod spill;
mod verify;
mod workers;

pub use error::{CheckpointError, Damage, DiskFailure};
pub use options::{DEFAULT_MEMORY, Options};
pub use resume::Resumed;
pub use solver::Solver;
