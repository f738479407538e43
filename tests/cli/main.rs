//! The program as its users meet it: what is typed, what comes out on which stream, and the exit code.
#![cfg(feature = "cli")]

mod analyse;
mod analyse_games;
mod analyse_limits;
mod answers;
mod answers_as_inputs;
mod asking;
#[cfg(unix)]
mod at_work;
mod batches;
mod books;
mod certificate;
mod check;
mod check_resume;
mod commands;
mod compose;
mod conditions;
mod diagrams;
mod extend;
mod formats;
mod graph;
mod hisshi;
mod illegal_lines;
mod inputs;
#[cfg(unix)]
mod interrupts;
mod japanese;
mod json_keys;
#[cfg(unix)]
mod kept;
mod limits;
#[cfg(target_os = "linux")]
mod little_memory;
#[cfg(unix)]
mod long_runs;
mod messages;
#[cfg(unix)]
mod outputs;
mod packed;
mod policies;
#[cfg(target_os = "linux")]
mod progress;
#[cfg(unix)]
mod promises;
mod recorded;
mod resumed;
mod resuming;
mod rules;
mod run;
mod running;
mod same_work;
mod selfmates;
#[cfg(unix)]
mod several_at_a_time;
mod threads;
#[path = "../tsshogi/mod.rs"]
mod tsshogi;
mod tuning;
mod twins;
mod validating;
mod verify_resume;
