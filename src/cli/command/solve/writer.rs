//! Writes the answers of a run, and counts the results.

use super::answer::Answer;
use super::summary::Summary;
use crate::cli::args::OutEncodingFlag;
use crate::cli::args::OutputFormat;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::Failure;
use crate::cli::output::AnswerForm;
use crate::cli::output::batch::Batch;
use crate::cli::output::destination::Destination;
use crate::cli::output::files::InputFiles;
use crate::cli::output::formats::encoded;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::kept_answers::AddAnswer;
use crate::cli::stderr::tell;
use crate::report::{Lang, Message};
use std::sync::{Arc, Mutex, PoisonError};

/// Writes answers to the file of `--resume` if there is one, else to the destination of the form; counts the results.
pub struct AnswerWriter<'a> {
    batch: Batch,
    /// Whether the output is a stream of JSON objects, in which failures are objects too.
    has_json: bool,
    has_diagrams: bool,
    destination: Destination,
    encoding: OutEncodingFlag,
    kept: Option<&'a Mutex<dyn AddAnswer>>,
    is_first: bool,
    /// How many problems had which result.
    pub summary: Summary,
}

impl<'a> AnswerWriter<'a> {
    /// Opens the destination. `inputs`, the files that are read, are never replaced. The file also gets its final
    /// name when an interrupt ends the program.
    ///
    /// # Errors
    /// An I/O error on the destination.
    pub fn new(
        form: &AnswerForm,
        kept: Option<&'a Mutex<dyn AddAnswer>>,
        inputs: &InputFiles,
        interrupt: &Interrupt,
        lang: Lang,
    ) -> Result<AnswerWriter<'a>, FatalError> {
        let writer = AnswerWriter {
            batch: Batch::new(lang),
            has_json: form.formats == [OutputFormat::Json] && kept.is_none(),
            has_diagrams: form.formats.contains(&OutputFormat::Svg),
            destination: form.destination(inputs, lang)?,
            encoding: form.out_encoding,
            kept,
            is_first: true,
            summary: Summary::new(),
        };
        writer.finish_before_end(interrupt);
        Ok(writer)
    }

    /// Registers that the file gets its final name when an interrupt between two searches ends the program.
    fn finish_before_end(&self, interrupt: &Interrupt) {
        let Destination::Stream(file) = &self.destination else { return };
        let (file, lang) = (Arc::clone(file), self.batch.lang);
        let is_direct = file.lock().unwrap_or_else(PoisonError::into_inner).is_direct();
        if is_direct {
            // Finishing it could block on a reader of the pipe that never reads.
            return;
        }
        interrupt.before_end(move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.finish() {
                tell(error.text(lang));
            }
        });
    }

    /// Whether a further answer would be refused: answers contain diagrams, and a stream holds only one.
    pub fn is_full(&self) -> bool {
        let is_stream = !matches!(self.destination, Destination::Folder { .. });
        self.has_diagrams && is_stream && !self.is_first
    }

    /// Writes an answer, or reports why there is none.
    ///
    /// # Errors
    /// An error of the destination.
    pub fn write(&mut self, answer: Result<Answer, Failure>) -> anyhow::Result<()> {
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => {
                self.summary.unreadable += 1;
                let failure = failure.said_in(self.batch.lang);
                if self.has_json {
                    self.destination.put_failure(&failure)?;
                }
                return Ok(self.batch.fail(failure)?);
            }
        };
        self.summary.count(&answer);
        self.batch.tally.unknown |= answer.is_unknown;
        self.batch.tally.interrupted |= answer.is_interrupted;
        self.batch.tally.unreadable |= answer.aside.unreadable;
        self.batch.tally.unknown |= answer.aside.unknown;
        for message in &answer.warnings {
            self.batch.tally.unreadable = true;
            tell(message);
        }
        if let Some(kept) = self.kept {
            let mut answers = kept.lock().unwrap_or_else(PoisonError::into_inner);
            answer.lines().try_for_each(|line| answers.add(line))?;
            return Ok(());
        }
        for (format, text) in &answer.texts {
            if !std::mem::take(&mut self.is_first) {
                self.destination.put_gap(*format)?;
            }
            match encoded(text, *format, self.encoding) {
                Ok(text) => self.destination.put(&answer.name, format.extension(), &text)?,
                Err(error) => {
                    self.batch.tally.unreadable = true;
                    tell(format_args!("{}: {}", answer.name, error.message(self.batch.lang)));
                }
            }
        }
        Ok(())
    }

    /// Ends the output after the last answer; returns what occurred in the run.
    ///
    /// # Errors
    /// An error of the destination.
    pub fn finish(&mut self, interrupt: &Interrupt) -> Result<Tally, FatalError> {
        // An interrupt between two searches is not recorded by any search.
        self.batch.tally.interrupted |= interrupt.is_set();
        self.destination.finish()?;
        if let Some(kept) = self.kept {
            kept.lock().unwrap_or_else(PoisonError::into_inner).finish()?;
        }
        Ok(self.batch.tally)
    }
}
