//! Who works on a file: the locks that processes hold.

use crate::cli::fatal_error::FatalError;
use crate::cli::paths::Identity;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The time for which a file that has just taken its place may still be locked by who wrote it.
const MOMENT: Duration = Duration::from_millis(10);
const MOMENTS: u32 = 20;

/// How often the list of locks is looked at for one that is held.
#[cfg(target_os = "linux")]
const LOOKS: u32 = 4;

/// Locks a file that is to be replaced, so that nobody begins to work on it meanwhile; `None` where there is none. Others
/// that are to replace it may do so, too.
///
/// # Errors
/// Another process works on it, whose work would be lost; or an I/O error.
pub fn lock_replaced(path: &Path) -> io::Result<Option<File>> {
    let mut moments = 0;
    loop {
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            // Of one that may not be read, nobody can tell.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) if moments < MOMENTS => {
                moments += 1;
                thread::sleep(MOMENT);
            }
            Err(TryLockError::WouldBlock) => return Err(at_work(path, &file)),
            Ok(()) if is_at(path, &file) => return Ok(Some(file)),
            // Whoever held it before has replaced it, and may hold what is there now.
            Ok(()) => {}
            // Where a file system knows no locks, nobody can tell.
            Err(TryLockError::Error(error)) => {
                log::debug!("{}: no lock: {error}", path.display());
                return Ok(Some(file));
            }
        }
    }
}

/// Whether a path leads to a file that was opened by it; where the system numbers no files nobody can tell.
pub fn is_at(path: &Path, file: &File) -> bool {
    let there = Identity::of(path);
    let own = file.metadata().ok().and_then(|found| Identity::of_file(&found));
    there.is_some() && (own.is_none() || there == own)
}

fn at_work(path: &Path, file: &File) -> io::Error {
    let [english, japanese] = who(path, file);
    io::Error::other(FatalError::new(
        format!("{english} is at work on it: wait for it, stop it, or give another name"),
        format!("{japanese}が使っています: 終わるのを待つか、止めるか、別の名前を書いてください"),
    ))
}

/// The process that has locked a file with this name, in English and in Japanese.
pub fn who(path: &Path, file: &File) -> [String; 2] {
    match holder(path, file) {
        Some(pid) => [format!("another process (pid {pid})"), format!("別のプロセス (pid {pid}) ")],
        None => ["another process".to_owned(), "別のプロセス".to_owned()],
    }
}

/// The process that has locked a file, where the system tells. It may have put a new file in its place since, which it
/// holds instead.
#[cfg(target_os = "linux")]
fn holder(path: &Path, file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    // The list is read in pieces: one that stands there all the time is missed now and then, as others lock and unlock.
    (0..LOOKS).find_map(|_| {
        let found = [file.metadata(), std::fs::metadata(path)];
        found.into_iter().flatten().find_map(|found| listed_holder(&found.ino().to_string()))
    })
}

/// The process that the list of locks names for a file.
#[cfg(target_os = "linux")]
fn listed_holder(inode: &str) -> Option<u32> {
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
fn holder(_: &Path, _: &File) -> Option<u32> {
    None
}
