//! A file on which one process works at a time.

use super::lock::{is_at, lock_replaced, who};
use super::names::free_name;
use super::unfinished::keep_owner_and_mode;
use super::whole::claim_beside;
use crate::cli::fatal_error::{FatalError, system_text};
use crate::report::Lang;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is open for reading, appending and replacing; it is locked by this process where the system has locks.
pub struct LockedFile {
    /// Its path, after following all links.
    pub path: PathBuf,
    /// The file, for reading. Writes go through [`LockedFile::add`] and [`LockedFile::replace`].
    pub file: File,
    /// Its length in bytes, as far as this process knows.
    pub len: u64,
    /// Whether the lock is held. Without it another process may work on the file too.
    pub is_alone: bool,
    /// Whether the file was created when it was opened.
    is_new: bool,
    lang: Lang,
}

impl LockedFile {
    /// Opens or creates a file, and locks it.
    ///
    /// # Errors
    /// An I/O error, or another process has locked it.
    pub fn open(path: &Path, lang: Lang) -> Result<LockedFile, FatalError> {
        loop {
            let locked = LockedFile::attempt(path, lang)?;
            // The process that held the file before may have replaced it meanwhile.
            if locked.has_its_name() {
                return Ok(locked);
            }
        }
    }

    fn attempt(path: &Path, lang: Lang) -> Result<LockedFile, FatalError> {
        let unwritable = |cause| FatalError::unwritable(path, cause);
        // In append mode each write goes to the end, even if another process wrote before.
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let (file, is_new) = match options.clone().create_new(true).open(path) {
            Ok(file) => (file, true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (options.create(true).open(path).map_err(unwritable)?, false)
            }
            Err(error) => return Err(unwritable(error)),
        };
        let found = file.metadata().map_err(unwritable)?;
        if !found.is_file() {
            return Err(no_file(path));
        }
        let is_alone = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => return Err(taken(path, &file)),
            Err(TryLockError::Error(cause)) => {
                let (shown, cause) = (path.display(), system_text(&cause, lang));
                log::warn!(
                    "{}",
                    lang.pick(
                        format!("{shown}: ロックできません ({cause}): ほかのプロセスに同じファイルを使わせないでください"),
                        format!("{shown}: cannot be locked ({cause}): let no other process use it"),
                    )
                );
                false
            }
        };
        let path = path.canonicalize().map_err(unwritable)?;
        Ok(LockedFile { path, file, len: found.len(), is_alone, is_new, lang })
    }

    /// Appends bytes to the file. When this returns, they are in the file at this path. Returns the offset at which
    /// they begin.
    ///
    /// # Errors
    /// An I/O error; another process has truncated the file; or its path leads elsewhere, and it cannot be restored.
    pub fn add(&mut self, bytes: &[u8]) -> Result<u64, FatalError> {
        let unwritable = |cause| FatalError::unwritable(&self.path, cause);
        let start = self.file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        if start < self.len {
            return Err(was_cut(&self.path));
        }
        if let Err(cause) = self.file.write_all(bytes) {
            // A partial write is useless. If it cannot be cut off now, it is recognised when the file is read.
            let _ = self.file.set_len(start);
            return Err(unwritable(cause));
        }
        self.len = start + bytes.len() as u64;
        self.keep_name()?;
        Ok(start)
    }

    /// Whether another process has truncated the file, so that it lacks some of its content.
    pub fn is_cut(&self) -> bool {
        self.file.metadata().is_ok_and(|found| found.len() < self.len)
    }

    /// Continues in a new file, whose name is the old one with a number; further bytes go there.
    ///
    /// # Errors
    /// The new file cannot be created.
    pub fn begin_anew(&mut self) -> Result<(), FatalError> {
        loop {
            let new = LockedFile::open(&free_name(&self.path), self.lang)?;
            // Another process may have created it first.
            if new.is_new {
                *self = new;
                return Ok(());
            }
        }
    }

    /// Makes sure that the path leads to this file. If another process has removed, moved or replaced it, its whole
    /// content is written again: at its path, or at that path with a number if something else is there now. The log
    /// reports this as an error.
    ///
    /// # Errors
    /// The file cannot be restored.
    pub fn keep_name(&mut self) -> Result<(), FatalError> {
        if self.len == 0 || self.has_its_name() {
            return Ok(());
        }
        let before = self.path.clone();
        self.put_back().map_err(|cause| lost(&before).caused_by(cause))?;
        let (before, now) = (before.display(), self.path.display());
        // Logged as an error so that it appears even with `--quiet`: the user would look for the file at the old
        // path.
        log::error!(
            "{}",
            self.lang.pick(
                format!("{before}: 書いている間に消されたか、移されたか、置き換えられました: 中身はすべて {now} に書き直しました"),
                format!("{before}: was removed, moved or replaced while it was being written: its content is now in {now}"),
            )
        );
        Ok(())
    }

    fn put_back(&mut self) -> io::Result<()> {
        let mut beside = claim_beside(&self.path)?;
        let kept = self.file.metadata().and_then(|found| keep_owner_and_mode(&beside.file, &found));
        let begun = kept.and_then(|()| self.file.seek(SeekFrom::Start(0)));
        let copied = begun.and_then(|_| io::copy(&mut self.file, &mut beside.file));
        let placed = copied.and_then(|_| {
            loop {
                let is_free = fs::symlink_metadata(&self.path).is_err();
                let place = if is_free { self.path.clone() } else { free_name(&self.path) };
                match beside.take_place(&place, false) {
                    // Another process has created this file first.
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                    placed => return placed.map(|()| place),
                }
            }
        });
        match placed {
            Ok(place) => {
                (self.path, self.file) = (place, beside.file);
                Ok(())
            }
            Err(error) => {
                let _ = beside.remove();
                Err(error)
            }
        }
    }

    /// Replaces the content by what `write` writes; if that fails, the old content stays complete. The new file is
    /// locked before it gets its name, so that no other process can lock it first.
    ///
    /// # Errors
    /// An I/O error, or another process works on a file that has taken the place of this one; the old content is
    /// unchanged.
    pub fn replace(&mut self, write: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
        let _other = if self.has_its_name() { None } else { lock_replaced(&self.path)? };
        let beside = claim_beside(&self.path)?;
        let placed = write(&beside.file)
            .and_then(|()| beside.take_place(&self.path, true))
            .and_then(|()| beside.file.metadata());
        match placed {
            Ok(found) => {
                (self.file, self.len, self.is_new) = (beside.file, found.len(), false);
                Ok(())
            }
            Err(error) => {
                let _ = beside.remove();
                Err(error)
            }
        }
    }

    /// Truncates the file to a length.
    ///
    /// # Errors
    /// An I/O error.
    pub fn cut(&mut self, len: u64) -> Result<(), FatalError> {
        self.file.set_len(len).map_err(|cause| FatalError::unwritable(&self.path, cause))?;
        self.len = len;
        Ok(())
    }

    /// Whether the path still leads to this file.
    fn has_its_name(&self) -> bool {
        is_at(&self.path, &self.file)
    }
}

