//! The files in folders that are read.

use super::failure::Failure;
use crate::cli::fatal_error::system_text;
use crate::report::Lang;
use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::vec;

/// The extensions of the files that are read in folders.
pub(super) const EXTENSIONS: [&str; 10] =
    ["sfen", "txt", "usi", "kif", "kifu", "ki2", "ki2u", "bod", "csa", "jkf"];

/// The problem files below a folder, in the order of their names, with a failure in the place of a folder that cannot
/// be read. Links to folders are not followed: they may form a cycle.
pub(super) struct FilesBelow {
    /// The folder that is listed next.
    next: Option<PathBuf>,
    /// The remaining entries of the folders that are listed, the innermost folder last.
    left: Vec<vec::IntoIter<DirEntry>>,
}

impl FilesBelow {
    /// The files below this folder.
    pub fn new(folder: &Path) -> FilesBelow {
        FilesBelow { next: Some(folder.to_owned()), left: Vec::new() }
    }
}

impl Iterator for FilesBelow {
    type Item = Result<PathBuf, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(folder) = self.next.take() {
                match entries(&folder) {
                    Ok(entries) => self.left.push(entries.into_iter()),
                    Err(error) => return Some(Err(unreadable(&folder, &error))),
                }
            }
            let Some(entry) = self.left.last_mut()?.next() else {
                self.left.pop();
                continue;
            };
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.next = Some(path);
            } else if is_problem_file(&path) {
                return Some(Ok(path));
            } else if has_name_of_problems(&path) && !is_hidden(&path) {
                match fs::metadata(&path) {
                    // A dangling link. Hidden links are ignored, since some editors use them as locks.
                    Err(error) => return Some(Err(unreadable(&path, &error))),
                    Ok(found) if !found.is_dir() => return Some(Err(no_file(&path))),
                    Ok(_) => {}
                }
            }
        }
    }
}

fn entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Whether a file found in a folder is read.
pub fn is_problem_file(path: &Path) -> bool {
    has_name_of_problems(path) && path.is_file()
}

/// Whether a file found in a folder is read, judging by its name.
pub fn has_name_of_problems(path: &Path) -> bool {
    let extension = |path: &Path| path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let inner = match extension(path).as_deref() {
        Some("gz") => path.file_stem().map(Path::new).and_then(extension),
        _ => extension(path),
    };
    inner.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}

/// The failure for a file or folder that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        short(path),
        format!("cannot be read: {error}: check the path and its permissions"),
        format!("読めません: {}: パスと権限を確かめてください", system_text(error, Lang::Ja)),
    )
}

/// The failure for a pipe, socket or device in a folder: reading from it could block forever.
fn no_file(path: &Path) -> Failure {
    Failure::new(
        short(path),
        "is not a regular file, and was skipped: name it on the command line, or rename it".to_owned(),
        "ファイルではないので飛ばしました: 直接指定するか、名前を変えてください".to_owned(),
    )
}

/// A path for a message, shortened, since an argument that is not a path may be very long; an empty path is shown in
/// quotes.
pub(super) fn short(path: &Path) -> String {
    const LONGEST: usize = 200;
    if path.as_os_str().is_empty() {
        return "\"\"".to_owned();
    }
    let name = path.display().to_string();
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}
