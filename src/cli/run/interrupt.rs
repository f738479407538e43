//! Ctrl-C: the first one ends the search and shows what is known, the second one ends the program.

use crate::cli::exit::INTERRUPTED;
use crate::cli::fatal_error::system_text;
use crate::cli::language::current;
use crate::cli::run::hangup::HangUp;
use crate::cli::run::interrupt_notice;
use crate::cli::stderr::tell;
use crate::solve::StopFlag;
use crate::store::{memory, would_grant_thread};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::time::Instant;

/// The longest wait for the listening thread to start. Only used under a memory limit.
#[cfg(target_os = "linux")]
const LISTENER_BEGINS: Duration = Duration::from_millis(20);

/// How long an interrupt between two searches waits for the run to end by itself, including its final messages. Only
/// a run that is blocked on its input or its output takes longer.
const ENDS_ITSELF: Duration = Duration::from_millis(300);

/// The stack size of the listening thread: the default of the standard library.
const LISTENER_STACK: usize = 2 << 20;

/// A function that is called before an interrupt ends the program.
type LastAct = Box<dyn FnMut() + Send>;

/// The stop flag of the searches, and how many are running.
#[derive(Clone)]
pub struct Interrupt {
    stop: StopFlag,
    searching: Arc<AtomicUsize>,
    last_act: Arc<Mutex<Option<LastAct>>>,
}

impl Interrupt {
    /// Begins to listen to SIGINT, SIGTERM and, unless the process was started with it ignored, SIGHUP.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt::new();
        let heard = interrupt.clone();
        let hangup = HangUp::of_process();
        let ignored = hangup.clone();
        // Under a memory limit, a thread whose stack fits but whose further mappings do not would abort the program.
        let listening = if would_grant_thread(LISTENER_STACK) {
            ctrlc::set_handler(move || {
                if !ignored.was_it() && heard.ends_the_program() {
                    std::process::exit(i32::from(INTERRUPTED));
                }
            })
        } else {
            Err(ctrlc::Error::System(io::ErrorKind::OutOfMemory.into()))
        };
        if let Err(error) = listening {
            let lang = current();
            let error = match &error {
                ctrlc::Error::System(error) => system_text(error, lang),
                error => error.to_string(),
            };
            tell(lang.pick(
                format!("シグナル: {error}: Ctrl-C でプログラムがすぐに終わります"),
                format!("signals: {error}: Ctrl-C will end the program at once"),
            ));
        }
        hangup.listen();
        if memory::allowed_bytes().is_some() {
            wait_for_listener();
        }
        fail_at_the_largest_size();
        interrupt
    }

    fn new() -> Interrupt {
        Interrupt { stop: StopFlag::new(), searching: Arc::default(), last_act: Arc::default() }
    }

    /// Handles an interrupt; returns whether the program ends. If so, the last act has been called.
    fn ends_the_program(&self) -> bool {
        let is_second = self.stop.is_set();
        // Set before the last act: the main thread may finish first, and must know that it was interrupted.
        self.stop.stop();
        let is_between_searches = || self.searching.load(Ordering::SeqCst) == 0;
        if !is_second && is_between_searches() {
            interrupt_notice::ends_the_program();
            thread::sleep(ENDS_ITSELF);
        }
        // Outside a search all buffers are flushed, so nothing is lost.
        let ends = is_second || is_between_searches();
        if ends {
            if let Some(act) = self.last_act.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                act();
            }
            interrupt_notice::tell_soon(None);
        }
        ends
    }

    /// Sets the function that is called before an interrupt ends the program between two searches. It is called in
    /// another thread, and must not wait for the user or for another program.
    pub fn before_end(&self, act: impl FnMut() + Send + 'static) {
        *self.last_act.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(act));
    }

    /// The flag to give to searches.
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Whether an interrupt has arrived.
    pub fn is_set(&self) -> bool {
        self.stop.is_set()
    }

    /// Runs a search; the first interrupt ends it through the stop flag.
    pub fn while_searching<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.fetch_add(1, Ordering::SeqCst);
        let result = search();
        self.searching.fetch_sub(1, Ordering::SeqCst);
        result
    }
}

/// Waits until the listening thread runs, for some milliseconds at most. A starting thread needs a little memory, and
/// the program aborts if there is none: under a tight limit a search could otherwise take all of it first.
#[cfg(target_os = "linux")]
fn wait_for_listener() {
    let has_begun = || {
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let is_listening = |stat: String| stat.contains("(ctrl-c) S");
        tasks.filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok()).any(is_listening)
    };
    let end = Instant::now() + LISTENER_BEGINS;
    while !has_begun() && Instant::now() < end {
        thread::sleep(Duration::from_micros(50));
    }
}

#[cfg(not(target_os = "linux"))]
fn wait_for_listener() {}

/// Handles SIGXFSZ by doing nothing: a write beyond the limit of the file size then returns an error, as on a full
/// disk, instead of ending the program.
#[cfg(unix)]
fn fail_at_the_largest_size() {
    let heard = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    if let Err(error) = heard {
        log::info!("signals: {error}: a limit of the file size ends the program");
    }
}

#[cfg(not(unix))]
fn fail_at_the_largest_size() {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn whoever_ends_after_the_last_act_knows_of_the_interrupt() {
        interrupt_notice::leave_unsaid();
        let interrupt = Interrupt::new();
        let (flag, seen) = (interrupt.stop_flag(), Arc::new(AtomicBool::new(false)));
        let by_act = Arc::clone(&seen);
        interrupt.before_end(move || by_act.store(flag.is_set(), Ordering::SeqCst));
        interrupt.while_searching(|| assert!(!interrupt.ends_the_program()));
        assert!(interrupt.is_set() && !seen.load(Ordering::SeqCst));
        assert!(interrupt.ends_the_program(), "the second one");
        let between_searches = Interrupt::new();
        let (flag, by_act) = (between_searches.stop_flag(), Arc::clone(&seen));
        seen.store(false, Ordering::SeqCst);
        between_searches.before_end(move || by_act.store(flag.is_set(), Ordering::SeqCst));
        assert!(between_searches.ends_the_program() && seen.load(Ordering::SeqCst));
    }
}
