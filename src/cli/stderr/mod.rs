//! Standard error, to which everything goes that is no answer: messages, and lines that are redrawn.

mod screen;

use std::fmt::Display;
use std::io::{self, Write};

pub use screen::{Bar, Screen};

/// Says on stderr what is wrong. Nobody listening there is no reason to fail.
pub fn complain(message: impl Display) {
    screen::clear_for_message();
    let _ = writeln!(io::stderr().lock(), "tsumugi: {message}");
}

/// The same, for a text of several lines that has its own beginning and end.
pub fn complain_as_it_is(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
