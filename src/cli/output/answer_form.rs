//! The form of the answers, and their destination.

use super::destination::Destination;
use super::drawing::Drawing;
use super::files::InputFiles;
use super::formats::{encoded, refuse_idle_flags};
use super::stdout::Output;
use crate::cli::args::{FormatKind, GraphPath, OutEncodingFlag, OutputFormat, SolveFlags, StyleFlag};
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::Failure;
use crate::cli::paths::is_folder;
use crate::notation::{Loss, write_checked};
use crate::problem::Problem;
use crate::record::Record;
use crate::report::{Lang, Message};
use std::path::PathBuf;

/// The form of the answers that the user asked for.
#[derive(Debug, Clone)]
pub struct AnswerForm {
    /// The formats; each of them gets a text for each problem.
    pub formats: Vec<OutputFormat>,
    /// Whether long solutions are shown in full.
    pub full: bool,
    /// The style of moves in short text answers.
    pub notation: Option<StyleFlag>,
    /// The file or folder for answers; `None` for standard output.
    pub out: Option<PathBuf>,
    /// The encoding of the formats for which there is a choice.
    pub out_encoding: OutEncodingFlag,
    /// How diagrams are drawn.
    pub drawing: Drawing,
    /// The folder for diagrams of the first solution.
    pub svg_steps: Option<PathBuf>,
    /// The file for the graph of the solutions.
    pub graph: Option<GraphPath>,
}

impl AnswerForm {
    /// The form that flags ask for.
    ///
    /// # Errors
    /// No format was given, and the extension of the file is that of a format that cannot be written.
    pub fn new(flags: &SolveFlags) -> Result<AnswerForm, FatalError> {
        Ok(AnswerForm {
            formats: match flags.answers.json || flags.resume.is_some() {
                true => vec![OutputFormat::Json],
                false => OutputFormat::of_answers(&flags.answers.format, flags.answers.out.as_deref())?,
            },
            full: flags.full,
            notation: flags.notation,
            out: flags.answers.out.clone(),
            out_encoding: flags.answers.encoding.out_encoding,
            drawing: Drawing::from(&flags.drawing),
            svg_steps: flags.svg_steps.clone(),
            graph: flags.graph.graph.clone(),
        })
    }

    /// Refuses flags that only apply to formats which were not asked for.
    ///
    /// # Errors
    /// Such a flag was given.
    pub fn refuse_idle_flags(&self) -> Result<(), FatalError> {
        if self.notation.is_some() && !self.formats.contains(&OutputFormat::Text) {
            return Err(FatalError::new(
                "--notation is for text answers (--format text): leave it out",
                "--notation はテキストの答え (--format text) のためのものです: 外してください",
            ));
        }
        if self.full && !self.formats.contains(&OutputFormat::Text) {
            return Err(FatalError::new(
                "--full is for text answers (--format text); other formats are never shortened: leave it out",
                "--full はテキストの答え (--format text) のためのもので、ほかの形式は省略しません: 外してください",
            ));
        }
        let leaves_out_rest = self.drawing.leaves_out_rest && self.svg_steps.is_none();
        refuse_idle_flags(&self.formats, leaves_out_rest, self.out_encoding)
    }

    /// Refuses side lines (変化) when no format that was asked for can hold them.
    ///
    /// # Errors
    /// No format can hold them.
    pub fn refuse_idle_side_lines(&self) -> Result<(), FatalError> {
        let has_place = |format: &OutputFormat| match format.kind() {
            FormatKind::Text => self.notation.is_none(),
            FormatKind::Json => true,
            FormatKind::Svg => false,
            FormatKind::Record(record) => Loss::SideLines(1).is_held_by(record),
        };
        if self.formats.iter().any(has_place) {
            return Ok(());
        }
        Err(FatalError::new(
            "--variations is for text (without --notation), JSON, KIF, KI2 and JKF; other formats cannot contain \
             variations: write one of these, or leave it out",
            "--variations はテキスト (--notation なし)、JSON、KIF、KI2、JKF のためのもので、ほかの答えには書けません: \
             これらのどれかで書くか、外してください",
        ))
    }

    /// Refuses a problem that no format asked for can hold, before anything is searched.
    ///
    /// # Errors
    /// What the first of the formats cannot express of the problem itself, whatever its answer is.
    pub fn refuse_unwritable(&self, problem: &Problem, lang: Lang) -> Result<(), Failure> {
        let record = Record::new(problem.position().clone(), Vec::new());
        let bare = Problem { record, ..problem.clone() };
        let mut refusal = None;
        for &format in &self.formats {
            let FormatKind::Record(record) = format.kind() else { return Ok(()) };
            let written = write_checked(&bare, record);
            match written.and_then(|text| encoded(&text, format, self.out_encoding).map(drop)) {
                Ok(()) => return Ok(()),
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        refusal.map_or(Ok(()), |error| Err(Failure::unwritable(problem, error.message(lang))))
    }

    /// Opens the destination of the answers. Files that are read are never replaced.
    ///
    /// # Errors
    /// An I/O error, one file for answers in several formats, or a diagram together with other formats on standard
    /// output, where its end could not be recognised.
    pub fn destination(&self, inputs: &InputFiles, lang: Lang) -> Result<Destination, FatalError> {
        match &self.out {
            None if self.formats.len() > 1 && self.formats.contains(&OutputFormat::Svg) => {
                Err(FatalError::new(
                    "--format: a diagram cannot be written to standard output together with other formats: give --out \
                 a folder, such as answers/",
                    "--format: 標準出力では図をほかの形式と一緒に書けません: --out に answers/ のようなフォルダーを指定してください",
                ))
            }
            None => Ok(Destination::Stdout(Output::new())),
            Some(path) if self.formats.len() > 1 && !is_folder(path) => {
                let path = path.display();
                let english = format!("--out {path}: several formats need a folder, such as answers/");
                let japanese =
                    format!("--out {path}: 形式が複数のときは answers/ のようなフォルダーが必要です");
                Err(FatalError::new(english, japanese))
            }
            Some(path) if is_folder(path) => Destination::folder(path, inputs.clone(), true),
            Some(path) => Destination::stream(path, lang),
        }
    }

    /// Opens the folder of `--svg-steps`, if it was given.
    ///
    /// # Errors
    /// An I/O error.
    pub fn steps(&self, inputs: &InputFiles) -> Result<Option<Destination>, FatalError> {
        let folder = self.svg_steps.as_deref();
        folder.map(|folder| Destination::folder(folder, inputs.clone(), true)).transpose()
    }
}
