//! Answers that come one by one, in a file that takes its place when the last one is there.

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

/// Behind the name of a file that is not complete.
const ENDING: &str = ".part";

/// A file of answers. Until it is finished they are in `FILE.part`, each of them whole when [`PartFile::add`] returns;
/// a process that is killed leaves that file, and `FILE` as it was.
pub struct PartFile {
    /// As the user wrote it, for messages.
    path: PathBuf,
    form: Form,
}

enum Form {
    Direct(DirectFile),
    Beside {
        unfinished: Unfinished,
        target: PathBuf,
        /// Bytes of whole answers.
        len: u64,
        /// What waits for the first answer.
        held: Vec<u8>,
    },
    Finished,
}

impl PartFile {
    /// Begins a file. The part that a killed run left is kept under another name, and this is said.
    ///
    /// # Errors
    /// Another process writes this file or adds to it, or an I/O error.
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

    /// Where the answers of a file are until it is finished.
    pub fn part_of(path: &Path) -> PathBuf {
        beside_target(path, ENDING)
    }

    /// The path as the user wrote it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a pipe or a device.
    pub fn is_direct(&self) -> bool {
        matches!(self.form, Form::Direct(_))
    }

    /// Adds an answer, or what stands between two.
    ///
    /// # Errors
    /// An I/O error. The answers before it stay in the part.
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
                        // Half an answer is of no use.
                        let cut = unfinished.file.set_len(*len);
                        let _ = cut.and_then(|()| unfinished.file.seek(SeekFrom::Start(*len)));
                        Err(stopped(&self.path, unfinished, *len, cause))
                    }
                }
            }
            Form::Finished => Ok(()),
        }
    }

    /// Adds what is no answer, and alone does not take the place of what is there.
    ///
    /// # Errors
    /// Those of [`PartFile::add`].
    pub fn add_beside_answers(&mut self, text: &[u8]) -> Result<(), FatalError> {
        match &mut self.form {
            Form::Beside { target, len: 0, held, .. } if target.exists() => {
                held.extend_from_slice(text);
                Ok(())
            }
            _ => self.add(text),
        }
    }

    /// The last answer is there. A file without any leaves what was there before.
    ///
    /// # Errors
    /// An I/O error. The answers stay in the part.
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

    /// The answers so far are all that this file gets, of a run that was refused in the midst of it. They replace nothing:
    /// where a file is there already, they stay in the part, which is returned.
    ///
    /// # Errors
    /// Those of [`PartFile::finish`].
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

/// Renames a part that holds answers of a run that was stopped, and says so.
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
            format!("{left}: answers of a run that was stopped: they are in {aside} now"),
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

/// What cannot be written, and where the answers are that were.
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
