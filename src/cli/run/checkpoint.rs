//! `--checkpoint` and `tsumugi resume`: a search that goes on in another process, with the same answer.

use crate::cli::args::{CheckpointFlags, GeneralFlags, ResumeFlags, SolveFlags};
use crate::cli::command::solve::Answers;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::Trouble;
use crate::cli::input::failure::Refusal;
use crate::cli::input::items::for_each_problem;
use crate::cli::output::batch::Batch;
use crate::cli::output::files::Inputs;
use crate::cli::output::graph::{GraphFile, GraphPath, parse_graph_path};
use crate::cli::output::streams::complain;
use crate::cli::run::options::{SearchOptions, language};
use crate::cli::run::session::Session;
use crate::position::SfenWarning;
use crate::problem::{Place, Problem, Reader};
use crate::report::{Lang, Message};
use crate::solve::Outcome;
use crate::solve::helpmate::{CheckpointError, DiskFailure, Resumed, Solver};
use crate::store::DiskFolder;
use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two checkpoints of a search that does not say.
const DEFAULT_EVERY: Duration = Duration::from_secs(600);

/// What a checkpoint carries along for the command line: the problem as it was read and how the answer is written.
#[derive(Debug, Serialize, Deserialize)]
struct Note {
    problem: String,
    file: String,
    line: u64,
    /// Whether the piece box went to the defender's hand.
    rest: bool,
    /// What `--attacker` said.
    attacker: Option<String>,
    /// Whether `--rule` was given; of older checkpoints it is not known.
    #[serde(default = "yes")]
    rule_is_given: bool,
    /// Whether the problem's text said nothing of the hands.
    #[serde(default)]
    hands_are_missing: bool,
    json: bool,
    full: bool,
    japanese: bool,
    every_seconds: f64,
    /// Where the graph goes: a whole path, for the search may go on in another folder.
    #[serde(default)]
    graph: Option<PathBuf>,
    /// The length that the user expects.
    #[serde(default)]
    expected: Option<u64>,
}

/// A search's checkpoint: where it is, and when the next one is due.
pub struct Schedule {
    path: PathBuf,
    every: Duration,
    due: Instant,
    /// Whether the answer is to be verified.
    verifies: bool,
    lang: Lang,
}

impl Schedule {
    fn new(path: &Path, every: Duration, verifies: bool, lang: Lang) -> Schedule {
        Schedule { path: path.to_owned(), every, due: Instant::now() + every, verifies, lang }
    }

    /// Writes a checkpoint when it is time to. One that cannot be written ends the search.
    pub fn save_if_due(&mut self, solver: &mut Solver) {
        if Instant::now() >= self.due {
            // The time that writing takes does not count, so that a slow disk cannot take all of it.
            let saved = solver.save();
            self.due = Instant::now() + self.every;
            if let Err(error) = saved {
                let error = error.message(self.lang);
                log::warn!("{}: {error}", self.lang.pick("途中経過", "checkpoint"));
            }
        }
    }

    /// The search has ended: a last checkpoint, and how to go on if something is left to be done.
    pub fn finish(&self, solver: &mut Solver, outcome: &Outcome) {
        let failure = match solver.disk_failure() {
            Some(failure) => Some(failure),
            None => solver.save().err().map(DiskFailure::from),
        };
        let is_whole = outcome.is_decided() && outcome.reason.is_none();
        let is_done = is_whole && (!self.verifies || outcome.verified.is_some());
        let left = failure.as_ref().map_or(Ok(()), |_| solver.examine_checkpoint());
        if let Some(failure) = &failure {
            let state = match is_done {
                true => self.lang.pick("答えは出ています", "the answer is found all the same").to_owned(),
                false => self.what_is_left(&left),
            };
            let failure = failure.message(self.lang);
            complain(format_args!("{}: {failure}: {state}", self.path.display()));
        }
        if !is_done && left.is_ok() {
            let command = format!("tsumugi resume {}", quoted(&self.path));
            complain(self.lang.pick(format!("再開: {command}"), format!("to go on: {command}")));
        }
    }

    /// What is left of the checkpoint when it could not be written.
    fn what_is_left(&self, left: &Result<(), CheckpointError>) -> String {
        match left {
            Ok(()) => self
                .lang
                .pick(
                    "前の途中経過は残っています。空きを作ってから再開できます",
                    "the checkpoint before it is good; make room and resume",
                )
                .to_owned(),
            Err(error @ (CheckpointError::Missing | CheckpointError::Damaged { .. })) => {
                let error = error.message(self.lang);
                self.lang.pick(
                    format!(
                        "途中経過は残っていません ({error}): 消えないフォルダーを指定して解き直してください"
                    ),
                    format!("no checkpoint is left ({error}): solve it again, with a folder that stays"),
                )
            }
            Err(error) => {
                let error = error.message(self.lang);
                self.lang.pick(
                    format!("前の途中経過が残っているか分かりません: {error}"),
                    format!("whether the checkpoint before it is good cannot be told: {error}"),
                )
            }
        }
    }
}

