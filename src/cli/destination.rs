//! Where texts go: standard output, a file that holds all of them, or a folder with a file for each.

use super::inputs::is_problem_file;
use super::output::Output;
use super::trouble::Trouble;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A place for texts.
pub enum Destination {
    /// Standard output, one text after another.
    Stdout(Output),
    /// One file, one text after another.
    File {
        /// Its path, for messages.
        path: PathBuf,
        /// The file.
        file: File,
    },
    /// A folder.
    Folder {
        /// The folder.
        path: PathBuf,
        /// Names that are taken by texts of this run.
        taken: HashSet<String>,
        /// Whether files of earlier runs may be replaced.
        replace: bool,
        /// What is read from, and never replaced.
        inputs: Vec<OsString>,
    },
}

impl Destination {
    /// A file, or a folder when the path ends with a slash or one is there. Folders are made. A file that is read from, one
    /// of `inputs`, is never replaced.
    ///
    /// # Errors
    /// What the system says, and a file that is there when it may not be replaced.
    pub fn at(path: &Path, inputs: &[OsString], replace: bool) -> Result<Destination, Trouble> {
        if is_folder(path) {
            return Destination::folder(path, inputs, replace);
        }
        refuse_input(path, inputs)?;
        let mut options = OpenOptions::new();
        options.write(true);
        let options = if replace { options.create(true).truncate(true) } else { options.create_new(true) };
        let file = options.open(path).map_err(|cause| match cause.kind() {
            ErrorKind::AlreadyExists => already_there(path),
            _ => Trouble::unwritable(path, cause),
        })?;
        Ok(Destination::File { path: path.to_owned(), file })
    }

    /// A folder, made if it is not there. A file in it that is read from is never replaced.
    ///
    /// # Errors
    /// What the system says.
    pub fn folder(path: &Path, inputs: &[OsString], replace: bool) -> Result<Destination, Trouble> {
        fs::create_dir_all(path).map_err(|cause| Trouble::unwritable(path, cause))?;
        let (path, taken, inputs) = (path.to_owned(), HashSet::new(), inputs.to_vec());
        Ok(Destination::Folder { path, taken, replace, inputs })
    }

    /// Puts a text. `name` and `extension` name the file in a folder; of the same name several are numbered.
    ///
    /// # Errors
    /// What the system says, and in a folder a file that may not be replaced.
    pub fn put(&mut self, name: &str, extension: &str, text: &[u8]) -> anyhow::Result<()> {
        match self {
            Destination::Stdout(output) => Ok(output.bytes(text)?),
            Destination::File { path, file } => {
                Ok(file.write_all(text).map_err(|cause| Trouble::unwritable(path, cause))?)
            }
            Destination::Folder { path, taken, replace, inputs } => {
                let path = path.join(free_name(taken, &file_name(name), extension));
                if !*replace && path.exists() {
                    return Err(already_there(&path).into());
                }
                refuse_input(&path, inputs)?;
                Ok(fs::write(&path, text).map_err(|cause| Trouble::unwritable(&path, cause))?)
            }
        }
    }

    /// Whether texts follow each other in one stream.
    pub fn is_stream(&self) -> bool {
        !matches!(self, Destination::Folder { .. })
    }
}

/// Whether a path means a folder.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// Refuses to write to a file that is one of the inputs, or one of those that are read of a folder.
///
/// # Errors
/// That it would be lost.
pub fn refuse_input(path: &Path, inputs: &[OsString]) -> Result<(), Trouble> {
    let Ok(full) = path.canonicalize() else { return Ok(()) };
    let is_it = |input: &Path| input == full || full.starts_with(input) && is_problem_file(&full);
    if !inputs.iter().any(|input| Path::new(input).canonicalize().is_ok_and(|input| is_it(&input))) {
        return Ok(());
    }
    Err(Trouble::new(
        format!("{}: is an input too, which would be lost: give another name", path.display()),
        format!("{}: 入力でもあるので、書くと失われます: 別の名前を書いてください", path.display()),
    ))
}

fn already_there(path: &Path) -> Trouble {
    Trouble::new(
        format!("{}: is there already: give --force, or another name", path.display()),
        format!("{}: すでにあります: --force を付けるか、別の名前を書いてください", path.display()),
    )
}

fn free_name(taken: &mut HashSet<String>, name: &str, extension: &str) -> String {
    let mut candidate = format!("{name}.{extension}");
    let mut number = 1;
    while !taken.insert(candidate.to_lowercase()) {
        number += 1;
        candidate = format!("{name}-{number}.{extension}");
    }
    candidate
}

/// The name of a problem as the name of a file: the last part of a path, letters and digits of any script.
fn file_name(name: &str) -> String {
    const LONGEST: usize = 80;
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
    let name: String = last.chars().take(LONGEST).map(safe).collect();
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() { "problem".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_problems_are_names_of_files() {
        for (name, expected) in [
            ("basic-3", "basic-3"),
            ("/home/x/set.sfen:12", "set.sfen-12"),
            ("寿限無 2", "寿限無-2"),
            ("../..", "problem"),
            ("", "problem"),
            ("a\0b:c", "a-b-c"),
        ] {
            assert_eq!(file_name(name), expected, "{name}");
        }
        assert_eq!(file_name(&"x".repeat(500)).len(), 80);
    }

    #[test]
    fn equal_names_are_numbered() {
        let mut taken = HashSet::new();
        let names: Vec<String> =
            ["a", "A", "a"].iter().map(|name| free_name(&mut taken, name, "kif")).collect();
        assert_eq!(names, ["a.kif", "A-2.kif", "a-3.kif"]);
    }
}
