//! A file that is written next to its final path.

use super::lock::lock_replaced;
use crate::cli::fatal_error::FatalError;
use crate::cli::paths::{Identity, folder_of};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file under a temporary name, which only this process writes.
pub struct Unfinished {
    /// The open file.
    pub file: File,
    /// Its path.
    pub path: PathBuf,
}

/// The result of [`Unfinished::claim`].
pub enum LockClaim {
    /// A new file, locked by this process.
    Ours(Unfinished),
    /// Another process is writing a file at this path.
    Taken,
}

impl Unfinished {
    /// Creates a file at this path for this process alone. If a process that has ended left a file there, `clear`
    /// gets it first and must remove or rename it. Such a file is never written to, because it may have other hard
    /// links.
    ///
    /// # Errors
    /// An I/O error, an error of `clear`, or something at this path that is not a regular file.
    pub fn claim(path: &Path, mut clear: impl FnMut(&Unfinished) -> io::Result<()>) -> io::Result<LockClaim> {
        loop {
            let (file, is_new) = match OpenOptions::new().create_new(true).read(true).append(true).open(path)
            {
                Ok(file) => (file, true),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => match open_left(path)? {
                    Some(file) => (file, false),
                    None => continue,
                },
                Err(error) => return Err(error),
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(LockClaim::Taken),
                // On a file system without locks, only the name protects the file.
                Err(TryLockError::Error(error)) => log::debug!("{}: no lock: {error}", path.display()),
            }
            let unfinished = Unfinished { file, path: path.to_owned() };
            // Between opening and locking, another process may have renamed the file.
            match (unfinished.is_in_place(), is_new) {
                (true, true) => return Ok(LockClaim::Ours(unfinished)),
                (true, false) => clear(&unfinished)?,
                (false, _) => {}
            }
        }
    }

    /// Whether the path still leads to this file.
    pub fn is_in_place(&self) -> bool {
        let identity = |found: io::Result<Metadata>| found.ok().map(|found| Identity::of_file(&found));
        let there = identity(fs::symlink_metadata(&self.path));
        there.is_some() && there == identity(self.file.metadata())
    }

    /// Moves the file to a target path in the same folder, after it is safely on disk; the lock is kept. If
    /// `may_replace`, an existing file is replaced, and its owner and mode are kept.
    ///
    /// # Errors
    /// An I/O error, or the file is no longer at its path.
    pub fn take_place(&self, target: &Path, may_replace: bool) -> io::Result<()> {
        self.rename_to(target, may_replace)?;
        sync_folder(target);
        Ok(())
    }

    fn rename_to(&self, target: &Path, may_replace: bool) -> io::Result<()> {
        if let Ok(found) = fs::metadata(target) {
            keep_owner_and_mode(&self.file, &found)?;
        }
        self.file.sync_all()?;
        if !self.is_in_place() {
            return Err(gone(&self.path));
        }
        match may_replace {
            true => fs::rename(&self.path, target),
            false => rename_to_nothing(&self.path, target),
        }
    }

    /// Like [`Unfinished::take_place`], but only if no other process works on the existing file; the lock is
    /// released.
    ///
    /// # Errors
    /// The errors of [`Unfinished::take_place`], or another process works on the existing file.
    pub fn replace(&self, target: &Path, may_replace: bool) -> io::Result<()> {
        let _held = lock_replaced(target)?;
        self.rename_to(target, may_replace)?;
        // Unlocked at once, since other processes may want to replace the file. On a file system without locks this
        // fails.
        let _ = self.file.unlock();
        sync_folder(target);
        Ok(())
    }

    /// Removes the file, if it is still at its path.
    ///
    /// # Errors
    /// An I/O error.
    pub fn remove(&self) -> io::Result<()> {
        if self.is_in_place() { fs::remove_file(&self.path) } else { Ok(()) }
    }
}

/// Opens a file that another process left behind or is writing; `None` if it has been finished or removed meanwhile.
fn open_left(path: &Path) -> io::Result<Option<File>> {
    let opened = fs::symlink_metadata(path).and_then(|found| match found.is_file() {
        true => OpenOptions::new().write(true).open(path),
        false => Err(in_the_way(path)),
    });
    match opened {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Renames a file, unless something exists at the new path.
fn rename_to_nothing(path: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(path, target) {
        Ok(()) => fs::remove_file(path),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // On a file system without hard links, checking and renaming is not atomic.
        Err(_) if fs::symlink_metadata(target).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(path, target),
    }
}

/// Makes a new file name durable by syncing the folder, on Unix.
fn sync_folder(path: &Path) {
    if cfg!(unix) {
        let folder = folder_of(path);
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        log::debug!("{}: {synced:?}", folder.display());
    }
}

/// Gives a file the owner and the mode of another one; a failure to change the owner is ignored.
///
/// # Errors
/// An I/O error.
#[cfg(unix)]
pub fn keep_owner_and_mode(file: &File, found: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let ours = file.metadata()?;
    if (ours.uid(), ours.gid()) != (found.uid(), found.gid()) {
        // Only an administrator can change the owner; for other users the new file stays their own.
        let _ = fchown(file, Some(found.uid()), Some(found.gid()));
    }
    file.set_permissions(found.permissions())
}

/// Gives a file the mode of another one.
///
/// # Errors
/// An I/O error.
#[cfg(not(unix))]
pub fn keep_owner_and_mode(file: &File, found: &Metadata) -> io::Result<()> {
    file.set_permissions(found.permissions())
}

fn in_the_way(path: &Path) -> io::Error {
    let path = path.display();
    io::Error::other(FatalError::new(
        format!("{path} already exists: move it"),
        format!("{path} がすでにあります: 別の場所に移してください"),
    ))
}

fn gone(path: &Path) -> io::Error {
    let path = path.display();
    io::Error::other(FatalError::new(
        format!("{path} was removed or moved while it was written"),
        format!("書いている間に {path} が消されたか移されました"),
    ))
}
