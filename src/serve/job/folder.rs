//! The files of jobs. Each job has a folder with `request.json`, `state.json` and `answers.jsonl`; while a problem is
//! searched, also `checkpoint/`; while problems are made, also `work.json`. The answers are lines of a file to which
//! lines are only appended; all other files are replaced atomically.

use super::log::Mark;
use super::state::State;
use crate::serve::options::{Holder, ServeError};
use crate::store::{AppendOnly, DiskFolder, Folder, FolderError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SERVER: &str = "server.json";
const JOBS: &str = "jobs";
const REQUEST: &str = "request.json";
const STATE: &str = "state.json";
/// The file in a job's folder with its answers, one in each line.
pub const ANSWERS: &str = "answers.jsonl";
/// The file in a job's folder with the progress of its work.
pub const WORK: &str = "work.json";
/// The folder in a job's folder for the checkpoint of its search.
pub const CHECKPOINT: &str = "checkpoint";
/// The version of the format of a job's files.
pub const SCHEMA: u32 = 1;
/// The greatest size in bytes of a job's file that is read as a whole.
const MOST_BYTES: u64 = 64 << 20;

/// The data folder of a server. It is locked, so that no other server uses it at the same time.
pub struct DataFolder {
    path: PathBuf,
    folder: DiskFolder,
}

/// Opens the data folder of a server; creates it if it does not exist.
///
/// # Errors
/// Another server uses it, or an I/O error.
pub fn open_data(path: &Path) -> Result<DataFolder, ServeError> {
    let failed = |cause| ServeError::Data { path: path.to_owned(), cause };
    match DiskFolder::create(path) {
        Ok(folder) => {
            fs::create_dir_all(path.join(JOBS)).map_err(failed)?;
            Ok(DataFolder { path: path.to_owned(), folder })
        }
        Err(FolderError::Locked) => {
            let text = fs::read(path.join(SERVER)).unwrap_or_default();
            Err(ServeError::Held { path: path.to_owned(), holder: serde_json::from_slice(&text).ok() })
        }
        Err(FolderError::Io(cause)) => Err(failed(cause)),
    }
}

impl DataFolder {
    /// Records which server uses the folder.
    ///
    /// # Errors
    /// An I/O error.
    pub fn hold(&self, holder: &Holder) -> Result<(), ServeError> {
        let text = serde_json::to_vec(holder).map_err(io::Error::from);
        let written = text.and_then(|text| self.folder.replace(SERVER, &text));
        written.map_err(|cause| ServeError::Data { path: self.path.clone(), cause })
    }

    /// The path of a job's folder.
    pub fn job(&self, id: &str) -> PathBuf {
        self.path.join(JOBS).join(id)
    }

    /// The ids of the jobs that are stored.
    ///
    /// # Errors
    /// An I/O error.
    pub fn jobs(&self) -> io::Result<Vec<String>> {
        let mut ids = Vec::new();
        for entry in fs::read_dir(self.path.join(JOBS))? {
            let entry = entry?;
            // A folder without a state was not created by a server, or not completely: it is left unchanged.
            if entry.path().join(STATE).is_file() {
                ids.extend(entry.file_name().into_string());
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }
}

/// The data that is stored about a job in addition to its request and its answers. Keys are only ever added, with a
/// default.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub schema: u32,
    pub created: u64,
    /// The microseconds of the time of creation, beyond the seconds in `created`: jobs are sorted by that time.
    #[serde(default)]
    pub created_micros: u32,
    pub state: State,
    pub started: Option<u64>,
    pub ended: Option<u64>,
    /// The events other than answers.
    pub events: Vec<Mark>,
    /// The error, if the job failed or was given up.
    #[serde(default)]
    pub error: Option<Value>,
    /// What is missing in the result of a job that is done nevertheless.
    #[serde(default)]
    pub warnings: Vec<Value>,
    /// The limit that ended the job, if one did.
    #[serde(default)]
    pub stopped: Option<String>,
    /// Further files with results.
    #[serde(default)]
    pub files: Vec<String>,
    /// How often a server died while it worked on the job.
    #[serde(default)]
    pub crashes: u32,
}

/// The progress of a job's work: it is continued after the first `answers` answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Begun {
    schema: u32,
    pub answers: usize,
    pub state: Value,
}

/// The folder of a job.
pub struct JobFolder {
    folder: DiskFolder,
    answers: Option<Box<dyn AppendOnly>>,
    /// Whether an answer could not be written. Then no later answer is written either, since it would have a wrong
    /// number.
    lacks_answer: bool,
}

impl JobFolder {
    /// Creates the folder of a job.
    ///
    /// # Errors
    /// An I/O error.
    pub fn create(path: &Path, request: &RawValue, kept: &Kept) -> Result<JobFolder, FolderError> {
        let folder = DiskFolder::create(path)?;
        folder.replace(REQUEST, request.get().as_bytes())?;
        let folder = JobFolder { folder, answers: None, lacks_answer: false };
        folder.keep(kept)?;
        Ok(folder)
    }

    /// Opens the folder of a job.
    ///
    /// # Errors
    /// An I/O error.
    pub fn open(path: &Path) -> Result<JobFolder, FolderError> {
        Ok(JobFolder { folder: DiskFolder::open(path)?, answers: None, lacks_answer: false })
    }

    /// Reads the request and the stored data.
    ///
    /// # Errors
    /// An I/O error, or files with other contents.
    pub fn read(&self) -> io::Result<(Value, Kept)> {
        Ok((self.object(REQUEST)?, self.object(STATE)?))
    }

    /// Stores the state of the job.
    ///
    /// # Errors
    /// An I/O error.
    pub fn keep(&self, kept: &Kept) -> io::Result<()> {
        let text = serde_json::to_vec(kept)?;
        self.folder.replace(STATE, &text)
    }

    /// Stores the progress of the work, after making sure that the answers so far are on disk.
    ///
    /// # Errors
    /// An I/O error.
    pub fn keep_work(&mut self, answers: usize, state: Value) -> io::Result<()> {
        self.require_all_answers()?;
        if let Some(file) = &mut self.answers {
            file.sync()?;
        }
        self.folder.replace(WORK, &serde_json::to_vec(&Begun { schema: SCHEMA, answers, state })?)
    }

    /// The stored progress of the work, with the answers up to it. `None` if it is not known: then the work begins
    /// anew.
    pub fn begun(&self) -> Option<(Begun, Vec<String>)> {
        let begun: Begun = serde_json::from_slice(&self.whole(WORK).ok()?).ok()?;
        let mut answers = self.answers().ok()?;
        let fits = begun.schema == SCHEMA && begun.answers <= answers.len();
        answers.truncate(begun.answers);
        fits.then_some((begun, answers))
    }

    /// Prepares the folder for work that is continued: removes the answers that were written after the stored
    /// progress, and returns the others.
    ///
    /// # Errors
    /// An I/O error.
    pub fn go_on(&mut self) -> io::Result<Vec<Arc<str>>> {
        let answers = self.begun().map(|(_, answers)| answers).unwrap_or_default();
        self.keep_answers(answers.iter().map(String::as_str))?;
        Ok(answers.into_iter().map(Arc::from).collect())
    }

    /// Removes the stored progress of the work.
    ///
    /// # Errors
    /// An I/O error.
    pub fn forget_work(&self) -> io::Result<()> {
        match self.folder.remove(WORK) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes all answers except these, which must be the first ones.
    ///
    /// # Errors
    /// An I/O error.
    pub fn keep_answers<'a>(&mut self, answers: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        let bytes: usize = answers.into_iter().map(|answer| answer.len() + 1).sum();
        self.answers = Some(self.folder.append(ANSWERS, bytes as u64)?);
        self.lacks_answer = false;
        Ok(())
    }

    /// Appends an answer as a line. Fails after an answer that could not be written.
    ///
    /// # Errors
    /// An I/O error, or an earlier answer is missing.
    pub fn add_answer(&mut self, text: &str) -> io::Result<()> {
        if self.answers.is_none() {
            self.keep_answers([])?;
        }
        self.require_all_answers()?;
        let Some(file) = &mut self.answers else { return Ok(()) };
        let written = file.write_all(format!("{text}\n").as_bytes());
        self.lacks_answer = written.is_err();
        written
    }

    fn require_all_answers(&self) -> io::Result<()> {
        if self.lacks_answer {
            Err(io::Error::other("an earlier answer could not be written"))
        } else {
            Ok(())
        }
    }

    /// Makes the answers durable on disk, and closes their file.
    ///
    /// # Errors
    /// An I/O error, or an answer is missing.
    pub fn close_answers(&mut self) -> io::Result<()> {
        self.require_all_answers()?;
        self.answers.take().map_or(Ok(()), |mut file| file.sync())
    }

    /// All answers that were written completely.
    ///
    /// # Errors
    /// An I/O error.
    pub fn answers(&self) -> io::Result<Vec<String>> {
        let bytes = match self.whole(ANSWERS) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            bytes => bytes?,
        };
        let text = String::from_utf8(bytes).map_err(|_| io::Error::from(ErrorKind::InvalidData))?;
        let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        Ok(lines.map(str::to_owned).collect())
    }

    /// Removes an additional file with results.
    ///
    /// # Errors
    /// An I/O error.
    pub fn remove_file(&self, name: &str) -> io::Result<()> {
        self.folder.remove(name)
    }

    /// Begins an additional file with results.
    ///
    /// # Errors
    /// An I/O error.
    pub fn begin_file(&self, name: &str) -> io::Result<Box<dyn AppendOnly>> {
        self.folder.append(name, 0)
    }

    /// Reads an additional file with results.
    ///
    /// # Errors
    /// An I/O error.
    pub fn file(&self, name: &str) -> io::Result<Vec<u8>> {
        self.whole(name)
    }

    /// The contents of a JSON file; an error includes its name.
    fn object<T: DeserializeOwned>(&self, name: &str) -> io::Result<T> {
        let read = self.whole(name).and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
        read.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
    }

    fn whole(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.folder.read(name)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_BYTES { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
    }
}

/// Removes the folder of a job.
///
/// # Errors
/// An I/O error.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that has room for this number of bytes.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let written = bytes.len().min(self.0);
            self.0 -= written;
            if written == 0 { Err(ErrorKind::StorageFull.into()) } else { Ok(written) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl AppendOnly for Disk {
        fn sync(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nothing_comes_behind_an_answer_that_is_missing() {
        let path = std::env::temp_dir().join(format!("tsumugi-job-{}", std::process::id()));
        let mut folder = JobFolder {
            folder: DiskFolder::create(&path).expect("a folder"),
            answers: Some(Box::new(Disk(12))),
            lacks_answer: false,
        };
        folder.add_answer("{\"a\":1}").expect("room for it");
        let full = folder.add_answer("{\"a\":2}").map_err(|error| error.kind());
        assert_eq!(full, Err(ErrorKind::StorageFull));
        assert!(folder.add_answer("1").is_err() && folder.keep_work(1, Value::Null).is_err());
        assert!(folder.close_answers().is_err(), "they stay in memory");
        folder.keep_answers([]).expect("a file");
        folder.close_answers().expect("none is missing");
        remove(&path).expect("the folder is removed");
    }
}
