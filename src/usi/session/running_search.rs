//! A search that may still be running, and how it is ended.

use super::control::Control;
use super::output::Output;
use super::worker::Worker;
use crate::usi::command::Until;

/// A search that may still be running.
pub(super) struct RunningSearch {
    pub control: Control,
    /// Whether it has a limit of its own.
    pub ends_by_itself: bool,
    pub work: Work,
}

/// Who runs the search.
pub(super) enum Work {
    /// The search thread.
    Worker(Worker),
    /// The session's thread, when the given command comes, because there is no other thread.
    Later(Box<dyn FnOnce(&Control) + Send>, Until),
}

impl RunningSearch {
    /// Stops the search, and waits until it has answered. Returns the worker for the next search, if there is one.
    pub(super) fn finish(self) -> Option<Worker> {
        self.control.stop.stop();
        match self.work {
            Work::Worker(worker) => worker.wait(),
            Work::Later(work, _) => {
                work(&self.control);
                None
            }
        }
    }

    /// Waits until the search has answered, when no command follows: it runs to its own limit, or is stopped if it
    /// has none.
    pub(super) fn hear_out(self, output: &Output) {
        match &self.work {
            Work::Worker(worker) if self.ends_by_itself => {
                // When the GUI is gone too, nobody needs the answer; that is noticed when the search sends its
                // reports.
                while worker.is_working() {
                    if output.is_closed() {
                        self.control.stop.stop();
                    }
                }
            }
            _ => {
                self.finish();
            }
        }
    }
}
