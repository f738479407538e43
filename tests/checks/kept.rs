//! Checks of both forms, driven in pieces, and what is kept between two of them.

use super::folder::MemoryFolder;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tsumugi::analysis::{CheckStep, CookStep, Intended, SoundnessCheck, TsumeCheck};
use tsumugi::problem::{ExpectedPlies, Problem, Question, Reader};
use tsumugi::report::{
    CheckReport, CookReport, Report, Request, check_note, cook_state_json, probes_json, read_cook_state,
    read_probes,
};
use tsumugi::solve::{CheckpointError, StopFlag};
use tsumugi::{Budget, Choices, Options};

/// What is checked.
pub struct Task {
    pub problem: Problem,
    pub question: Question,
    pub intended: Intended,
    pub options: Options,
    pub backward: bool,
}

/// A check of either form.
pub enum Check {
    Cooks(Box<TsumeCheck>),
    Solutions(Box<SoundnessCheck>),
}

/// What is kept of a check between two processes.
#[derive(Clone, Default)]
pub struct Kept {
    pub state: Option<String>,
    pub folder: MemoryFolder,
}

pub fn problems(text: &str) -> Vec<Problem> {
    Reader::new(text.as_bytes(), "problems.sfen").map(|problem| problem.expect("a problem")).collect()
}

impl Task {
    /// The check that the problem states.
    pub fn new(problem: &Problem, choices: &Choices, options: &Options) -> Task {
        let question = Question::new(problem, choices).expect("a question");
        let plies = match problem.plies {
            Some(ExpectedPlies::Mate(plies)) => Some(plies),
            _ => None,
        };
        let solutions = problem.intended_solutions.clone();
        let intended = Intended { line: problem.record.moves.clone(), plies, solutions };
        Task { problem: problem.clone(), question, intended, options: options.clone(), backward: false }
    }

    pub fn note(&self) -> Value {
        check_note(&self.question, &self.intended, &self.options, self.backward)
    }

    /// A check that begins. No table of an earlier one is at hand.
    pub fn begin(&self, stop: &StopFlag) -> Check {
        let options =
            Options { stop: stop.clone(), tables: Options::default().tables, ..self.options.clone() };
        let intended = self.intended.clone();
        if self.question.rule().is_cooperative() {
            Check::Solutions(Box::new(SoundnessCheck::new(&self.question, intended, &options, self.backward)))
        } else {
            Check::Cooks(Box::new(TsumeCheck::new(&self.question, intended, &options, options.limits)))
        }
    }

    /// A check that goes on; `None` when the state is refused. It keeps its searches in the folder.
    pub fn go_on(&self, kept: &Kept, stop: &StopFlag) -> Option<Check> {
        let mut check = self.begin(stop);
        if let Some(state) = &kept.state {
            let value: Value = serde_json::from_str(state).ok()?;
            let note = self.note();
            check = match check {
                Check::Cooks(check) => Check::Cooks(Box::new(check.go_on(read_cook_state(&value, &note)?)?)),
                Check::Solutions(check) => {
                    Check::Solutions(Box::new(check.go_on(read_probes(&value, &note)?)?))
                }
            };
        }
        check.keep(self, &kept.folder).ok()?;
        Some(check)
    }

    /// The answer as JSON, without what the searches cost.
    pub fn answer(&self, text: &str) -> Value {
        let mut value: Value = serde_json::from_str(text).expect("JSON");
        let object = value.as_object_mut().expect("an object");
        object.remove("stats");
        if let Some(check) = object.get_mut("check").and_then(Value::as_object_mut) {
            check.remove("nodes");
            check.remove("seconds");
        }
        if !self.question.rule().is_cooperative() {
            // It goes by look-ups in the table, of which a tsume that goes on makes others.
            let hits = object.remove("false_hits_expected").and_then(|hits| hits.as_f64());
            assert!(hits.is_some_and(|hits| hits < 1e-6), "{hits:?}");
        }
        value
    }

    /// The answer of a check that nothing stops.
    pub fn whole(&self) -> Value {
        let mut check = self.begin(&StopFlag::new());
        loop {
            if let Some(answer) = check.advance(self, Budget::Unlimited) {
                return answer;
            }
        }
    }
}

impl Check {
    /// Keeps what the searches know in a folder.
    pub fn keep(&mut self, task: &Task, folder: &MemoryFolder) -> Result<(), CheckpointError> {
        let (folder, note) = (Box::new(folder.clone()), task.note());
        match self {
            Check::Cooks(check) => check.keep_searches(folder, note),
            Check::Solutions(check) => check.keep_searches(folder, note),
        }
    }

