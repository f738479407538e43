//! The line above a problem: its id or place, title and composer.

use crate::problem::Problem;

/// The heading with its line end; empty for a bare SFEN argument, which the user has just typed.
pub fn heading(problem: &Problem) -> String {
    let is_argument = problem.place.file.starts_with(crate::cli::input::ARGUMENT);
    let name = if problem.id.is_none() && is_argument { None } else { Some(problem.name()) };
    let parts: Vec<String> =
        [name, problem.title.clone(), problem.composer.clone()].into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("{}\n", parts.join("  ")) }
}
