//! What subcommands that answer problem by problem share: standard output, the language, what occurred.

use crate::cli::exit::Tally;
use crate::cli::input::failure::Failure;
use crate::cli::output::stdout::Output;
use crate::cli::stderr::tell;
use crate::report::{Lang, error_json};
use std::io;

/// The answers of a subcommand on standard output, and what occurred.
pub struct Batch {
    /// Where answers go.
    pub output: Output,
    /// What occurred.
    pub tally: Tally,
    /// The language of answers.
    pub lang: Lang,
    /// Whether failures are answered in JSON too.
    pub json: bool,
}

impl Batch {
    /// A run that answers in text.
    pub fn new(lang: Lang) -> Batch {
        Batch { output: Output::new(), tally: Tally::default(), lang, json: false }
    }

    /// Reports a problem that has no answer on stderr (in JSON also on stdout), and records it for the exit code.
    ///
    /// # Errors
    /// An I/O error on standard output.
    pub fn fail(&mut self, failure: Failure) -> io::Result<()> {
        self.tally.unreadable = true;
        self.say(failure)
    }

    /// Like [`Batch::fail`], of a problem that has no answer only because something stayed unknown.
    ///
    /// # Errors
    /// An I/O error on standard output.
    pub fn leave_unknown(&mut self, failure: Failure) -> io::Result<()> {
        self.tally.unknown = true;
        self.say(failure)
    }

    /// Like [`Batch::leave_unknown`], of a problem that was interrupted: stderr says so of the run.
    ///
    /// # Errors
    /// An I/O error on standard output.
    pub fn leave_interrupted(&mut self, failure: Failure) -> io::Result<()> {
        self.tally.interrupted = true;
        self.answer(&failure.said_in(self.lang))
    }

    /// Like [`Batch::fail`], of a problem that was decided: the exit code is that of an answer.
    ///
    /// # Errors
    /// An I/O error on standard output.
    pub fn say(&mut self, failure: Failure) -> io::Result<()> {
        let failure = failure.said_in(self.lang);
        tell(format_args!("{}: {}", failure.place, failure.error.message));
        self.answer(&failure)
    }

    fn answer(&mut self, failure: &Failure) -> io::Result<()> {
        if self.json { self.output.line(error_json(&failure.id, &failure.error)) } else { Ok(()) }
    }
}
