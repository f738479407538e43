//! What the session tells a search that runs: stop, and that the expected move was played.

use crate::play::{self, Ponder};
use crate::solve::StopFlag;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks at the switches.
pub(super) const TICK: Duration = Duration::from_millis(5);

/// The switches of one search, shared between its threads and the session.
#[derive(Clone, Default)]
pub(super) struct Control {
    /// Ends the search.
    pub stop: StopFlag,
    /// Starts the clock of the playing engine.
    pub ponder: Ponder,
    hit: Arc<OnceLock<Hit>>,
}

/// The expected move was played.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    /// When.
    pub at: Instant,
    /// The clocks that came with the message.
    pub clock: Option<play::Clock>,
}

impl Control {
    /// The expected move was played.
    pub(super) fn hit(&self, clock: Option<play::Clock>) {
        if self.hit.set(Hit { at: Instant::now(), clock }).is_ok() {
            self.ponder.hit(clock);
        }
    }

    /// When it was played, if it was.
    pub(super) fn hit_details(&self) -> Option<Hit> {
        self.hit.get().copied()
    }

    /// Waits until an answer is due: at once, unless the request says otherwise.
    pub(super) fn wait_until_due(&self, is_infinite: bool, is_pondering: bool) {
        let is_held = || is_infinite || is_pondering && self.hit.get().is_none();
        while is_held() && !self.stop.is_set() {
            thread::sleep(TICK);
        }
    }
}
