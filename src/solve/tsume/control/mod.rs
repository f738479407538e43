//! The control of a search: limits, the stop flag, the caller's budget, progress, and the depth of the stack.

mod caller;
mod counter;
mod stack;

pub(super) use caller::{BestLine, Caller, SolverMessage};
pub(super) use counter::{Control, Helpers, Leader};
pub(super) use stack::{Floor, Stack};
