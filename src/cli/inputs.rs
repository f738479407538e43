//! What INPUT arguments stand for: an SFEN, a file, a folder, standard input; and the problems they hold.

use super::failure::Failure;
use crate::position::parse_position;
use crate::problem::{Problem, Reader};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The files of a folder that are read.
const EXTENSIONS: [&str; 2] = ["sfen", "txt"];

/// What the place of a problem from the command line begins with.
pub const ARGUMENT: &str = "argument ";

/// What a visitor of inputs answers: go on, or that was all.
pub type Visit = anyhow::Result<ControlFlow<()>>;

/// Hands out every problem of every input in order, one at a time, and what could not be read in its place. An input
/// without any problem is a failure too: whoever names it expects one.
///
/// # Errors
/// Those of the visitor.
pub fn for_each_problem(
    inputs: &[OsString],
    visitor: &mut dyn FnMut(Result<Problem, Failure>) -> Visit,
) -> anyhow::Result<()> {
    for (index, input) in inputs.iter().enumerate() {
        let mut is_empty = true;
        let mut counting = |item: Result<Problem, Failure>| {
            is_empty = false;
            visitor(item)
        };
        let step = visit_input(input, index + 1, &mut counting)?;
        if step.is_break() {
            return Ok(());
        }
        if is_empty && visitor(Err(no_problems(input)))?.is_break() {
            return Ok(());
        }
    }
    Ok(())
}

fn visit_input(
    input: &OsStr,
    number: usize,
    visitor: &mut dyn FnMut(Result<Problem, Failure>) -> Visit,
) -> Visit {
    let path = Path::new(input);
    if input == "-" {
        return visit_text(io::stdin().lock(), "stdin", visitor);
    }
    if path.is_dir() {
        return visit_folder(path, visitor);
    }
    if path.exists() {
        return visit_file(path, visitor);
    }
    match input.to_str().filter(|text| is_meant_as_sfen(text)) {
        Some(text) => visit_text(text.as_bytes(), &format!("{ARGUMENT}{number}"), visitor),
        None => visitor(Err(not_found(path))),
    }
}

fn visit_text(
    text: impl BufRead,
    name: &str,
    visitor: &mut dyn FnMut(Result<Problem, Failure>) -> Visit,
) -> Visit {
    log::info!("reading {name}");
    for item in Reader::new(text, name) {
        if visitor(item.map_err(Failure::from))?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn visit_file(path: &Path, visitor: &mut dyn FnMut(Result<Problem, Failure>) -> Visit) -> Visit {
    match File::open(path) {
        Ok(file) => visit_text(BufReader::new(file), &path.display().to_string(), visitor),
        Err(error) => visitor(Err(unreadable(path, &error))),
    }
}

/// Everything below a folder, in the order of the names. Links to folders are not followed: they may lead in circles.
fn visit_folder(folder: &Path, visitor: &mut dyn FnMut(Result<Problem, Failure>) -> Visit) -> Visit {
    let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return visitor(Err(unreadable(folder, &error))),
    };
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let path = entry.path();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let step = if is_folder {
            visit_folder(&path, visitor)?
        } else if is_problem_file(&path) {
            visit_file(&path, visitor)?
        } else {
            ControlFlow::Continue(())
        };
        if step.is_break() {
            return Ok(step);
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn is_problem_file(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) && path.is_file()
}

/// Whether a text that names no file is better answered by what is wrong with it as an SFEN.
fn is_meant_as_sfen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next();
    // A deep path has as many slashes as a board.
    let is_path = first.starts_with(['/', '.', '~']) || Path::new(first).extension().is_some();
    matches!(first, "position" | "sfen" | "startpos")
        || first.matches('/').count() >= 7 && !is_path
        || first.contains('/') && matches!(second, Some("b" | "w")) && !is_path
        || parse_position(text).is_ok()
}

fn not_found(path: &Path) -> Failure {
    let message = "no such file or folder, and no SFEN: give a path, or an SFEN in quotes";
    let japanese =
        "ファイルもフォルダーもなく、SFEN でもありません: パスか、引用符で囲んだ SFEN を書いてください";
    Failure::new(short(path), message.to_owned(), japanese.to_owned())
}

/// A file or folder that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        short(path),
        format!("cannot be read: {error}: check the path and its permissions"),
        format!("読めません: {error}: パスと権限を確かめてください"),
    )
}

fn no_problems(input: &OsStr) -> Failure {
    let path = PathBuf::from(input);
    let (message, japanese) = if path.is_dir() {
        (
            "no problems in this folder: put them into files whose names end with .sfen or .txt, one SFEN a line",
            "このフォルダーに問題がありません: 名前が .sfen か .txt で終わるファイルに、一行に一つの SFEN を書いてください",
        )
    } else {
        ("no problem in it: write one SFEN a line", "問題がありません: 一行に一つの SFEN を書いてください")
    };
    Failure::new(short(&path), message.to_owned(), japanese.to_owned())
}

/// A path as a message shows it; an argument that is no path may be very long.
fn short(path: &Path) -> String {
    const LONGEST: usize = 200;
    let name = path.display().to_string();
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}
