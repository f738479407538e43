//! A search that may still run, and how it comes to its answer.

use super::control::Control;
use super::output::Output;
use super::worker::Worker;
use crate::usi::command::Until;

/// A search that may still run.
pub(super) struct RunningSearch {
    pub control: Control,
    /// Whether it has a limit of its own.
    pub ends_by_itself: bool,
    pub work: Work,
}

/// Who does it.
pub(super) enum Work {
    /// The thread that searches.
    Worker(Worker),
    /// The session itself, as soon as it may answer: there is no other thread.
    Later(Box<dyn FnOnce(&Control) + Send>, Until),
}

impl RunningSearch {
    /// Stops it, and waits until it has answered. The worker for the next search, if there is one.
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

    /// Waits until it has answered, where no command follows: it goes on to its limit if it has one.
    pub(super) fn hear_out(self, output: &Output) {
        match &self.work {
            Work::Worker(worker) if self.ends_by_itself => {
                // With its GUI gone, too, nobody waits for the answer: its reports tell.
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
