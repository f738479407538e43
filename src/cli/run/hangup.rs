//! `nohup`: a process that was begun with SIGHUP ignored goes on when its terminal is closed.

#[cfg(target_os = "linux")]
use signal_hook::consts::SIGHUP;
#[cfg(target_os = "linux")]
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// What a signal waits for the mark that says which one it was: the marks are set a moment after those who listen are
/// woken.
#[cfg(target_os = "linux")]
const MARKED_WITHIN: std::time::Duration = std::time::Duration::from_millis(10);

/// Whether SIGHUP is ignored, and whether one has come since the last look.
#[derive(Clone, Default)]
pub struct HangUp {
    #[cfg(target_os = "linux")]
    ignored: Option<Arc<AtomicBool>>,
}

#[cfg(target_os = "linux")]
impl HangUp {
    /// As the process was begun. To be asked before anything listens to signals.
    pub fn of_process() -> HangUp {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        HangUp { ignored: is_ignored(&status, SIGHUP).then(Arc::default) }
    }

    /// Sets marks from now on, after the function that asks [`was_it`](HangUp::was_it) listens.
    pub fn listen(&self) {
        let Some(mark) = &self.ignored else { return };
        if let Err(error) = signal_hook::flag::register(SIGHUP, Arc::clone(mark)) {
            log::info!("signals: {error}: SIGHUP ends the program");
        }
    }

    /// Whether a signal that has come is one to ignore.
    pub fn was_it(&self) -> bool {
        let Some(mark) = &self.ignored else { return false };
        std::thread::sleep(MARKED_WITHIN);
        mark.swap(false, Ordering::SeqCst)
    }
}

/// What Linux does not tell: then SIGHUP is a signal like others.
#[cfg(not(target_os = "linux"))]
impl HangUp {
    pub fn of_process() -> HangUp {
        HangUp::default()
    }

    pub fn listen(&self) {}

    pub fn was_it(&self) -> bool {
        false
    }
}

/// Whether a process ignores a signal, by its `/proc/PID/status`.
#[cfg(target_os = "linux")]
fn is_ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_mask_says_what_is_ignored() {
        assert!(is_ignored("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t0\n", SIGHUP));
        assert!(!is_ignored("SigIgn:\t0000000000001000\n", SIGHUP) && !is_ignored("", SIGHUP));
    }
}
