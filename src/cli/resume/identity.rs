//! Whether two names are of one file.

use super::claim::Claim;
use crate::cli::inputs::is_problem_file;
use crate::cli::trouble::Trouble;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Refuses a file that is one of the inputs, or one of those that are read of a folder: its answers would be read as problems,
/// and never end.
///
/// # Errors
/// That it is one.
pub(super) fn refuse_input(path: &Path, claim: &Claim, inputs: &[OsString]) -> Result<(), Trouble> {
    let is_it =
        |input: &OsString| if input == "-" { is_stdin(claim) } else { is_read(Path::new(input), claim) };
    if !inputs.iter().any(is_it) {
        return Ok(());
    }
    let path = path.display();
    Err(Trouble::new(
        format!(
            "{path}: is an input too, and its answers would be read as problems: give --resume another name"
        ),
        format!("{path}: 入力でもあり、答えが問題として読まれます: --resume に別の名前を書いてください"),
    ))
}

/// Whether an input is this file, or a folder of which it is read.
fn is_read(input: &Path, claim: &Claim) -> bool {
    if !input.is_dir() {
        return is_named(claim, input);
    }
    fs::read_dir(input).into_iter().flatten().flatten().any(|entry| {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => is_read(&path, claim),
            _ => is_problem_file(&path) && is_named(claim, &path),
        }
    })
}

/// Whether a path leads to this file.
#[cfg(unix)]
pub(super) fn is_named(claim: &Claim, path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|other| is_same(claim, &other))
}

/// Whether a path leads to this file; by its name alone.
#[cfg(not(unix))]
pub(super) fn is_named(claim: &Claim, path: &Path) -> bool {
    path.canonicalize().is_ok_and(|path| path == claim.path)
}

/// Whether this file is standard input.
#[cfg(unix)]
fn is_stdin(claim: &Claim) -> bool {
    use std::os::fd::AsFd;
    let stdin = std::io::stdin().as_fd().try_clone_to_owned().map(std::fs::File::from);
    stdin.and_then(|stdin| stdin.metadata()).is_ok_and(|other| is_same(claim, &other))
}

#[cfg(not(unix))]
fn is_stdin(_: &Claim) -> bool {
    false
}

#[cfg(unix)]
fn is_same(claim: &Claim, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    claim.file.metadata().is_ok_and(|this| (this.dev(), this.ino()) == (other.dev(), other.ino()))
}
