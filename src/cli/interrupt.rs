//! Ctrl-C: the first one ends the search and shows what is known, the second one ends the program.

use super::exit::INTERRUPTED;
use super::output::complain;
use crate::solve::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The stop flag of the searches, and whether one is running.
#[derive(Debug, Clone)]
pub struct Interrupt {
    stop: StopFlag,
    is_searching: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on to SIGINT, SIGTERM and SIGHUP.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt { stop: StopFlag::new(), is_searching: Arc::default() };
        let heard = interrupt.clone();
        let listening = ctrlc::set_handler(move || {
            // Nothing is held back in a buffer outside a search, so that nothing is lost.
            if heard.stop.is_set() || !heard.is_searching.load(Ordering::SeqCst) {
                std::process::exit(i32::from(INTERRUPTED));
            }
            heard.stop.stop();
        });
        if let Err(error) = listening {
            complain(format_args!("signals: {error}: Ctrl-C will end the program at once"));
        }
        interrupt
    }

    /// The flag to give to searches.
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Whether the user has had enough.
    pub fn is_set(&self) -> bool {
        self.stop.is_set()
    }

    /// Runs a search, which a first interrupt ends through the flag.
    pub fn while_searching<T>(&self, search: impl FnOnce() -> T) -> T {
        self.is_searching.store(true, Ordering::SeqCst);
        let result = search();
        self.is_searching.store(false, Ordering::SeqCst);
        result
    }
}
