//! Threads that work on the questions of a search beside it.
//!
//! All of them start from the same position, each with a search of its own, and share the table: what one finds out the others need
//! not search. Only what holds on every path is shared as known, so it does not matter who found it. Where another thread is at the
//! child that would be chosen, the child counts as a little less promising than it is, see
//! [`VirtualLoss`](super::dfpn::VirtualLoss). The first answer is everyone's.
//!
//! Helpers begin when a question turns out to be a long one, rest while the solver is not pulled, and leave a question before the
//! next is asked.

mod main_thread;
mod shared;
mod team;

pub(super) use main_thread::Workers;