/// Removes a file that was created by this run and is still empty, so that a run without an answer leaves none
/// behind.
impl Drop for LockedFile {
    fn drop(&mut self) {
        let is_empty = self.len == 0 && self.file.metadata().is_ok_and(|found| found.len() == 0);
        if self.is_new && is_empty && self.is_alone && self.has_its_name() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn no_file(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: its content is read back, which needs a regular file: give another name"),
        format!("{path}: 中身を読み返すので普通のファイルが必要です: 別の名前を書いてください"),
    )
}

/// The error for a file that another process works on.
fn taken(path: &Path, file: &File) -> FatalError {
    let [english, japanese] = who(path, file);
    let path = path.display();
    FatalError::new(
        format!(
            "{path}: {english} is writing to it: wait for it, stop it, or give each process a file of its own"
        ),
        format!(
            "{path}: {japanese}が書いています: 終わるのを待つか、止めるか、プロセスごとに別のファイルを書いてください"
        ),
    )
}

/// The error for a file that lost its name and cannot be restored.
fn lost(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!(
            "{path}: was removed, moved or replaced while it was being written, and cannot be written again"
        ),
        format!("{path}: 書いている間に消されたか、移されたか、置き換えられ、書き直すこともできません"),
    )
}

/// The error for a file that another process has truncated, so that it lacks some of its content.
pub fn was_cut(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!(
            "{path}: another program shortened or overwrote it while it was being written: run again with another name"
        ),
        format!(
            "{path}: 書いている間にほかから切り詰められたか上書きされました: 別の名前で実行し直してください"
        ),
    )
}
