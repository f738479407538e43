//! `tsumugi repair`: problems in, the least changes that make them sound out.

use crate::cli::args::{GeneralFlags, RepairFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::input::hints::hint_at_idle_flag;
use crate::cli::input::{problems, typed_moves_of_any_kind};
use crate::cli::output::batch::Batch;
use crate::cli::run::found_file::Earlier;
use crate::cli::run::found_sink::{FoundSink, nothing_left};
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::interrupt_notice;
use crate::cli::run::judging;
use crate::cli::run::pool::{AHEAD, ending, in_order};
use crate::cli::run::problems_read::ProblemsRead;
use crate::cli::run::progress::ProgressLine;
use crate::cli::run::session::{hint_where_no_rule_is_named, refuse_several_of_tsume, test_line};
use crate::cli::stderr::tell;
use crate::compose::{
    Candidates, Draft, Mender, RepairState, Repairs, Trial, Tried, diagnose, possible_length,
};
use crate::problem::{Choices, ExpectedPlies, Problem, Question, Rule};
use crate::report::{Lang, Made, counted, needs_no_repair, read_repair_state, repair_state_json};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::mem::take;
use std::ops::{ControlFlow, RangeInclusive};

/// Positions judged behind the single changes when pairs are asked for and nothing else is said.
const PAIRS: u64 = 100_000;

/// Candidates that a worker judges at a time: helpmates take little, and repairs are told when all of them are judged.
const fn at_a_time(rule: Rule) -> usize {
    if rule.is_cooperative() { 8 } else { 1 }
}

/// Repairs every problem of the inputs.
///
/// # Errors
/// Those of the outputs.
pub fn run(flags: &RepairFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    let lang = general.language();
    let inputs = &flags.inputs.inputs;
    let mut task = json!({
        "command": "repair", "inputs": inputs.iter().map(|input| input.to_string_lossy()).collect::<Vec<_>>(),
        "line": flags.line, "plies": flags.plies, "max_plies": flags.max_plies, "changes": flags.changes, "most": flags.most,
        "budget": flags.budget, "nodes": flags.judging.nodes,
        "seconds": flags.judging.time.map(|time| time.as_secs_f64()),
    });
    judging::add_question(&mut task, &flags.question);
    if flags.rest {
        task["rest"] = json!(true);
    }
    if flags.most != Some(1) {
        flags.found.refuse_diagrams_in_a_stream()?;
    }
    let (sink, earlier) = FoundSink::open(&flags.found, inputs, task, lang)?;
    let state = match &earlier {
        Some(earlier) => State::read(&earlier.progress).ok_or_else(|| earlier.foreign())?,
        None => State::default(),
    };
    let foreign = earlier.as_ref().map(Earlier::foreign);
    let mut read =
        ProblemsRead::new(earlier.as_ref().map(|earlier| (earlier, state.problem, state.read.clone())));
    let finished = earlier.filter(|earlier| earlier.is_finished).map(|earlier| (earlier, state.problem));
    let mut run = Run {
        flags,
        lang,
        quiet: general.quiet,
        sink,
        state,
        foreign,
        line: ProgressLine::new(general.quiet, lang),
        interrupt: Interrupt::listen(),
        batch: Batch::new(lang),
    };
    run.batch.tally = run.state.tally;
    for (number, item) in (0..).zip(problems(inputs, &flags.inputs.reading)) {
        run.state.read = Some(read.next(&item)?);
        if number < run.state.problem {
            item.err().map_or(Ok(()), |failure| run.sink.fail(failure, &mut run.batch))?;
            continue;
        }
        match item {
            Ok(problem) if number > 0 && flags.line.is_some() => {
                let failure = Failure::refused(&problem, &Refusal::LineOfAnother, lang);
                run.sink.fail(failure, &mut run.batch)?;
            }
            Ok(problem) => run.visit(&problem)?,
            Err(failure) => run.sink.fail(failure, &mut run.batch)?,
        }
        if run.interrupt.is_set() {
            break;
        }
        let tally = run.batch.tally;
        run.state = State { problem: number + 1, read: run.state.read, tally, ..State::default() };
    }
    let is_finished = !run.interrupt.is_set();
    if is_finished {
        read.end()?;
    }
    if let Some((mut earlier, _)) = finished.filter(|(_, problem)| *problem == run.state.problem) {
        tell(nothing_left(earlier.results()?.len() as u64, lang));
    }
    run.batch.tally.interrupted = !is_finished;
    run.batch.tally.unreadable |= !run.sink.finish(run.state.value(), is_finished)?;
    Ok(run.batch.tally)
}

/// How far a run has come.
#[derive(Clone, Debug, Default)]
struct State {
    /// Problems that are done.
    problem: u64,
    /// Repairs of the next one that were told.
    told: u64,
    /// How far it has come.
    repair: RepairState,
    /// Which problems were read, as [`ProblemsRead::next`] has it.
    read: Option<String>,
    /// What occurred with those that are done.
    tally: Tally,
}

impl State {
    fn value(&self) -> Value {
        json!({
            "problem": self.problem, "told": self.told, "repair": repair_state_json(&self.repair), "read": self.read,
            "occurred": self.tally.kept(),
        })
    }

    fn read(value: &Value) -> Option<State> {
        let number = |key: &str| value.get(key)?.as_u64();
        let repair = read_repair_state(value.get("repair")?)?;
        let read = value.get("read").and_then(Value::as_str).map(str::to_owned);
        let tally = Tally::read(value.get("occurred"));
        Some(State { problem: number("problem")?, told: number("told")?, repair, read, tally })
    }
}

struct Run<'a> {
    flags: &'a RepairFlags,
    lang: Lang,
    quiet: bool,
    sink: FoundSink,
    state: State,
    /// What is said when the state of an earlier run does not fit the problem.
    foreign: Option<FatalError>,
    line: ProgressLine,
    interrupt: Interrupt,
    batch: Batch,
}

