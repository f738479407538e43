//! `--resume FILE.jsonl` of a command that makes problems: its results, and the progress of the run.
//!
//! Results are lines of the file; each is appended by one write. The progress is in `FILE.jsonl.state`, which is
//! replaced as a whole from time to time and records the length that the file had then. Results that a killed run
//! appended after that point are cut off, since the resumed run finds them again.

use super::other_run::{another_task, foreign, has_other_lines, lacks_results, of_maker, other_problems};
use super::result_lines::{is_begun, is_made};
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::{LockedFile, state_of};
use crate::report::Lang;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two writes of the state.
const INTERVAL: Duration = Duration::from_secs(2);

/// A file of results.
pub struct FoundFile {
    path: PathBuf,
    locked: LockedFile,
    /// The file of the progress. Its path is that of the results with an ending.
    state: LockedFile,
    state_path: PathBuf,
    lang: Lang,
    /// Everything that the run was asked for: another run must not continue in this file.
    task: Value,
    saved: Instant,
}

/// The progress of a run, as it is stored.
#[derive(Serialize, Deserialize)]
struct State {
    schema: u32,
    task: Value,
    length: u64,
    is_finished: bool,
    progress: Value,
}

impl State {
    /// Whether a run had begun, but made no progress.
    fn is_of_beginning(&self) -> bool {
        self.progress.is_null() && !self.is_finished
    }
}

/// What an earlier run left behind.
pub struct Earlier {
    /// The path of its file.
    path: PathBuf,
    /// Its progress.
    pub progress: Value,
    /// Whether it was finished.
    pub is_finished: bool,
    /// The file with its results, and the length up to which they count.
    results: (File, u64),
}

impl Earlier {
    /// The error if its progress is malformed.
    pub fn foreign(&self) -> FatalError {
        foreign(&self.path)
    }

    /// The error if the inputs do not begin with the first `number` problems that it had read.
    pub fn of_other_problems(&self, number: u64) -> FatalError {
        other_problems(&self.path, number)
    }

    /// The lines with its results.
    ///
    /// # Errors
    /// An I/O error.
    pub fn results(&mut self) -> Result<Vec<String>, FatalError> {
        let (file, length) = &mut self.results;
        let unreadable = |cause| FatalError::unreadable(&self.path, cause);
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        BufReader::new(file.take(*length)).lines().collect::<Result<_, _>>().map_err(unreadable)
    }
}

impl FoundFile {
    /// Opens or creates the file for a task, and reads the progress of an earlier run.
    ///
    /// # Errors
    /// An I/O error, another process writes the file, or the file belongs to something else.
    pub fn open(path: &Path, task: Value, lang: Lang) -> anyhow::Result<(FoundFile, Option<Earlier>)> {
        let locked = LockedFile::open(path, lang)?;
        let (length, state_path) = (locked.len, state_of(&locked.path));
        let state = match read_state(&state_path)? {
            Some(state) if state.is_of_beginning() => {
                if length > 0 && !goes_on(&state.task, &task) {
                    return Err(another_task(path, &state.task, &task).into());
                }
                None
            }
            Some(state) if !goes_on(&state.task, &task) => {
                return Err(another_task(path, &state.task, &task).into());
            }
            Some(state) if state.length > length => return Err(lacks_results(path, &state_path).into()),
            Some(state) => Some(state),
            None if length > 0 => return Err(foreign(path).into()),
            None => None,
        };
        let mut file = FoundFile {
            path: path.to_owned(),
            locked,
            state: LockedFile::open(&state_path, lang)?,
            state_path,
            lang,
            task,
            saved: Instant::now(),
        };
        let Some(State { progress, is_finished, length, .. }) = state else {
            file.begin()?;
            return Ok((file, None));
        };
        file.cut(length)?;
        let results = file.locked.file.try_clone().map_err(|cause| FatalError::unreadable(path, cause))?;
        let earlier = Earlier { path: path.to_owned(), progress, is_finished, results: (results, length) };
        Ok((file, Some(earlier)))
    }

