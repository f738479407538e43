//! `tsumugi extend`: puts moves before sound problems so that they stay sound.

mod kept;
mod pulled;

use crate::analysis::Soundness;
use crate::cli::args::{ExtendFlags, KeyFlag, OrderFlag};
use crate::cli::command::useless::refuse_given;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::batch::Batch;
use crate::cli::run::found_sink::{FoundSink, nothing_left};
use crate::cli::run::interrupt_notice;
use crate::cli::run::judging;
use crate::cli::run::problems_read::ProblemsRead;
use crate::cli::run::session::{Session, question_and_line, refuse_several_of_tsume};
use crate::cli::stderr::tell;
use crate::compose::extend::{
    Conditions, Extend, ExtendOptions, ExtendState, Extended, Extension, Order, Plies,
};
use crate::problem::{Problem, Question};
use crate::report::{ExtendedReport, Lang, Made, read_extension};
use kept::RunState;
use pulled::Pulled;
use serde_json::{Value, json};

/// Extends every problem of the inputs.
///
/// # Errors
/// An output fails, a flag has no effect here, or the file of `--resume` belongs to another run.
pub fn run(flags: &ExtendFlags, session: &mut Session, lang: Lang, is_quiet: bool) -> anyhow::Result<Tally> {
    refuse_useless(flags)?;
    flags.found.refuse_diagrams_in_a_stream()?;
    let (sink, earlier) = FoundSink::open(&flags.found, &flags.inputs.inputs, task(flags), lang)?;
    let (mut state, mut begun, mut read) = (RunState::default(), None, ProblemsRead::new(None));
    let mut finished = None;
    if let Some(mut earlier) = earlier {
        state = RunState::read(&earlier.progress).ok_or_else(|| earlier.foreign())?;
        read = ProblemsRead::new(Some((&earlier, state.problem, state.read.take())));
        if earlier.is_finished {
            finished = Some(state.problem);
        } else {
            let lines = earlier.results()?;
            let lines = lines.iter().skip(state.results as usize);
            let results = lines.map(|line| read_extension(line)).collect::<Option<Vec<_>>>();
            begun = Some((results.ok_or_else(|| earlier.foreign())?, earlier.foreign()));
        }
    }
    let mut run = Run { batch: Batch::new(lang), sink, state, flags, is_quiet };
    run.batch.tally = run.state.tally;
    for (number, item) in (0..).zip(session.progress.problems(&flags.inputs.inputs, &flags.inputs.reading)) {
        session.progress.next_problem();
        run.state.read = Some(read.next(&item)?);
        if number < run.state.problem {
            item.err().map_or(Ok(()), |failure| run.sink.fail(failure, &mut run.batch))?;
            continue;
        }
        let extend = item.and_then(|problem| {
            let prepared = run.prepare(&problem, session);
            let failed = |refusal| Failure::refused(&problem, &refusal, lang);
            prepared.map_err(failed).map(|prepared| (problem, prepared))
        });
        match (extend, begun.take()) {
            (Ok((problem, prepared)), begun) => {
                let extend = match (begun, run.state.work.clone()) {
                    (Some((results, foreign)), Some(state)) => {
                        prepared.go_on(state, results).ok_or(foreign)?
                    }
                    _ => prepared.begin(),
                };
                run.extend(&problem, extend, session)?;
            }
            (Err(failure), _) => run.sink.fail(failure, &mut run.batch)?,
        }
        if session.interrupt.is_set() {
            run.batch.tally.interrupted = true;
            break;
        }
        run.state = RunState { problem: number + 1, work: None, tally: run.batch.tally, ..run.state };
    }
    let is_finished = !run.batch.tally.interrupted;
    if is_finished {
        read.end()?;
    }
    if finished == Some(run.state.problem) {
        tell(nothing_left(run.state.results, lang));
    }
    run.batch.tally.unreadable |= !run.sink.finish(run.state.value(), is_finished)?;
    Ok(run.batch.tally)
}

