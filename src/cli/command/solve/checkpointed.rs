//! `tsumugi solve --checkpoint`: one problem, whose search can go on in another process.

use super::single::Answers;
use crate::cli::args::{CheckpointFlags, SolveFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::Trouble;
use crate::cli::input::failure::Refusal;
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::output::graph::GraphFile;
use crate::cli::run::checkpoint::{Note, Schedule, whole_path};
use crate::cli::run::session::Session;
use crate::report::{Lang, Message};
use crate::store::DiskFolder;
use std::path::Path;

/// `tsumugi solve --checkpoint`.
///
/// # Errors
/// The input is not one problem, the folder cannot be used, or stdout fails.
pub fn solve(
    flags: &SolveFlags,
    checkpoint: &CheckpointFlags,
    folder: &Path,
    session: &mut Session,
    lang: Lang,
) -> anyhow::Result<Tally> {
    let batch = Batch { json: flags.json, ..Batch::new(lang) };
    let mut answers = Answers::new(batch, flags.full, GraphFile::new(flags.graph.graph.clone(), lang));
    let mut problems = problems(&flags.inputs.inputs, &flags.inputs.reading);
    let (Some(problem), None) = (problems.next(), problems.next()) else {
        return Err(Trouble::new(
            "--checkpoint takes one problem at a time: the input has several",
            "--checkpoint は一題ずつです: 入力に複数の問題があります",
        )
        .into());
    };
    let every = checkpoint.every;
    let spill = &mut session.options.solver.spill;
    *spill = spill.take().map(|folder| whole_path(&folder));
    answers.write(problem, session, |problem, task, session| {
        let mut solver = session.solver(task)?;
        let note = Note::new(problem, &session.options, flags, lang, every);
        let opened = DiskFolder::create(folder).map_err(|error| error.message(lang));
        let begun = opened.and_then(|opened| {
            let note = serde_json::to_value(&note).map_err(|error| error.to_string())?;
            solver.keep_checkpoint(Box::new(opened), note).map_err(|error| error.message(lang))
        });
        begun.map_err(|why| Refusal::Checkpoint(format!("{}: {why}", folder.display())))?;
        let schedule = Schedule::new(folder, every, session.options.solver.verify, lang);
        Ok(session.drive(problem, solver, Some(schedule)))
    })?;
    Ok(answers.tally())
}
