//! A file of answers that are written one by one; it gets its final path after the last one.

use super::direct::DirectFile;
use super::lock::lock_replaced;
use super::names::{beside_target, free_name, with_ending};
use super::unfinished::{LockClaim, Unfinished};
use super::write_target::WriteTarget;
use crate::cli::fatal_error::FatalError;
use crate::report::Lang;
use std::fs;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The ending of the name of an incomplete file.
const ENDING: &str = ".part";

/// A file of answers. Until it is finished, the answers are in `FILE.part`, and each is complete there when
/// [`PartFile::add`] returns. A process that is killed leaves that file behind, and leaves `FILE` unchanged.
pub struct PartFile {
    /// The path as the user wrote it, for messages.
    path: PathBuf,
    form: Form,
}

enum Form {
    Direct(DirectFile),
    Beside {
        unfinished: Unfinished,
        target: PathBuf,
        /// The length of the answers written completely, in bytes.
        len: u64,
        /// What is written together with the first answer.
        held: Vec<u8>,
    },
    Finished,
}

impl PartFile {
    /// Begins a file. If a killed run left its `FILE.part`, that is renamed, with a message.
    ///
    /// # Errors
    /// Another process writes this file or appends to it, or an I/O error.
    pub fn begin(path: &Path, lang: Lang) -> Result<PartFile, FatalError> {
        let unwritable = |cause| FatalError::unwritable(path, cause);
        let target = match WriteTarget::of(path).map_err(unwritable)? {
            WriteTarget::Direct(file) => {
                return Ok(PartFile { path: path.to_owned(), form: Form::Direct(file) });
            }
            WriteTarget::File { path, .. } => path,
        };
        drop(lock_replaced(&target).map_err(unwritable)?);
        let claimed = Unfinished::claim(&with_ending(&target, ENDING), |left| set_aside(left, lang))
            .map_err(unwritable)?;
        let LockClaim::Ours(unfinished) = claimed else { return Err(taken(path)) };
        Ok(PartFile {
            path: path.to_owned(),
            form: Form::Beside { unfinished, target, len: 0, held: Vec::new() },
        })
    }

    /// The path of the answers until the file is finished.
    pub fn part_of(path: &Path) -> PathBuf {
        beside_target(path, ENDING)
    }

    /// The path as the user wrote it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is a pipe or a device.
    pub fn is_direct(&self) -> bool {
        matches!(self.form, Form::Direct(_))
    }

    /// Appends an answer, or the separator between two answers.
    ///
    /// # Errors
    /// An I/O error. The earlier answers stay in `FILE.part`.
    pub fn add(&mut self, text: &[u8]) -> Result<(), FatalError> {
        match &mut self.form {
            Form::Direct(file) => {
                file.write_all(text).map_err(|cause| FatalError::unwritable(&self.path, cause))
            }
            Form::Beside { unfinished, len, held, .. } => {
                held.extend_from_slice(text);
                let written = unfinished.file.write_all(held);
                let added = std::mem::take(held).len() as u64;
                match written {
                    Ok(()) => {
                        *len += added;
                        Ok(())
                    }
                    Err(cause) => {
                        // An incomplete answer is useless.
                        let cut = unfinished.file.set_len(*len);
                        let _ = cut.and_then(|()| unfinished.file.seek(SeekFrom::Start(*len)));
                        Err(stopped(&self.path, unfinished, *len, cause))
                    }
                }
            }
            Form::Finished => Ok(()),
        }
    }

    /// Appends something that is not an answer; a file with nothing else does not replace an existing one.
    ///
    /// # Errors
    /// The errors of [`PartFile::add`].
    pub fn add_beside_answers(&mut self, text: &[u8]) -> Result<(), FatalError> {
        match &mut self.form {
            Form::Beside { target, len: 0, held, .. } if target.exists() => {
                held.extend_from_slice(text);
                Ok(())
            }
            _ => self.add(text),
        }
    }

    /// Ends the file after the last answer. If there was none, an existing file is kept.
    ///
    /// # Errors
    /// An I/O error. The answers stay in `FILE.part`.
    pub fn finish(&mut self) -> Result<(), FatalError> {
        let Form::Beside { unfinished, target, len, .. } = &self.form else { return Ok(()) };
        let done = match len {
            0 => unfinished.remove(),
            _ => unfinished.replace(target, true),
        };
        done.map_err(|cause| stopped(&self.path, unfinished, *len, cause))?;
        self.form = Form::Finished;
        Ok(())
    }

    /// Ends the file of a run that fails before its last answer. An existing file is not replaced: the answers then
    /// stay in `FILE.part`, whose path is returned.
    ///
    /// # Errors
    /// The errors of [`PartFile::finish`].
    pub fn finish_unless_there(&mut self) -> Result<Option<PathBuf>, FatalError> {
        let Form::Beside { unfinished, target, len, .. } = &self.form else { return Ok(None) };
        if *len == 0 {
            return self.finish().map(|()| None);
        }
        let part = match unfinished.replace(target, false) {
            Ok(()) => None,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Some(unfinished.path.clone()),
            Err(cause) => return Err(stopped(&self.path, unfinished, *len, cause)),
        };
        self.form = Form::Finished;
        Ok(part)
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if let Form::Beside { unfinished, len: 0, .. } = &self.form {
            let _ = unfinished.remove();
        }
    }
}

/// Renames the `FILE.part` of a run that was stopped, if it holds answers, and reports the new name.
fn set_aside(left: &Unfinished, lang: Lang) -> io::Result<()> {
    if left.file.metadata()?.len() == 0 {
        return left.remove();
    }
    let aside = free_name(&left.path);
    fs::rename(&left.path, &aside)?;
    let (left, aside) = (left.path.display(), aside.display());
    log::warn!(
        "{}",
        lang.pick(
            format!("{left}: 途中で止まった実行の答えがあったので {aside} に移しました"),
            format!("{left}: this file held answers of a run that was stopped: they are now in {aside}"),
        )
    );
    Ok(())
}

fn taken(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: another process is writing it: wait for it, or give another name"),
        format!("{path}: 別のプロセスが書いています: 終わるのを待つか、別の名前を書いてください"),
    )
}

/// The error for answers that cannot be written, with the path of those that were.
fn stopped(path: &Path, unfinished: &Unfinished, len: u64, cause: io::Error) -> FatalError {
    if len == 0 || !unfinished.is_in_place() {
        return FatalError::unwritable(path, cause);
    }
    let (path, part) = (path.display(), unfinished.path.display());
    FatalError::new(
        format!("{path}: cannot be written; the answers so far are in {part}"),
        format!("{path}: 書けません。ここまでの答えは {part} にあります"),
    )
    .caused_by(cause)
}
