//! `tsumugi solve --checkpoint`: one problem, whose search can go on in another process.

use super::single::Answers;
use crate::cli::args::{CheckpointFlags, SolveFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::Trouble;
use crate::cli::input::failure::Refusal;
use crate::cli::input::items::for_each_problem;
use crate::cli::output::batch::Batch;
use crate::cli::output::graph::GraphFile;
use crate::cli::run::checkpoint::{Note, Schedule, whole_path};
use crate::cli::run::session::Session;
use crate::report::{Lang, Message};
use crate::store::DiskFolder;
use std::ops::ControlFlow;
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
    let mut problems = Vec::new();
    for_each_problem(&flags.inputs.inputs, &flags.inputs.reading, &mut |item| {
        problems.push(item);
        Ok(if problems.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let (Some(problem), None) = (problems.pop(), problems.pop()) else {
        return Err(Trouble::new(
            "--checkpoint takes one problem at a time: the input has several",
            "--checkpoint は一題ずつです: 入力に複数の問題があります",
        )
        .into());
    };
    let every = checkpoint.every;
    let spill = &mut session.options.search.spill;
    *spill = spill.take().map(|folder| whole_path(&folder));
    // There is nothing behind the one problem that the user could be tired of.
    let _ = answers.write(problem, session, |problem, question, session| {
        let mut solver = session.solver(question);
        let search = solver.with_checkpoints().ok_or(Refusal::NoCheckpoints)?;
        let note = Note::new(problem, &session.options, flags, lang, every);
        let opened = DiskFolder::create(folder).map_err(|error| error.message(lang));
        let begun = opened.and_then(|opened| {
            let note = serde_json::to_value(&note).map_err(|error| error.to_string())?;
            search.keep_checkpoint(Box::new(opened), note).map_err(|error| error.message(lang))
        });
        begun.map_err(|why| Refusal::Checkpoint(format!("{}: {why}", folder.display())))?;
        let schedule = Schedule::new(folder, every, session.options.search.verify, lang);
        let outcome = session.drive(problem, &mut solver, Some(schedule));
        Ok((outcome, solver))
    })?;
    Ok(answers.tally())
}
