//! How the threads of a search see each other: the main search its helpers, and a helper the main search.

/// The helper threads of a search, as its control sees them.
pub trait Helpers: Send {
    /// The nodes that they have counted.
    fn nodes(&self) -> u64;

    /// Starts them on the task of the search, once that has counted enough nodes itself. Returns whether one of them
    /// has the result.
    fn poll(&mut self, nodes: u64) -> bool;

    /// Whether each thread has tasks of its own, so that the nodes of the others do not count towards its limits.
    fn have_own_tasks(&self) -> bool;

    /// Pauses them, and waits until all of them are at rest, or resumes them.
    fn set_paused(&self, paused: bool);
}

/// The main search, as seen from a helper.
pub trait Leader: Send + Sync {
    /// Adds nodes to the common count; waits while the solver is paused. Returns whether the helper's task is still
    /// open.
    fn is_open(&self, nodes: u64) -> bool;
}
