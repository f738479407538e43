//! `tsumugi check`: whether problems are sound.

mod checker;
mod writer;

use crate::cli::args::CheckFlags;
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::run::answering::answer_by_sessions;
use crate::cli::run::kept_answers::{AddAnswer, KeptAnswers, keep_early};
use crate::cli::run::session::Session;
use crate::report::Lang;
use checker::{Answer, Checker};
use std::sync::Mutex;
use writer::CheckWriter;

/// Positions expanded in each search of a backward check when no other limit is given.
const BACKWARD_NODES: u64 = 10_000_000;

/// Checks every problem of the inputs.
///
/// # Errors
/// An I/O error on standard output or on the file of `--resume`.
pub fn run(flags: &CheckFlags, session: &mut Session, lang: Lang, is_quiet: bool) -> anyhow::Result<Tally> {
    let limits = &mut session.options.search.limits;
    if flags.backward && limits.nodes.is_none() && limits.time.is_none() {
        limits.nodes = Some(BACKWARD_NODES);
    }
    let inputs = &flags.inputs.inputs;
    let kept = KeptAnswers::open_shared(flags.resume.as_deref(), inputs, lang)?;
    let checker = Checker::new(flags, kept.as_ref(), lang)?;
    let choices = session.options.choices;
    let mut writer = CheckWriter::new(flags.json, kept.as_ref(), choices, lang);
    let answer = |item: Item, session: &mut Session| checker.answer(item, session);
    let added = kept.as_ref().map(|kept| kept as &Mutex<dyn AddAnswer>);
    let keep = |answer: &Answer| {
        let found = answer.iter().filter_map(|(_, found)| found.as_ref().ok());
        keep_early(added, found.map(|found| found.text.as_str()).filter(|text| !text.is_empty()));
    };
    answer_by_sessions(&flags.inputs, flags.jobs, session, answer, keep, |answer| writer.write(answer))?;
    writer.batch.tally.interrupted |= session.interrupt.is_set();
    writer.finish()?;
    if let Some(path) = flags.resume.as_deref().filter(|_| !is_quiet) {
        writer.tell_summary(path);
    }
    Ok(writer.batch.tally)
}
