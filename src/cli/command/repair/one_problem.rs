//! The repair of one problem: the diagnosis, the rounds of trials, and the summary.

use super::draft::draft;
use super::rounds::Rounds;
use super::state::State;
use super::words::{Closed, closing};
use crate::cli::args::RepairFlags;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::batch::Batch;
use crate::cli::run::found_sink::FoundSink;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::judging;
use crate::cli::run::progress::ProgressLine;
use crate::cli::stderr::tell;
use crate::compose::{Candidates, Mender, Repairs, diagnose};
use crate::problem::Problem;
use crate::report::{Lang, needs_no_repair};
use std::mem::take;

/// Candidates with two changes that are judged at most, after all single changes, when no budget is given.
const PAIRS: u64 = 100_000;

/// A run over all problems.
pub(super) struct Run<'a> {
    pub flags: &'a RepairFlags,
    pub lang: Lang,
    pub quiet: bool,
    pub sink: FoundSink,
    pub state: State,
    /// The error if the state of an earlier run does not fit the problem.
    pub foreign: Option<FatalError>,
    pub line: ProgressLine,
    pub interrupt: Interrupt,
    pub batch: Batch,
}

impl Run<'_> {
    /// Repairs a problem, continuing from the state.
    ///
    /// # Errors
    /// An output fails, or the state does not fit the problem.
    pub fn visit(&mut self, problem: &Problem) -> anyhow::Result<()> {
        let (draft, plies) = match draft(self.flags, problem, self.lang) {
            Ok(asked) => asked,
            Err(failure) => return self.sink.fail(failure, &mut self.batch),
        };
        let question = draft.asked();
        let name = problem.name();
        // The flag is also set when enough repairs are found: nobody needs the candidates that are still being
        // judged.
        let stop = self.interrupt.stop_flag().of_a_part();
        let options = judging::options(&self.flags.judging, question.rule(), stop.clone());
        self.line.start(name.clone(), None);
        let diagnosis = self.interrupt.while_searching(|| diagnose(&draft, &plies, &options));
        if self.interrupt.is_set() {
            return Ok(());
        }
        if diagnosis.is_sound {
            self.say(|lang| format!("{name}: {}", needs_no_repair(question, &diagnosis, lang)));
            return Ok(());
        }
        let candidates = Candidates::new(&draft, self.flags.changes.into(), &diagnosis.cooks);
        let (whole, all) = (self.whole(&candidates), candidates.len());
        let mut repairs = Repairs::new(candidates, whole);
        if !repairs.go_on(take(&mut self.state.repair)) {
            // Only a state read from an earlier run can fail to fit.
            return self.foreign.take().map_or(Ok(()), |foreign| Err(foreign.into()));
        }
        let rounds = Rounds {
            problem,
            question,
            jobs: self.flags.judging.jobs.into(),
            most: self.flags.most.unwrap_or(u64::MAX),
            whole,
            stop,
            interrupt: &self.interrupt,
            state: &mut self.state,
            sink: &mut self.sink,
            line: &mut self.line,
        };
        let repairs = rounds.run(repairs, || Mender::new(&draft, plies.clone(), &diagnosis, &options))?;
        self.line.finish();
        self.state.repair.clone_from(repairs.state());
        self.close(&name, whole, all);
        Ok(())
    }

    /// Adds the result of a problem to the tally, and prints its summary.
    fn close(&mut self, name: &str, whole: u64, all: u64) {
        let (tally, found, is_interrupted) =
            (self.state.repair.tally, self.state.told, self.interrupt.is_set());
        // A candidate beyond the budget may be a repair, so the result is unknown rather than "no repair".
        let is_cut = found == 0 && tally.all() >= whole && whole < all && !is_interrupted;
        self.batch.tally.unknown |= tally.unknown > 0 || is_cut;
        self.batch.tally.differs |= found == 0 && !is_cut && !is_interrupted;
        let pairs_are_left =
            found == 0 && self.flags.changes == 1 && self.flags.budget.is_none() && !is_interrupted;
        let closed = Closed {
            judged: tally.all(),
            found,
            unknown: tally.unknown,
            is_interrupted,
            is_cut,
            pairs_are_left,
        };
        self.say(|lang| closing(name, &closed, lang));
    }

    fn say(&self, text: impl FnOnce(Lang) -> String) {
        if !self.quiet {
            tell(text(self.lang));
        }
    }

    /// The greatest number of candidates that are judged.
    fn whole(&self, candidates: &Candidates) -> u64 {
        let all = candidates.len();
        match (self.flags.budget, self.flags.changes) {
            (Some(budget), _) => budget.min(all),
            (None, 1) => all,
            (None, _) => all.min(candidates.singles() + PAIRS),
        }
    }
}
