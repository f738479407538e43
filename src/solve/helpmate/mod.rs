//! Helpmates (協力詰) and helpselfmates (協力自玉詰): the shortest mate that both sides can reach together, and all ways to
//! reach it.
//!
//! Layered breadth-first search over check-only attacker moves: layer *k* + 1, two plies deeper, is expanded from layer
//! *k* (the frontier), and a visited set holds every position reached by an attacker's move, so that each is expanded
//! once.
//!
//! `task` defines which positions end a line, the only point in which the two rules differ; `layers` is the
//! search; `parents` records from which position each position was reached; `backtrace` follows these records
//! from the mates to the root; `graph` turns the result into solutions. The move generator leaves out illegal
//! pawn-drop mates (打歩詰), so that they cannot enter the visited set and hide a legal mate with the same key.

mod backtrace;
mod batch;
mod byte_log;
mod cache_lines;
mod checkpoint;
mod chunked;
pub mod cluster;
mod expand;
mod frontier;
mod graph;
mod interruption;
mod layer_index;
mod layer_log;
mod layers;
mod memory_plan;
mod options;
mod parents;
mod prune;
mod resume;
mod shared;
mod short;
mod solver;
mod spill;
mod task;
mod verify;
mod workers;

pub use options::{DEFAULT_MEMORY, Options};
pub use resume::Resumed;
pub use shared::{SharedOutcome, SharedSearch, SharedStep, Start, StartVerdict};
pub use short::{ShortAnswer, ShortSearch};
pub use solver::Solver;
