//! `tsumugi solve`: solves problems and writes the answers.

mod answer;
mod checkpointed;
mod room;
mod several;
mod steps;
mod summary;
mod writer;

pub use answer::{Answer, Answerer, Extras};
pub use room::Room;
pub use several::tally_of_helper;
pub use writer::AnswerWriter;

use crate::cli::args::SolveFlags;
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::AnswerForm;
use crate::cli::output::files::InputFiles;
use crate::cli::run::answering::answer_by_sessions;
use crate::cli::run::kept_answers::{AddAnswer, KeptAnswers, Wanted, keep_early};
use crate::cli::run::session::{Session, Solved};
use crate::problem::{Problem, Question};
use crate::report::Lang;
use std::sync::Mutex;

/// Solves every problem of the inputs.
///
/// # Errors
/// An output cannot be opened or written.
pub fn run(flags: &SolveFlags, session: &mut Session, lang: Lang, quiet: bool) -> anyhow::Result<Tally> {
    let form = AnswerForm::new(flags)?;
    form.refuse_idle_flags()?;
    if flags.variations {
        form.refuse_idle_side_lines()?;
    }
    if let Some(list) = &flags.hosts.hosts {
        return several::run(flags, list, session, lang);
    }
    if let Some(folder) = &flags.checkpoint.checkpoint {
        return checkpointed::run(flags, folder, session, lang);
    }
    let inputs = &flags.inputs.inputs;
    let kept = KeptAnswers::open_shared(flags.resume.as_deref(), inputs, lang)?;
    let kept = kept.as_ref();
    let added = kept.map(|kept| kept as &Mutex<dyn AddAnswer>);
    let files = InputFiles::of(inputs);
    let interrupt = session.interrupt.clone();
    let mut writer = AnswerWriter::new(&form, added, &files, &interrupt, lang)?;
    let extras = Extras {
        can_go_on: false,
        kept: kept.map(|kept| (kept, Wanted::new(flags))),
        variations: flags.variations,
        certificate: flags.certificate.clone(),
    };
    let answerer = Answerer::new(form, extras, &files, lang)?;
    let room = Room::default();
    let answer = |item: Item, session: &mut Session| {
        room.answer(item, |item| answerer.answer(item, session, solve_now))
    };
    let keep = |answer: &Result<Answer, Failure>| keep_early(added, answer.iter().flat_map(Answer::lines));
    answer_by_sessions(&flags.inputs, flags.jobs, session, answer, keep, |answer| {
        room.write(answer, &mut writer)
    })?;
    let tally = writer.finish(&interrupt)?;
    if !quiet {
        writer.summary.tell(interrupt.is_set(), lang);
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