/// Everything that the results depend on; a later run recognises its own file by this value.
fn task(flags: &ExtendFlags) -> Value {
    let inputs: Vec<_> = flags.inputs.inputs.iter().map(|input| input.to_string_lossy()).collect();
    let words = |subjects: &[_]| subjects.iter().map(ToString::to_string).collect::<Vec<String>>();
    let search = &flags.search;
    let mut task = json!({
        "command": "extend", "inputs": inputs, "steps": flags.steps, "beam": flags.beam,
        "order": Order::from(flags.order).name(), "seed": flags.seed.unwrap_or(0), "backtrack": flags.backtrack,
        "put": flags.put, "keep": words(&flags.keep), "forbid": words(&flags.forbid),
        "rest": search.rest, "seconds": search.time.map(|time| time.as_secs_f64()), "nodes": search.nodes,
    });
    if search.key == KeyFlag::Wide {
        task["key"] = json!("wide");
    }
    judging::add_question(&mut task, &search.question);
    task
}

/// Refuses flags of searches that have no effect on the shared search of `extend`. If they were ignored silently, the
/// user would believe that they had been obeyed.
fn refuse_useless(flags: &ExtendFlags) -> Result<(), FatalError> {
    let search = &flags.search;
    let given = [
        ("--verify", search.verify),
        ("--spill", search.spill.is_some()),
        ("--max-plies", search.max_plies.is_some()),
    ];
    if flags.seed.is_some() && flags.order != OrderFlag::Random {
        return Err(FatalError::new(
            "tsumugi extend: --seed is for --order random: add that, or leave --seed out",
            "tsumugi extend: --seed は --order random のときだけ使えます: それを加えるか、--seed を外してください",
        ));
    }
    refuse_given(&given, |flag| {
        FatalError::new(
            format!("tsumugi extend: {flag} has no effect here: leave it out"),
            format!("tsumugi extend: {flag} はここでは使えません: 付けずに実行してください"),
        )
    })
}

struct Run<'a> {
    batch: Batch,
    sink: FoundSink,
    state: RunState,
    flags: &'a ExtendFlags,
    is_quiet: bool,
}

/// A problem's question, and the options for its extension.
struct Prepared {
    question: Question,
    options: ExtendOptions,
}

impl Prepared {
    fn begin(self) -> Extend {
        let line = self.question.line().to_vec();
        Extend::new(self.question, line, self.options)
    }

    fn go_on(self, state: ExtendState, results: Vec<Extension>) -> Option<Extend> {
        Extend::go_on(self.question, self.options, state, results)
    }
}

impl Run<'_> {
    fn prepare(&self, problem: &Problem, session: &Session) -> Result<Prepared, Refusal> {
        let flags = self.flags;
        let question = question_and_line(problem, &session.options.choices)?;
        refuse_several_of_tsume(&question)?;
        let conditions = Conditions { keep: flags.keep.clone(), forbid: flags.forbid.clone() };
        if let Some(subject) = conditions.contradiction(question.position(), question.attacker()) {
            return Err(Refusal::KeptAndForbidden(subject));
        }
        let plies = flags.put.map(|plies| if plies == 1 { Plies::One } else { Plies::Two });
        let options = ExtendOptions {
            steps: flags.steps,
            beam: flags.beam as usize,
            order: flags.order.into(),
            seed: flags.seed.unwrap_or(0),
            backtracks: flags.backtrack,
            plies,
            intended_plies: problem.exact_plies(),
            conditions,
            jobs: flags.jobs.into(),
            search: session.search_options(&question),
        };
        Ok(Prepared { question, options })
    }

    fn extend(&mut self, problem: &Problem, extend: Extend, session: &mut Session) -> anyhow::Result<()> {
        let is_told = !self.flags.best;
        let Run { sink, state, .. } = self;
        let mut pulled = Pulled::new(extend, problem, sink, is_told.then_some(state));
        let extended = session.pull(problem, &mut pulled)?;
        let extend = pulled.extend;
        if self.flags.best {
            let question = extend.question();
            let mut chain = extend.best().into_iter();
            chain.try_for_each(|found| self.sink.write(&Made::by_extension(found, problem, question)))?;
        }
        if !session.interrupt.is_set() {
            self.state.results += extend.extensions().len() as u64;
        }
        self.count(&extended);
        let report = ExtendedReport { name: &problem.name(), extended: &extended };
        let text = report.text(self.batch.lang);
        if !self.sink.remark(&text, &report.json())? && !self.is_quiet {
            tell(text);
            if extended.is_interrupted {
                interrupt_notice::leave_unsaid();
            }
        }
        Ok(())
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
