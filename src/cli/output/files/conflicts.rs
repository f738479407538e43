//! Conflicts between the files of a command line: a file that is both read and written, or written twice. They are
//! found before anything is opened.

use super::claimed::claim_named;
use super::inputs::InputFiles;
use super::names::{is_unfinished_name, state_of, unfinished_names};
use super::part::PartFile;
use crate::cli::args::{
    BenchCommand, BookBuildFlags, BookCommand, BookFlags, BooksFlags, Command, ExtendFlags, GeneralFlags,
    GraphPath, HostFlags, RepairFlags, SolveFlags, TemplateFlags, TuneCommand,
};
use crate::cli::fatal_error::FatalError;
use crate::cli::paths::{Identity, folder_of, is_folder, is_open_already, through_links};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Refuses a command line that would write to a file which it also reads, or write one file twice, even under
/// different names. Reserves the files that it names, so that nothing created inside a folder gets their names.
///
/// # Errors
/// A conflict, with the file and with what the user can do.
pub fn claim_outputs(command: &Command, general: &GeneralFlags) -> Result<(), FatalError> {
    let mut outputs = outputs(command);
    // The USI engine opens its log by itself.
    if !matches!(command, Command::Usi) {
        outputs.extend(general.log_file.iter().map(|path| (LOG, path.clone())));
    }
    let (checkpoint, spill) = match command {
        Command::Solve(flags) => (flags.checkpoint.checkpoint.as_deref(), flags.search.spill.as_deref()),
        Command::Resume(flags) => (Some(flags.folder.as_path()), None),
        _ => (None, None),
    };
    if let Some(folder) = checkpoint {
        refuse_inside(folder, &[&outputs[..], &named("--spill", spill)].concat())?;
    }
    claim_files(outputs, || inputs(command))
}

