//! The destination of texts: standard output, one file for all of them, or a folder with a file for each.

use super::drawing::one_diagram;
use crate::cli::args::OutputFormat;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::Failure;
use crate::cli::output::files::{InputFiles, PartFile, WholeFile, claim_in_folder, try_folder, write_whole};
use crate::cli::output::stdout::Output;
use crate::cli::paths::is_folder;
use crate::report::{Lang, error_json};
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A destination of texts.
pub enum Destination {
    /// Standard output, one text after another.
    Stdout(Output),
    /// One file, one text after another; the texts so far are kept even if the run is stopped.
    Stream(Arc<Mutex<PartFile>>),
    /// One file, one text after another; the file appears only when the last text is written.
    Whole {
        /// The path, for messages.
        path: PathBuf,
        /// The file, until it is finished.
        file: Option<WholeFile>,
        /// Whether no text was written to it yet.
        is_empty: bool,
    },
    /// A folder with a file for each text.
    Folder {
        /// The folder.
        path: PathBuf,
        /// Whether files of earlier runs may be replaced.
        may_replace: bool,
        /// The files that are read, which are never replaced.
        inputs: InputFiles,
    },
}

impl Destination {
    /// A file whose texts are worth keeping when the run is stopped.
    ///
    /// # Errors
    /// An I/O error, or another process is writing the file.
    pub fn stream(path: &Path, lang: Lang) -> Result<Destination, FatalError> {
        Ok(Destination::Stream(Arc::new(Mutex::new(PartFile::begin(path, lang)?))))
    }

    /// A folder if the path ends with a slash or is an existing folder, else a file that is useful only when
    /// complete. Missing folders are created. In a folder, the files in `inputs`, which are read, are never replaced.
    ///
    /// # Errors
    /// An I/O error, or the file exists and may not be replaced.
    pub fn at(path: &Path, inputs: &[OsString], may_replace: bool) -> Result<Destination, FatalError> {
        if is_folder(path) {
            return Destination::folder(path, InputFiles::of(inputs), may_replace);
        }
        let file = WholeFile::begin(path, may_replace).map_err(|cause| refusal(path, cause))?;
        Ok(Destination::Whole { path: path.to_owned(), file: Some(file), is_empty: true })
    }

    /// A folder, created if it does not exist. The files in `inputs`, which are read, are never replaced.
    ///
    /// # Errors
    /// An I/O error; also if no file can be created in the folder, since the answers of a long search would be lost.
    pub fn folder(path: &Path, inputs: InputFiles, may_replace: bool) -> Result<Destination, FatalError> {
        let made = fs::create_dir_all(path).and_then(|()| try_folder(path));
        made.map_err(|cause| FatalError::unwritable(path, cause))?;
        Ok(Destination::Folder { path: path.to_owned(), may_replace, inputs })
    }

    /// Writes a text. In a folder, `name` and `extension` form the name of its file, with a number if another output
    /// of the run has that name.
    ///
    /// # Errors
    /// An I/O error; in a folder, also a file that may not be replaced.
    pub fn put(&mut self, name: &str, extension: &str, text: &[u8]) -> anyhow::Result<()> {
        self.put_part(name, "", extension, text)
    }

    /// Like [`put`](Destination::put), for one of several texts with the same name; `part`: the end of the name of
    /// its file.
    ///
    /// # Errors
    /// The errors of [`put`](Destination::put).
    pub fn put_part(&mut self, name: &str, part: &str, extension: &str, text: &[u8]) -> anyhow::Result<()> {
        match self {
            Destination::Stdout(output) => Ok(output.bytes(text)?),
            Destination::Stream(file) => Ok(file.lock().unwrap_or_else(PoisonError::into_inner).add(text)?),
            Destination::Whole { path, file, is_empty } => {
                *is_empty = false;
                let written = file.as_mut().map_or(Ok(()), |file| file.write_all(text));
                Ok(written.map_err(|cause| FatalError::unwritable(path, cause))?)
            }
            Destination::Folder { path, may_replace, inputs } => {
                let path = claim_in_folder(path, &(file_name(name) + part), extension);
                write_in_folder(&path, text, *may_replace, inputs)
            }
        }
    }

