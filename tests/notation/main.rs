//! Notation: Japanese names of moves, and reading and writing records and diagrams.

#[path = "../fuzz/checks/contract.rs"]
mod contract;

#[path = "../fuzz/checks/kept.rs"]
#[allow(dead_code, reason = "the fuzz targets use the rest")]
mod kept;

#[path = "../oracle/mod.rs"]
mod oracle;

#[path = "../shared_files/mod.rs"]
mod shared_files;

#[path = "../tsshogi/mod.rs"]
mod tsshogi;

mod contradictions;
mod dialects;
mod encodings;
mod endings;
mod forks;
mod headers;
mod hostile;
mod illegal_moves;
mod joined;
mod outside;
mod round_trip;
mod spellings;
mod unique;
