//! Standard error: messages, and the progress display at a terminal. Answers never go there.

mod screen;

use std::fmt::Display;
use std::io::{self, Write};

pub use screen::{Bar, Screen};

/// Writes a message to stderr, as `tsumugi: message`. A write that fails is ignored: the answer does not depend on it.
pub fn tell(message: impl Display) {
    screen::clear_for_message();
    let _ = writeln!(io::stderr().lock(), "tsumugi: {message}");
}

/// Writes a text of several lines to stderr, without a prefix.
pub fn tell_raw(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
