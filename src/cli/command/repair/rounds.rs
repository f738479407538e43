//! The rounds in which several workers try out the changes of a problem.

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

/// Candidates that a worker judges at a time. Helpmates take little time each; repairs are written only when all
/// candidates of the chunk are judged.
const fn at_a_time(rule: Rule) -> usize {
    if rule.is_cooperative() { 8 } else { 1 }
}

/// The rounds of a problem.
pub(super) struct Rounds<'a> {
    pub problem: &'a Problem,
    pub question: &'a Question,
    /// The number of workers.
    pub jobs: usize,
    /// The greatest number of repairs that are wanted.
    pub most: u64,
    /// The greatest number of candidates that are judged.
    pub whole: u64,
    /// Set when enough repairs are found.
    pub stop: StopFlag,
    pub interrupt: &'a Interrupt,
    pub state: &'a mut State,
    pub sink: &'a mut FoundSink,
    pub line: &'a mut ProgressLine,
}

impl Rounds<'_> {
    /// Tries candidates until all are judged, enough repairs are found, or the run is interrupted.
    ///
    /// # Errors
    /// An output fails.
    pub fn run(mut self, repairs: Repairs, mender: impl Fn() -> Mender) -> anyhow::Result<Repairs> {
        // The iterator over trials and the closure that counts them use `repairs` alternately, never at the same
        // time.
        let repairs = RefCell::new(repairs);
        // A worker's `Mender` is kept from round to round, since it reuses what it has learnt.
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

    /// Counts the candidates that were tried, and writes the repairs among them.
    fn take_in(&mut self, chunk: &[Tried], repairs: &mut Repairs) -> anyhow::Result<ControlFlow<()>> {
        // The results may be incomplete: the run that resumes judges these candidates anew.
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

/// Trials in chunks of at most `size` for the workers.
fn chunks(mut trials: impl Iterator<Item = Trial>, size: usize) -> impl Iterator<Item = Vec<Trial>> {
    std::iter::from_fn(move || {
        let chunk: Vec<Trial> = trials.by_ref().take(size).collect();
        (!chunk.is_empty()).then_some(chunk)
    })
}
