//! What the session tells a search that runs: stop, and that the expected move was played.

use crate::play::{self, Ponder};
use crate::solve::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Between two looks at the switches.
pub(super) const TICK: Duration = Duration::from_millis(5);

/// The switches of one search, shared between its threads and the session.
#[derive(Clone, Default)]
pub(super) struct Control {
    /// Ends the search.
    pub stop: StopFlag,
    /// Starts the clock of the playing engine.
    pub ponder: Ponder,
    is_hit: Arc<AtomicBool>,
}

impl Control {
    /// The expected move was played.
    pub(super) fn hit(&self, clock: Option<play::Clock>) {
        self.ponder.hit(clock);
        self.is_hit.store(true, Ordering::SeqCst);
    }

    /// Waits until an answer is due: at once, unless the request says otherwise.
    pub(super) fn wait_until_due(&self, is_infinite: bool, is_pondering: bool) {
        let is_held = || is_infinite || is_pondering && !self.is_hit.load(Ordering::SeqCst);
        while is_held() && !self.stop.is_set() {
            thread::sleep(TICK);
        }
    }
}
