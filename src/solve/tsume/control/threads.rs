//! The interfaces through which the main search sees its helpers, and a helper sees the main search.

/// The helper threads, as seen by the control of the main search.
pub trait Helpers: Send {
    /// The number of nodes that they have counted.
    fn nodes(&self) -> u64;

    /// Starts them on the task of the main search, once that has counted enough nodes itself. Returns whether one
    /// of them has the result.
    fn poll(&mut self, nodes: u64) -> bool;

    /// Whether each thread has a task of its own, so that the nodes of the others do not count towards its
    /// budget.
    fn have_own_tasks(&self) -> bool;

    /// Pauses them, and returns once all of them are paused; or resumes them.
    fn set_paused(&self, paused: bool);
}

/// The main search, as seen by a helper.
pub trait Leader: Send + Sync {
    /// Adds nodes to the common count, and waits while the solver is paused. Returns whether the helper's task is
    /// still open.
    fn is_open(&self, nodes: u64) -> bool;
}
