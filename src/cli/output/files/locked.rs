//! A file that one process at a time works on.

use super::lock::{is_at, lock_replaced, who};
use super::names::free_name;
use super::unfinished::keep_owner_and_mode;
use super::whole::claim_beside;
use crate::cli::fatal_error::{FatalError, system_text};
use crate::report::Lang;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is open to be read, added to or replaced, and locked for this process where the system has locks.
pub struct LockedFile {
    /// Its name, behind all links.
    pub path: PathBuf,
    /// To be read. What is written goes through [`LockedFile::add`] and [`LockedFile::replace`].
    pub file: File,
    /// How long it is by now.
    pub len: u64,
    /// Whether no other process works on it. Where the system has no locks nobody can tell.
    pub is_alone: bool,
    /// Whether it was made when it was locked.
    is_new: bool,
    lang: Lang,
}

impl LockedFile {
    /// Opens or makes a file, and locks it.
    ///
    /// # Errors
    /// An I/O error, and another process that has locked it.
    pub fn open(path: &Path, lang: Lang) -> Result<LockedFile, FatalError> {
        loop {
            let locked = LockedFile::attempt(path, lang)?;
            // Whoever held the file before may have replaced it meanwhile.
            if locked.has_its_name() {
                return Ok(locked);
            }
        }
    }

    fn attempt(path: &Path, lang: Lang) -> Result<LockedFile, FatalError> {
        let unwritable = |cause| FatalError::unwritable(path, cause);
        // Each write goes to the end, whoever wrote before.
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

    /// Adds to its end; what is added is in the file of its name when this returns. Returns where it begins.
    ///
    /// # Errors
    /// An I/O error; or somebody else has cut the file, or taken its name so that it cannot be put back.
    pub fn add(&mut self, bytes: &[u8]) -> Result<u64, FatalError> {
        let unwritable = |cause| FatalError::unwritable(&self.path, cause);
        let start = self.file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        if start < self.len {
            return Err(was_cut(&self.path));
        }
        if let Err(cause) = self.file.write_all(bytes) {
            // Half of it is of no use; if it cannot be cut off now, it is when the file is read.
            let _ = self.file.set_len(start);
            return Err(unwritable(cause));
        }
        self.len = start + bytes.len() as u64;
        self.keep_name()?;
        Ok(start)
    }

    /// Whether somebody else has cut it, so that it lacks what was in it.
    pub fn is_cut(&self) -> bool {
        self.file.metadata().is_ok_and(|found| found.len() < self.len)
    }

    /// Goes on in a new file, under the name with a number: what is added from now on is there.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn begin_anew(&mut self) -> Result<(), FatalError> {
        loop {
            let new = LockedFile::open(&free_name(&self.path), self.lang)?;
            // Somebody else may have been faster.
            if new.is_new {
                *self = new;
                return Ok(());
            }
        }
    }

    /// Makes sure that its name leads to it. If somebody has removed, moved or replaced it, all that is in it is written
    /// anew: under its name, or under one with a number where something else has that. This is said.
    ///
    /// # Errors
    /// It cannot be put back.
    pub fn keep_name(&mut self) -> Result<(), FatalError> {
        if self.len == 0 || self.has_its_name() {
            return Ok(());
        }
        let before = self.path.clone();
        self.put_back().map_err(|cause| lost(&before).caused_by(cause))?;
        let (before, now) = (before.display(), self.path.display());
        // Also where only errors are asked for: it is not where it was looked for.
        log::error!(
            "{}",
            self.lang.pick(
                format!("{before}: 書いている間に消されたか、移されたか、置き換えられました: 中身はすべて {now} に書き直しました"),
                format!("{before}: was removed, moved or replaced while it was added to: all that was in it is in {now} now"),
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
                    // Somebody else was faster.
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

    /// Replaces what is in it by what `write` writes, as a whole or not at all. The new file is locked before it has the
    /// name, so that nobody else ever holds it.
    ///
    /// # Errors
    /// An I/O error, or another process works on a file that has come into its place; what was there is as it was.
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

    /// Cuts off what is behind a length.
    ///
    /// # Errors
    /// An I/O error.
    pub fn cut(&mut self, len: u64) -> Result<(), FatalError> {
        self.file.set_len(len).map_err(|cause| FatalError::unwritable(&self.path, cause))?;
        self.len = len;
        Ok(())
    }

    /// Whether its name still leads to the file.
    fn has_its_name(&self) -> bool {
        is_at(&self.path, &self.file)
    }
}

/// A run without an answer leaves no file where there was none.
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
        format!("{path}: what is in it is read back, which needs a file: give another name"),
        format!("{path}: 中身を読み返すので普通のファイルが必要です: 別の名前を書いてください"),
    )
}

/// A file that another process works on.
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

/// A file that lost its name, and cannot be given one again.
fn lost(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: was removed, moved or replaced while it was added to, and cannot be written again"),
        format!("{path}: 書いている間に消されたか、移されたか、置き換えられ、書き直すこともできません"),
    )
}

/// That somebody else has cut a file, which now lacks what was in it.
pub fn was_cut(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!(
            "{path}: somebody else has cut or overwritten it while it was added to: run again with another name"
        ),
        format!(
            "{path}: 書いている間にほかから切り詰められたか上書きされました: 別の名前で実行し直してください"
        ),
    )
}