    /// Writes the separator between two texts of a format, where they follow each other in one stream.
    ///
    /// # Errors
    /// An I/O error, or a second diagram, since a stream can hold only one. An existing file is then not replaced,
    /// and the first diagram is kept where answers are written as they are found.
    pub fn put_gap(&mut self, format: OutputFormat) -> anyhow::Result<()> {
        match self {
            Destination::Folder { .. } => Ok(()),
            _ if format != OutputFormat::Svg => self.put("", "", format.gap().as_bytes()),
            Destination::Stdout(_) => Err(one_diagram(None, None).into()),
            Destination::Whole { path, .. } => Err(one_diagram(Some(path), None).into()),
            Destination::Stream(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let part = file.finish_unless_there()?;
                Err(one_diagram(Some(file.path()), part.as_deref()).into())
            }
        }
    }

    /// Writes as a JSON object why a problem has no answer. A file with nothing but such objects does not replace an
    /// existing file; in a folder, such an object does not replace an answer.
    ///
    /// # Errors
    /// The errors of [`put`](Destination::put).
    pub fn put_failure(&mut self, failure: &Failure) -> anyhow::Result<()> {
        let object = error_json(&failure.id, &failure.error) + "\n";
        match self {
            Destination::Stream(file) => Ok(file
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .add_beside_answers(object.as_bytes())?),
            Destination::Folder { path, may_replace, inputs } => {
                let path = claim_in_folder(path, &file_name(&failure.id), OutputFormat::Json.extension());
                if holds_an_answer(&path) {
                    return Ok(());
                }
                write_in_folder(&path, object.as_bytes(), *may_replace, inputs)
            }
            _ => self.put(&failure.id, OutputFormat::Json.extension(), object.as_bytes()),
        }
    }

    /// Ends the output: a file gets its final name. If no text was written, an existing file is kept.
    ///
    /// # Errors
    /// An I/O error.
    pub fn finish(&mut self) -> Result<(), FatalError> {
        match self {
            Destination::Stream(file) => file.lock().unwrap_or_else(PoisonError::into_inner).finish(),
            Destination::Whole { path, file, is_empty: false } => {
                file.take().map_or(Ok(()), WholeFile::finish).map_err(|cause| refusal(path, cause))
            }
            Destination::Whole { .. } | Destination::Stdout(_) | Destination::Folder { .. } => Ok(()),
        }
    }
}

/// The error for a file that cannot be written.
fn refusal(path: &Path, cause: io::Error) -> FatalError {
    match cause.kind() {
        ErrorKind::AlreadyExists => already_there(path),
        _ => FatalError::unwritable(path, cause),
    }
}

fn already_there(path: &Path) -> FatalError {
    FatalError::new(
        format!("{}: already exists: give --force, or another name", path.display()),
        format!("{}: すでにあります: --force を付けるか、別の名前を書いてください", path.display()),
    )
}

/// Writes a file in a folder, unless it is one of the inputs.
fn write_in_folder(path: &Path, text: &[u8], may_replace: bool, inputs: &InputFiles) -> anyhow::Result<()> {
    if may_replace {
        inputs.refuse(path)?;
    }
    Ok(write_whole(path, text, may_replace).map_err(|cause| refusal(path, cause))?)
}

/// Whether a file exists that is anything other than a JSON object with the reason for a missing answer.
fn holds_an_answer(path: &Path) -> bool {
    let Ok(text) = fs::read(path) else { return false };
    serde_json::from_slice(&text).map_or(true, |object: Value| object.get("error").is_none())
}

/// The name of a problem as a file name: the last part of a path, with every character other than letters and digits
/// of any script, `-`, `_` and `.` replaced. Some file systems limit names to 143 bytes, and a number and the
/// extension are added.
fn file_name(name: &str) -> String {
    const LONGEST: usize = 120;
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
    let mut name = String::new();
    for c in last.chars().map(safe) {
        if name.len() + c.len_utf8() > LONGEST {
            break;
        }
        name.push(c);
    }
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
        assert_eq!(file_name(&"x".repeat(500)).len(), 120);
        // Characters of Japanese take three bytes in UTF-8, rare ones four.
        assert_eq!(file_name(&"詰".repeat(500)), "詰".repeat(40));
        assert_eq!(file_name(&"𠮷".repeat(500)), "𠮷".repeat(30));
    }
}
