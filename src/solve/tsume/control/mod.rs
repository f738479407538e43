//! The control of a search: limits, the stop flag, the caller's budget, progress, and the depth of the stack.

mod caller;
mod counter;
mod stack;
mod threads;

pub(super) use caller::{BestLine, Caller, SolverMessage};
pub(super) use counter::Control;
pub(super) use stack::{Stack, StackLimit};
pub(super) use threads::{Helpers, Leader};
