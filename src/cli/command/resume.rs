//! `tsumugi resume`: continues a search from its checkpoint; the answer is the same as without the interruption.

use crate::cli::args::{GeneralFlags, ResumeFlags};
use crate::cli::command::solve::{AnswerWriter, Answerer, Extras, tally_of_helper};
use crate::cli::exit::Tally;
use crate::cli::input::hints::leave_out_hint_at_rule;
use crate::cli::output::files::InputFiles;
use crate::cli::output::files::conflicts::{claim_files, outputs_of_answers, refuse_inside};
use crate::cli::run::checkpoint::{Note, PartFolder, Schedule, WatchedFolder};
use crate::cli::run::interrupt_notice::tell_soon;
use crate::cli::run::options::{check_spill, search_memory, usable_threads_told};
use crate::cli::run::place::ProcessPlace;
use crate::cli::run::session::Session;
use crate::cli::stderr::tell;
use crate::problem::{Choices, Problem, Question};
use crate::report::{Lang, Message};
use crate::solve::helpmate::cluster::ResumeError;
use crate::solve::{CheckpointError, Options, Resumed, Solver, StopFlag};
use crate::store::{DiskFolder, Folder, FolderError};
use anyhow::anyhow;
use std::fs;
use std::io::ErrorKind::{NotADirectory, NotFound};
use std::path::Path;

/// `tsumugi resume`.
///
/// # Errors
/// The folder holds no checkpoint that can be read, or stdout fails.
pub fn run(flags: &ResumeFlags, general: &GeneralFlags, session: &mut Session) -> anyhow::Result<Tally> {
    let lang = general.language();
    let in_folder = |why: String| anyhow!("{}: {why}", flags.folder.display());
    let place = flags.hosts.hosts.as_deref().map(|list| ProcessPlace::new(&flags.hosts, list)).transpose()?;
    let path = flags.folder.display().to_string();
    session.interrupt.before_end(move || {
        tell_soon(Some(lang.pick(
            format!("{path}: 途中経過を読んでいる間に中断されました: 途中経過はそのままです"),
            format!("{path}: interrupted while the checkpoint was read: it is unchanged"),
        )));
    });
    let opened = open(flags, place.as_ref(), session.interrupt.stop_flag(), general);
    session.interrupt.before_end(|| ());
    let Resumed { mut solver, note, is_finished, options } = opened?;
    check_spill(options.spill.as_deref())?;
    let foreign = || in_folder(CheckpointError::Foreign.message(lang));
    let mut note: Note = serde_json::from_value(note).map_err(|_| foreign())?;
    let problem = note.problem().ok_or_else(foreign)?;
    note.leave_out_useless(solver.question().rule());
    note.change(flags)?;
    let form = note.form();
    if flags.notation.is_some() {
        form.refuse_idle_flags()?;
    }
    let inputs = note.input_files();
    let writes = place.as_ref().is_none_or(|place| place.process() == 0);
    if writes {
        claim_outputs(flags, general, &note, &inputs)?;
    }
    solver.checkpoints().set_note(serde_json::to_value(&note)?);
    let lang = if general.lang_is_given() { lang } else { note.lang() };
    if is_finished && !general.quiet {
        tell(lang.pick(
            "この探索は終わっています: 途中経過から答えを出し直します",
            "this search had ended: its answer is computed again from the checkpoint",
        ));
    }
    leave_out_hint_at_rule();
    let verifies = options.verify && solver.question().rule().is_cooperative();
    session.options.search = options;
    session.options.choices = choices(&note, solver.question());
    session.expected = note.expected;
    let mut schedule = Schedule::new(&flags.folder, note.every(), verifies, lang);
    if let Some(place) = &place {
        schedule = schedule.with_command(place.resume_command(&flags.folder));
    }
    let drive = |session: &mut Session, problem: &Problem| {
        let outcome = session.drive(problem, &mut solver, Some(schedule));
        if let (Some(place), Some(lost)) = (&place, solver.lost_host()) {
            place.tell_lost(&problem.name(), lost, true, lang);
        }
        (outcome, solver)
    };
    if let Some(place) = place.as_ref().filter(|_| !writes) {
        let (outcome, _) = drive(session, &problem);
        return Ok(tally_of_helper(&problem, outcome.verdict, place.process(), session));
    }
    let interrupt = session.interrupt.clone();
    let mut writer = AnswerWriter::new(&form, None, &inputs, &interrupt, lang)?;
    let extras = Extras { certificate: note.certificate, can_go_on: true, ..Extras::default() };
    let answerer = Answerer::new(form, extras, &inputs, lang)?;
    let answer = answerer.answer(Ok(problem), session, |session, problem, _| Ok(drive(session, problem)));
    writer.write(answer)?;
    Ok(writer.finish(&interrupt)?)
}

