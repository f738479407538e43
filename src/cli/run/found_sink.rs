//! The output of a command that makes problems: the file of `--resume`, or the destination and form that flags name;
//! also records the progress of the run.

use super::found_file::{Earlier, FoundFile};
use crate::cli::args::FoundFlags;
use crate::cli::input::failure::Failure;
use crate::cli::output::batch::Batch;
use crate::cli::output::files::InputFiles;
use crate::cli::output::found::FoundWriter;
use crate::report::{Lang, Made, counted};
use serde_json::Value;
use std::ffi::OsString;

/// An output for problems that are found.
pub enum FoundSink {
    /// The file of `--resume`.
    File(Box<FoundFile>),
    /// The destination and form given by other flags.
    Writer(Box<FoundWriter>),
}

impl FoundSink {
    /// Opens the output of a command. `task`: everything that the command was asked for; a later run recognises its
    /// own file by it. Also returns what an earlier run left behind.
    ///
    /// # Errors
    /// An I/O error, a file that belongs to something else, or a file that is an input.
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

    /// Writes a problem as soon as it is found.
    ///
    /// # Errors
    /// An I/O error.
    pub fn write(&mut self, made: &Made) -> anyhow::Result<()> {
        match self {
            FoundSink::File(file) => file.add(&(made.json() + "\n")),
            FoundSink::Writer(writer) => writer.write(made),
        }
    }

    /// Reports why a problem has no answer: on stderr, and in the output if its form can hold that.
    ///
    /// # Errors
    /// An I/O error.
    pub fn fail(&mut self, failure: Failure, batch: &mut Batch) -> anyhow::Result<()> {
        let failure = failure.said_in(batch.lang);
        if let FoundSink::Writer(writer) = self {
            writer.put_failure(&failure)?;
        }
        Ok(batch.fail(failure)?)
    }

    /// Writes a closing remark after the problems, if the form can hold one. Returns whether it was written.
    ///
    /// # Errors
    /// An I/O error.
    pub fn remark(&mut self, text: &str, json: &str) -> anyhow::Result<bool> {
        match self {
            FoundSink::File(_) => Ok(false),
            FoundSink::Writer(writer) => writer.remark(text, json),
        }
    }

    /// Records the progress of the run, if it is kept and that is due.
    ///
    /// # Errors
    /// An I/O error.
    pub fn note(&mut self, progress: impl FnOnce() -> Value) -> anyhow::Result<()> {
        match self {
            FoundSink::File(file) => file.save_if_due(progress),
            FoundSink::Writer(_) => Ok(()),
        }
    }

    /// Ends the output. Returns whether every problem could be written in the form that was asked for.
    ///
    /// # Errors
    /// An I/O error.
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

/// The message if an earlier run has finished the same work.
pub fn nothing_left(found: u64, lang: Lang) -> String {
    lang.pick(
        format!("することは残っていません: {found}題が見つかっています"),
        format!("nothing left to do: {} found", counted(found, "problem")),
    )
}
