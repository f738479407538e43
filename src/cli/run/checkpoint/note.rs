//! The data of the command line in a checkpoint, stored as `note` in its manifest.

use crate::cli::args::{
    LONGEST_TIME, OutEncodingFlag, OutputFormat, ResumeFlags, SolveFlags, StyleFlag, parse_graph_path,
};
use crate::cli::fatal_error::FatalError;
use crate::cli::output::AnswerForm;
use crate::cli::output::drawing::Drawing;
use crate::cli::output::files::InputFiles;
use crate::cli::run::options::SearchOptions;
use crate::position::{Rule, SfenWarning};
use crate::problem::{Contradiction, Place, Problem, ProblemWarning, Reader, StatedHeader, UnknownRule};
use crate::report::Lang;
use crate::types::Color;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time between two checkpoints when the note contains no usable one.
const DEFAULT_EVERY: Duration = Duration::from_secs(600);

/// The problem as it was read, and the form and destination of its answer. Keys are only ever added, with a default,
/// so that checkpoints of earlier versions can be resumed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Note {
    problem: String,
    /// The file and the line of the problem, for messages.
    file: String,
    line: u64,
    /// Whether the pieces in the box were added to the defender's hand.
    pub rest: bool,
    /// The value of `--attacker`.
    attacker: Option<String>,
    /// Whether `--rule` was given; older checkpoints do not record it.
    #[serde(default = "yes")]
    pub rule_is_given: bool,
    /// Whether the problem's text did not state the hands.
    #[serde(default)]
    hands_are_missing: bool,
    /// Headers of the problem's text that may mean another rule: key, value, and the unknown words.
    #[serde(default)]
    unknown_rules: Vec<[String; 3]>,
    /// Headers that contradict each other: key and value of both.
    #[serde(default)]
    contradictions: Vec<[[String; 2]; 2]>,
    /// Whether the answer is only a JSON object; versions before `formats` read just this key.
    json: bool,
    full: bool,
    japanese: bool,
    every_seconds: f64,
    /// The formats of the answer; empty in older checkpoints, where `json` decides.
    #[serde(default)]
    formats: Vec<OutputFormat>,
    #[serde(default)]
    notation: Option<StyleFlag>,
    /// The destination of the answer; `None` for standard output. This path and those below are absolute, because the
    /// search may be resumed in another working directory.
    #[serde(default)]
    out: Option<PathBuf>,
    /// The files and folders that the problem was read from, which no output replaces; `None` in older checkpoints.
    #[serde(default)]
    inputs: Option<Vec<PathBuf>>,
    #[serde(default)]
    out_encoding: OutEncodingFlag,
    #[serde(default)]
    no_rest_hand: bool,
    #[serde(default)]
    svg_steps: Option<PathBuf>,
    /// The file for the graph.
    #[serde(default)]
    graph: Option<PathBuf>,
    /// The file for the certificate.
    #[serde(default)]
    pub certificate: Option<PathBuf>,
    /// The length of the mate that the user expects.
    #[serde(default)]
    pub expected: Option<u64>,
}

fn yes() -> bool {
    true
}

impl Note {
    /// The note of a search that begins now.
    pub fn new(
        problem: &Problem,
        options: &SearchOptions,
        form: &AnswerForm,
        flags: &SolveFlags,
        lang: Lang,
    ) -> Note {
        Note {
            problem: problem.to_string(),
            file: problem.place.file.clone(),
            line: problem.place.line,
            rest: options.choices.rest,
            attacker: options.choices.attacker.map(|color| color.to_string()),
            rule_is_given: options.choices.rule.is_some(),
            hands_are_missing: problem.warnings.contains(&SfenWarning::NoHands.into()),
            unknown_rules: problem.warnings.iter().filter_map(unknown_rule).collect(),
            contradictions: problem.warnings.iter().filter_map(contradiction).collect(),
            json: form.formats == [OutputFormat::Json],
            full: form.full,
            japanese: lang == Lang::Ja,
            every_seconds: flags.checkpoint.every.as_secs_f64(),
            formats: form.formats.clone(),
            notation: form.notation,
            out: form.out.as_deref().map(whole_path),
            inputs: Some(whole_inputs(&flags.inputs.inputs)),
            out_encoding: form.out_encoding,
            no_rest_hand: form.drawing.leaves_out_rest,
            svg_steps: form.svg_steps.as_deref().map(whole_path),
            graph: form.graph.as_ref().map(|graph| whole_path(graph.path())),
            certificate: flags.certificate.as_deref().map(whole_path),
            expected: flags.plies,
        }
    }

    /// Leaves out a file that problems of this rule do not have. It was asked for by an earlier run, which said so.
    pub fn leave_out_useless(&mut self, rule: Rule) {
        match rule.is_cooperative() {
            true => self.certificate = None,
            false => self.graph = None,
        }
    }

