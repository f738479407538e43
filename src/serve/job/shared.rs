//! A job as the threads of the server share it: the one that works on it, and those that tell clients about it.

use super::folder::{JobFolder, Kept, remove};
use super::log::{Event, Log};
use super::request::Request;
use super::state::State;
use crate::serve::error::{ApiError, internal};
use crate::serve::limits::ANSWERS;
use crate::solve::StopFlag;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// The version of the files of a job.
const SCHEMA: u32 = 1;

/// Bytes of events that are sent at a time.
const BATCH: usize = 256 << 10;

/// Why work is stopped before its own end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A client cancels it.
    Cancelled,
    /// The server ends.
    Closing,
    /// The time of the job is over.
    Time,
    /// Its answers take too much room.
    Answers,
}

/// A job.
pub struct Job {
    /// Its name.
    pub id: String,
    /// What is asked for.
    pub request: Request,
    /// The bytes of its request.
    pub request_bytes: usize,
    /// When it was asked for, in seconds of Unix.
    pub created: u64,
    /// Where it is kept; nowhere if it is quick.
    path: Option<PathBuf>,
    /// Whoever writes files holds this, and takes `live` for a moment only.
    folder: Mutex<Option<JobFolder>>,
    live: Mutex<Live>,
    changed: watch::Sender<()>,
}

struct Live {
    state: State,
    started: Option<u64>,
    ended: Option<u64>,
    log: Log,
    /// The last progress, and how many there were.
    progress: Option<(u64, Value)>,
    /// The answers; of a job that is kept and has ended they are in its folder.
    answers: Option<Vec<Arc<str>>>,
    answer_bytes: usize,
    error: Option<Value>,
    /// What is missing in a job that is done all the same.
    warnings: Vec<Value>,
    why: Option<Why>,
    /// What is told of `why` when the job has ended.
    stopped: Option<String>,
    stop: StopFlag,
    files: Vec<String>,
    crashes: u32,
}

/// What a client has not seen of a job.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Events with their numbers.
    pub events: Vec<(u64, &'static str, Arc<str>)>,
    /// Progress, and its number among the reports of progress.
    pub progress: Option<(u64, String)>,
    /// Whether more is there already.
    pub has_more: bool,
    /// Whether nothing will follow.
    pub has_ended: bool,
}