    /// Works on for a while: the answer, if that is the end.
    pub fn advance(&mut self, task: &Task, budget: Budget) -> Option<Value> {
        let Task { problem, question, options, .. } = task;
        let request = Request::of(question.rule(), options);
        match self {
            Check::Cooks(check) => {
                let CookStep::Done(found) = check.advance(budget) else { return None };
                let report = Report { problem, question, outcome: &found.outcome, side_lines: &[], request };
                Some(task.answer(&CookReport { report, examination: &found }.json()))
            }
            Check::Solutions(check) => {
                let CheckStep::Done(found) = check.advance(budget) else { return None };
                let report = Report { problem, question, outcome: &found.outcome, side_lines: &[], request };
                Some(task.answer(&CheckReport { report, examination: &found }.json()))
            }
        }
    }

    /// What it has decided, as JSON.
    pub fn state(&self, task: &Task) -> String {
        let note = task.note();
        match self {
            Check::Cooks(check) => cook_state_json(&check.state(), &note),
            Check::Solutions(check) => probes_json(check.probes(), &note),
        }
        .to_string()
    }

    /// How many searches it has decided.
    pub fn decided(&self) -> usize {
        match self {
            Check::Cooks(check) => check.state().searches.len(),
            Check::Solutions(check) => check.probes().len(),
        }
    }

    /// Writes down what the searches know.
    pub fn save(&mut self) {
        let saved = match self {
            Check::Cooks(check) => check.save_searches(None),
            Check::Solutions(check) => check.save_searches(None),
        };
        assert!(saved.expect("a folder that can be written"));
    }

    /// What the next process finds. The folder is that of before, as it is now.
    pub fn left(&mut self, task: &Task, folder: &MemoryFolder) -> Kept {
        self.save();
        Kept { state: Some(self.state(task)), folder: folder.copy() }
    }
}

/// How a check is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// After a pause.
    Paused,
    /// Stopped, and asked for the partial answer first.
    Stopped,
    /// Stopped at any moment, by another thread.
    StoppedWithin,
    /// After a pause, without anything in a folder.
    WithoutFolder,
    /// After a pause, with the folder of an earlier pause.
    WithOldFolder,
}

/// The answer of a check that is left again and again after some `calls` of more and more `nodes`, and how often that was.
pub fn in_pieces(task: &Task, leaving: Leaving, calls: u64, nodes: u64) -> (Value, usize) {
    let mut kept = Kept::default();
    let mut decided = 0;
    for piece in 0.. {
        let stop = StopFlag::new();
        let mut check = task.go_on(&kept, &stop).expect("what is kept fits");
        assert_eq!(check.decided(), decided, "something decided is lost");
        let calls = if leaving == Leaving::StoppedWithin { 0 } else { calls + piece % 3 };
        for _ in 0..calls {
            // It comes on, however little is kept of what is not decided: a layer, or nothing.
            let budget = Budget::Nodes(nodes * (piece + 1));
            if let Some(answer) = check.advance(task, budget) {
                return (answer, piece as usize);
            }
        }
        if leaving == Leaving::Stopped {
            stop.stop();
            while check.advance(task, Budget::Unlimited).is_none() {}
        }
        if leaving == Leaving::StoppedWithin {
            let answer = stopped_within(&mut check, task, &stop, Duration::from_micros(20 << piece.min(20)));
            if let Some(answer) = answer {
                return (answer, piece as usize);
            }
        }
        let folder = kept.folder.clone();
        let left = check.left(task, &folder);
        decided = check.decided();
        kept = match leaving {
            Leaving::Paused | Leaving::Stopped | Leaving::StoppedWithin => left,
            Leaving::WithoutFolder => Kept { folder: MemoryFolder::default(), ..left },
            Leaving::WithOldFolder if piece % 4 == 3 => left,
            Leaving::WithOldFolder => Kept { state: left.state, folder },
        };
    }
    unreachable!("it comes to an end")
}

/// Works on until the end, and has another thread stop it after a while: the answer, if it came before.
fn stopped_within(check: &mut Check, task: &Task, stop: &StopFlag, after: Duration) -> Option<Value> {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(after);
            if !is_over.load(Ordering::SeqCst) {
                stop.stop();
            }
        });
        let answer = loop {
            if let Some(answer) = check.advance(task, Budget::Unlimited) {
                break answer;
            }
        };
        is_over.store(true, Ordering::SeqCst);
        Some(answer).filter(|_| !stop.is_set())
    })
}
