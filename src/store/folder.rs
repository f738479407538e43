//! Folders of files that outlive the process. Checkpoints are written through [`Folder`], so that tests can write
//! them elsewhere, or to a simulated full disk.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that grows at its end.
pub trait AppendOnly: Write + Send {
    /// Makes everything written so far durable: it survives a power cut once this returns.
    ///
    /// # Errors
    /// An I/O error, such as a full disk.
    fn sync(&mut self) -> io::Result<()>;
}

/// A set of named files.
///
/// # Errors
/// Every method: an I/O error.
pub trait Folder: Send {
    /// Makes the folder, if it is one that does not exist yet. It must be called before anything is written.
    fn make(&self) -> io::Result<()> {
        Ok(())
    }

    /// Opens a file for writing after its first `len` bytes, and cuts off the bytes that follow these. Creates
    /// the file if it does not exist.
    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn AppendOnly>>;

    /// Opens a file for reading from its beginning.
    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>>;

    /// Replaces the content of a file atomically and durably.
    fn replace(&self, name: &str, content: &[u8]) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// The names of all files.
    fn names(&self) -> io::Result<Vec<String>>;
}

/// A folder of the file system, locked against other processes as long as it is open.
///
/// It may instead be shared by the processes of one search, each of which holds a lock on its own part.
pub struct DiskFolder {
    path: PathBuf,
    /// The system releases the lock when the process ends, however it ends.
    #[cfg_attr(not(unix), expect(dead_code, reason = "it is only held"))]
    lock: File,
    /// The lock of this process's part, if the folder is shared.
    _part: Option<File>,
}

impl From<FolderError> for io::Error {
    fn from(error: FolderError) -> io::Error {
        match error {
            FolderError::Io(error) => error,
            FolderError::Locked => io::Error::new(io::ErrorKind::ResourceBusy, error),
        }
    }
}

/// The reason why a folder cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// Another process uses it.
    #[error("another process is using this folder")]
    Locked,
    /// The system refuses access.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The folder is no longer at the path where it was opened. Methods return it inside an [`io::Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the folder was removed or moved while it was in use")]
pub struct FolderRemoved;

/// A file of this name exists that no search has written, and that would be lost. Methods return it inside an
/// [`io::Error`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} was not written by a search")]
pub struct FileInTheWay(pub String);

const LOCK: &str = "lock";
/// The suffix of files whose content is not complete yet.
const UNFINISHED: &str = ".new";

impl DiskFolder {
    /// Opens a folder, and creates it if it does not exist.
    ///
    /// # Errors
    /// Another process uses it, or the system refuses access.
    pub fn create(path: &Path) -> Result<DiskFolder, FolderError> {
        fs::create_dir_all(path)?;
        DiskFolder::open(path)
    }

    /// Opens an existing folder.
    ///
    /// # Errors
    /// Another process uses it, or the system refuses access.
    pub fn open(path: &Path) -> Result<DiskFolder, FolderError> {
        // If the path led to a file, opening the lock could create a file where there is no folder.
        if !fs::metadata(path)?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory).into());
        }
        let lock = lock_file(path, LOCK)?;
        held(lock.try_lock())?;
        Ok(DiskFolder { path: path.to_owned(), lock, _part: None })
    }

    /// Opens a folder, created if it does not exist, for one of the processes that share it.
    ///
    /// # Errors
    /// A process that does not share the folder uses it, or one with the same number does; or the system refuses
    /// access.
    pub fn create_part(path: &Path, process: usize) -> Result<DiskFolder, FolderError> {
        fs::create_dir_all(path)?;
        let lock = lock_file(path, LOCK)?;
        held(lock.try_lock_shared())?;
        let part = lock_file(path, &format!("{LOCK}-{process}"))?;
        held(part.try_lock())?;
        Ok(DiskFolder { path: path.to_owned(), lock, _part: Some(part) })
    }

    /// Checks that the path still leads to the folder that was opened. Another folder in its place would belong
    /// to another process.
    #[cfg(unix)]
    fn find(&self) -> io::Result<()> {
        use std::os::unix::fs::MetadataExt;
        let there = fs::metadata(self.path.join(LOCK));
        let ours = self.lock.metadata()?;
        if there.is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())) {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::NotFound, FolderRemoved))
    }

    /// Elsewhere a folder cannot be moved or removed while files in it are open.
    #[cfg(not(unix))]
    fn find(&self) -> io::Result<()> {
        Ok(())
    }

    /// Makes the names in the folder durable, on systems where that is possible.
    fn sync_names(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }
}