/// Claims all files that the run writes, so that no other output uses them.
fn claim_outputs(
    flags: &ResumeFlags,
    general: &GeneralFlags,
    note: &Note,
    inputs: &InputFiles,
) -> anyhow::Result<()> {
    let form = note.form();
    let mut outputs = outputs_of_answers(form.out.as_deref(), form.graph.as_ref());
    outputs.extend(form.svg_steps.iter().map(|path| ("--svg-steps", path.clone())));
    outputs.extend(note.certificate.iter().map(|path| ("--certificate", path.clone())));
    outputs.extend(general.log_file.iter().map(|path| ("--log-file", path.clone())));
    refuse_inside(&flags.folder, &outputs)?;
    Ok(claim_files(outputs, || inputs.clone())?)
}

/// The choices (rule, attacker and so on) that the user typed when the search began.
fn choices(note: &Note, question: &Question) -> Choices {
    let rule = question.rule();
    Choices {
        rule: note.rule_is_given.then_some(rule),
        attacker: note.attacker(),
        policy: (!rule.is_cooperative()).then(|| question.policy()),
        conditions: Some(question.conditions()),
        rest: note.rest,
    }
}

/// Opens the folder and reads the checkpoint, together with the other processes of the search if there are any.
fn open(
    flags: &ResumeFlags,
    place: Option<&ProcessPlace>,
    stop: StopFlag,
    general: &GeneralFlags,
) -> anyhow::Result<Resumed> {
    let lang = general.language();
    let in_folder = |why: String| anyhow!("{}: {why}", flags.folder.display());
    let another = |why: String| in_folder(format!("{why}: {}", another_folder(lang)));
    if place.is_none() && has_no_manifest(&flags.folder) {
        // Opening the folder would leave a lock file in a folder that is not a checkpoint.
        return Err(another(CheckpointError::Missing.message(lang)));
    }
    let opened = match place {
        Some(place) => PartFolder::new(&flags.folder, place.process()).map(boxed),
        None => DiskFolder::open(&flags.folder).map(boxed),
    };
    let folder = opened.map_err(|error| match &error {
        FolderError::Io(system) if matches!(system.kind(), NotFound | NotADirectory) => {
            another(error.message(lang))
        }
        _ => in_folder(error.message(lang)),
    })?;
    let (folder, _shown) = WatchedFolder::new(folder, &flags.folder, general.quiet, lang);
    let change = |rule, options: &mut Options| {
        options.stop = stop;
        options.limits.time = flags.time;
        options.limits.nodes = flags.nodes.or(options.limits.nodes);
        options.limits.plies = flags.max_plies.or(options.limits.plies);
        options.limits.memory =
            flags.memory.map(|process| search_memory(Some(process), rule)).or(options.limits.memory);
        options.threads =
            flags.threads.map_or(options.threads, |threads| usable_threads_told(threads, 1, lang));
    };
    let resumed = match place {
        Some(place) => {
            let links = place.join("resume", lang).map_err(|why| anyhow!(why))?;
            Solver::resume_among_processes(Box::new(folder), Box::new(links), change)
        }
        None => Solver::resume(Box::new(folder), change).map_err(ResumeError::Checkpoint),
    };
    let resumed = resumed.map_err(|error| match (error, place) {
        (ResumeError::Checkpoint(error @ CheckpointError::Missing), _) => another(error.message(lang)),
        (ResumeError::Checkpoint(error), _) => in_folder(error.message(lang)),
        (ResumeError::Lost(lost), Some(place)) => anyhow!(place.lost(&lost, lang)),
        (ResumeError::Lost(_), None) => unreachable!("it is the only process"),
    })?;
    Ok(resumed)
}

fn boxed(folder: impl Folder + 'static) -> Box<dyn Folder> {
    Box::new(folder)
}

/// Whether this is a folder without the manifest of a checkpoint, or of the part of one process.
fn has_no_manifest(folder: &Path) -> bool {
    let is_manifest = |entry: fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(b"manifest");
    fs::read_dir(folder).is_ok_and(|mut entries| !entries.any(|entry| entry.is_ok_and(is_manifest)))
}

/// Advice for a folder that holds no checkpoint.
const fn another_folder(lang: Lang) -> &'static str {
    match lang {
        Lang::Ja => "`solve --checkpoint` が書いたフォルダーを指定してください",
        Lang::En => "give the folder that `solve --checkpoint` wrote",
    }
}
