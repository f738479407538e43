//! The control of a search: limits, the stop flag, the caller's budget, progress, and the depth of the stack.

mod caller;
mod counter;
mod known;
mod search_thread;
mod stack;
mod threads;

pub(super) use caller::{Caller, CallerMessage, SolverMessage};
pub(super) use counter::{Control, Earlier};
pub(super) use known::{Known, LITTLE, Shown, least};
pub(super) use search_thread::{Place, SearchThread};
pub(super) use stack::{Stack, StackLimit};
pub(super) use threads::{Helpers, Leader};
