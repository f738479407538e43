//! A file that is being written beside the place that it will take.

use super::lock::lock_replaced;
use crate::cli::fatal_error::FatalError;
use crate::cli::paths::{Identity, folder_of};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file of this process alone, under a name of its own.
pub struct Unfinished {
    /// What is written to.
    pub file: File,
    /// Where it is.
    pub path: PathBuf,
}

/// The result of [`Unfinished::claim`].
pub enum LockClaim {
    /// A new file of this process.
    Ours(Unfinished),
    /// Another process writes to a file of this name.
    Taken,
}

impl Unfinished {
    /// Makes a file of this name for this process alone. One that a process left behind that has ended is given to
    /// `clear` first, which removes or renames it: it is never written to, for it may have other names.
    ///
    /// # Errors
    /// What the system and `clear` say, and something of this name that is no file.
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
                // Where a file system knows no locks, names must do.
                Err(TryLockError::Error(error)) => log::debug!("{}: no lock: {error}", path.display()),
            }
            let unfinished = Unfinished { file, path: path.to_owned() };
            // Between the opening and the lock another process may have given it another name.
            match (unfinished.is_in_place(), is_new) {
                (true, true) => return Ok(LockClaim::Ours(unfinished)),
                (true, false) => clear(&unfinished)?,
                (false, _) => {}
            }
        }
    }

    /// Whether its name still leads to it.
    pub fn is_in_place(&self) -> bool {
        let identity = |found: io::Result<Metadata>| found.ok().map(|found| Identity::of_file(&found));
        let there = identity(fs::symlink_metadata(&self.path));
        there.is_some() && there == identity(self.file.metadata())
    }

    /// Gives the file the name of a target in the same folder when it is safely on disk, and keeps its lock. What is
    /// there is replaced, with its owner and mode kept, if `may_replace`.
    ///
    /// # Errors
    /// An I/O error, and that the file is no longer where it was.
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

    /// Like [`Unfinished::take_place`], where nobody else works on what is there; the file is then nobody's.
    ///
    /// # Errors
    /// Those, and another process that works on it.
    pub fn replace(&self, target: &Path, may_replace: bool) -> io::Result<()> {
        let _held = lock_replaced(target)?;
        self.rename_to(target, may_replace)?;
        // Others may be about to replace it. Where a file system knows no locks, there is none.
        let _ = self.file.unlock();
        sync_folder(target);
        Ok(())
    }

    /// Removes it.
    ///
    /// # Errors
    /// An I/O error.
    pub fn remove(&self) -> io::Result<()> {
        if self.is_in_place() { fs::remove_file(&self.path) } else { Ok(()) }
    }
}

/// Opens a file that another process left or is writing; `None` when it was finished or removed since it was seen.
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

/// Renames a file unless something has the new name.
fn rename_to_nothing(path: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(path, target) {
        Ok(()) => fs::remove_file(path),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Where a file system knows no hard links, nothing asks and renames at once.
        Err(_) if fs::symlink_metadata(target).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(path, target),
    }
}

/// Makes a new name durable, where the system knows such a thing.
fn sync_folder(path: &Path) {
    if cfg!(unix) {
        let folder = folder_of(path);
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        log::debug!("{}: {synced:?}", folder.display());
    }
}

/// Gives a file the owner of another one, as far as the system lets it, and its mode.
///
/// # Errors
/// An I/O error.
#[cfg(unix)]
pub fn keep_owner_and_mode(file: &File, found: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let ours = file.metadata()?;
    if (ours.uid(), ours.gid()) != (found.uid(), found.gid()) {
        // Only an administrator can give files away; others own what they write.
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
        format!("{path} is in the way: move it"),
        format!("{path} が邪魔です: 別の場所に移してください"),
    ))
}

fn gone(path: &Path) -> io::Error {
    let path = path.display();
    io::Error::other(FatalError::new(
        format!("{path} was removed or moved while it was written"),
        format!("書いている間に {path} が消されたか移されました"),
    ))
}
