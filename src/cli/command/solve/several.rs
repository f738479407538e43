//! `tsumugi solve --hosts`: one problem, searched by processes on several machines.

use super::{AnswerWriter, Answerer, Extras};
use crate::cli::args::SolveFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::input::only_problem;
use crate::cli::output::AnswerForm;
use crate::cli::output::files::InputFiles;
use crate::cli::run::checkpoint::{Note, PartFolder, Schedule};
use crate::cli::run::place::ProcessPlace;
use crate::cli::run::session::{Session, Solved, question_beside_line};
use crate::cli::stderr::tell;
use crate::problem::{Problem, Question};
use crate::report::{Lang, Message};
use crate::solve::{Options, Solver, Verdict};
use std::path::Path;

/// Takes part in the search for the only problem of the inputs; the first process writes the answer.
///
/// # Errors
/// The input is not one problem, the list or the secret is wrong, or an output fails.
pub fn run(flags: &SolveFlags, list: &Path, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    if flags.search.spill.is_some() {
        return Err(FatalError::new(
            "--spill is for one machine: with --hosts, the positions already found by one process would be on the \
             disk of another; leave it out, since the memory of all machines is added up",
            "--spill は1台用です: --hosts では、既出の局面が別のマシンのディスクにあることになります。外してください (全マシンのメモリが合わさります)",
        )
        .into());
    }
    let place = ProcessPlace::new(&flags.hosts, list)?;
    let item = only_problem(&flags.inputs, "--hosts")?;
    let (files, interrupt) = (InputFiles::of(&flags.inputs.inputs), session.interrupt.clone());
    let form = AnswerForm::new(flags)?;
    let part = Part { place, flags, form: &form, lang };
    if part.place.process() > 0 {
        let solved = item.and_then(|problem| {
            let solved = question_beside_line(&problem, &session.options.choices)
                .and_then(|question| part.solve(session, &problem, &question));
            solved
                .map_err(|refusal| Failure::refused(&problem, &refusal, lang))
                .map(|solved| (solved, problem))
        });
        return Ok(match solved {
            Ok(((outcome, _), problem)) => {
                tally_of_helper(&problem, outcome.verdict, part.place.process(), session)
            }
            Err(failure) => {
                let failure = failure.said_in(lang);
                tell(format_args!("{}: {}", failure.place, failure.error.message));
                Tally { unreadable: true, ..Tally::default() }
            }
        });
    }
    let mut writer = AnswerWriter::new(&form, None, &files, &interrupt, lang)?;
    let answerer = Answerer::new(form.clone(), Extras::default(), &files, lang)?;
    writer.write(
        answerer.answer(item, session, |session, problem, question| part.solve(session, problem, question)),
    )?;
    Ok(writer.finish(&interrupt)?)
}

/// The tally of a process that writes no answer.
pub fn tally_of_helper(problem: &Problem, verdict: Verdict, process: usize, session: &Session) -> Tally {
    log::info!("{}: process {process} has ended with {verdict:?}", problem.name());
    Tally {
        unknown: matches!(verdict, Verdict::Unknown(_)),
        interrupted: session.interrupt.is_set(),
        ..Tally::default()
    }
}

/// The configuration of this process.
struct Part<'a> {
    place: ProcessPlace,
    flags: &'a SolveFlags,
    form: &'a AnswerForm,
    lang: Lang,
}

impl Part<'_> {
    fn folder(&self) -> Option<&Path> {
        self.flags.checkpoint.checkpoint.as_deref()
    }

    fn solve(
        &self,
        session: &mut Session,
        problem: &Problem,
        question: &Question,
    ) -> Result<Solved, Refusal> {
        let lang = self.lang;
        if !question.rule().is_cooperative() {
            return Err(Refusal::Hosts(
                lang.pick(
                    "--hosts は協力詰と協力自玉詰のものです: 詰将棋には付けずに解いてください",
                    "--hosts is for helpmates and helpselfmates: solve a tsume without it",
                )
                .to_owned(),
            ));
        }
        let folder = self.folder().map(|path| self.open(path)).transpose()?;
        let options = session.search_options(question);
        let (task, verifies) = (self.task(question, &options), options.verify);
        let links = self.place.join(&task, lang).map_err(Refusal::Hosts)?;
        let solver = Solver::among_processes(question, options, Box::new(links));
        let mut solver = solver.unwrap_or_else(|| unreachable!("a cooperative rule"));
        if let (Some(path), Some(folder)) = (self.folder(), folder) {
            self.keep_checkpoint(&mut solver, folder, session, problem)
                .map_err(|why| Refusal::Checkpoint(format!("{}: {why}", path.display())))?;
        }
        // If a process is lost before all have agreed on a checkpoint, there is none.
        let keeps = self.folder().filter(|_| solver.lost_host().is_none());
        let schedule = keeps.map(|path| {
            Schedule::new(path, self.flags.checkpoint.every, verifies, lang)
                .with_command(self.place.resume_command(path))
        });
        let outcome = session.drive(problem, &mut solver, schedule);
        if let Some(lost) = solver.lost_host() {
            self.place.tell_lost(&problem.name(), lost, keeps.is_some(), lang);
        }
        Ok((outcome, solver))
    }

    /// Opens the folder of this process's part of the checkpoint, if it exists.
    fn open(&self, path: &Path) -> Result<PartFolder, Refusal> {
        PartFolder::new(path, self.place.process())
            .map_err(|error| Refusal::Checkpoint(format!("{}: {}", path.display(), error.message(self.lang))))
    }

    /// The text of what all processes must have in common.
    fn task(&self, question: &Question, options: &Options) -> String {
        format!(
            "{}\n{}\n{}\n{}\n{:?}\n{:?}\n{:?}\n{}\n{}",
            question.position().sfen(),
            question.rule(),
            question.conditions(),
            question.attacker(),
            options.limits.nodes,
            options.limits.plies,
            options.key_width,
            options.verify,
            self.folder().is_some(),
        )
    }

    /// Begins a checkpoint, together with the other processes.
    fn keep_checkpoint(
        &self,
        solver: &mut Solver,
        folder: PartFolder,
        session: &Session,
        problem: &Problem,
    ) -> Result<(), String> {
        let note = Note::new(problem, &session.options, self.form, self.flags, self.lang);
        let note = serde_json::to_value(&note).map_err(|error| error.to_string())?;
        let kept = solver.checkpoints().keep_checkpoint(Box::new(folder), note);
        kept.map_err(|error| error.message(self.lang))
    }
}
