//! Sends the files of all processes to the first one, so that it can resume alone.

use super::super::exchange::Exchange;
use super::super::message::{Reader, Writer};
use super::agreement::{Agreed, ResumeError, log_name};
use crate::solve::checkpoint::CheckpointError;
use crate::store::{AppendOnly, Folder};
use std::collections::HashMap;
use std::io::{self, Cursor, Read};
use std::sync::Arc;

/// A folder, together with files that other processes sent, which can only be read.
pub(in super::super) struct WithSent {
    pub folder: Box<dyn Folder>,
    sent: HashMap<String, Arc<[u8]>>,
}

impl WithSent {
    /// A folder without sent files.
    pub fn nothing(folder: Box<dyn Folder>) -> WithSent {
        WithSent { folder, sent: HashMap::new() }
    }
}

impl Folder for WithSent {
    fn make(&self) -> io::Result<()> {
        self.folder.make()
    }

    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn AppendOnly>> {
        self.folder.append(name, len)
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        match self.sent.get(name) {
            Some(content) => Ok(Box::new(Cursor::new(Arc::clone(content)))),
            None => self.folder.read(name),
        }
    }

    fn replace(&self, name: &str, content: &[u8]) -> io::Result<()> {
        self.folder.replace(name, content)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.folder.remove(name)
    }

    fn names(&self) -> io::Result<Vec<String>> {
        self.folder.names()
    }
}

impl Agreed {
    /// Sends the files of all other processes to the first one, which reads all of them from now on. All
    /// processes must take part.
    ///
    /// # Errors
    /// A file cannot be read, or a process was lost.
    pub fn gather(&mut self, files: &mut WithSent, exchange: &mut dyn Exchange) -> Result<(), ResumeError> {
        let mut messages = vec![Vec::new(); exchange.processes()];
        if exchange.process() > 0 {
            messages[0] = self.own_files(&*files.folder, exchange.process())?;
        }
        files.sent = exchange.exchange(messages)?.iter().flat_map(|message| read_files(message)).collect();
        self.log_hosts.iter_mut().flatten().chain(&mut self.frontier_hosts).for_each(|host| *host = 0);
        Ok(())
    }

    /// The files that a process would read, as a message.
    fn own_files(&self, folder: &dyn Folder, process: usize) -> Result<Vec<u8>, CheckpointError> {
        let logs = self.logs(process).map(|(run, finder)| {
            let name = log_name(run.run, finder);
            (name, run.logs[finder].bytes)
        });
        // A frontier is sent whole, so that the receiver still notices a file that is too long.
        let frontiers = self.frontiers(process).map(|(name, _)| (name, u64::MAX));
        let mut message = Writer::default();
        for (name, len) in logs.chain(frontiers) {
            let mut content = Vec::new();
            let read = folder.read(&name).and_then(|file| file.take(len).read_to_end(&mut content));
            read.map_err(CheckpointError::reading(&name))?;
            for bytes in [name.as_bytes(), &content] {
                message.put((bytes.len() as u64).to_le_bytes());
                message.0.extend(bytes);
            }
        }
        Ok(message.0)
    }
}

fn read_files(message: &[u8]) -> Vec<(String, Arc<[u8]>)> {
    let mut message = Reader::new(message);
    let mut files = Vec::new();
    while !message.is_empty() {
        let [name, content] = [(); 2].map(|()| {
            let len = message.u64();
            message.bytes(usize::try_from(len).unwrap_or(usize::MAX))
        });
        files.push((String::from_utf8_lossy(name).into_owned(), content.into()));
    }
    files
}
