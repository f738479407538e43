//! Where a command that makes problems puts them: the file of `--resume`, or the place and form that flags name; with
//! how far the run has come.

use super::found_file::{Earlier, FoundFile};
use crate::cli::args::FoundFlags;
use crate::cli::input::failure::Failure;
use crate::cli::output::batch::Batch;
use crate::cli::output::files::InputFiles;
use crate::cli::output::found::FoundWriter;
use crate::report::{Lang, Made, counted};
use serde_json::Value;
use std::ffi::OsString;

/// A place for problems that are found.
pub enum FoundSink {
    /// The file of `--resume`.
    File(Box<FoundFile>),
    /// The place and form of other flags.
    Writer(Box<FoundWriter>),
}

impl FoundSink {
    /// Opens the place for what a command finds; `task` is what it was asked for, by which a later run knows its own
    /// file. Returns also what an earlier run left.
    ///
    /// # Errors
    /// What the system says, a file of something else, a file that is an input.
    pub fn open(
        flags: &FoundFlags,
        inputs: &[OsString],
        task: Value,
        lang: Lang,
    ) -> anyhow::Result<(FoundSink, Option<Earlier>)> {
        flags.refuse_idle_flags()?;
        let Some(path) = &flags.resume else {
            let writer = FoundWriter::new(flags, inputs, lang)?;
            return Ok((FoundSink::Writer(Box::new(writer)), None));
        };
        InputFiles::of(inputs).refuse(path)?;
        let (file, earlier) = FoundFile::open(path, task, lang)?;
        Ok((FoundSink::File(Box::new(file)), earlier))
    }

    /// Writes a problem the moment it is found.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&mut self, made: &Made) -> anyhow::Result<()> {
        match self {
            FoundSink::File(file) => file.add(&(made.json() + "\n")),
            FoundSink::Writer(writer) => writer.write(made),
        }
    }

    /// Says why a problem has no answer: on stderr, and where answers go if the form has a place for it.
    ///
    /// # Errors
    /// What the system says.
    pub fn fail(&mut self, failure: Failure, batch: &mut Batch) -> anyhow::Result<()> {
        let failure = failure.said_in(batch.lang);
        if let FoundSink::Writer(writer) = self {
            writer.put_failure(&failure)?;
        }
        Ok(batch.fail(failure)?)
    }

    /// Writes what is to be said behind the problems, where the form has a place for it. Returns whether it has.
    ///
    /// # Errors
    /// What the system says.
    pub fn remark(&mut self, text: &str, json: &str) -> anyhow::Result<bool> {
        match self {
            FoundSink::File(_) => Ok(false),
            FoundSink::Writer(writer) => writer.remark(text, json),
        }
    }

    /// Notes how far the run has come, where that is kept and it is time to.
    ///
    /// # Errors
    /// What the system says.
    pub fn note(&mut self, progress: impl FnOnce() -> Value) -> anyhow::Result<()> {
        match self {
            FoundSink::File(file) => file.save_if_due(progress),
            FoundSink::Writer(_) => Ok(()),
        }
    }

    /// Ends the output. Returns whether every problem could be written in the form that was asked for.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(&mut self, progress: Value, is_finished: bool) -> anyhow::Result<bool> {
        match self {
            FoundSink::File(file) => file.save(progress, is_finished).map(|()| true),
            FoundSink::Writer(writer) => {
                writer.finish()?;
                Ok(!writer.has_failed)
            }
        }
    }
}

/// What is said when an earlier run has come to the end of the same work.
pub fn nothing_left(found: u64, lang: Lang) -> String {
    lang.pick(
        format!("することは残っていません: {found}題が見つかっています"),
        format!("nothing left to do: {} found", counted(found, "problem")),
    )
}
