//! From INPUT arguments to problems: the files that they denote, an iterator over the problems, failures and hints.

mod arguments;
mod certificates;
pub mod failure;
mod files;
pub mod hints;
mod own_output;
mod problems;
mod read_ahead;
mod shares;
mod text_items;
mod typed_moves;

pub use arguments::ARGUMENT;
pub use certificates::{is_certificate, unpacked};
pub use failure::Item;
pub use files::{has_name_of_problems, is_problem_file, unreadable};
pub use problems::{only_problem, problems};
pub use read_ahead::{ProblemsAhead, problems_ahead};
pub use typed_moves::{typed_moves, typed_moves_of_any_kind};
