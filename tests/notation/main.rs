//! Notation: Japanese names of moves, and reading and writing records and diagrams.

#[path = "../oracle/mod.rs"]
mod oracle;

mod dialects;
mod hostile;
mod outside;
mod round_trip;
mod unique;
