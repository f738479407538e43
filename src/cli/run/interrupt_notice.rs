//! The message about an interrupt, printed once in a process, whichever thread ends it.

use crate::cli::language::current;
use crate::cli::stderr::tell;
use crate::report::{Lang, counted};
use crate::store::{SMALL_STACK, thread_builder};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::time::Duration;

/// How long the end of the program waits for stderr, which may be blocked.
const WRITTEN_WITHIN: Duration = Duration::from_millis(200);

/// Whether the message was printed, or is not to be printed.
static IS_SAID: AtomicBool = AtomicBool::new(false);

/// Whether the program ends because of an interrupt that no search saw.
static ENDS: AtomicBool = AtomicBool::new(false);

/// The number of problems that were answered.
static ANSWERED: AtomicU64 = AtomicU64::new(0);

/// Counts a problem that was answered.
pub fn count_answer() {
    ANSWERED.fetch_add(1, SeqCst);
}

/// Records that an interrupt between two searches ends the program.
pub fn ends_the_program() {
    ENDS.store(true, SeqCst);
}

/// Whether an interrupt between two searches ends the program.
pub fn is_end() -> bool {
    ENDS.load(SeqCst)
}

/// Suppresses the message: another line on stderr contains it, or `-q` was given.
pub fn leave_unsaid() {
    IS_SAID.store(true, SeqCst);
}

/// The beginning of the line on stderr about the result of an interrupted run. Since it mentions the interrupt, the
/// separate message is suppressed.
pub fn prefix(lang: Lang) -> &'static str {
    leave_unsaid();
    lang.pick("中断しました。", "interrupted: ")
}

/// Prints the message, unless it was printed or suppressed: `text`, or how many problems were answered before the
/// interrupt.
pub fn tell_once(text: Option<String>) {
    if !IS_SAID.swap(true, SeqCst) {
        tell(text.unwrap_or_else(|| words(ANSWERED.load(SeqCst), current())));
    }
}

/// Like [`tell_once`], but waits only for a limited time.
pub fn tell_soon(text: Option<String>) {
    let (written, is_written) = channel();
    let told = thread_builder(SMALL_STACK).and_then(|thread| {
        thread.spawn(move || {
            tell_once(text);
            // The receiver may have given up waiting.
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
