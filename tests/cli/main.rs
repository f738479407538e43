//! The program as its users meet it: what is typed, what comes out on which stream, and the exit code.
#![cfg(feature = "cli")]

mod answers;
mod batches;
mod certificate;
mod check;
mod commands;
mod formats;
mod graph;
mod inputs;
mod json_keys;
mod limits;
#[cfg(unix)]
mod long_runs;
mod messages;
mod packed;
mod rules;
mod run;
