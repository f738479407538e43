//! The progress display at a terminal: a bar for the problems of a batch or the plies of a check, and below it a line
//! about the current search. Both take the current width of the terminal; what does not fit is cut off.
//!
//! The display is cleared while anything else is written, so that answers and messages are on lines of their own.

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// The only instance: a process has one terminal.
static SCREEN: OnceLock<Screen> = OnceLock::new();

/// The contents of the bar: how much of a run, or of a check, is done.
pub struct Bar {
    /// The label, such as `problem 4 of 60`.
    pub words: String,
    /// The part that is done, and the whole if it is known.
    pub done: (u64, Option<u64>),
    /// The estimate of the remaining time in words; empty if there is none.
    pub left: String,
}

/// The lines that are redrawn.
pub struct Screen {
    all: MultiProgress,
    bar: ProgressBar,
    line: ProgressBar,
    is_drawn: AtomicBool,
    is_paused: AtomicBool,
}

impl Screen {
    /// The screen of the process, on stderr.
    pub fn get() -> &'static Screen {
        SCREEN.get_or_init(|| {
            let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
            let bar = all.add(ProgressBar::no_length());
            let line = all.add(ProgressBar::no_length());
            line.set_style(style("{wide_msg}"));
            Screen { all, bar, line, is_drawn: AtomicBool::new(false), is_paused: AtomicBool::new(false) }
        })
    }

    /// Draws a bar, and a line below it; either may be missing.
    pub fn draw(&self, part: Option<Bar>, line: Option<String>) {
        if self.is_paused.load(SeqCst) {
            return;
        }
        self.is_drawn.store(true, SeqCst);
        if let Some(Bar { words, done: (done, whole), left }) = part {
            // Without a known whole there is no bar to fill. The style is set first, since each change is drawn.
            self.bar.set_style(style(if whole.is_some() {
                "{prefix} [{wide_bar}] {msg}"
            } else {
                "{prefix}"
            }));
            match whole {
                Some(whole) => self.bar.set_length(whole),
                None => self.bar.unset_length(),
            }
            self.bar.set_prefix(words);
            self.bar.set_message(left);
            self.bar.set_position(done);
        }
        if let Some(line) = line {
            self.line.set_message(line);
        }
    }

    /// Clears the screen until it is drawn again.
    pub fn clear(&self) {
        if self.is_drawn.swap(false, SeqCst) {
            // A failed write to stderr is no reason to stop the search.
            let _ = self.all.clear();
        }
    }

    /// Runs a function that may write to the terminal, while the display is cleared and paused.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.is_paused.store(true, SeqCst);
        self.clear();
        let written = write();
        self.is_paused.store(false, SeqCst);
        written
    }
}

/// Clears the screen for a message, if anything is drawn.
pub fn clear_for_message() {
    if let Some(screen) = SCREEN.get() {
        screen.clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.progress_chars("=> ")
}
