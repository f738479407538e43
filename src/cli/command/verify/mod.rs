//! `tsumugi verify`: solves problems that state an expectation, and shows what differs.

mod expectation;
mod told;
mod verifier;
mod writer;

use crate::cli::args::VerifyFlags;
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::run::answering::answer_by_sessions;
use crate::cli::run::kept_answers::{AddAnswer, KeptAnswers, keep_early};
use crate::cli::run::session::Session;
use crate::report::Lang;
use std::sync::Mutex;
use verifier::{Answer, Verifier};
use writer::VerifyWriter;

/// Checks every problem of the inputs.
///
/// # Errors
/// An I/O error on standard output or on the file of `--resume`.
pub fn run(flags: &VerifyFlags, session: &mut Session, lang: Lang, is_quiet: bool) -> anyhow::Result<Tally> {
    let kept = KeptAnswers::open_shared(flags.resume.as_deref(), &flags.inputs.inputs, lang)?;
    let verifier = Verifier::new(flags, kept.as_ref());
    let mut writer = VerifyWriter::new(flags.json, kept.as_ref(), session.options.choices, lang);
    let answer = |item: Item, session: &mut Session| verifier.answer(item, session);
    let added = kept.as_ref().map(|kept| kept as &Mutex<dyn AddAnswer>);
    let keep = |answer: &Answer| {
        let found = answer.iter().filter_map(|(_, found)| found.as_ref().ok());
        keep_early(added, found.map(|found| found.line.as_str()).filter(|line| !line.is_empty()));
    };
    answer_by_sessions(&flags.inputs, flags.jobs, session, answer, keep, |answer| writer.write(answer))?;
    writer.batch.tally.interrupted |= session.interrupt.is_set();
    writer.finish()?;
    if let Some(path) = flags.resume.as_deref().filter(|_| !is_quiet) {
        writer.tell_summary(path);
    }
    Ok(writer.batch.tally)
}
