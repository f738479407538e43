//! `tsumugi extend`: moves put before sound problems so that they stay sound.

use crate::analysis::Soundness;
use crate::cli::args::{ExtendFlags, OrderFlag};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::batch::Batch;
use crate::cli::output::destination::Destination;
use crate::cli::output::stdout::Output;
use crate::cli::run::progress::RunProgress;
use crate::cli::run::session::{PulledSearch, Session, question_and_line};
use crate::compose::extend::{
    Conditions, Extend, ExtendOptions, ExtendProgress, ExtendStep, Extended, Extension, Order, Plies,
};
use crate::problem::Problem;
use crate::report::{ExtendedReport, ExtensionReport, Lang};
use crate::solve::Budget;

/// Extends every problem of the inputs.
///
/// # Errors
/// Those of the output, and flags that are of no use here.
pub fn run(flags: &ExtendFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    refuse_useless(flags)?;
    let output = match &flags.out {
        Some(path) => Destination::stream(path, lang)?,
        None => Destination::Stdout(Output::new()),
    };
    let mut run = Run { batch: Batch { json: flags.json, ..Batch::new(lang) }, output, flags };
    for problem in session.progress.problems(&flags.inputs.inputs, &flags.inputs.reading) {
        run.visit(problem, session)?;
        if session.interrupt.is_set() {
            run.batch.tally.interrupted = true;
            break;
        }
    }
    run.output.finish()?;
    Ok(run.batch.tally)
}

/// Flags of searches that the shared search has no use for: to ignore them silently would be to claim what was not
/// done.
fn refuse_useless(flags: &ExtendFlags) -> Result<(), FatalError> {
    let search = &flags.search;
    let given = [
        ("--verify", search.verify),
        ("--spill", search.spill.is_some()),
        ("--max-plies", search.max_plies.is_some()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(FatalError::new(
            format!("tsumugi extend: {flag} is of no use here: leave it out"),
            format!("tsumugi extend: {flag} はここでは使えません: 付けずに実行してください"),
        )),
        None => Ok(()),
    }
}

struct Run<'a> {
    batch: Batch,
    output: Destination,
    flags: &'a ExtendFlags,
}

impl Run<'_> {
    fn visit(&mut self, problem: Item, session: &mut Session) -> anyhow::Result<()> {
        session.progress.next_problem();
        let lang = self.batch.lang;
        let prepared = problem.and_then(|problem| {
            let prepared = self.prepare(&problem, session);
            let prepared = prepared.map_err(|refusal| Failure::refused(&problem, &refusal, lang));
            prepared.map(|extend| (problem, extend))
        });
        match prepared {
            Ok((problem, extend)) => self.extend(&problem, extend, session),
            Err(failure) => Ok(self.batch.fail(failure)?),
        }
    }

    fn prepare(&self, problem: &Problem, session: &Session) -> Result<Extend, Refusal> {
        let flags = self.flags;
        let question = question_and_line(problem, &session.options)?;
        let plies = flags.put.map(|plies| if plies == 1 { Plies::One } else { Plies::Two });
        if !question.conditions().is_empty() {
            return Err(Refusal::NoConditions("extend"));
        }
        let options = ExtendOptions {
            steps: flags.steps,
            beam: flags.beam as usize,
            order: flags.order.into(),
            seed: flags.seed,
            backtracks: flags.backtrack,
            plies,
            conditions: Conditions { keep: flags.keep.clone(), forbid: flags.forbid.clone() },
            search: session.search_options(&question),
        };
        let line = question.line().to_vec();
        Extend::new(question, line, options).ok_or(Refusal::NoExtension)
    }

    fn extend(&mut self, problem: &Problem, mut extend: Extend, session: &mut Session) -> anyhow::Result<()> {
        let name = problem.name();
        let mut failure = None;
        let question = extend.question().clone();
        let mut tell = |extension: &Extension| {
            let report = ExtensionReport { name: &name, question: &question, extension };
            let text = if self.flags.json { report.json() + "\n" } else { report.text(self.batch.lang) };
            let written = self.output.put("", "", text.as_bytes());
            failure = failure.take().or(written.err());
            failure.is_none()
        };
        let is_told = !self.flags.best;
        let mut pulled = Pulled { extend: &mut extend, tell: &mut |found| !is_told || tell(found) };
        let extended = session.pull(problem, &mut pulled);
        if self.flags.best {
            let chain: Vec<Extension> = extend.best().into_iter().cloned().collect();
            chain.iter().all(&mut tell);
        }
        failure.map_or(Ok(()), Err)?;
        let Some(extended) = extended else { return Ok(()) };
        self.count(&extended);
        let report = ExtendedReport { name: &name, extended: &extended };
        let text = if self.flags.json { report.json() + "\n" } else { report.text(self.batch.lang) };
        self.output.put("", "", text.as_bytes())
    }

    fn count(&mut self, extended: &Extended) {
        let tally = &mut self.batch.tally;
        tally.unknown |= extended.tally.unknown > 0;
        match extended.soundness {
            Soundness::Sound => {}
            Soundness::Unsound(_) => tally.differs = true,
            Soundness::Unknown(_) => tally.unknown = true,
        }
    }
}

/// The work, which tells its results as they come.
struct Pulled<'a> {
    extend: &'a mut Extend,
    /// Tells a result; false when that is in vain.
    tell: &'a mut dyn FnMut(&Extension) -> bool,
}

impl PulledSearch for Pulled<'_> {
    /// `None` when nobody can be told any more.
    type Found = Option<Extended>;

    fn advance(&mut self, slice: Budget) -> Result<Option<Extended>, RunProgress> {
        loop {
            match self.extend.advance(slice) {
                ExtendStep::Found(found) => {
                    if !(self.tell)(&found) {
                        return Ok(None);
                    }
                }
                ExtendStep::Progress(ExtendProgress { step, search, .. }) => {
                    log::debug!("step {step}");
                    return Err(RunProgress::from(search));
                }
                ExtendStep::Done(done) => return Ok(Some(done)),
            }
        }
    }
}

impl From<OrderFlag> for Order {
    fn from(flag: OrderFlag) -> Order {
        match flag {
            OrderFlag::Pieces => Order::Pieces,
            OrderFlag::Plies => Order::Plies,
            OrderFlag::Shape => Order::Shape,
            OrderFlag::Random => Order::Random,
        }
    }
}
