//! A run: what searches may use, how they are driven, stopped, shown and kept; several problems at a time.

pub mod checkpoint;
pub mod interrupt;
pub mod kept_answers;
pub mod logging;
pub mod memory;
pub mod options;
pub mod pool;
pub mod progress;
pub mod session;
