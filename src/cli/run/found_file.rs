//! `--resume FILE.jsonl` of a command that makes problems: what was found, and how far the run has come.
//!
//! Results are lines of the file, each one write at its end. How far the run has come stands in `FILE.jsonl.state`,
//! which is replaced as a whole now and then, with the length that the file had. What a killed run wrote behind it is
//! found again.

use super::kept_answers::locked_file::LockedFile;
use super::other_run::{another_task, foreign, lacks_results, other_problems};
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::write_whole;
use crate::report::Lang;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two states.
const INTERVAL: Duration = Duration::from_secs(2);

/// Behind the name of the file.
const ENDING: &str = ".state";

/// A file of results.
pub struct FoundFile {
    path: PathBuf,
    locked: LockedFile,
    /// What the run does: another run must not go on in this file.
    task: Value,
    length: u64,
    saved: Instant,
}

/// How far a run has come.
#[derive(Serialize, Deserialize)]
struct State {
    schema: u32,
    task: Value,
    length: u64,
    is_finished: bool,
    progress: Value,
}

impl State {
    /// Whether a run had begun, and come nowhere.
    fn is_of_beginning(&self) -> bool {
        self.progress.is_null() && !self.is_finished
    }
}

/// What an earlier run left.
pub struct Earlier {
    /// Its file.
    path: PathBuf,
    /// How far it came.
    pub progress: Value,
    /// Whether it came to its end.
    pub is_finished: bool,
    /// The file that its results are in, and how long it was by then.
    results: (File, u64),
}

impl Earlier {
    /// What is said when its progress cannot be made sense of.
    pub fn foreign(&self) -> FatalError {
        foreign(&self.path)
    }

    /// What is said when the inputs hold others than the first `number` problems that it had read.
    pub fn of_other_problems(&self, number: u64) -> FatalError {
        other_problems(&self.path, number)
    }

    /// The lines of its results.
    ///
    /// # Errors
    /// What the system says.
    pub fn results(&mut self) -> Result<Vec<String>, FatalError> {
        let (file, length) = &mut self.results;
        let unreadable = |cause| FatalError::unreadable(&self.path, cause);
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        BufReader::new(file.take(*length)).lines().collect::<Result<_, _>>().map_err(unreadable)
    }
}

impl FoundFile {
    /// Opens or makes the file for a task, and reads how far an earlier run came.
    ///
    /// # Errors
    /// What the system says, another process that writes the file, a file of something else.
    pub fn open(path: &Path, task: Value, lang: Lang) -> anyhow::Result<(FoundFile, Option<Earlier>)> {
        let locked = LockedFile::open(path, lang)?;
        let length = locked.file.metadata().map_err(|cause| FatalError::unreadable(path, cause))?.len();
        let mut file = FoundFile { path: path.to_owned(), locked, task, length, saved: Instant::now() };
        let state = match file.read_state()? {
            Some(state) if !state.is_of_beginning() => state,
            Some(state) if length > 0 && state.task != file.task => {
                return Err(another_task(path, &state.task, &file.task).into());
            }
            None if length > 0 => return Err(foreign(path).into()),
            Some(_) | None => {
                file.begin()?;
                return Ok((file, None));
            }
        };
        if state.task != file.task {
            return Err(another_task(path, &state.task, &file.task).into());
        }
        if state.length > length {
            return Err(lacks_results(path, &state_of(path)).into());
        }
        file.locked.file.set_len(state.length).map_err(|cause| FatalError::unwritable(path, cause))?;
        file.length = state.length;
        let State { progress, is_finished, length, .. } = state;
        let results = file.locked.file.try_clone().map_err(|cause| FatalError::unreadable(path, cause))?;
        let earlier = Earlier { path: path.to_owned(), progress, is_finished, results: (results, length) };
        Ok((file, Some(earlier)))
    }

    /// Empties the file, and writes down that a run begins: if it is killed before it has come anywhere, what it found
    /// is known for its own.
    fn begin(&mut self) -> anyhow::Result<()> {
        self.locked.file.set_len(0).map_err(|cause| FatalError::unwritable(&self.path, cause))?;
        self.length = 0;
        self.save(Value::Null, false)
    }

    /// Adds a result with its line end; it is in the file when this returns.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        let unwritable = |cause| FatalError::unwritable(&self.path, cause);
        self.locked.file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        self.locked.file.write_all(line.as_bytes()).map_err(unwritable)?;
        self.length += line.len() as u64;
        Ok(())
    }

    /// Writes down how far the run has come, if it is time to.
    ///
    /// # Errors
    /// What the system says.
    pub fn save_if_due(&mut self, progress: impl FnOnce() -> Value) -> anyhow::Result<()> {
        if self.saved.elapsed() < INTERVAL { Ok(()) } else { self.save(progress(), false) }
    }

    /// Writes down how far the run has come.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&mut self, progress: Value, is_finished: bool) -> anyhow::Result<()> {
        let state = State { schema: 1, task: self.task.clone(), length: self.length, is_finished, progress };
        let path = state_of(&self.locked.path);
        let unwritable = |cause| FatalError::unwritable(&path, cause);
        let text = serde_json::to_string(&state).map_err(std::io::Error::from).map_err(unwritable)? + "\n";
        // What the state says is there must be there before it.
        self.locked.file.sync_data().map_err(unwritable)?;
        write_whole(&path, text.as_bytes(), true).map_err(unwritable)?;
        self.saved = Instant::now();
        Ok(())
    }

    fn read_state(&self) -> anyhow::Result<Option<State>> {
        let path = state_of(&self.locked.path);
        match fs::read(&path) {
            Ok(text) => Ok(Some(serde_json::from_slice(&text).map_err(|_| foreign(&path))?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(FatalError::unreadable(&path, cause).into()),
        }
    }
}

fn state_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ENDING);
    name.into()
}