/// Refuses to write to the folder of a checkpoint, or to a file in it: that folder is reserved for the checkpoint.
///
/// # Errors
/// An output that would be written there, with what the user can do.
pub fn refuse_inside(folder: &Path, outputs: &[(&'static str, PathBuf)]) -> Result<(), FatalError> {
    let checkpoint = Identity::of(folder);
    for (flag, path) in outputs {
        let target = through_links(path).unwrap_or_else(|_| path.clone());
        let is_inside =
            [target.as_path(), folder_of(&target)].into_iter().any(|place| Identity::of(place) == checkpoint);
        if is_inside {
            let path = path.display();
            return Err(FatalError::new(
                format!("{path}: {flag} would write to the checkpoint's folder: give another name"),
                format!(
                    "{path}: {flag} が途中経過のフォルダーに書くことになります: 別の名前を書いてください"
                ),
            ));
        }
    }
    Ok(())
}

/// Refuses to write to one of `inputs`, or to write one file twice, even under different names. `outputs`: pairs of a
/// flag and the file that it names. Reserves these files: no other output of the run can get one of them.
///
/// # Errors
/// A conflict, with the file and with what the user can do.
pub fn claim_files(
    mut outputs: Vec<(&'static str, PathBuf)>,
    inputs: impl FnOnce() -> InputFiles,
) -> Result<(), FatalError> {
    refuse_own_names(&outputs)?;
    outputs.retain(|(_, path)| is_file_to_be(path));
    if outputs.is_empty() {
        return Ok(());
    }
    let inputs = inputs();
    let mut writers = HashMap::new();
    for (flag, path) in &outputs {
        // If the file of `--resume` is an input, it is refused where it is opened, with a more specific message.
        if *flag != RESUME {
            inputs.refuse(path)?;
        }
        // The log file is created before the inputs are listed, so it must not look like one of them.
        if *flag == LOG {
            inputs.refuse_among(path)?;
        }
        let Some(identity) = Identity::of(path) else { continue };
        if let Some(other) = writers.insert(identity, flag) {
            return Err(both(path, other, flag));
        }
    }
    for (flag, path) in &outputs {
        for unfinished in unfinished_names(&through_links(path).unwrap_or(path.clone())) {
            // What a killed run left behind may be a hard link to the file itself.
            let other =
                Identity::of(&unfinished).filter(|identity| Some(identity) != Identity::of(path).as_ref());
            if let Some(other) = other.and_then(|identity| writers.get(&identity)) {
                return Err(both(&unfinished, other, flag));
            }
        }
    }
    claim_named(outputs.into_iter().map(|(_, path)| path));
    Ok(())
}

/// Refuses an output in a folder that is itself an output, if its name is one that a file there may have until it is
/// complete: it would be removed.
fn refuse_own_names(outputs: &[(&'static str, PathBuf)]) -> Result<(), FatalError> {
    for (flag, path) in outputs {
        let target = through_links(path).unwrap_or(path.clone());
        let Some(folder) = Identity::of(folder_of(&target)).filter(|_| is_unfinished_name(&target)) else {
            continue;
        };
        if let Some((other, _)) =
            outputs.iter().find(|(_, output)| Identity::of(output).as_ref() == Some(&folder))
        {
            return Err(both(path, other, flag));
        }
    }
    Ok(())
}

/// The error for two outputs that would write one file.
fn both(path: &Path, other: &str, flag: &str) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: both {other} and {flag} would write it: give another name"),
        format!("{path}: {other} と {flag} の両方が書きます: 別の名前を書いてください"),
    )
}

const RESUME: &str = "--resume";
const LOG: &str = "--log-file";

/// Whether a path denotes a regular file, existing or not, rather than a folder, pipe or device.
fn is_file_to_be(path: &Path) -> bool {
    !is_folder(path) && !is_open_already(path) && fs::metadata(path).map_or(true, |found| found.is_file())
}

fn inputs(command: &Command) -> InputFiles {
    let mut inputs = InputFiles::default();
    match command {
        Command::Solve(flags) => {
            inputs = InputFiles::of(&flags.inputs.inputs);
            add_files_of_hosts(&mut inputs, &flags.hosts);
        }
        Command::Analyse(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::Hisshi(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::Extend(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::Check(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::Search(flags) => inputs = InputFiles::of(std::slice::from_ref(&flags.template)),
        Command::Repair(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::Ask(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::Book(command) => match command {
            BookCommand::Build(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
            BookCommand::Merge(BooksFlags { books, .. }) | BookCommand::Stats { books, .. } => {
                books.iter().for_each(|book| inputs.add(book));
            }
            BookCommand::Sort(flags)
            | BookCommand::Flip(flags)
            | BookCommand::Mirror(flags)
            | BookCommand::Minimax(flags) => inputs.add(&flags.book),
        },
        Command::Records(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::Resume(flags) => add_files_of_hosts(&mut inputs, &flags.hosts),
        Command::Verify(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::VerifyCertificate(flags) => flags.files.iter().for_each(|file| inputs.add(file)),
        Command::Show(flags) => inputs = InputFiles::of(&flags.inputs.inputs),
        Command::Flip { inputs: flags, .. }
        | Command::Mirror(flags)
        | Command::Validate { inputs: flags, .. } => {
            inputs = InputFiles::of(&flags.inputs);
        }
        Command::Convert(flags) => inputs = InputFiles::of(flags.inputs()),
        Command::Bench(BenchCommand::Movegen { files, .. }) => files.iter().for_each(|file| inputs.add(file)),
        Command::Tune(TuneCommand::Fit(flags)) => {
            flags.games.iter().chain(&flags.start).for_each(|file| inputs.add(file));
        }
        Command::Tune(TuneCommand::Collapses(flags)) => flags.games.iter().for_each(|file| inputs.add(file)),
        Command::Tune(TuneCommand::Match(flags)) => {
            [&flags.first, &flags.second].into_iter().for_each(|file| inputs.add(file));
        }
        #[cfg(feature = "serve")]
        Command::Serve(_) => {}
        // Commands named after a rule were turned into `solve` before.
        Command::OfRule(_)
        | Command::Tune(TuneCommand::Play(_) | TuneCommand::Margins(_))
        | Command::Bench(_)
        | Command::Usi
        | Command::Perft { .. }
        | Command::Completions { .. }
        | Command::Man { .. } => {}
    }
    inputs
}

/// Adds the files of a distributed search: the list of machines, and the secret.
fn add_files_of_hosts(inputs: &mut InputFiles, flags: &HostFlags) {
    [&flags.hosts, &flags.secret].into_iter().flatten().for_each(|file| inputs.add(file));
}

/// The files and folders that a command writes, each with the flag that names it.
fn outputs(command: &Command) -> Vec<(&'static str, PathBuf)> {
    match command {
        Command::Solve(flags) => outputs_of_solve(flags),
        Command::Check(flags) => [
            named("--graph", flags.graph.graph.as_ref().map(|graph| graph.path())),
            named(RESUME, flags.resume.as_deref()),
        ]
        .concat(),
        Command::Verify(flags) => named(RESUME, flags.resume.as_deref()),
        Command::Extend(ExtendFlags { found, .. })
        | Command::Search(TemplateFlags { found, .. })
        | Command::Repair(RepairFlags { found, .. }) => {
            let state = found.resume.as_deref().map(state_of);
            [
                outputs_of_answers(found.out.as_deref(), None),
                named(RESUME, found.resume.as_deref()),
                named(RESUME, state.as_deref()),
            ]
            .concat()
        }
        Command::Resume(flags) => [
            outputs_of_answers(flags.out.as_deref(), flags.graph.graph.as_ref()),
            named("--svg-steps", flags.svg_steps.as_deref()),
            named("--certificate", flags.certificate.as_deref()),
        ]
        .concat(),
        Command::Analyse(flags) => {
            [outputs_of_answers(flags.out.as_deref(), None), named(RESUME, flags.resume.as_deref())].concat()
        }
        Command::Hisshi(flags) => outputs_of_answers(flags.answers.out.as_deref(), None),
        Command::Show(flags) => named("--out", flags.out.as_deref()),
        Command::Convert(flags) if flags.output() != "-" => named("OUTPUT", Some(Path::new(flags.output()))),
        Command::Book(command) => match command {
            BookCommand::Build(BookBuildFlags { out, .. })
            | BookCommand::Merge(BooksFlags { out, .. })
            | BookCommand::Sort(BookFlags { out, .. })
            | BookCommand::Flip(BookFlags { out, .. })
            | BookCommand::Mirror(BookFlags { out, .. })
            | BookCommand::Minimax(BookFlags { out, .. }) => named("--out", Some(&out.out)),
            BookCommand::Stats { .. } => Vec::new(),
        },
        Command::Tune(TuneCommand::Play(flags)) => named("FILE", Some(&flags.file)),
        Command::Tune(TuneCommand::Fit(flags)) => {
            [named("--output", Some(&flags.output)), named("--checkpoint", flags.checkpoint.as_deref())]
                .concat()
        }
        Command::Tune(TuneCommand::Margins(flags)) => named("FILE", Some(&flags.file)),
        Command::Tune(TuneCommand::Match(flags)) => named("--record", flags.record.as_deref()),
        _ => Vec::new(),
    }
}

fn outputs_of_solve(flags: &SolveFlags) -> Vec<(&'static str, PathBuf)> {
    [
        outputs_of_answers(flags.answers.out.as_deref(), flags.graph.graph.as_ref()),
        named("--svg-steps", flags.svg_steps.as_deref()),
        named("--certificate", flags.certificate.as_deref()),
        named(RESUME, flags.resume.as_deref()),
    ]
    .concat()
}

/// The files of the answers, for the given values of `--out` and `--graph`.
pub fn outputs_of_answers(out: Option<&Path>, graph: Option<&GraphPath>) -> Vec<(&'static str, PathBuf)> {
    let part = out.filter(|out| is_file_to_be(out)).map(PartFile::part_of);
    [named("--out", out), named("--out", part.as_deref()), named("--graph", graph.map(GraphPath::path))]
        .concat()
}

fn named(flag: &'static str, path: Option<&Path>) -> Vec<(&'static str, PathBuf)> {
    path.map(|path| (flag, path.to_owned())).into_iter().collect()
}
