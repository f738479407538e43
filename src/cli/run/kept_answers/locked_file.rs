//! A file that one process at a time adds to.

use crate::cli::fatal_error::{FatalError, system_text};
use crate::cli::output::files::Identity;
use crate::report::Lang;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A file that is open to be read and added to, and locked for this process where the system has locks.
pub struct LockedFile {
    /// Its name, behind all links.
    pub path: PathBuf,
    pub file: File,
    /// Whether no other process adds to it. Where the system has no locks nobody can tell.
    pub is_alone: bool,
    /// Whether it was made when it was locked.
    pub is_new: bool,
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
        if !file.metadata().map_err(unwritable)?.is_file() {
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
        Ok(LockedFile { path, file, is_alone, is_new })
    }
}

impl LockedFile {
    /// Whether its name still leads to the file.
    fn has_its_name(&self) -> bool {
        let named = Identity::of(&self.path);
        let own = self.file.metadata().ok().and_then(|found| Identity::of_file(&found));
        named.is_some() && (own.is_none() || named == own)
    }
}

/// A run without an answer leaves no file where there was none.
impl Drop for LockedFile {
    fn drop(&mut self) {
        let is_empty = self.file.metadata().is_ok_and(|found| found.len() == 0);
        if self.is_new && is_empty && self.is_alone && self.has_its_name() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn no_file(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: answers are read back from it, which needs a file: give another name"),
        format!("{path}: 答えを読み返すので普通のファイルが必要です: 別の名前を書いてください"),
    )
}

/// A file that another process adds to.
fn taken(path: &Path, file: &File) -> FatalError {
    let path = path.display();
    let holder = holder(file);
    let (who, japanese) = match holder {
        Some(pid) => (format!("another process (pid {pid})"), format!("別のプロセス (pid {pid}) ")),
        None => ("another process".to_owned(), "別のプロセス".to_owned()),
    };
    FatalError::new(
        format!(
            "{path}: {who} is adding answers to it: wait for it, stop it, or give each process a file of its own"
        ),
        format!(
            "{path}: {japanese}が答えを書いています: 終わるのを待つか、止めるか、プロセスごとに別のファイルを書いてください"
        ),
    )
}

/// The process that has locked a file, where the system tells.
#[cfg(target_os = "linux")]
fn holder(file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let inode = file.metadata().ok()?.ino().to_string();
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let mut holders: Vec<u32> = locks
        .lines()
        .filter_map(|line| {
            // Of a lock that is waited for, the second word is an arrow.
            let [_, _, _, _, pid, place, ..] = line.split_whitespace().collect::<Vec<_>>()[..] else {
                return None;
            };
            // Some file systems have another device number here.
            (place.rsplit(':').next()? == inode).then(|| pid.parse().ok())?
        })
        .filter(|&pid| pid > 0)
        .collect();
    holders.dedup();
    if let [holder] = holders[..] { Some(holder) } else { None }
}

#[cfg(not(target_os = "linux"))]
fn holder(_: &File) -> Option<u32> {
    None
}