/// Now, in seconds of Unix.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    /// A job that waits for its turn, kept in a folder if one is given.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn new(id: String, request: Request, path: Option<PathBuf>) -> Result<Job, ApiError> {
        let live = Live {
            state: State::Queued,
            started: None,
            ended: None,
            log: Log::new(),
            progress: None,
            answers: Some(Vec::new()),
            answer_bytes: 0,
            error: None,
            warnings: Vec::new(),
            why: None,
            stopped: None,
            stop: StopFlag::new(),
            files: Vec::new(),
            crashes: 0,
        };
        let request_bytes = request.json.to_string().len();
        let job = Job {
            id,
            request,
            request_bytes,
            created: now(),
            path,
            folder: Mutex::default(),
            live: Mutex::new(live),
            changed: watch::Sender::new(()),
        };
        if let Some(path) = &job.path {
            let made = JobFolder::create(path, &job.request.json, &job.kept());
            *lock(&job.folder) = Some(made.map_err(|error| not_kept(&error.to_string()))?);
        }
        Ok(job)
    }

    /// The job of a folder. One that a server left while it waited or worked is queued again; whether it has ended is told by its state.
    ///
    /// # Errors
    /// What the system says, and a folder of something else.
    pub fn restored(id: String, path: PathBuf) -> io::Result<Job> {
        let mut folder = JobFolder::open(&path).map_err(io::Error::other)?;
        let (json, kept) = folder.read()?;
        let request = Request::read_kept(json, &id).map_err(|error| io::Error::other(error.json()))?;
        let log = Log::restored(&kept.events, folder.answers()?.len());
        let mut live = Live {
            state: kept.state,
            started: kept.started,
            ended: kept.ended,
            log,
            progress: None,
            answers: None,
            answer_bytes: 0,
            error: kept.error,
            warnings: kept.warnings,
            why: None,
            stopped: kept.stopped,
            stop: StopFlag::new(),
            files: kept.files,
            crashes: kept.crashes,
        };
        let mut is_open = false;
        match kept.state {
            // Its server died while it was worked on. If that happens again, the job may be the reason.
            State::Running if kept.crashes > 0 => {
                live.crashes += 1;
                live.error = Some(died().value());
                live.end(State::Interrupted);
            }
            State::Running => {
                live.crashes += 1;
                is_open = true;
            }
            State::Queued | State::Interrupted if live.error.is_none() => is_open = true,
            _ => {}
        }
        if is_open {
            live.queue_again();
            folder.clear_answers()?;
        }
        let request_bytes = request.json.to_string().len();
        let job = Job {
            id,
            request,
            request_bytes,
            created: kept.created,
            path: Some(path),
            folder: Mutex::new(Some(folder)),
            live: Mutex::new(live),
            changed: watch::Sender::new(()),
        };
        job.keep();
        if !is_open {
            *lock(&job.folder) = None;
        }
        Ok(job)
    }

    /// The state.
    pub fn state(&self) -> State {
        lock(&self.live).state
    }

    /// Why it is to end before its own end.
    pub fn why(&self) -> Option<Why> {
        lock(&self.live).why
    }

    /// Tells of changes.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Begins the work: the flag that stops it; `None` when it is not to be begun.
    pub fn begin(&self) -> Option<StopFlag> {
        let stop = {
            let mut live = lock(&self.live);
            if live.state != State::Queued {
                return None;
            }
            live.state = State::Running;
            live.started = Some(now());
            live.log.state(State::Running);
            live.stop.clone()
        };
        self.keep();
        self.changed.send_replace(());
        Some(stop)
    }

    /// Tells how far the work has come.
    pub fn tell(&self, progress: Value) {
        let mut live = lock(&self.live);
        let number = live.progress.as_ref().map_or(1, |(number, _)| number + 1);
        live.progress = Some((number, progress));
        drop(live);
        self.changed.send_replace(());
    }

    /// Tells an answer. When answers take too much room the work is stopped.
    pub fn answer(&self, text: &str) {
        if let Some(folder) = &mut *lock(&self.folder)
            && let Err(error) = folder.add_answer(text)
        {
            log::warn!("{}: answers cannot be kept: {error}", self.id);
        }
        let mut live = lock(&self.live);
        live.answer_bytes += text.len();
        live.log.answer();
        if let Some(answers) = &mut live.answers {
            answers.push(text.into());
        }
        let is_too_much = live.answer_bytes > ANSWERS;
        drop(live);
        self.changed.send_replace(());
        if is_too_much {
            self.stop(Why::Answers);
        }
    }

    /// Notes something that is missing though the job goes on.
    pub fn warn(&self, warning: &ApiError) {
        lock(&self.live).warnings.push(warning.value());
    }

    /// Stops the work, for the first reason that comes.
    pub fn stop(&self, why: Why) {
        let mut live = lock(&self.live);
        live.why.get_or_insert(why);
        live.stop.stop();
    }

    /// The work has ended: at its own end, when stopped, or because it cannot be done.
    pub fn end(&self, ended: Result<bool, ApiError>) {
        {
            let mut live = lock(&self.live);
            let why = live.why;
            let state = match ended {
                Err(error) => {
                    live.error = Some(error.value());
                    State::Failed
                }
                Ok(true) => State::Done,
                Ok(false) => match why {
                    Some(Why::Cancelled) => State::Cancelled,
                    Some(Why::Closing) => State::Interrupted,
                    Some(Why::Time) => {
                        live.stopped = Some("time".to_owned());
                        State::Done
                    }
                    Some(Why::Answers) => {
                        live.stopped = Some("answers".to_owned());
                        State::Done
                    }
                    None => State::Done,
                },
            };
            live.end(state);
        }
        self.close();
    }

    /// Cancels the job. One that waits has ended with that.
    pub fn cancel(&self) {
        self.stop(Why::Cancelled);
        {
            let mut live = lock(&self.live);
            if live.state != State::Queued {
                return;
            }
            live.end(State::Cancelled);
        }
        self.close();
    }

    /// Puts a job that has ended into the state in which it waits. Its earlier answers are void.
    ///
    /// # Errors
    /// It is not one that can go on, or its folder cannot be used.
    pub fn queue_again(&self) -> Result<(), ApiError> {
        let mut folder = lock(&self.folder);
        let path = self.path.as_ref().ok_or_else(|| self.cannot_go_on())?;
        if !self.can_go_on() {
            return Err(self.cannot_go_on());
        }
        let mut opened = JobFolder::open(path).map_err(|error| not_kept(&error.to_string()))?;
        opened.clear_answers().map_err(|error| not_kept(&error.to_string()))?;
        *folder = Some(opened);
        drop(folder);
        lock(&self.live).queue_again();
        self.keep();
        self.changed.send_replace(());
        Ok(())
    }

    /// Whether a job that has ended has something left to be done: it was stopped, or ran into a limit and has a checkpoint.
    pub fn can_go_on(&self) -> bool {
        match self.state() {
            State::Cancelled | State::Interrupted => true,
            State::Done => self.checkpoint().is_some_and(|path| path.exists()),
            State::Queued | State::Running | State::Failed => false,
        }
    }

    fn cannot_go_on(&self) -> ApiError {
        let state = self.state().name();
        ApiError::new(
            409,
            "not-resumable",
            format!("a job that is {state} cannot be resumed: only one that was cancelled or interrupted"),
            format!(
                "状態が {state} のジョブは再開できません: 再開できるのは cancelled と interrupted だけです"
            ),
        )
    }

    /// Where the checkpoint of its search is; nowhere if it is quick.
    pub fn checkpoint(&self) -> Option<PathBuf> {
        self.path.as_deref().map(checkpoint_of)
    }

    /// Keeps another file with results, which `write` writes; it is told only when it is whole.
    ///
    /// # Errors
    /// Those of `write`, and what the system says.
    pub fn keep_file<E: From<io::Error>>(
        &self,
        name: &'static str,
        write: impl FnOnce(&mut (dyn io::Write + Send)) -> Result<(), E>,
    ) -> Result<(), E> {
        let file = lock(&self.folder).as_ref().map(|folder| folder.begin_file(name));
        let Some(mut file) = file.transpose()? else { return Ok(()) };
        write(&mut file)?;
        file.sync()?;
        lock(&self.live).files.push(name.to_owned());
        Ok(())
    }

    /// Another file with results, if there is one.
    ///
    /// # Errors
    /// What the system says.
    pub fn file(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        if !lock(&self.live).files.iter().any(|file| file == name) {
            return Ok(None);
        }
        self.with_folder(|folder| folder.file(name)).transpose()
    }

    /// Removes what is kept of it.
    ///
    /// # Errors
    /// What the system says.
    pub fn forget(&self) -> io::Result<()> {
        *lock(&self.folder) = None;
        self.path.as_deref().map_or(Ok(()), remove)
    }

    /// All answers.
    ///
    /// # Errors
    /// What the system says.
    pub fn answers(&self) -> io::Result<Vec<Arc<str>>> {
        if let Some(answers) = &lock(&self.live).answers {
            return Ok(answers.clone());
        }
        let kept = self.with_folder(JobFolder::answers).transpose()?.unwrap_or_default();
        Ok(kept.into_iter().map(Arc::from).collect())
    }

    /// The job without its answers.
    pub fn summary(&self) -> Value {
        let live = lock(&self.live);
        let mut value = json!({
            "id": self.id,
            "kind": self.request.kind.name(),
            "state": live.state.name(),
            "request": self.request.json,
            "created": self.created,
            "started": live.started,
            "ended": live.ended,
            "progress": live.progress.as_ref().map(|(_, progress)| progress),
            "answer_count": live.log.answers(),
            "files": live.files,
        });
        if let Some(error) = &live.error {
            value["error"] = error.clone();
        }
        if let Some(stopped) = &live.stopped {
            value["stopped"] = json!(stopped);
        }
        if !live.warnings.is_empty() {
            value["warnings"] = json!(live.warnings);
        }
        drop(live);
        value["resumable"] = json!(self.can_go_on());
        value
    }

    /// The job as JSON, with its answers as they are printed.
    ///
    /// # Errors
    /// What the system says.
    pub fn json(&self) -> io::Result<String> {
        let answers = self.answers()?.join(",");
        let summary = self.summary().to_string();
        Ok(format!("{},\"answers\":[{answers}]}}", summary.strip_suffix('}').unwrap_or_default()))
    }

    /// What follows an event, and progress that is newer than a report of it.
    ///
    /// # Errors
    /// What the system says.
    pub fn after(&self, id: u64, progress: u64) -> io::Result<Batch> {
        let events = lock(&self.live).log.after(id).to_vec();
        let has_answers = events.iter().any(|(_, event)| matches!(event, Event::Answer(_)));
        let answers = if has_answers { self.answers()? } else { Vec::new() };
        let mut batch = Batch::default();
        let mut room = BATCH;
        for (id, event) in events {
            if room == 0 {
                batch.has_more = true;
                return Ok(batch);
            }
            let (name, text) = match event {
                Event::State(state) => ("state", state_json(state)),
                Event::End(state) => ("end", state_json(state)),
                Event::Answer(place) => match answers.get(place) {
                    Some(answer) => ("answer", answer.clone()),
                    // The job was queued again meanwhile: what follows tells so.
                    None => continue,
                },
            };
            room = room.saturating_sub(text.len());
            batch.events.push((id, name, text));
        }
        let live = lock(&self.live);
        let last = batch.events.last().map_or(id, |(last, ..)| *last);
        batch.has_ended = live.log.has_ended_at(last);
        let newer = live.progress.as_ref().filter(|(number, _)| *number > progress);
        batch.progress =
            newer.filter(|_| !live.state.is_end()).map(|(number, value)| (*number, value.to_string()));
        Ok(batch)
    }

    fn with_folder<T>(&self, read: impl FnOnce(&JobFolder) -> io::Result<T>) -> Option<io::Result<T>> {
        let path = self.path.as_ref()?;
        let folder = lock(&self.folder);
        Some(match &*folder {
            Some(folder) => read(folder),
            None => JobFolder::open(path).map_err(io::Error::other).and_then(|folder| read(&folder)),
        })
    }

    /// The job has ended: its answers are on disk from now on.
    fn close(&self) {
        let mut folder = lock(&self.folder);
        if let Some(open) = &mut *folder {
            let closed = open.close_answers().and_then(|()| open.keep(&self.kept()));
            match closed {
                Ok(()) => {
                    lock(&self.live).answers = None;
                    *folder = None;
                }
                // They stay in memory as long as the server runs.
                Err(error) => log::warn!("{}: the answers cannot be kept: {error}", self.id),
            }
        }
        drop(folder);
        self.changed.send_replace(());
    }

    fn keep(&self) {
        if let Some(folder) = &*lock(&self.folder)
            && let Err(error) = folder.keep(&self.kept())
        {
            log::warn!("{}: the state cannot be kept: {error}", self.id);
        }
    }

    fn kept(&self) -> Kept {
        let live = lock(&self.live);
        Kept {
            schema: SCHEMA,
            created: self.created,
            state: live.state,
            started: live.started,
            ended: live.ended,
            events: live.log.marks(),
            error: live.error.clone(),
            warnings: live.warnings.clone(),
            stopped: live.stopped.clone(),
            files: live.files.clone(),
            crashes: live.crashes,
        }
    }
}

impl Live {
    fn end(&mut self, state: State) {
        self.state = state;
        self.ended = Some(now());
        self.log.state(state);
    }

    fn queue_again(&mut self) {
        self.state = State::Queued;
        self.started = None;
        self.ended = None;
        self.progress = None;
        self.answers = Some(Vec::new());
        self.answer_bytes = 0;
        self.error = None;
        self.warnings.clear();
        self.why = None;
        self.stopped = None;
        self.stop = StopFlag::new();
        self.files.clear();
        self.log.state(State::Queued);
    }
}

fn checkpoint_of(path: &Path) -> PathBuf {
    path.join(super::folder::CHECKPOINT)
}

fn state_json(state: State) -> Arc<str> {
    json!({ "state": state.name() }).to_string().into()
}

fn not_kept(why: &str) -> ApiError {
    let mut error = internal(why);
    error.code = "not-kept";
    error
}

fn died() -> ApiError {
    ApiError::new(
        500,
        "server-died",
        "the server died twice while it worked on this job: it is left until it is resumed",
        "このジョブの途中でサーバーが二度終わったので、再開されるまで実行しません",
    )
}
