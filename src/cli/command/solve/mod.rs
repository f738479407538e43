//! `tsumugi solve`: problems in, answers out.

mod answer;
mod checkpointed;
mod single;
mod steps;
mod summary;

use crate::cli::args::{OutEncodingFlag, SolveFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::Trouble;
use crate::cli::input::Item;
use crate::cli::input::failure::Failure;
use crate::cli::output::batch::Batch;
use crate::cli::output::destination::Destination;
use crate::cli::output::files::{Inputs, is_folder};
use crate::cli::output::formats::encoded;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::kept_answers;
use crate::cli::run::pool::in_order;
use crate::cli::run::progress::ProgressLine;
use crate::cli::run::session::Session;
use crate::cli::stderr::complain;
use crate::report::{Lang, Message};
use answer::{Answer, Solver};
pub use single::Answers;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use summary::Summary;

/// Solves every problem of the inputs.
///
/// # Errors
/// Those of the outputs.
pub fn run(flags: &SolveFlags, session: &mut Session, lang: Lang, quiet: bool) -> anyhow::Result<Tally> {
    if let Some(folder) = &flags.checkpoint.checkpoint {
        return checkpointed::solve(flags, &flags.checkpoint, folder, session, lang);
    }
    let answers = match &flags.resume {
        Some(path) => Some(Mutex::new(kept_answers::Answers::open(path, &flags.inputs.inputs, lang)?)),
        None => None,
    };
    let solver = Solver::new(flags, lang, answers.as_ref())?;
    let mut run = Run {
        batch: Batch { json: solver.has_json_stream(), ..Batch::new(lang) },
        destination: destination(flags, lang)?,
        encoding: flags.encoding.out_encoding,
        summary: Summary::new(quiet),
        answers: answers.as_ref(),
        is_first: true,
    };
    let interrupt = session.interrupt.clone();
    run.finish_before_end(&interrupt);
    let (inputs, reading) = (&flags.inputs.inputs, &flags.inputs.reading);
    let problems = session.progress.problems(inputs, reading);
    let watch = (flags.jobs > 1).then(|| session.progress.watch_batch());
    let mut consume = |answer: Result<Answer, Failure>| {
        match &watch {
            Some(watch) => watch.answered(|| run.consume(answer))?,
            None => run.consume(answer)?,
        }
        Ok(if interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    if flags.jobs == 1 {
        for item in problems {
            session.progress.next_problem();
            if consume(solver.answer(item, session))?.is_break() {
                break;
            }
        }
    } else {
        let worker = || {
            let (options, interrupt) = (session.options.clone(), session.interrupt.clone());
            let mut session = Session::new(options, interrupt, ProgressLine::new(true, lang));
            let solver = &solver;
            move |item: Item| solver.answer(item, &mut session)
        };
        in_order(flags.jobs.into(), worker, &mut consume, problems)?;
    }
    drop(watch);
    // It can come between two searches, too, when none of them was stopped by it.
    run.batch.tally.interrupted |= session.interrupt.is_set();
    run.destination.finish()?;
    run.summary.tell(lang);
    if let Some(path) = flags.resume.as_deref().filter(|_| !interrupt.is_set()) {
        run.summary.tell_nothing_left(path, lang);
    }
    Ok(run.batch.tally)
}

/// Where answers go, unless they go to a file of answers.
fn destination(flags: &SolveFlags, lang: Lang) -> Result<Destination, Trouble> {
    match &flags.out {
        None => Ok(Destination::Stdout(Output::new())),
        Some(path) if flags.format.len() > 1 && !is_folder(path) => {
            let path = path.display();
            let english = format!("--out {path}: several formats need a folder, such as answers/");
            let japanese = format!("--out {path}: 形式が複数のときは answers/ のようなフォルダーが必要です");
            Err(Trouble::new(english, japanese))
        }
        Some(path) if is_folder(path) => Destination::folder(path, Inputs::of(&flags.inputs.inputs), true),
        Some(path) => Destination::stream(path, lang),
    }
}

struct Run<'a> {
    batch: Batch,
    destination: Destination,
    encoding: OutEncodingFlag,
    summary: Summary,
    answers: Option<&'a Mutex<kept_answers::Answers>>,
    is_first: bool,
}

impl Run<'_> {
    /// An interrupt between two searches ends the program at once, but a file has its name then, too.
    fn finish_before_end(&self, interrupt: &Interrupt) {
        let Destination::Stream(file) = &self.destination else { return };
        let (file, lang) = (Arc::clone(file), self.batch.lang);
        let is_direct = file.lock().unwrap_or_else(PoisonError::into_inner).is_direct();
        if is_direct {
            // Its reader may let it wait for ever.
            return;
        }
        interrupt.before_end(move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.finish() {
                complain(error.text(lang));
            }
        });
    }

    fn consume(&mut self, answer: Result<Answer, Failure>) -> anyhow::Result<()> {
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => {
                self.summary.unreadable += 1;
                return Ok(self.batch.fail(failure)?);
            }
        };
        self.summary.count(&answer);
        self.batch.tally.unknown |= answer.is_unknown;
        self.batch.tally.interrupted |= answer.is_interrupted;
        self.batch.tally.unreadable |= answer.aside.unreadable;
        self.batch.tally.unknown |= answer.aside.unknown;
        for message in &answer.warnings {
            self.batch.tally.unreadable = true;
            complain(message);
        }
        if let Some(answers) = self.answers {
            let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
            answer.texts.iter().try_for_each(|(_, text)| answers.add(text))?;
            return Ok(());
        }
        for (format, text) in &answer.texts {
            if self.destination.is_stream() && !std::mem::take(&mut self.is_first) {
                self.destination.put("", "", format.gap().as_bytes())?;
            }
            match encoded(text, *format, self.encoding) {
                Ok(text) => self.destination.put(&answer.name, format.extension(), &text)?,
                Err(error) => {
                    self.batch.tally.unreadable = true;
                    complain(format_args!("{}: {}", answer.name, error.message(self.batch.lang)));
                }
            }
        }
        Ok(())
    }
}
