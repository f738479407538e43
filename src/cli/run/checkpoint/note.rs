//! What a checkpoint carries along for the command line.

use crate::cli::args::{GraphPath, ResumeFlags, SolveFlags, parse_graph_path};
use crate::cli::run::options::SearchOptions;
use crate::position::SfenWarning;
use crate::problem::{Place, Problem, Reader};
use crate::report::Lang;
use crate::types::Color;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time between two checkpoints of a search that does not say.
const DEFAULT_EVERY: Duration = Duration::from_secs(600);

/// What a checkpoint carries along for the command line: the problem as it was read and how the answer is written.
#[derive(Debug, Serialize, Deserialize)]
pub struct Note {
    problem: String,
    pub file: String,
    line: u64,
    /// Whether the piece box went to the defender's hand.
    pub rest: bool,
    /// What `--attacker` said.
    attacker: Option<String>,
    /// Whether `--rule` was given; of older checkpoints it is not known.
    #[serde(default = "yes")]
    pub rule_is_given: bool,
    /// Whether the problem's text said nothing of the hands.
    #[serde(default)]
    hands_are_missing: bool,
    pub json: bool,
    pub full: bool,
    japanese: bool,
    every_seconds: f64,
    /// Where the graph goes: a whole path, for the search may go on in another folder.
    #[serde(default)]
    graph: Option<PathBuf>,
    /// The length that the user expects.
    #[serde(default)]
    pub expected: Option<u64>,
}

fn yes() -> bool {
    true
}

impl Note {
    /// The note of a search that begins.
    pub fn new(
        problem: &Problem,
        options: &SearchOptions,
        flags: &SolveFlags,
        lang: Lang,
        every: Duration,
    ) -> Note {
        Note {
            problem: problem.to_string(),
            file: problem.place.file.clone(),
            line: problem.place.line,
            rest: options.choices.rest,
            attacker: options.choices.attacker.map(|color| color.to_string()),
            rule_is_given: options.choices.rule.is_some(),
            hands_are_missing: problem.warning == Some(SfenWarning::NoHands),
            json: flags.json,
            full: flags.full,
            japanese: lang == Lang::Ja,
            every_seconds: every.as_secs_f64(),
            graph: flags.graph.graph.as_ref().map(|graph| whole_path(graph.path())),
            expected: flags.plies,
        }
    }

    /// What is asked for when the search goes on holds from then on.
    pub fn change(&mut self, flags: &ResumeFlags) {
        if let Some(every) = flags.every {
            self.every_seconds = every.as_secs_f64();
        }
        if let Some(graph) = &flags.graph.graph {
            self.graph = Some(whole_path(graph.path()));
        }
    }

    /// The time between two checkpoints.
    pub fn every(&self) -> Duration {
        Duration::try_from_secs_f64(self.every_seconds).unwrap_or(DEFAULT_EVERY)
    }

    /// Where the graph goes.
    pub fn graph(&self) -> Option<GraphPath> {
        parse_graph_path(self.graph.as_ref()?.to_str()?).ok()
    }

    /// The problem as it was read; `None` for a note of something else.
    pub fn problem(&self) -> Option<Problem> {
        let problem = Reader::new(self.problem.as_bytes(), "").next()?.ok()?;
        let warning = self.hands_are_missing.then_some(SfenWarning::NoHands);
        Some(Problem { place: Place { file: self.file.clone(), line: self.line }, warning, ..problem })
    }

    /// What `--attacker` said.
    pub fn attacker(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| Some(color.to_string()) == self.attacker)
    }

    /// The language of the answer.
    pub fn lang(&self) -> Lang {
        if self.japanese { Lang::Ja } else { Lang::En }
    }
}

/// A path that means the same in every working folder.
pub fn whole_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or(path.to_owned())
}
