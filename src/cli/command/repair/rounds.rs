//! The rounds in which the changes of a problem are tried out, by several workers.

use super::state::State;
use crate::cli::run::found_sink::FoundSink;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::pool::{AHEAD, ending, in_order};
use crate::cli::run::progress::ProgressLine;
use crate::compose::{Mender, Repairs, Trial, Tried};
use crate::problem::{Problem, Question, Rule};
use crate::report::Made;
use crate::solve::StopFlag;
use std::cell::RefCell;
use std::ops::ControlFlow;

/// Candidates that a worker judges at a time: helpmates take little, and repairs are told when all of them are judged.
const fn at_a_time(rule: Rule) -> usize {
    if rule.is_cooperative() { 8 } else { 1 }
}

/// The rounds of a problem.
pub(super) struct Rounds<'a> {
    pub problem: &'a Problem,
    pub question: &'a Question,
    /// How many workers there are.
    pub jobs: usize,
    /// How many repairs are wanted at most.
    pub most: u64,
    /// How many candidates are judged at most.
    pub whole: u64,
    /// Set when enough repairs are found.
    pub stop: StopFlag,
    pub interrupt: &'a Interrupt,
    pub state: &'a mut State,
    pub sink: &'a mut FoundSink,
    pub line: &'a mut ProgressLine,
}

impl Rounds<'_> {
    /// Tries candidates out until all are judged, enough repairs are found, or an interrupt comes.
    ///
    /// # Errors
    /// Those of the outputs.
    pub fn run(mut self, repairs: Repairs, mender: impl Fn() -> Mender) -> anyhow::Result<Repairs> {
        // Trials are taken and counted by turns.
        let repairs = RefCell::new(repairs);
        // What one has learnt in a round serves it in the next.
        let mut menders: Vec<Mender> = std::iter::repeat_with(mender).take(self.jobs).collect();
        let (interrupt, stop, jobs) = (self.interrupt, self.stop.clone(), self.jobs);
        let size = at_a_time(self.question.rule());
        let mut all_rounds = || -> anyhow::Result<()> {
            while !stop.is_set() && self.state.told < self.most && repairs.borrow_mut().next_round() {
                let mut idle = menders.iter_mut();
                let worker = || {
                    let mender = idle.next().expect("there are as many menders as workers");
                    move |chunk: Vec<Trial>| chunk.iter().map(|trial| mender.try_out(trial)).collect()
                };
                let trials = std::iter::from_fn(|| repairs.borrow_mut().next_trial());
                let chunks = chunks(trials, size).take_while(|_| !stop.is_set());
                let consume = |chunk: Vec<Tried>| self.take_in(&chunk, &mut repairs.borrow_mut());
                let consume = &mut ending(stop.clone(), consume);
                interrupt.while_searching(|| in_order(jobs, AHEAD, worker, consume, chunks))?;
            }
            Ok(())
        };
        interrupt.while_searching(&mut all_rounds)?;
        Ok(repairs.into_inner())
    }

    /// Counts what was tried out, and writes the repairs among it.
    fn take_in(&mut self, chunk: &[Tried], repairs: &mut Repairs) -> anyhow::Result<ControlFlow<()>> {
        // What was stopped is judged anew by the run that goes on.
        if self.interrupt.is_set() {
            return Ok(ControlFlow::Break(()));
        }
        for tried in chunk {
            let is_least = repairs.count(tried);
            if let Ok(repaired) = &tried.result
                && is_least
                && self.state.told < self.most
            {
                self.state.told += 1;
                let made = Made::by_repair(repaired, self.state.told, self.problem, self.question);
                self.line.aside(|| self.sink.write(&made))?;
            }
        }
        let (judged, found) = (repairs.state().tally.all(), self.state.told);
        self.sink.note(|| State { repair: repairs.state().clone(), ..self.state.clone() }.value())?;
        self.line.show_part(judged as f64 / self.whole.max(1) as f64, |lang| {
            lang.pick(format!("{judged}局面を調べ、{found}題"), format!("{judged} judged, {found} found"))
        });
        if self.state.told < self.most {
            return Ok(ControlFlow::Continue(()));
        }
        self.stop.stop();
        Ok(ControlFlow::Break(()))
    }
}

/// Trials in small parts for workers.
fn chunks(mut trials: impl Iterator<Item = Trial>, size: usize) -> impl Iterator<Item = Vec<Trial>> {
    std::iter::from_fn(move || {
        let chunk: Vec<Trial> = trials.by_ref().take(size).collect();
        (!chunk.is_empty()).then_some(chunk)
    })
}
