//! Problems and answers as texts of a format: their bytes, the separators in a stream, what a format cannot hold, and
//! flags that only apply to other formats.

use crate::cli::args::{FormatKind, OutEncodingFlag, OutputFormat};
use crate::cli::fatal_error::FatalError;
use crate::cli::paths::is_folder;
use crate::notation::{Loss, RecordFormat, WriteError, losses, shift_jis, write_checked};
use crate::problem::{Problem, Rule};
use crate::record::Record;
use crate::report::{Lang, Message, Report};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;

impl OutputFormat {
    /// The format that belongs to the extension of a file.
    pub fn of_path(path: &Path) -> Option<OutputFormat> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "sfen" | "usi" | "txt" => OutputFormat::Usi,
            "kif" | "kifu" => OutputFormat::Kif,
            "ki2" | "ki2u" => OutputFormat::Ki2,
            "csa" => OutputFormat::Csa,
            "jkf" | "json" => OutputFormat::Jkf,
            "svg" => OutputFormat::Svg,
            _ => return None,
        })
    }

    /// The formats of answers: those given by flags, else the one of the file's extension, else text.
    ///
    /// # Errors
    /// No format was given, and the extension is that of a format that can only be read.
    pub fn of_answers(named: &[OutputFormat], out: Option<&Path>) -> Result<Vec<OutputFormat>, FatalError> {
        Ok(match named {
            [] => vec![OutputFormat::told_by(out)?.unwrap_or(OutputFormat::Text)],
            named => named.to_vec(),
        })
    }

    /// Like [`OutputFormat::of_out`], for a command that can write every format.
    ///
    /// # Errors
    /// The extension is that of a format that can only be read.
    pub fn told_by(out: Option<&Path>) -> Result<Option<OutputFormat>, FatalError> {
        let Some(path) = out.filter(|path| !is_folder(path)) else { return Ok(None) };
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        match ["gz", "bod"].contains(&ending.as_str()) {
            true => Err(never_written(path, &ending)),
            false => Ok(OutputFormat::of_out(out)),
        }
    }

    /// The format that belongs to the extension of the file for answers; `None` for a folder.
    pub fn of_out(out: Option<&Path>) -> Option<OutputFormat> {
        let path = out.filter(|path| !is_folder(path))?;
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" | "jsonl" => Some(OutputFormat::Json),
            "txt" => None,
            _ => OutputFormat::of_path(path),
        }
    }

    /// The extension of files of this format.
    pub fn extension(self) -> &'static str {
        match self.kind() {
            FormatKind::Text => "txt",
            FormatKind::Json => "json",
            FormatKind::Svg => "svg",
            FormatKind::Record(format) => format.extension(),
        }
    }

    /// Whether texts of this format may be in an encoding other than UTF-8.
    fn has_encodings(self) -> bool {
        match self.kind() {
            FormatKind::Text | FormatKind::Json | FormatKind::Svg => false,
            FormatKind::Record(format) => match format {
                RecordFormat::Kif | RecordFormat::Ki2 | RecordFormat::Csa => true,
                RecordFormat::Usi | RecordFormat::Jkf => false,
            },
        }
    }

    /// The separator between two texts in a stream.
    pub fn gap(self) -> &'static str {
        match self.kind() {
            FormatKind::Text => "\n",
            FormatKind::Json | FormatKind::Svg => "",
            FormatKind::Record(format) => match format {
                RecordFormat::Csa => "/\n",
                RecordFormat::Kif | RecordFormat::Ki2 => "\n",
                RecordFormat::Usi | RecordFormat::Jkf => "",
            },
        }
    }
}

fn never_written(path: &Path, ending: &str) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!(
            "--out {path}: .{ending} can be read but not written: give --format, or a name with one of the endings \
             .sfen, .kif, .ki2, .csa, .jkf, .jsonl or .svg"
        ),
        format!(
            "--out {path}: .{ending} は読むだけで、書けません: --format を付けるか、名前の終わりで形式を示してください: \
             .sfen, .kif, .ki2, .csa, .jkf, .jsonl, .svg"
        ),
    )
}

/// The bytes of a text: KIF, KI2 and CSA in the given encoding, everything else in UTF-8.
///
/// # Errors
/// A character does not exist in the encoding.
pub fn encoded(
    text: &str,
    format: OutputFormat,
    encoding: OutEncodingFlag,
) -> Result<Cow<'_, [u8]>, WriteError> {
    match encoding {
        OutEncodingFlag::ShiftJis if format.has_encodings() => shift_jis(text).map(Cow::Owned),
        OutEncodingFlag::ShiftJis | OutEncodingFlag::Utf8 => Ok(Cow::Borrowed(text.as_bytes())),
    }
}

/// Refuses flags that only apply to formats which are not written.
///
/// # Errors
/// Such a flag was given.
pub fn refuse_idle_flags(
    formats: &[OutputFormat],
    leaves_out_rest: bool,
    encoding: OutEncodingFlag,
) -> Result<(), FatalError> {
    if encoding != OutEncodingFlag::Utf8 && !formats.iter().any(|format| format.has_encodings()) {
        return Err(FatalError::new(
            "--out-encoding is for KIF, KI2 and CSA; everything else is in UTF-8: leave it out",
            "--out-encoding は KIF, KI2, CSA のためのもので、ほかはすべて UTF-8 です: 外してください",
        ));
    }
    if leaves_out_rest && !formats.contains(&OutputFormat::Svg) {
        return Err(FatalError::new(
            "--no-rest-hand is for diagrams: write SVG, or leave it out",
            "--no-rest-hand は図のためのものです: SVG で書くか、外してください",
        ));
    }
    Ok(())
}

/// Warns about what a format cannot hold of a problem; `way`: a hint how it can be kept, or an empty text.
pub fn warn_of_losses(problem: &Problem, format: RecordFormat, way: impl Fn(&[Loss]) -> String, lang: Lang) {
    let losses = losses(problem, format);
    if losses.is_empty() {
        return;
    }
    let texts: Vec<String> = losses.iter().map(|loss| loss.message(lang)).collect();
    let (place, texts, way) = (&problem.place, texts.join(lang.pick("、", ", ")), way(&losses));
    log::warn!(
        "{}",
        lang.pick(
            format!("{place}: {format} では書けません: {texts}{way}"),
            format!("{place}: left out, because {format} cannot contain it: {texts}{way}"),
        )
    );
}

/// An answer as a record, whose lines are the listed solutions. In a problem set every solution is a problem of its
/// own, and the first one also carries the statements.
///
/// # Errors
/// The format cannot express something.
pub fn solution_text(report: &Report, format: RecordFormat, lang: Lang) -> Result<String, WriteError> {
    let solved = report.solved_problem();
    let mut text = write_checked(&solved, format)?;
    if format == RecordFormat::Usi {
        // A problem set has no place for what was left open, so it goes to the log.
        if let Some(left_open) = report.left_open(lang) {
            log::warn!("{}: {left_open}", report.problem.name());
        }
        for line in report.outcome.solutions.listed.iter().skip(1) {
            let record = Record::new(report.question.position().clone(), line.clone());
            // Only what is needed to read the line as the same problem; everything else is on the first line.
            let rule = solved.rule.filter(|&rule| rule != Rule::Helpmate);
            let (conditions, attacker) = (solved.conditions, solved.attacker);
            text += &format!("{}\n", Problem { rule, conditions, attacker, ..Problem::new(record) });
        }
    }
    Ok(text)
}
