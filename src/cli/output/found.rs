//! Writes problems that were made, as soon as they are found: as problem-set lines, records, diagrams or JSON lines.

use super::destination::Destination;
use super::drawing::{Drawing, one_diagram, problem_svg};
use super::files::InputFiles;
use super::formats::{encoded, refuse_idle_flags};
use super::stdout::Output;
use crate::cli::args::{FormatKind, FoundFlags, OutEncodingFlag, OutputFormat};
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::Failure;
use crate::cli::paths::is_folder;
use crate::cli::stderr::tell;
use crate::notation::{RecordFormat, write_checked};
use crate::problem::Problem;
use crate::report::{Lang, Made, Message};
use std::ffi::OsString;

impl FoundFlags {
    /// The format of the problems: the one given by a flag, else the one of the file's extension.
    ///
    /// # Errors
    /// No format was given, and the extension is that of a format that can only be read.
    fn asked_format(&self) -> Result<OutputFormat, FatalError> {
        let named = if self.json { Some(OutputFormat::Json) } else { self.format };
        let asked = match named {
            Some(named) => Some(named),
            None => OutputFormat::told_by(self.out.as_deref())?,
        };
        Ok(asked.unwrap_or(OutputFormat::Usi))
    }

    /// Refuses diagrams without a folder, because it is not known how many problems will be found.
    ///
    /// # Errors
    /// Diagrams were asked for without a folder, or the format can only be read.
    pub fn refuse_diagrams_in_a_stream(&self) -> Result<(), FatalError> {
        let out = self.out.as_deref();
        match self.asked_format()? {
            OutputFormat::Svg if !out.is_some_and(is_folder) => Err(one_diagram(out, None)),
            _ => Ok(()),
        }
    }

    /// Refuses flags that only apply to other formats, and file names of formats that can only be read.
    ///
    /// # Errors
    /// There is such a flag or name.
    pub fn refuse_idle_flags(&self) -> Result<(), FatalError> {
        refuse_idle_flags(&[self.asked_format()?], false, self.encoding.out_encoding)
    }
}

/// The destination and the form of problems that are found.
pub struct FoundWriter {
    destination: Destination,
    format: OutputFormat,
    encoding: OutEncodingFlag,
    lang: Lang,
    is_first: bool,
    /// Whether some problem could not be written in the format.
    pub has_failed: bool,
}

impl FoundWriter {
    /// Opens the destination that flags name. In a folder, the files in `inputs`, which are read, are never replaced.
    ///
    /// # Errors
    /// An I/O error.
    pub fn new(flags: &FoundFlags, inputs: &[OsString], lang: Lang) -> Result<FoundWriter, FatalError> {
        let format = flags.asked_format()?;
        let encoding = flags.encoding.out_encoding;
        let destination = match &flags.out {
            None => Destination::Stdout(Output::new()),
            Some(path) if is_folder(path) => Destination::folder(path, InputFiles::of(inputs), true)?,
            Some(path) => Destination::stream(path, lang)?,
        };
        Ok(FoundWriter { destination, format, encoding, lang, is_first: true, has_failed: false })
    }

    /// Writes a problem.
    ///
    /// # Errors
    /// An error of the destination.
    pub fn write(&mut self, made: &Made) -> anyhow::Result<()> {
        let (problem, remark) = (&made.problem, made.remark(self.lang));
        let text = match self.format.kind() {
            FormatKind::Json | FormatKind::Text => Ok(made.json() + "\n"),
            FormatKind::Svg => Ok(problem_svg(problem, Drawing { leaves_out_rest: false })),
            FormatKind::Record(RecordFormat::Usi) => {
                let line = format!("{problem}\n");
                Ok(remark.as_ref().map_or(line.clone(), |remark| format!("# {remark}\n{line}")))
            }
            FormatKind::Record(format) => write_checked(problem, format),
        };
        let bytes = match text.as_ref().map(|text| encoded(text, self.format, self.encoding)) {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(error)) => return self.fail(problem, &error.message(self.lang)),
            Err(error) => {
                let message = error.message(self.lang);
                return self.fail(problem, &message);
            }
        };
        if !std::mem::take(&mut self.is_first) {
            self.destination.put_gap(self.format)?;
        }
        self.destination.put(&problem.name(), self.format.extension(), &bytes)
    }

    /// Writes why a problem has no answer, if answers are JSON objects.
    ///
    /// # Errors
    /// An error of the destination.
    pub fn put_failure(&mut self, failure: &Failure) -> anyhow::Result<()> {
        if self.format == OutputFormat::Json { self.destination.put_failure(failure) } else { Ok(()) }
    }

    /// Writes a closing remark after the problems, if the format can hold one. It is not written to a file without
    /// any problem, since that would replace what was found before. Returns whether it was written.
    ///
    /// # Errors
    /// An error of the destination.
    pub fn remark(&mut self, text: &str, json: &str) -> anyhow::Result<bool> {
        let line = match self.format.kind() {
            FormatKind::Json | FormatKind::Text => format!("{json}\n"),
            FormatKind::Record(RecordFormat::Usi) => format!("# {text}\n"),
            FormatKind::Svg | FormatKind::Record(_) => return Ok(false),
        };
        let has_place = match self.destination {
            Destination::Stdout(_) => true,
            Destination::Stream(_) | Destination::Whole { .. } => !self.is_first,
            Destination::Folder { .. } => false,
        };
        if has_place {
            self.destination.put("", "", line.as_bytes())?;
        }
        Ok(has_place)
    }

    fn fail(&mut self, problem: &Problem, message: &str) -> anyhow::Result<()> {
        self.has_failed = true;
        tell(format_args!("{}: {message}", problem.name()));
        Ok(())
    }

    /// Ends the output: a file gets its final name.
    ///
    /// # Errors
    /// An I/O error.
    pub fn finish(&mut self) -> Result<(), FatalError> {
        self.destination.finish()
    }
}
