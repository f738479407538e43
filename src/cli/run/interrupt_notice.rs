//! What the user is told of an interrupt: once in a process, whichever thread ends it.

use crate::cli::language::current;
use crate::cli::stderr::tell;
use crate::report::{Lang, counted};
use crate::store::{SMALL_STACK, thread_builder};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::time::Duration;

/// How long the end of the program waits for stderr, which nobody may be reading.
const WRITTEN_WITHIN: Duration = Duration::from_millis(200);

/// Whether it was said, or is not to be said.
static IS_SAID: AtomicBool = AtomicBool::new(false);

/// Whether the program ends because of an interrupt that no search saw.
static ENDS: AtomicBool = AtomicBool::new(false);

/// Problems that were answered.
static ANSWERED: AtomicU64 = AtomicU64::new(0);

/// Counts a problem that was answered.
pub fn count_answer() {
    ANSWERED.fetch_add(1, SeqCst);
}

/// An interrupt between two searches ends the program.
pub fn ends_the_program() {
    ENDS.store(true, SeqCst);
}

/// Whether an interrupt between two searches ends the program.
pub fn is_end() -> bool {
    ENDS.load(SeqCst)
}

/// Another line of stderr says it, or nobody wants to read it (`-q`).
pub fn leave_unsaid() {
    IS_SAID.store(true, SeqCst);
}

/// How the line of stderr about the result of an interrupted run begins. As it says that the run was interrupted, no
/// line of its own is written about that.
pub fn prefix(lang: Lang) -> &'static str {
    leave_unsaid();
    lang.pick("中断しました。", "interrupted: ")
}

/// Says it, unless something else did: `text`, or how many problems were answered before it.
pub fn tell_once(text: Option<String>) {
    if !IS_SAID.swap(true, SeqCst) {
        tell(text.unwrap_or_else(|| words(ANSWERED.load(SeqCst), current())));
    }
}

/// Like [`tell_once`], but does not wait for long.
pub fn tell_soon(text: Option<String>) {
    let (written, is_written) = channel();
    let told = thread_builder(SMALL_STACK).and_then(|thread| {
        thread.spawn(move || {
            tell_once(text);
            // Nobody waits any more.
            let _ = written.send(());
        })
    });
    if told.is_ok() {
        let _ = is_written.recv_timeout(WRITTEN_WITHIN);
    }
}

fn words(answered: u64, lang: Lang) -> String {
    match answered {
        0 => lang.pick("中断しました", "interrupted").to_owned(),
        _ => lang.pick(
            format!("{answered}題に答えたところで中断しました"),
            format!("interrupted after {}", counted(answered, "problem")),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problems_that_were_answered_are_named() {
        assert_eq!(words(0, Lang::En), "interrupted");
        assert_eq!(words(1, Lang::En), "interrupted after 1 problem");
        assert_eq!(words(12, Lang::En), "interrupted after 12 problems");
        assert_eq!(words(12, Lang::Ja), "12題に答えたところで中断しました");
    }
}
