//! `tsumugi repair`: finds the smallest changes that make problems sound.

mod draft;
mod one_problem;
mod rounds;
mod state;
mod words;

use crate::cli::args::{GeneralFlags, RepairFlags};
use crate::cli::exit::Tally;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::run::found_file::Earlier;
use crate::cli::run::found_sink::{FoundSink, nothing_left};
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::judging;
use crate::cli::run::problems_read::ProblemsRead;
use crate::cli::run::progress::ProgressLine;
use crate::cli::stderr::tell;
use one_problem::Run;
use serde_json::json;
use state::State;

/// Repairs every problem of the inputs.
///
/// # Errors
/// An output cannot be opened or written.
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
