//! Play: what its parts promise, each against a slow and obvious oracle, and the engine in named positions.

#[path = "../oracle/mod.rs"]
mod oracle;

mod evaluation;
mod games;
mod rules;
mod searches;
mod staged;
mod traps;
mod tuning;
