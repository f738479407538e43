//! Shows the progress of reading a checkpoint, which takes minutes if it is large.

use crate::cli::run::progress::ProgressLine;
use crate::report::Lang;
use crate::solve::lock;
use crate::store::{AppendOnly, Folder};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A folder that shows the progress of reading its files.
pub struct WatchedFolder {
    folder: Box<dyn Folder>,
    reading: Arc<Mutex<Reading>>,
}

/// How many bytes are read; shown until reading has ended.
struct Reading {
    /// `None` after reading has ended.
    line: Option<ProgressLine>,
    read: u64,
    /// The size of all files in bytes, including those that may not be read.
    all: u64,
}

/// A file that is being read.
struct WatchedFile {
    file: Box<dyn Read + Send>,
    reading: Arc<Mutex<Reading>>,
}

impl WatchedFolder {
    /// Wraps the folder at this path; the second value ends the progress display.
    pub fn new(folder: Box<dyn Folder>, path: &Path, quiet: bool, lang: Lang) -> (WatchedFolder, Shown) {
        let mut line = ProgressLine::new(quiet, lang);
        line.start(path.display().to_string(), None);
        let files = fs::read_dir(path).into_iter().flatten().flatten();
        let all = files.filter_map(|file| Some(file.metadata().ok()?.len())).sum();
        let reading = Arc::new(Mutex::new(Reading { line: Some(line), read: 0, all }));
        (WatchedFolder { folder, reading: Arc::clone(&reading) }, Shown(reading))
    }
}

/// The progress display; dropping it ends the display.
pub struct Shown(Arc<Mutex<Reading>>);

impl Drop for Shown {
    fn drop(&mut self) {
        if let Some(mut line) = lock(&self.0).line.take() {
            line.finish();
        }
    }
}

impl Folder for WatchedFolder {
    fn make(&self) -> io::Result<()> {
        self.folder.make()
    }

    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn AppendOnly>> {
        self.folder.append(name, len)
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        let file = self.folder.read(name)?;
        Ok(Box::new(WatchedFile { file, reading: Arc::clone(&self.reading) }))
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

impl Read for WatchedFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(bytes)?;
        let mut reading = lock(&self.reading);
        reading.read += count as u64;
        let part = reading.read as f64 / reading.all.max(1) as f64;
        if let Some(line) = &mut reading.line {
            line.show_part(part.min(1.0), |lang| {
                lang.pick("途中経過を読んでいます", "reading the checkpoint").to_owned()
            });
        }
        Ok(count)
    }
}
