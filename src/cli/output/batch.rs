//! Shared by the subcommands that answer problem by problem: standard output, the language, what occurred.

use crate::cli::exit::Tally;
use crate::cli::input::failure::Failure;
use crate::cli::output::stdout::Output;
use crate::cli::stderr::tell;
use crate::report::{Lang, error_json};
use std::io;

/// The answers of a subcommand on standard output, and what occurred in the run.
pub struct Batch {
    /// Where answers go.
    pub output: Output,
    /// What occurred, for the exit code.
    pub tally: Tally,
    /// The language of answers.
    pub lang: Lang,
    /// Whether failures are also written as JSON on standard output.
    pub json: bool,
}

impl Batch {
    /// A batch that answers in text.
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

    /// Like [`Batch::fail`], for a problem that has no answer only because something stayed unknown.
    ///
    /// # Errors
    /// An I/O error on standard output.
    pub fn leave_unknown(&mut self, failure: Failure) -> io::Result<()> {
        self.tally.unknown = true;
        self.say(failure)
    }

    /// Like [`Batch::leave_unknown`], for a problem whose search was interrupted. Nothing is printed on stderr: that
    /// the run was interrupted is reported once.
    ///
    /// # Errors
    /// An I/O error on standard output.
    pub fn leave_interrupted(&mut self, failure: Failure) -> io::Result<()> {
        self.tally.interrupted = true;
        self.answer(&failure.said_in(self.lang))
    }

    /// Like [`Batch::fail`], but records nothing for the exit code: the problem was decided.
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
