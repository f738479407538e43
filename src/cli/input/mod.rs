//! What is read: the problems that INPUT arguments stand for, what could not be read, hints at what may be meant.

mod arguments;
pub mod failure;
mod files;
pub mod hints;
mod problems;
mod read_ahead;

pub use arguments::ARGUMENT;
pub use files::{is_problem_file, unreadable};
pub use problems::{Item, problems};
pub use read_ahead::{ProblemsAhead, problems_ahead};
