//! A folder in memory, whose disk can be full.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard};
use tsumugi::store::{AppendOnly, Folder};

#[derive(Clone, Default)]
pub struct MemoryFolder(Arc<Mutex<Disk>>);

#[derive(Default)]
struct Disk {
    files: BTreeMap<String, Vec<u8>>,
    /// Whether the folder was asked to be made.
    is_made: bool,
    /// Bytes that can still be written; `None` for any number.
    room: Option<usize>,
    /// How files fail to be replaced.
    failing: Option<Failing>,
}

/// How a file fails to be replaced.
#[derive(Clone, Copy, Debug)]
pub enum Failing {
    /// The old one is still there.
    Before,
    /// The new one is there, but the disk could not say so.
    After,
}

struct Appending {
    disk: MemoryFolder,
    name: String,
}

impl MemoryFolder {
    fn disk(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().expect("no test thread has died in here")
    }

    /// A folder of its own with the same files.
    pub fn copy(&self) -> MemoryFolder {
        let files = self.disk().files.clone();
        MemoryFolder(Arc::new(Mutex::new(Disk { files, ..Disk::default() })))
    }

    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.disk().files.clone()
    }

    pub fn is_made(&self) -> bool {
        self.disk().is_made
    }

    pub fn write(&self, name: &str, content: &[u8]) {
        self.disk().files.insert(name.to_owned(), content.to_vec());
    }

    /// From now on so many bytes can be written.
    pub fn set_room(&self, room: Option<usize>) {
        self.disk().room = room;
    }

    /// From now on replacing a file fails like this.
    pub fn set_failing(&self, failing: Option<Failing>) {
        self.disk().failing = failing;
    }

    fn take_room(disk: &mut Disk, wanted: usize) -> io::Result<usize> {
        let Some(room) = &mut disk.room else { return Ok(wanted) };
        if *room == 0 && wanted > 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let granted = wanted.min(*room);
        *room -= granted;
        Ok(granted)
    }
}

impl Folder for MemoryFolder {
    fn make(&self) -> io::Result<()> {
        self.disk().is_made = true;
        Ok(())
    }

    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn AppendOnly>> {
        let mut disk = self.disk();
        let file = disk.files.entry(name.to_owned()).or_default();
        assert!(file.len() as u64 >= len, "{name} is continued behind its end");
        file.truncate(len as usize);
        Ok(Box::new(Appending { disk: self.clone(), name: name.to_owned() }))
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        let content = self.disk().files.get(name).cloned().ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(content)))
    }

    fn replace(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let mut disk = self.disk();
        if MemoryFolder::take_room(&mut disk, content.len())? < content.len() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        if let Some(Failing::Before) = disk.failing {
            return Err(io::Error::other("not replaced"));
        }
        disk.files.insert(name.to_owned(), content.to_vec());
        match disk.failing {
            Some(_) => Err(io::Error::other("replaced, perhaps")),
            None => Ok(()),
        }
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.disk().files.remove(name).map(|_| ()).ok_or(io::ErrorKind::NotFound.into())
    }

    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.disk().files.keys().cloned().collect())
    }
}

impl Write for Appending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut disk = self.disk.disk();
        let granted = MemoryFolder::take_room(&mut disk, bytes.len())?;
        disk.files.entry(self.name.clone()).or_default().extend_from_slice(&bytes[..granted]);
        Ok(granted)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl AppendOnly for Appending {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}
