//! The locks that processes hold on files.

use crate::cli::fatal_error::FatalError;
use crate::cli::paths::Identity;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The interval between two attempts to lock a file: one that has just been put in place may still be locked by its
/// writer.
const MOMENT: Duration = Duration::from_millis(10);
const MOMENTS: u32 = 20;

/// How often `/proc/locks` is searched for a lock that is known to be held.
#[cfg(target_os = "linux")]
const LOOKS: u32 = 4;

/// Locks a file that is to be replaced, so that no process begins to work on it meanwhile; `None` if it does not
/// exist or may not be accessed. The lock is shared: other processes that want to replace the file can hold it too.
///
/// # Errors
/// Another process works on the file, and its work would be lost; or an I/O error.
pub fn lock_replaced(path: &Path) -> io::Result<Option<File>> {
    let mut moments = 0;
    loop {
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            // A file that may not be opened cannot be tested for a lock.
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
            // The process that held the lock has replaced the file, and may hold the lock of the new one.
            Ok(()) => {}
            // On a file system without locks, other processes cannot be detected.
            Err(TryLockError::Error(error)) => {
                log::debug!("{}: no lock: {error}", path.display());
                return Ok(Some(file));
            }
        }
    }
}

/// Whether a path leads to the open file. On a system without inode numbers this cannot be checked: it is then assumed,
/// unless the folder of the path does not exist.
pub fn is_at(path: &Path, file: &File) -> bool {
    let there = Identity::of(path);
    let own = file.metadata().ok().and_then(|found| Identity::of_file(&found));
    there.is_some() && (own.is_none() || there == own)
}

fn at_work(path: &Path, file: &File) -> io::Error {
    let [english, japanese] = who(path, file);
    io::Error::other(FatalError::new(
        format!("{english} is using it: wait for it, stop it, or give another name"),
        format!("{japanese}が使っています: 終わるのを待つか、止めるか、別の名前を書いてください"),
    ))
}

/// The process that has locked the file at this path, in English and in Japanese.
pub fn who(path: &Path, file: &File) -> [String; 2] {
    match holder(path, file) {
        Some(pid) => [format!("another process (pid {pid})"), format!("別のプロセス (pid {pid}) ")],
        None => ["another process".to_owned(), "別のプロセス".to_owned()],
    }
}

/// The process that has locked a file, where the system reports it. That process may have put a new file at the path
/// since, whose lock it holds instead.
#[cfg(target_os = "linux")]
fn holder(path: &Path, file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    // The kernel produces the list piece by piece: a lock that is held all the time can be missed while others come
    // and go.
    (0..LOOKS).find_map(|_| {
        let found = [file.metadata(), std::fs::metadata(path)];
        found.into_iter().flatten().find_map(|found| listed_holder(&found.ino().to_string()))
    })
}

/// The process that `/proc/locks` names for an inode.
#[cfg(target_os = "linux")]
fn listed_holder(inode: &str) -> Option<u32> {
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let mut holders: Vec<u32> = locks
        .lines()
        .filter_map(|line| {
            // Lines of locks that are waited for have an arrow as their second word: there `pid` is not a number, and
            // the line is left out.
            let [_, _, _, _, pid, place, ..] = line.split_whitespace().collect::<Vec<_>>()[..] else {
                return None;
            };
            // Only the inode is compared, since some file systems show another device number here.
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
