//! The files that a run reads, and never writes to.

use super::names::unfinished_names;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::{has_name_of_problems, is_problem_file};
use crate::cli::paths::{Identity, folder_of, through_links};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The files that a run reads, and never writes to.
#[derive(Debug, Clone, Default)]
pub struct InputFiles {
    files: HashSet<Identity>,
    /// The folders that are read, and the folders inside them.
    folders: HashSet<Identity>,
}

impl InputFiles {
    /// The files that INPUT arguments denote: files that are named, the files in folders, and the file behind
    /// standard input.
    pub fn of<'a>(arguments: impl IntoIterator<Item = &'a OsString>) -> InputFiles {
        let mut inputs = InputFiles::default();
        for argument in arguments {
            if argument == "-" {
                inputs.files.extend(Identity::of_standard_input());
            } else {
                inputs.add(Path::new(argument));
            }
        }
        inputs
    }

    /// Adds a file, or a folder with the files and folders in it that are read.
    pub fn add(&mut self, path: &Path) {
        if path.is_file() {
            self.files.extend(Identity::of(path));
        }
        let Ok(entries) = fs::read_dir(path) else { return };
        self.folders.extend(Identity::of(path));
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) || is_problem_file(&path) {
                self.add(&path);
            }
        }
    }

    /// Whether a path leads to one of these files.
    pub fn contain(&self, path: &Path) -> bool {
        !self.files.is_empty() && Identity::of(path).is_some_and(|identity| self.files.contains(&identity))
    }

    /// Refuses an output that is one of these files, or whose unfinished version could be written under the name of
    /// one of them.
    ///
    /// # Errors
    /// The input would be lost.
    pub fn refuse(&self, path: &Path) -> Result<(), FatalError> {
        if !self.contain(path) {
            return self.refuse_unfinished(path);
        }
        Err(FatalError::new(
            format!("{}: is also an input, which would be lost: give another name", path.display()),
            format!("{}: 入力でもあるので、書くと失われます: 別の名前を書いてください", path.display()),
        ))
    }

    /// Refuses a new file that would be read as one of the problems of a folder, because it is created before the
    /// folder is listed.
    ///
    /// # Errors
    /// The file lies in one of the folders.
    pub fn refuse_among(&self, path: &Path) -> Result<(), FatalError> {
        let is_among = has_name_of_problems(path)
            && Identity::of(folder_of(path)).is_some_and(|identity| self.folders.contains(&identity));
        if !is_among {
            return Ok(());
        }
        let path = path.display();
        Err(FatalError::new(
            format!("{path}: would be read as problems, because its folder is an input: give another name"),
            format!("{path}: フォルダーが入力なので、問題として読まれます: 別の名前を書いてください"),
        ))
    }

    fn refuse_unfinished(&self, path: &Path) -> Result<(), FatalError> {
        let target = through_links(path).unwrap_or(path.to_owned());
        let is_input = |name: &PathBuf| fs::symlink_metadata(name).is_ok() && self.contain(name);
        let Some(input) = unfinished_names(&target).find(is_input) else { return Ok(()) };
        let (input, path) = (input.display(), path.display());
        Err(FatalError::new(
            format!(
                "{input}: is an input, which would be lost, because {path} is first written under this name: rename it"
            ),
            format!("{input}: 入力ですが、{path} をまずこの名前で書くので失われます: 名前を変えてください"),
        ))
    }
}
