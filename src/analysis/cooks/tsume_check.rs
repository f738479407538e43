//! The whole check of a tsume. It examines the line and, when the verdict depends on which of several equally
//! long lines (変同) is the intended one, searches for a line with which the tsume is sound, or proves that
//! every line has a cook.

use super::cook_check::{CookCheck, CookStep};
use super::finding::CookExamination;
use super::meant_line::{EqualLines, cooked};
use super::state::{CookState, Searched};
use crate::analysis::check::Intended;
use crate::analysis::soundness::Soundness;
use crate::problem::Question;
use crate::solve::{Budget, CheckpointError, Limits, Options, Progress};
use crate::store::Folder;
use serde_json::Value;
use std::time::Duration;

/// A [`CookCheck`] that, when the verdict depends on a line that is not stated, is followed by checks with
/// other lines stated, until the problem is sound with one of them. The examination contains that line as
/// [`sound_line`](CookExamination::sound_line). If every line has a cook, the problem is unsound. To be
/// driven by calls of [`advance`](TsumeCheck::advance).
pub struct TsumeCheck {
    question: Question,
    intended: Intended,
    options: Options,
    limits: Limits,
    examining: CookCheck,
    lines: Option<OtherLines>,
}

/// The lines that are tried after the examination.
struct OtherLines {
    /// The result of the examination.
    found: Box<CookExamination>,
    left: EqualLines,
    /// The searches made for the lines tried so far.
    searches: Vec<Searched>,
    /// The check with the current line; `None` at the end.
    running: Option<Box<CookCheck>>,
}

impl OtherLines {
    /// Records the result of the check with the line that was tried.
    fn note(&mut self, with_line: CookExamination) {
        self.found.nodes += with_line.nodes;
        self.found.seconds += with_line.seconds;
        if with_line.soundness == Soundness::Sound {
            self.found.sound_line = Some(with_line.main);
            self.left = EqualLines::none();
        } else {
            self.left.add(&with_line);
        }
    }
}

impl TsumeCheck {
    /// Prepares the check. The arguments are those of [`CookCheck::new`].
    pub fn new(question: &Question, intended: Intended, options: &Options, limits: Limits) -> TsumeCheck {
        TsumeCheck {
            examining: CookCheck::new(question, intended.clone(), options, limits),
            question: question.clone(),
            intended,
            options: options.clone(),
            limits,
            lines: None,
        }
    }

    /// Runs the check to its end.
    pub fn run(mut self) -> Box<CookExamination> {
        loop {
            if let CookStep::Done(found) = self.advance(Budget::Unlimited) {
                return found;
            }
        }
    }

    /// Works until the budget of this call is used up or a move is finished. Calls after the end return the
    /// same result.
    pub fn advance(&mut self, budget: Budget) -> CookStep {
        match self.lines.take() {
            Some(lines) => self.try_line(lines, budget),
            None => match self.examining.advance(budget) {
                CookStep::Done(found) => {
                    let left = EqualLines::of(&found, &[]);
                    self.try_next(OtherLines { found, left, searches: Vec::new(), running: None })
                }
                progress @ CookStep::Progress(_) => progress,
            },
        }
    }

    /// Continues the check with the current line.
    fn try_line(&mut self, mut lines: OtherLines, budget: Budget) -> CookStep {
        let is_stopped = self.options.stop.is_set();
        let step = match lines.running.as_mut().filter(|_| !is_stopped) {
            None => CookStep::Done(lines.found.clone()),
            Some(check) => match check.advance(budget) {
                CookStep::Done(with_line) => {
                    lines.searches.extend_from_slice(&check.state().searches);
                    lines.note(*with_line);
                    return self.try_next(lines);
                }
                progress @ CookStep::Progress(_) => progress,
            },
        };
        self.lines = Some(lines);
        step
    }

    /// Starts the check with the next line, if there is one and the check is not stopped.
    fn try_next(&mut self, mut lines: OtherLines) -> CookStep {
        let is_stopped = self.options.stop.is_set();
        let line = if is_stopped { None } else { lines.left.take() };
        if line.is_none() && !is_stopped && lines.left.are_all_cooked() {
            lines.found.soundness = cooked(&lines.found);
        }
        lines.running = line.map(|line| {
            let intended = Intended { line, ..self.intended.clone() };
            // The table still holds the mate of the problem.
            let options = Options { goes_on: true, ..self.options.clone() };
            Box::new(CookCheck::new(&self.question, intended, &options, self.limits).until_flaw())
        });
        let step = match lines.running {
            Some(_) => CookStep::Progress((0, Progress::default())),
            None => CookStep::Done(lines.found.clone()),
        };
        self.lines = Some(lines);
        step
    }

    /// The number of plies of the line being examined; 0 while it is not known.
    pub fn plies(&self) -> usize {
        self.examining.plies()
    }

    /// The state of the check, like [`CookCheck::state`], including the searches for the lines tried after
    /// the examination.
    pub fn state(&self) -> CookState {
        let mut state = self.examining.state().clone();
        if let Some(lines) = &self.lines {
            state.searches.extend_from_slice(&lines.searches);
            let running = lines.running.iter().flat_map(|check| &check.state().searches);
            state.searches.extend(running.cloned());
        }
        state
    }

    /// Resumes from a state, like [`CookCheck::go_on`].
    pub fn go_on(mut self, state: CookState) -> Option<TsumeCheck> {
        let mut searches = state.searches.into();
        self.examining.take_over(&mut searches)?;
        while !searches.is_empty() {
            // The check that took over is finished: this call makes no search, it moves on to the next line.
            self.advance(Budget::Nodes(0));
            self.lines.as_mut()?.running.as_mut()?.take_over(&mut searches)?;
        }
        Some(self)
    }

    /// Keeps the state of the examination's searches, like [`CookCheck::keep_searches`].
    ///
    /// # Errors
    /// The same as there.
    #[doc(hidden)]
    pub fn keep_searches(&mut self, folder: Box<dyn Folder>, note: Value) -> Result<(), CheckpointError> {
        self.examining.keep_searches(folder, note)
    }

    /// Writes that state, like [`CookCheck::save_searches`].
    ///
    /// # Errors
    /// The same as there.
    #[doc(hidden)]
    pub fn save_searches(&mut self, time: Option<Duration>) -> Result<bool, CheckpointError> {
        self.examining.save_searches(time)
    }
}
