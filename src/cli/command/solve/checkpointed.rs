//! `tsumugi solve --checkpoint`: one problem, whose search another process can resume.

use super::{AnswerWriter, Answerer, Extras};
use crate::cli::args::SolveFlags;
use crate::cli::exit::Tally;
use crate::cli::input::failure::Refusal;
use crate::cli::input::only_problem;
use crate::cli::output::AnswerForm;
use crate::cli::output::files::InputFiles;
use crate::cli::run::checkpoint::{Note, Schedule, whole_path};
use crate::cli::run::session::Session;
use crate::report::{Lang, Message};
use crate::store::DiskFolder;
use std::path::Path;

/// Solves the only problem of the inputs.
///
/// # Errors
/// The input is not one problem, the folder cannot be used, or an output fails.
pub fn run(flags: &SolveFlags, folder: &Path, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let problem = only_problem(&flags.inputs, "--checkpoint")?;
    let form = AnswerForm::new(flags)?;
    let spill = &mut session.options.search.spill;
    *spill = spill.take().map(|folder| whole_path(&folder));
    let (files, interrupt) = (InputFiles::of(&flags.inputs.inputs), session.interrupt.clone());
    let mut writer = AnswerWriter::new(&form, None, &files, &interrupt, lang)?;
    let extras = Extras { certificate: flags.certificate.clone(), can_go_on: true, ..Extras::default() };
    let answerer = Answerer::new(form.clone(), extras, &files, lang)?;
    let answer = answerer.answer(problem, session, |session, problem, question| {
        let mut solver = session.solver(problem, question);
        let note = Note::new(problem, &session.options, &form, flags, lang);
        let opened = DiskFolder::create(folder).map_err(|error| error.message(lang));
        let begun = opened.and_then(|opened| {
            let note = serde_json::to_value(&note).map_err(|error| error.to_string())?;
            solver.checkpoints().keep_checkpoint(Box::new(opened), note).map_err(|error| error.message(lang))
        });
        begun.map_err(|why| Refusal::Checkpoint(format!("{}: {why}", folder.display())))?;
        let every = flags.checkpoint.every;
        let verifies = session.options.search.verify && question.rule().is_cooperative();
        let schedule = Schedule::new(folder, every, verifies, lang);
        let outcome = session.drive(problem, &mut solver, Some(schedule));
        Ok((outcome, solver))
    });
    writer.write(answer)?;
    Ok(writer.finish(&interrupt)?)
}
