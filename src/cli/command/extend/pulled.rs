//! The extension of one problem: results are written as they are found, and the progress is recorded.

use super::kept::RunState;
use crate::cli::run::found_sink::FoundSink;
use crate::cli::run::progress::{RunProgress, StepsProgress};
use crate::cli::run::session::PulledSearch;
use crate::cli::stderr::Screen;
use crate::compose::extend::{Extend, ExtendProgress, ExtendStep, Extended, Extension};
use crate::problem::Problem;
use crate::report::Made;
use crate::solve::Budget;

/// The extension of one problem in progress.
pub struct Pulled<'a> {
    pub extend: Extend,
    problem: &'a Problem,
    sink: &'a mut FoundSink,
    /// The progress of the run; `None` when the results are only written at the end.
    state: Option<&'a mut RunState>,
}

impl<'a> Pulled<'a> {
    /// `state`: the progress of the run before this problem; `None` when nothing is to be written before the problem
    /// is done.
    pub fn new(
        extend: Extend,
        problem: &'a Problem,
        sink: &'a mut FoundSink,
        state: Option<&'a mut RunState>,
    ) -> Pulled<'a> {
        Pulled { extend, problem, sink, state }
    }

    fn tell(&mut self, found: &Extension) -> anyhow::Result<()> {
        if self.state.is_none() {
            return Ok(());
        }
        let made = Made::by_extension(found, self.problem, self.extend.question());
        Screen::get().aside(|| self.sink.write(&made))
    }

    /// Records the progress. All results up to here have been written.
    fn note(&mut self) -> anyhow::Result<()> {
        let Some(state) = &mut self.state else { return Ok(()) };
        let extend = &self.extend;
        self.sink.note(|| {
            state.work = extend.state().cloned();
            state.value()
        })
    }
}

impl PulledSearch for Pulled<'_> {
    type Found = anyhow::Result<Extended>;

    fn advance(&mut self, slice: Budget) -> Result<anyhow::Result<Extended>, RunProgress> {
        loop {
            match self.extend.advance(slice) {
                ExtendStep::Found(found) => {
                    if let Err(error) = self.tell(&found) {
                        return Ok(Err(error));
                    }
                }
                ExtendStep::Progress(ExtendProgress { step, problems, found, part, search }) => {
                    if let Err(error) = self.note() {
                        return Ok(Err(error));
                    }
                    let steps = (step > 0).then(|| Box::new(StepsProgress { step, problems, found, part }));
                    return Err(RunProgress { steps, ..RunProgress::from(search) });
                }
                ExtendStep::Done(done) => {
                    if let Some(state) = &mut self.state {
                        state.work = self.extend.state().cloned();
                    }
                    return Ok(Ok(done));
                }
            }
        }
    }
}