impl Run<'_> {
    fn visit(&mut self, problem: &Problem) -> anyhow::Result<()> {
        let (draft, plies) = match self.draft(problem) {
            Ok(asked) => asked,
            Err(failure) => return self.sink.fail(failure, &mut self.batch),
        };
        let question = draft.asked();
        let name = problem.name();
        // Set also when enough repairs are found: then nobody waits for what is still judged.
        let stop = self.interrupt.stop_flag().of_a_part();
        let options = judging::options(&self.flags.judging, question.rule(), stop.clone());
        self.line.start(name.clone(), None);
        let diagnosis = self.interrupt.while_searching(|| diagnose(&draft, &plies, &options));
        if self.interrupt.is_set() {
            return Ok(());
        }
        if diagnosis.is_sound {
            if !self.quiet {
                tell(format!("{name}: {}", needs_no_repair(question, &diagnosis, self.lang)));
            }
            return Ok(());
        }
        let candidates = Candidates::new(&draft, self.flags.changes.into(), &diagnosis.cooks);
        let whole = self.whole(&candidates);
        let all = candidates.len();
        let mut repairs = Repairs::new(candidates, whole);
        if !repairs.go_on(take(&mut self.state.repair)) {
            // Only the state of an earlier run can be one that does not fit.
            return self.foreign.take().map_or(Ok(()), |foreign| Err(foreign.into()));
        }
        // Trials are taken and counted by turns.
        let repairs = RefCell::new(repairs);
        let Run { flags, sink, state, line, interrupt, batch, .. } = self;
        let most = flags.most.unwrap_or(u64::MAX);
        let jobs = flags.judging.jobs.into();
        let mender = || Mender::new(&draft, plies.clone(), &diagnosis, &options);
        // What one has learnt in a round serves it in the next.
        let mut menders: Vec<Mender> = std::iter::repeat_with(mender).take(jobs).collect();
        let interrupted = interrupt.clone();
        let size = at_a_time(question.rule());
        let mut work = || -> anyhow::Result<()> {
            while !stop.is_set() && state.told < most && repairs.borrow_mut().next_round() {
                let consume = |chunk: Vec<Tried>| {
                    if interrupted.is_set() {
                        return Ok(ControlFlow::Break(()));
                    }
                    let mut repairs = repairs.borrow_mut();
                    for tried in &chunk {
                        let is_least = repairs.count(tried);
                        if let Ok(repaired) = &tried.result
                            && is_least
                            && state.told < most
                        {
                            state.told += 1;
                            let made = Made::by_repair(repaired, state.told, problem, question);
                            line.aside(|| sink.write(&made))?;
                        }
                    }
                    let found = state.told;
                    sink.note(|| State { repair: repairs.state().clone(), ..state.clone() }.value())?;
                    let judged = repairs.state().tally.all();
                    line.show_part(judged as f64 / whole.max(1) as f64, |lang| {
                        lang.pick(
                            format!("{judged}局面を調べ、{found}題"),
                            format!("{judged} judged, {found} found"),
                        )
                    });
                    if state.told < most {
                        return Ok(ControlFlow::Continue(()));
                    }
                    stop.stop();
                    Ok(ControlFlow::Break(()))
                };
                let mut idle = menders.iter_mut();
                let worker = || {
                    let mender = idle.next().expect("there are as many menders as workers");
                    move |chunk: Vec<Trial>| chunk.iter().map(|trial| mender.try_out(trial)).collect()
                };
                let trials = std::iter::from_fn(|| repairs.borrow_mut().next_trial());
                let chunks = chunks(trials, size).take_while(|_| !stop.is_set());
                let consume = &mut ending(stop.clone(), consume);
                interrupt.while_searching(|| in_order(jobs, AHEAD, worker, consume, chunks))?;
            }
            Ok(())
        };
        interrupt.while_searching(&mut work)?;
        line.finish();
        let repairs = repairs.into_inner();
        state.repair.clone_from(repairs.state());
        let (judged, found) = (repairs.state().tally, state.told);
        let (unknown, judged) = (judged.unknown, judged.all());
        // What is no longer judged may be a repair.
        let is_cut = found == 0 && judged >= whole && whole < all && !interrupt.is_set();
        batch.tally.unknown |= unknown > 0 || is_cut;
        batch.tally.differs |= found == 0 && !is_cut && !interrupt.is_set();
        let interrupted = if interrupt.is_set() { interrupt_notice::prefix(self.lang) } else { "" };
        let pairs_are_left =
            found == 0 && flags.changes == 1 && flags.budget.is_none() && !interrupt.is_set();
        let [japanese_hint, hint] = if pairs_are_left {
            [" (--changes 2 で二つの変更の組も試します)", " (--changes 2 tries pairs of changes)"]
        } else if is_cut {
            [" (--budget を増やせば残りも調べます)", " (a larger --budget goes on with the rest)"]
        } else {
            [""; 2]
        };
        self.say(
            format!("{name}: {interrupted}{judged}局面を調べ、{found}題、不明 {unknown}{japanese_hint}"),
            format!(
                "{name}: {interrupted}{} judged, {}, {unknown} unknown{hint}",
                counted(judged, "change"),
                counted(found, "repair")
            ),
        );
        Ok(())
    }

    fn say(&self, japanese: String, english: String) {
        if !self.quiet {
            tell(self.lang.pick(japanese, english));
        }
    }

    /// What is asked about a problem, legal or not, and the lengths that it may have when it is repaired.
    fn draft(&self, problem: &Problem) -> Result<(Draft, RangeInclusive<u64>), Failure> {
        let refused = |refusal| Failure::refused(problem, &refusal, self.lang);
        let choices = Choices { rest: self.flags.rest, ..self.flags.question.choices() };
        hint_where_no_rule_is_named(problem, &choices);
        let mut draft = Draft::new(problem, &choices).map_err(|error| refused(Refusal::Question(error)))?;
        if let Some(text) = &self.flags.line {
            let line = typed_moves_of_any_kind(draft.asked().position(), text, self.lang)?;
            if let Some(plies) = self.flags.plies.filter(|&plies| plies != line.len() as u64) {
                return Err(refused(Refusal::LineOfAnotherLength { line: line.len(), plies }));
            }
            draft = draft.with_line(line);
        } else if let Some(question) = draft.question() {
            test_line(question).map_err(refused)?;
        }
        let question = draft.asked();
        if choices.policy.is_some() && question.rule().is_cooperative() {
            hint_at_idle_flag("--futile", question.rule());
        }
        refuse_several_of_tsume(question).map_err(refused)?;
        let plies = self.plies(problem, question);
        possible_length(question.rule(), question.attacks_first(), &plies)
            .map_err(|error| refused(Refusal::Length(*plies.end(), error)))?;
        Ok((draft, plies))
    }

    fn plies(&self, problem: &Problem, question: &Question) -> RangeInclusive<u64> {
        let line = Some(question.line().len() as u64).filter(|&plies| plies > 0);
        let stated = problem.plies.and_then(ExpectedPlies::exactly);
        match self.flags.plies.or(line).or(stated) {
            Some(plies) => plies..=plies,
            None => 0..=self.flags.max_plies,
        }
    }

    /// How many candidates are judged at most.
    fn whole(&self, candidates: &Candidates) -> u64 {
        let all = candidates.len();
        match (self.flags.budget, self.flags.changes) {
            (Some(budget), _) => budget.min(all),
            (None, 1) => all,
            (None, _) => all.min(candidates.singles() + PAIRS),
        }
    }
}

/// Trials in small parts for workers.
fn chunks(mut trials: impl Iterator<Item = Trial>, size: usize) -> impl Iterator<Item = Vec<Trial>> {
    std::iter::from_fn(move || {
        let chunk: Vec<Trial> = trials.by_ref().take(size).collect();
        (!chunk.is_empty()).then_some(chunk)
    })
}
