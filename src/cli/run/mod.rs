//! Runs searches: options, memory, threads for several problems, progress, signals, checkpoints, answers kept in
//! files.

pub mod answering;
pub mod checkpoint;
pub mod found_file;
pub mod found_sink;
mod hangup;
pub mod interrupt;
pub mod interrupt_notice;
pub mod judging;
pub mod kept_answers;
pub mod logging;
pub mod memory;
pub mod options;
mod other_run;
pub mod place;
pub mod pool;
pub mod problems_read;
pub mod progress;
mod result_lines;
pub mod session;
