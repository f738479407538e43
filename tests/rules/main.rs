//! The rules, each by its name: small positions in which one rule decides, judged by the crate and by the oracle.

#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../shared_files/mod.rs"]
mod shared_files;

mod agreement;
mod check;
mod drops;
mod lines;
mod moves;
mod perft;
mod uchifuzume;
mod unmoves;