    /// Takes over the flags of `resume`; they also apply to later resumptions.
    ///
    /// # Errors
    /// The extension of the file of `--out` is that of a format that cannot be written.
    pub fn change(&mut self, flags: &ResumeFlags) -> Result<(), FatalError> {
        if let Some(every) = flags.every {
            self.every_seconds = every.as_secs_f64();
        }
        let formats = match &flags.format[..] {
            [] => OutputFormat::told_by(flags.out.as_deref())?.map(|format| vec![format]),
            formats => Some(formats.to_vec()),
        };
        if let Some(formats) = formats {
            self.json = formats == [OutputFormat::Json];
            self.formats = formats;
        }
        self.notation = flags.notation.or(self.notation);
        if let Some(out) = &flags.out {
            self.out = Some(whole_path(out));
        }
        if let Some(folder) = &flags.svg_steps {
            self.svg_steps = Some(whole_path(folder));
        }
        if let Some(certificate) = &flags.certificate {
            self.certificate = Some(whole_path(certificate));
        }
        if let Some(graph) = &flags.graph.graph {
            self.graph = Some(whole_path(graph.path()));
        }
        Ok(())
    }

    /// The time between two checkpoints.
    pub fn every(&self) -> Duration {
        let every = Duration::try_from_secs_f64(self.every_seconds).ok();
        every.filter(|&every| every <= LONGEST_TIME).unwrap_or(DEFAULT_EVERY)
    }

    /// The form of the answer, and its destination.
    pub fn form(&self) -> AnswerForm {
        let formats = match (&self.formats[..], self.json) {
            ([], true) => vec![OutputFormat::Json],
            ([], false) => vec![OutputFormat::Text],
            (formats, _) => formats.to_vec(),
        };
        let graph = self.graph.as_ref().and_then(|path| parse_graph_path(path.to_str()?).ok());
        AnswerForm {
            formats,
            full: self.full,
            notation: self.notation,
            out: self.out.clone(),
            out_encoding: self.out_encoding,
            drawing: Drawing { leaves_out_rest: self.no_rest_hand },
            svg_steps: self.svg_steps.clone(),
            graph,
        }
    }

    /// The problem as it was read; `None` if the note contains no problem.
    pub fn problem(&self) -> Option<Problem> {
        let problem = Reader::new(self.problem.as_bytes(), "").next()?.ok()?;
        let hands = self.hands_are_missing.then(|| SfenWarning::NoHands.into());
        let rules = self
            .unknown_rules
            .iter()
            .cloned()
            .map(|[key, value, words]| ProblemWarning::UnknownRule(UnknownRule { key, value, words }));
        let contradictions = self.contradictions.iter().cloned().map(|headers| {
            let [first, second] = headers.map(|[key, value]| StatedHeader { key, value });
            ProblemWarning::Contradiction(Contradiction { first, second })
        });
        let warnings = hands.into_iter().chain(rules).chain(contradictions).collect();
        Some(Problem { place: Place { file: self.file.clone(), line: self.line }, warnings, ..problem })
    }

    /// The files that were read. Older checkpoints contain only the name used in messages, which is a valid path if
    /// the search is resumed in the same working directory.
    pub fn input_files(&self) -> InputFiles {
        let Some(paths) = &self.inputs else { return InputFiles::of([&OsString::from(&self.file)]) };
        let mut inputs = InputFiles::default();
        paths.iter().for_each(|path| inputs.add(path));
        inputs
    }

    /// The attacker given by `--attacker`, if any.
    pub fn attacker(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| Some(color.to_string()) == self.attacker)
    }

    /// The language of the answer.
    pub fn lang(&self) -> Lang {
        if self.japanese { Lang::Ja } else { Lang::En }
    }
}

/// The header that a warning is about, if it may mean another rule.
fn unknown_rule(warning: &ProblemWarning) -> Option<[String; 3]> {
    match warning {
        ProblemWarning::UnknownRule(UnknownRule { key, value, words }) => {
            Some([key.clone(), value.clone(), words.clone()])
        }
        _ => None,
    }
}

/// The headers that a warning is about, if they contradict each other.
fn contradiction(warning: &ProblemWarning) -> Option<[[String; 2]; 2]> {
    match warning {
        ProblemWarning::Contradiction(Contradiction { first, second }) => {
            Some([first, second].map(|header| [header.key.clone(), header.value.clone()]))
        }
        _ => None,
    }
}

/// The files and folders among INPUT arguments, as absolute paths. Names that are not Unicode are left out, because
/// JSON cannot hold them.
fn whole_inputs(arguments: &[OsString]) -> Vec<PathBuf> {
    let paths = arguments.iter().map(Path::new).filter(|path| path.as_os_str() != "-" && path.exists());
    paths.map(whole_path).filter(|path| path.to_str().is_some()).collect()
}

/// The absolute path, which is independent of the working directory.
pub fn whole_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn notes_of_earlier_versions_say_what_they_say() {
        for (json, format) in [(true, OutputFormat::Json), (false, OutputFormat::Text)] {
            let note = json!({
                "problem": "8k/9/8G/9/9/9/9/9/9 b G 1", "file": "set.sfen", "line": 3, "rest": false, "attacker": null,
                "json": json, "full": true, "japanese": false, "every_seconds": 600.0,
            });
            let note: Note = serde_json::from_value(note).expect("a note");
            let form = note.form();
            assert_eq!(form.formats, [format]);
            assert!(form.full && form.out.is_none() && form.notation.is_none() && form.graph.is_none());
            assert!(note.rule_is_given && note.problem().is_some() && note.inputs.is_none());
        }
    }
}