/// `tsumugi solve --checkpoint`.
///
/// # Errors
/// The input is not one problem, the folder cannot be used, or stdout fails.
pub fn solve(
    flags: &SolveFlags,
    checkpoint: &CheckpointFlags,
    folder: &Path,
    session: &mut Session,
    lang: Lang,
) -> anyhow::Result<Tally> {
    let batch = Batch { json: flags.json, ..Batch::new(lang) };
    let mut answers = Answers::new(batch, flags.full, GraphFile::new(flags.graph.graph.clone(), lang));
    let mut problems = Vec::new();
    for_each_problem(&flags.inputs.inputs, &flags.inputs.reading, &mut |item| {
        problems.push(item);
        Ok(if problems.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let (Some(problem), None) = (problems.pop(), problems.pop()) else {
        return Err(Trouble::new(
            "--checkpoint takes one problem at a time: the input has several",
            "--checkpoint は一題ずつです: 入力に複数の問題があります",
        )
        .into());
    };
    let every = checkpoint.every;
    let spill = &mut session.options.solver.spill;
    *spill = spill.take().map(|folder| whole_path(&folder));
    // There is nothing behind the one problem that the user could be tired of.
    let _ = answers.write(problem, session, |problem, task, session| {
        let mut solver = session.solver(task)?;
        let note = Note::new(problem, &session.options, flags, lang, every);
        let opened = DiskFolder::create(folder).map_err(|error| error.message(lang));
        let begun = opened.and_then(|opened| {
            let note = serde_json::to_value(&note).map_err(|error| error.to_string())?;
            solver.keep_checkpoint(Box::new(opened), note).map_err(|error| error.message(lang))
        });
        begun.map_err(|why| Refusal::Checkpoint(format!("{}: {why}", folder.display())))?;
        let schedule = Schedule::new(folder, every, session.options.solver.verify, lang);
        Ok(session.drive(problem, solver, Some(schedule)))
    })?;
    Ok(answers.tally())
}

/// `tsumugi resume`.
///
/// # Errors
/// The folder holds no checkpoint that can be read, or stdout fails.
pub fn resume(flags: &ResumeFlags, general: &GeneralFlags, session: &mut Session) -> anyhow::Result<Tally> {
    let lang = language(general);
    let in_folder = |why: String| anyhow!("{}: {why}", flags.folder.display());
    let folder = DiskFolder::open(&flags.folder).map_err(|error| in_folder(error.message(lang)))?;
    let stop = session.interrupt.stop_flag();
    let mut verifies = false;
    let resumed = Solver::resume(Box::new(folder), |options| {
        verifies = options.verify;
        options.stop = stop;
        options.limits.time = flags.time;
        options.limits.memory =
            flags.memory.map(crate::cli::run::options::helpmate_memory).or(options.limits.memory);
        options.threads = flags
            .threads
            .map_or(options.threads, |threads| crate::cli::run::options::usable_threads(threads, 1));
    });
    let Resumed { mut solver, note, is_finished } =
        resumed.map_err(|error| in_folder(error.message(lang)))?;
    let foreign = || in_folder(CheckpointError::Foreign.message(lang));
    let mut note: Note = serde_json::from_value(note).map_err(|_| foreign())?;
    let problem = note.problem().ok_or_else(foreign)?;
    if let Some(graph) = &flags.graph.graph {
        Inputs::of([&OsString::from(&note.file)]).refuse(graph.path())?;
    }
    note.change(flags);
    solver.set_note(serde_json::to_value(&note)?);
    let lang = if general.lang_is_given() { lang } else { note.lang() };
    if is_finished && !general.quiet {
        complain(lang.pick(
            "この探索は終わっています: 最後の層から答えを出し直します",
            "this search had ended: its answer is found again from the last layer",
        ));
    }
    session.options.solver.key_width = solver.key_width();
    session.options.rest = note.rest;
    session.options.attacker = note.attacker();
    session.expected = note.expected;
    let every = Duration::try_from_secs_f64(note.every_seconds).unwrap_or(DEFAULT_EVERY);
    let schedule = Schedule::new(&flags.folder, every, verifies, lang);
    session.options.rule = session.options.rule.filter(|_| note.rule_is_given);
    let batch = Batch { json: note.json, ..Batch::new(lang) };
    let mut answers = Answers::new(batch, note.full, GraphFile::new(note.graph(), lang));
    let _ = answers.write(Ok(problem), session, |problem, _, session| {
        Ok(session.drive(problem, solver, Some(schedule)))
    })?;
    Ok(answers.tally())
}

fn yes() -> bool {
    true
}

impl Note {
    fn new(
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
            rest: options.rest,
            attacker: options.attacker.map(|color| color.to_string()),
            rule_is_given: options.rule.is_some(),
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
    fn change(&mut self, flags: &ResumeFlags) {
        if let Some(every) = flags.every {
            self.every_seconds = every.as_secs_f64();
        }
        if let Some(graph) = &flags.graph.graph {
            self.graph = Some(whole_path(graph.path()));
        }
    }

    fn graph(&self) -> Option<GraphPath> {
        parse_graph_path(self.graph.as_ref()?.to_str()?).ok()
    }

    fn problem(&self) -> Option<Problem> {
        let problem = Reader::new(self.problem.as_bytes(), "").next()?.ok()?;
        let warning = self.hands_are_missing.then_some(SfenWarning::NoHands);
        Some(Problem { place: Place { file: self.file.clone(), line: self.line }, warning, ..problem })
    }

    fn attacker(&self) -> Option<crate::types::Color> {
        crate::types::Color::ALL.into_iter().find(|color| Some(color.to_string()) == self.attacker)
    }

    fn lang(&self) -> Lang {
        if self.japanese { Lang::Ja } else { Lang::En }
    }
}

/// A path that means the same in every working folder.
fn whole_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or(path.to_owned())
}

/// A path as a shell takes it.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:=@".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
