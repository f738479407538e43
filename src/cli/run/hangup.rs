//! `nohup`: a process that was started with SIGHUP ignored continues when its terminal is closed.

#[cfg(target_os = "linux")]
use signal_hook::consts::SIGHUP;
#[cfg(target_os = "linux")]
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// How long to wait after a signal for the flag that tells which signal it was: the flag is set shortly after the
/// listening thread is woken.
#[cfg(target_os = "linux")]
const MARKED_WITHIN: std::time::Duration = std::time::Duration::from_millis(10);

/// Whether SIGHUP is ignored, and whether one has arrived since the last query.
#[derive(Clone, Default)]
pub struct HangUp {
    #[cfg(target_os = "linux")]
    ignored: Option<Arc<AtomicBool>>,
}

#[cfg(target_os = "linux")]
impl HangUp {
    /// Reads whether the process was started with SIGHUP ignored. Must be called before any signal handler is
    /// installed.
    pub fn of_process() -> HangUp {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        HangUp { ignored: is_ignored(&status, SIGHUP).then(Arc::default) }
    }

    /// Begins to record SIGHUP. To be called after the handler that calls [`was_it`](HangUp::was_it) is installed.
    pub fn listen(&self) {
        let Some(mark) = &self.ignored else { return };
        if let Err(error) = signal_hook::flag::register(SIGHUP, Arc::clone(mark)) {
            log::info!("signals: {error}: SIGHUP ends the program");
        }
    }

    /// Whether a signal that has just arrived was a SIGHUP to be ignored.
    pub fn was_it(&self) -> bool {
        let Some(mark) = &self.ignored else { return false };
        std::thread::sleep(MARKED_WITHIN);
        mark.swap(false, Ordering::SeqCst)
    }
}

/// Other systems do not report ignored signals: there SIGHUP is treated like the other signals.
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

/// Whether a process ignores a signal, according to its `/proc/PID/status`.
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
