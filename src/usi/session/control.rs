//! The signals from the session to a running search: stop, and that the expected move was played.

use crate::play::Ponder;
use crate::solve::StopFlag;
use std::thread;
use std::time::Duration;

/// The interval at which the signals are checked.
pub(super) const TICK: Duration = Duration::from_millis(5);

/// The signals to one search, shared between its threads and the session.
#[derive(Clone, Default)]
pub(super) struct Control {
    /// Ends the search.
    pub stop: StopFlag,
    /// Signals that the expected move was played: the clock runs from then on.
    pub ponder: Ponder,
}

impl Control {
    /// Waits until an answer is due: at once, unless the search is infinite or pondering.
    pub(super) fn wait_until_due(&self, is_infinite: bool, is_pondering: bool) {
        let is_held = || is_infinite || is_pondering && self.ponder.details().is_none();
        while is_held() && !self.stop.is_set() {
            thread::sleep(TICK);
        }
    }
}
