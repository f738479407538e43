//! Paths that are derived from the path of a file.

use crate::cli::paths::through_links;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// The greatest number of processes that may write one file at a time; the content of the last one to finish stays.
const WRITERS: usize = 16;
/// The name of an unfinished file begins with at most this number of characters of the finished file's name, since
/// file systems limit the length of names.
const LETTERS: usize = 40;
/// The ending of the name of an unfinished file.
const UNFINISHED: &str = ".tsumugi-new";

/// A path with an ending added to its name.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or(OsStr::new("")).to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// The path after following all links, with an ending added to its name: companions of a file are placed next to the
/// file itself.
pub fn beside_target(path: &Path, ending: &str) -> PathBuf {
    with_ending(&through_links(path).unwrap_or(path.to_owned()), ending)
}

/// The path of the progress of a run of a command that makes problems, next to the file of its results.
pub fn state_of(path: &Path) -> PathBuf {
    beside_target(path, ".state")
}

/// The paths at which a whole file may be written before it gets its final path. A file at one of these paths that no
/// process is writing is removed: a killed process left it behind.
pub fn unfinished_names(path: &Path) -> impl Iterator<Item = PathBuf> {
    let name: String = path.file_name().unwrap_or_default().to_string_lossy().chars().take(LETTERS).collect();
    let first = with_ending(&path.with_file_name(name), UNFINISHED);
    (1..=WRITERS).map(move |number| match number {
        1 => first.clone(),
        _ => with_ending(&first, &format!("-{number}")),
    })
}

/// Whether a file has such a name, in upper or lower case, since some systems do not distinguish them.
pub fn is_unfinished_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_number = |text: &str| text.parse::<usize>().is_ok();
    let first =
        name.rsplit_once('-').filter(|(_, number)| is_number(number)).map_or(&*name, |(first, _)| first);
    first.ends_with(UNFINISHED)
}

/// The first of the paths `PATH.1`, `PATH.2`, … that does not exist.
pub fn free_name(path: &Path) -> PathBuf {
    let mut number = 1;
    loop {
        let free = with_ending(path, &format!(".{number}"));
        if fs::symlink_metadata(&free).is_err() {
            return free;
        }
        number += 1;
    }
}
