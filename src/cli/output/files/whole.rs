//! Files that are useful only when complete.

use super::direct::DirectFile;
use super::lock::lock_replaced;
use super::names::unfinished_names;
use super::unfinished::{LockClaim, Unfinished};
use super::write_target::WriteTarget;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file that gets its final path when it is complete, and is removed if it never is.
pub struct WholeFile(Form);

enum Form {
    Direct(DirectFile),
    Beside { unfinished: Unfinished, target: PathBuf, may_replace: bool, is_finished: bool },
}

impl WholeFile {
    /// Begins a file. An existing file stays unchanged until [`WholeFile::finish`], which replaces it if
    /// `may_replace`.
    ///
    /// # Errors
    /// An I/O error, for instance because the file may not be written, or exists and must not be replaced; or another
    /// process works on it.
    pub fn begin(path: &Path, may_replace: bool) -> io::Result<WholeFile> {
        match WriteTarget::of(path)? {
            WriteTarget::Direct(file) => Ok(WholeFile(Form::Direct(file))),
            WriteTarget::File { is_there: true, .. } if !may_replace => Err(ErrorKind::AlreadyExists.into()),
            WriteTarget::File { path: target, .. } => {
                drop(lock_replaced(&target)?);
                let unfinished = claim_beside(&target)?;
                Ok(WholeFile(Form::Beside { unfinished, target, may_replace, is_finished: false }))
            }
        }
    }

    /// Completes the file and moves it to its final path.
    ///
    /// # Errors
    /// An I/O error. An existing file is then unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        if let Form::Beside { unfinished, target, may_replace, is_finished } = &mut self.0 {
            unfinished.replace(target, *may_replace)?;
            *is_finished = true;
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Form::Direct(file) => file.write(bytes),
            Form::Beside { unfinished, .. } => unfinished.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Form::Beside { unfinished, is_finished: false, .. } = &self.0 {
            // An error is ignored: a useless file that stays does no harm.
            let _ = unfinished.remove();
        }
    }
}

/// Writes a whole file at once.
///
/// # Errors
/// The errors of [`WholeFile::begin`] and [`WholeFile::finish`].
pub fn write_whole(path: &Path, bytes: &[u8], may_replace: bool) -> io::Result<()> {
    let mut file = WholeFile::begin(path, may_replace)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Tests whether files can be created in a folder, before any work is done for them.
///
/// # Errors
/// No file can be created.
pub fn try_folder(folder: &Path) -> io::Result<()> {
    // No problem gives a file a name that begins with a dot.
    claim_beside(&folder.join(".answers"))?.remove()
}

/// Tests whether a file can be written later, before any work is done for it. Pipes and devices are not opened.
///
/// # Errors
/// The file cannot be written.
pub fn try_file(path: &Path) -> io::Result<()> {
    if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(());
    }
    match WriteTarget::of(path)? {
        WriteTarget::Direct(_) => Ok(()),
        WriteTarget::File { path: target, .. } => claim_beside(&target)?.remove(),
    }
}

/// Creates an unfinished file next to another one. A file that a killed process left under that name is removed.
///
/// # Errors
/// An I/O error.
pub fn claim_beside(path: &Path) -> io::Result<Unfinished> {
    let mut refusal = io::Error::from(ErrorKind::ResourceBusy);
    for beside in unfinished_names(path) {
        match Unfinished::claim(&beside, Unfinished::remove) {
            Ok(LockClaim::Ours(unfinished)) => return Ok(unfinished),
            Ok(LockClaim::Taken) => {}
            // The file may belong to another user; try the next name.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => refusal = error,
            Err(error) => return Err(error),
        }
    }
    Err(refusal)
}
