//! `tsumugi solve`: problems in, answers out.

mod answer;
mod checkpointed;
mod several;
mod steps;
mod summary;
mod writer;

pub use answer::{Answer, Answerer, Extras};
pub use checkpointed::refuse_folder_of_checkpoint;
pub use several::tally_of_helper;
pub use writer::AnswerWriter;

use crate::cli::args::SolveFlags;
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::AnswerForm;
use crate::cli::output::files::InputFiles;
use crate::cli::run::kept_answers::{AddAnswer, KeptAnswers, Wanted};
use crate::cli::run::pool::in_order;
use crate::cli::run::progress::ProgressLine;
use crate::cli::run::session::{Session, Solved};
use crate::problem::{Problem, Question};
use crate::report::Lang;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// Solves every problem of the inputs.
///
/// # Errors
/// Those of the outputs.
pub fn run(flags: &SolveFlags, session: &mut Session, lang: Lang, quiet: bool) -> anyhow::Result<Tally> {
    if let Some(list) = &flags.hosts.hosts {
        return several::run(flags, list, session, lang);
    }
    if let Some(folder) = &flags.checkpoint.checkpoint {
        return checkpointed::run(flags, folder, session, lang);
    }
    let (inputs, reading) = (&flags.inputs.inputs, &flags.inputs.reading);
    let kept = match &flags.resume {
        Some(path) => Some(Mutex::new(KeptAnswers::open(path, inputs, lang)?)),
        None => None,
    };
    let kept = kept.as_ref();
    let form = AnswerForm::new(flags);
    let files = InputFiles::of(inputs);
    let interrupt = session.interrupt.clone();
    let mut writer =
        AnswerWriter::new(&form, kept.map(|kept| kept as &Mutex<dyn AddAnswer>), &files, &interrupt, lang)?;
    let extras = Extras {
        can_go_on: false,
        kept: kept.map(|kept| (kept, Wanted::new(flags))),
        variations: flags.variations,
        certificate: flags.certificate.clone(),
    };
    let answerer = Answerer::new(form, extras, &files, lang)?;
    let problems = session.progress.problems(inputs, reading);
    let watch = (flags.jobs > 1).then(|| session.progress.show_count());
    let mut consume = |answer: Result<Answer, Failure>| {
        match &watch {
            Some(watch) => watch.answered(|| writer.write(answer))?,
            None => writer.write(answer)?,
        }
        Ok(if interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    if flags.jobs == 1 {
        for item in problems {
            session.progress.next_problem();
            if consume(answerer.answer(item, session, solve_now))?.is_break() {
                break;
            }
        }
    } else {
        let worker = || {
            let (options, interrupt) = (session.options.clone(), session.interrupt.clone());
            let mut session = Session::new(options, interrupt, ProgressLine::new(true, lang));
            let answerer = &answerer;
            move |item: Item| answerer.answer(item, &mut session, solve_now)
        };
        in_order(flags.jobs.into(), worker, &mut consume, problems)?;
    }
    drop(watch);
    let tally = writer.finish(&interrupt)?;
    if !quiet {
        writer.summary.tell(lang);
        if let Some(path) = flags.resume.as_deref().filter(|_| !interrupt.is_set()) {
            writer.summary.tell_nothing_left(path, lang);
        }
    }
    Ok(tally)
}

/// Solves a problem without checkpoints.
fn solve_now(session: &mut Session, problem: &Problem, question: &Question) -> Result<Solved, Refusal> {
    Ok(session.solve(problem, question))
}
