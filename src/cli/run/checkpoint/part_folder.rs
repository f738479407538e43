//! The folder in which one of several processes keeps its part of a checkpoint.

use crate::cli::output::files::try_folder;
use crate::store::{AppendOnly, DiskFolder, Folder, FolderError};
use std::cell::OnceCell;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The folder of a process's part. One that exists is locked at once. One that does not exist is made only when the
/// processes have agreed on a checkpoint, because its existence means that there is something to resume from.
pub struct PartFolder {
    path: PathBuf,
    process: usize,
    opened: OnceCell<DiskFolder>,
}

impl PartFolder {
    /// Opens the folder of a process, or finds out whether it can be made, before the wait for the other processes.
    ///
    /// # Errors
    /// Another process uses it, or the system refuses access.
    pub fn new(path: &Path, process: usize) -> Result<PartFolder, FolderError> {
        let folder = PartFolder { path: path.to_owned(), process, opened: OnceCell::new() };
        // A link that leads nowhere cannot become a folder.
        if path.exists() || path.is_symlink() {
            folder.open()?;
        } else {
            let above = path.ancestors().skip(1).find(|above| above.exists());
            try_folder(above.unwrap_or(Path::new(".")))?;
        }
        Ok(folder)
    }

    /// The folder, which is made if it does not exist.
    fn open(&self) -> Result<&DiskFolder, FolderError> {
        if let Some(folder) = self.opened.get() {
            return Ok(folder);
        }
        let folder = DiskFolder::create_part(&self.path, self.process)?;
        Ok(self.opened.get_or_init(|| folder))
    }

    /// The folder, if it exists; files may have been copied there while this process waited.
    fn existing(&self) -> io::Result<Option<&DiskFolder>> {
        match self.opened.get() {
            None if !self.path.exists() => Ok(None),
            _ => Ok(Some(self.open()?)),
        }
    }

    fn needed(&self) -> io::Result<&DiskFolder> {
        self.existing()?.ok_or(io::ErrorKind::NotFound.into())
    }
}

impl Folder for PartFolder {
    fn make(&self) -> io::Result<()> {
        self.open()?;
        Ok(())
    }

    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn AppendOnly>> {
        self.needed()?.append(name, len)
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        self.needed()?.read(name)
    }

    fn replace(&self, name: &str, content: &[u8]) -> io::Result<()> {
        self.needed()?.replace(name, content)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.needed()?.remove(name)
    }

    fn names(&self) -> io::Result<Vec<String>> {
        self.existing()?.map_or(Ok(Vec::new()), DiskFolder::names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_folder_is_made_only_when_it_is_asked_for() {
        let path = std::env::temp_dir().join(format!("tsumugi-part-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        let run = path.join("above").join("run");
        let folder = PartFolder::new(&run, 1).expect("a folder that can be made");
        assert_eq!(folder.names().expect("nothing"), [""; 0]);
        assert!(folder.replace("name", b"text").is_err());
        assert_eq!(fs::read_dir(&path).expect("a folder").count(), 0, "it leaves nothing");
        folder.make().expect("a folder");
        folder.replace("name", b"text").expect("a file");
        assert_eq!(folder.names().expect("a file"), ["name"]);
        // One that is there is locked at once.
        assert!(matches!(PartFolder::new(&run, 1), Err(FolderError::Locked)));
        drop(folder);
        // Files that are copied there during the wait are found.
        fs::remove_dir_all(&run).expect("a folder");
        let folder = PartFolder::new(&run, 1).expect("a folder that can be made");
        fs::create_dir_all(&run).and_then(|()| fs::write(run.join("copied"), "text")).expect("a file");
        assert_eq!(folder.names().expect("a file"), ["copied"]);
        fs::remove_dir_all(path).expect("a folder");
    }
}