    /// Empties the file, and records that a run begins: if it is killed before it has made progress, its results are
    /// still recognised as its own.
    fn begin(&mut self) -> anyhow::Result<()> {
        self.cut(0)?;
        self.save(Value::Null, false)
    }

    /// Cuts off what a killed run appended after a length, since it is found again. Refuses to cut off lines that
    /// such a run does not write.
    fn cut(&mut self, length: u64) -> Result<(), FatalError> {
        match self.are_own(length) {
            Ok(true) => self.locked.cut(length),
            Ok(false) => Err(has_other_lines(&self.path, &state_of(&self.path))),
            Err(cause) => Err(FatalError::unreadable(&self.path, cause)),
        }
    }

    /// Whether all lines from an offset on look like those of such a run; the last one may be incomplete.
    fn are_own(&self, start: u64) -> io::Result<bool> {
        let mut reader = BufReader::new(&self.locked.file);
        reader.seek(SeekFrom::Start(start))?;
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            let is_torn = !line.ends_with(b"\n") && serde_json::from_slice::<Value>(&line).is_err();
            let text = line.trim_ascii();
            if !(text.is_empty() || is_made(text) || is_torn && is_begun(text, true)) {
                return Ok(false);
            }
            line.clear();
        }
        Ok(true)
    }

    /// Appends a result, which includes its line end; it is in the file when this returns.
    ///
    /// # Errors
    /// An I/O error.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        self.locked.add(line.as_bytes())?;
        Ok(())
    }

    /// Records the progress of the run, if that is due.
    ///
    /// # Errors
    /// An I/O error.
    pub fn save_if_due(&mut self, progress: impl FnOnce() -> Value) -> anyhow::Result<()> {
        if self.saved.elapsed() < INTERVAL { Ok(()) } else { self.save(progress(), false) }
    }

    /// Records the progress of the run.
    ///
    /// # Errors
    /// An I/O error.
    pub fn save(&mut self, progress: Value, is_finished: bool) -> anyhow::Result<()> {
        self.locked.keep_name()?;
        let state =
            State { schema: 1, task: self.task.clone(), length: self.locked.len, is_finished, progress };
        let path = state_of(&self.locked.path);
        let unwritable = |cause| FatalError::unwritable(&path, cause);
        if path != self.state_path {
            // The results had to be written to another path, and their state must be next to them.
            self.state = LockedFile::open(&path, self.lang)?;
            self.state_path.clone_from(&path);
        }
        let text = serde_json::to_string(&state).map_err(std::io::Error::from).map_err(unwritable)? + "\n";
        // The results that the state counts must be on disk before the state.
        self.locked.file.sync_data().map_err(unwritable)?;
        self.state.replace(|mut file| file.write_all(text.as_bytes())).map_err(unwritable)?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Whether a run with the task `now` can continue one that had the task `then`: they are the same, except that `now`
/// may have additional inputs after those of `then`. Whether the inputs still contain the same problems is checked
/// while they are read.
fn goes_on(then: &Value, now: &Value) -> bool {
    let [Some(before), Some(inputs)] = [then, now].map(|task| task["inputs"].as_array()) else {
        return then == now;
    };
    let mut with_inputs = then.clone();
    with_inputs["inputs"] = now["inputs"].clone();
    inputs.starts_with(before) && with_inputs == *now
}

/// The state in a file; `None` if the file is missing or empty.
fn read_state(path: &Path) -> anyhow::Result<Option<State>> {
    match fs::read(path) {
        Ok(text) if text.is_empty() => Ok(None),
        Ok(text) => Ok(Some(serde_json::from_slice(&text).map_err(|_| foreign(path))?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(FatalError::unreadable(path, cause).into()),
    }
}

/// Refuses the file of a run that makes problems to a command of another kind, because the state counts the content
/// of that file. `path`: the path after following all links.
///
/// # Errors
/// The file has a state.
pub fn refuse(path: &Path) -> Result<(), FatalError> {
    let state = state_of(path);
    match fs::read(&state) {
        Ok(text) if serde_json::from_slice::<State>(&text).is_ok() => Err(of_maker(path, &state)),
        _ => Ok(()),
    }
}
