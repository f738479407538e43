//! Answers every problem of the inputs, several at a time if that is asked for.

use super::interrupt::Interrupt;
use super::interrupt_notice::count_answer;
use super::pool::{FAR_AHEAD, ending, in_order};
use super::progress::ProgressLine;
use super::session::Session;
use crate::cli::args::InputFlags;
use crate::cli::input::Item;
use std::borrow::BorrowMut;
use std::ops::ControlFlow;

/// Answers problems one after another.
pub trait Answers {
    /// The answer to a problem, or why there is none.
    type Answer: Send;

    /// The progress line of the searches.
    fn progress(&mut self) -> &mut ProgressLine;

    /// Answers a problem; `item` may also be a problem that could not be read.
    fn answer(&mut self, item: Item) -> Self::Answer;
}

/// Answers every problem, `jobs` at a time; `consume` gets the answers in the order of the problems. After an
/// interrupt no further problem is begun. If `jobs` is 1, `one` answers all problems; otherwise each worker uses its
/// own answerer, which `make` creates with a silent progress line. In that case `keep` gets each answer as soon as it
/// is known, in any order.
///
/// # Errors
/// An error of `consume`, or the system cannot start a thread.
pub fn answer_in_order<One: Answers, Each: Answers<Answer = One::Answer> + Send>(
    inputs: &InputFlags,
    jobs: u16,
    interrupt: &Interrupt,
    one: &mut One,
    make: impl Fn(ProgressLine) -> Each,
    keep: impl Fn(&One::Answer) + Sync,
    mut consume: impl FnMut(One::Answer) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let problems = one.progress().problems(&inputs.inputs, &inputs.reading);
    if jobs == 1 {
        for item in problems {
            one.progress().next_problem();
            consume(one.answer(item))?;
            if interrupt.is_set() {
                break;
            }
            count_answer();
        }
        return Ok(());
    }
    let lang = one.progress().lang();
    let watch = one.progress().show_count();
    let consume = |known: Option<Known<One::Answer>>| {
        if let Some(Known { answer, is_interrupted }) = known {
            watch.answered(|| consume(answer))?;
            if !is_interrupted {
                count_answer();
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    let worker = || {
        let mut each = make(ProgressLine::new(true, lang));
        let keep = &keep;
        move |item: Item| {
            if interrupt.is_set() {
                return None;
            }
            let answer = each.answer(item);
            keep(&answer);
            Some(Known { answer, is_interrupted: interrupt.is_set() })
        }
    };
    let problems = problems.take_while(|_| !interrupt.is_set());
    in_order(jobs.into(), FAR_AHEAD, worker, &mut ending(interrupt.stop_flag(), consume), problems)
}

/// An answer, and whether an interrupt may have cut it short.
struct Known<A> {
    answer: A,
    is_interrupted: bool,
}

/// Like [`answer_in_order`], with sessions that have the options of `session`.
///
/// # Errors
/// An error of `consume`, or the system cannot start a thread.
pub fn answer_by_sessions<R: Send>(
    inputs: &InputFlags,
    jobs: u16,
    session: &mut Session,
    answer: impl Fn(Item, &mut Session) -> R + Sync,
    keep: impl Fn(&R) + Sync,
    consume: impl FnMut(R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (options, interrupt) = (session.options.clone(), session.interrupt.clone());
    let make = |progress| {
        let session = Session::new(options.clone(), interrupt.clone(), progress);
        BySession { session, answer: &answer }
    };
    let mut one = BySession { session, answer: &answer };
    answer_in_order(inputs, jobs, &interrupt, &mut one, make, keep, consume)
}

struct BySession<'a, S, F> {
    session: S,
    answer: &'a F,
}

impl<S: BorrowMut<Session>, R: Send, F: Fn(Item, &mut Session) -> R> Answers for BySession<'_, S, F> {
    type Answer = R;

    fn progress(&mut self) -> &mut ProgressLine {
        &mut self.session.borrow_mut().progress
    }

    fn answer(&mut self, item: Item) -> R {
        (self.answer)(item, self.session.borrow_mut())
    }
}
