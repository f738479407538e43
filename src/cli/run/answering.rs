//! Answering every problem of the inputs by sessions, several problems at a time where that is asked for.

use super::pool::in_order;
use super::progress::ProgressLine;
use super::session::Session;
use crate::cli::args::InputFlags;
use crate::cli::input::Item;
use std::ops::ControlFlow;

/// Answers every problem, `jobs` at a time; `consume` gets the answers in the order of the problems, up to an
/// interrupt.
///
/// # Errors
/// Those of `consume`, and of a system that gives no thread.
pub fn answer_in_order<R: Send>(
    inputs: &InputFlags,
    jobs: u16,
    session: &mut Session,
    answer: impl Fn(Item, &mut Session) -> R + Sync,
    mut consume: impl FnMut(R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let interrupt = session.interrupt.clone();
    let mut consume = |answer| {
        consume(answer)?;
        Ok(if interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let problems = session.progress.problems(&inputs.inputs, &inputs.reading);
    if jobs == 1 {
        for item in problems {
            session.progress.next_problem();
            if consume(answer(item, session))?.is_break() {
                break;
            }
        }
        return Ok(());
    }
    let watch = session.progress.show_count();
    let mut consume = |answer| watch.answered(|| consume(answer));
    let lang = session.progress.lang();
    let worker = || {
        let (options, interrupt) = (session.options.clone(), session.interrupt.clone());
        let mut session = Session::new(options, interrupt, ProgressLine::new(true, lang));
        let answer = &answer;
        move |item: Item| answer(item, &mut session)
    };
    in_order(jobs.into(), worker, &mut consume, problems)
}