fn lock_file(folder: &Path, name: &str) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(name))
}

fn held(lock: Result<(), TryLockError>) -> Result<(), FolderError> {
    lock.map_err(|error| match error {
        TryLockError::WouldBlock => FolderError::Locked,
        TryLockError::Error(error) => error.into(),
    })
}

impl Folder for DiskFolder {
    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn AppendOnly>> {
        self.find()?;
        let path = self.path.join(name);
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.set_len(len)?;
        file.seek(SeekFrom::Start(len))?;
        self.sync_names()?;
        Ok(Box::new(file))
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        self.find()?;
        Ok(Box::new(File::open(self.path.join(name))?))
    }

    fn replace(&self, name: &str, content: &[u8]) -> io::Result<()> {
        self.find()?;
        let unfinished = self.path.join(format!("{name}{UNFINISHED}"));
        let written = File::create(&unfinished)
            .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&unfinished, self.path.join(name)));
        if written.is_err() {
            // Do not leave a part of a file on a disk that may be full.
            let _ = fs::remove_file(unfinished);
        }
        written?;
        self.sync_names()
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.find()?;
        fs::remove_file(self.path.join(name))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        self.find()?;
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            names.extend(entry?.file_name().into_string());
        }
        names.retain(|name| !name.starts_with(LOCK));
        names.sort_unstable();
        Ok(names)
    }
}

impl AppendOnly for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tsumugi-folder-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn content(folder: &DiskFolder, name: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        folder.read(name).and_then(|mut file| file.read_to_end(&mut bytes)).expect("a readable file");
        bytes
    }

    #[test]
    fn files_are_continued_cut_replaced_and_removed() -> Result<(), FolderError> {
        let path = scratch("files");
        let folder = DiskFolder::create(&path)?;
        folder.append("log", 0)?.write_all(b"abcdef")?;
        folder.append("log", 3)?.write_all(b"xy")?;
        assert_eq!(content(&folder, "log"), b"abcxy");
        folder.replace("whole", b"one")?;
        folder.replace("whole", b"2")?;
        assert_eq!(content(&folder, "whole"), b"2");
        assert_eq!(folder.names()?, ["log", "whole"]);
        folder.remove("log")?;
        assert_eq!(folder.names()?, ["whole"]);
        fs::remove_dir_all(path)?;
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn another_folder_in_its_place_is_left_alone() -> Result<(), FolderError> {
        let path = scratch("replaced");
        let first = DiskFolder::create(&path)?;
        first.replace("whole", b"one")?;
        fs::remove_dir_all(&path)?;
        let is_removed = |result: io::Result<()>| {
            let error = result.expect_err("the folder has gone");
            assert!(error.get_ref().is_some_and(|inner| inner.is::<FolderRemoved>()), "{error}");
        };
        is_removed(first.replace("whole", b"two"));
        let second = DiskFolder::create(&path)?;
        second.replace("whole", b"three")?;
        is_removed(first.replace("whole", b"four"));
        is_removed(first.append("whole", 0).map(drop));
        is_removed(first.remove("whole"));
        is_removed(first.read("whole").map(drop));
        is_removed(first.names().map(drop));
        assert_eq!(content(&second, "whole"), b"three");
        fs::remove_dir_all(path)?;
        Ok(())
    }

    #[test]
    fn parts_are_shared_but_not_with_others() -> Result<(), FolderError> {
        let path = scratch("parts");
        let parts = [DiskFolder::create_part(&path, 0)?, DiskFolder::create_part(&path, 1)?];
        assert!(matches!(DiskFolder::create_part(&path, 1), Err(FolderError::Locked)));
        assert!(matches!(DiskFolder::open(&path), Err(FolderError::Locked)));
        assert!(parts[0].names()?.is_empty());
        drop(parts);
        let whole = DiskFolder::open(&path)?;
        assert!(matches!(DiskFolder::create_part(&path, 1), Err(FolderError::Locked)));
        drop(whole);
        fs::remove_dir_all(path)?;
        Ok(())
    }

    #[test]
    fn a_folder_belongs_to_one_at_a_time() -> Result<(), FolderError> {
        let path = scratch("lock");
        let first = DiskFolder::create(&path)?;
        assert!(matches!(DiskFolder::open(&path), Err(FolderError::Locked)));
        drop(first);
        DiskFolder::open(&path)?;
        assert!(matches!(DiskFolder::open(&path.join("missing")), Err(FolderError::Io(_))));
        fs::remove_dir_all(path)?;
        Ok(())
    }
}
