//! A job as the threads of the server share it: the one that works on it, and those that tell clients about it.

use super::folder::{self, CHECKPOINT, JobFolder, Kept, remove};
use super::live::{Live, StopCause, now, since_epoch};
use super::request::Request;
use super::state::State;
use crate::serve::error::{ApiError, internal, no_such_job, not_kept};
use crate::serve::limits::{ANSWERS, SMALL_BODY};
use crate::solve::{StopFlag, lock};
use serde_json::Value;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;

/// A job.
pub struct Job {
    /// Its name.
    pub id: String,
    /// What is asked for.
    pub request: Request,
    /// The bytes of its request.
    pub request_bytes: usize,
    /// When it was asked for, as the time of Unix.
    pub created: Duration,
    /// Where it is kept; nowhere if it is quick.
    pub(super) path: Option<PathBuf>,
    /// Whoever writes files holds this, and takes `live` for a moment only.
    pub(super) folder: Mutex<Option<JobFolder>>,
    /// How it stands.
    pub live: Mutex<Live>,
    pub(super) changed: watch::Sender<()>,
}

impl Job {
    /// A job that waits for its turn, kept in a folder if one is given.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn new(id: String, request: Request, path: Option<PathBuf>) -> Result<Job, ApiError> {
        let request_bytes = request.json.get().len();
        let job = Job {
            id,
            request,
            request_bytes,
            created: since_epoch(),
            path,
            folder: Mutex::default(),
            live: Mutex::new(Live::new()),
            changed: watch::Sender::new(()),
        };
        if let Some(path) = &job.path {
            let made = JobFolder::create(path, &job.request.json, &job.kept());
            *lock(&job.folder) = Some(made.map_err(|error| not_kept(&error.to_string()))?);
        }
        Ok(job)
    }

    /// The job of a folder. One that a server left while it waited or worked is queued again; whether it has ended is
    /// told by its state.
    ///
    /// # Errors
    /// What the system says, and a folder of something else.
    pub fn restored(id: String, path: PathBuf) -> io::Result<Job> {
        let mut folder = JobFolder::open(&path).map_err(io::Error::other)?;
        let (json, kept) = folder.read()?;
        let request = Request::read_kept(json, &id).map_err(|error| io::Error::other(error.json()))?;
        let created = Duration::from_secs(kept.created) + Duration::from_micros(kept.created_micros.into());
        let mut live = Live::restored(kept, folder.answers()?.len());
        let mut is_open = false;
        let state = live.state;
        match state {
            // Its server died while it was worked on. If that happens again, the job may be the reason.
            State::Running if live.crashes > 0 => {
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
        let is_changed = is_open || live.state != state;
        if is_open {
            live.queue_again(folder.go_on()?);
        }
        let request_bytes = request.json.get().len();
        let job = Job {
            id,
            request,
            request_bytes,
            created,
            path: Some(path),
            folder: Mutex::new(Some(folder)),
            live: Mutex::new(live),
            changed: watch::Sender::new(()),
        };
        if is_changed {
            job.keep();
        }
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
    pub fn why(&self) -> Option<StopCause> {
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
            self.stop(StopCause::Answers);
        }
    }

    /// Notes something that is missing though the job goes on.
    pub fn warn(&self, warning: &ApiError) {
        lock(&self.live).warnings.push(warning.value());
    }

    /// Stops the work, for the first reason that comes.
    pub fn stop(&self, why: StopCause) {
        let mut live = lock(&self.live);
        live.why.get_or_insert(why);
        live.stop.stop();
    }

    /// The work has ended: at its own end, when stopped, or because it cannot be done. That is on disk before anybody
    /// is told.
    pub fn end(&self, ended: Result<bool, ApiError>) {
        let mut next = lock(&self.live).clone();
        let state = match ended {
            Err(error) => {
                next.error = Some(error.value());
                State::Failed
            }
            Ok(true) => State::Done,
            Ok(false) => next.stopped_state(),
        };
        next.end(state);
        self.close(next);
    }

    /// Cancels the job. One that waits has ended with that.
    pub fn cancel(&self) {
        self.stop(StopCause::Cancelled);
        let next = {
            let mut live = lock(&self.live);
            if live.state != State::Queued {
                return;
            }
            live.end(State::Cancelled);
            live.clone()
        };
        self.close(next);
    }

    /// Where the checkpoint of its search is; nowhere if it is quick.
    pub fn checkpoint(&self) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.join(CHECKPOINT))
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
        if let Err(error) = write(&mut file).and_then(|()| Ok(file.sync()?)) {
            // A part of it is of no use. If it cannot be removed now, it goes with the job.
            let _ = lock(&self.folder).as_ref().map(|folder| folder.remove_file(name));
            return Err(error);
        }
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

    /// Removes what is kept of it; false where it goes on again, and so stays.
    ///
    /// # Errors
    /// What the system says.
    pub fn forget(&self) -> io::Result<bool> {
        let mut folder = lock(&self.folder);
        if !self.state().is_end() {
            return Ok(false);
        }
        *folder = None;
        self.path.as_deref().map_or(Ok(()), remove).map(|()| true)
    }

    /// Why its files cannot be read: another client may have deleted it meanwhile.
    pub fn unread(&self, error: &io::Error) -> ApiError {
        match &self.path {
            Some(path) if !path.exists() => no_such_job(),
            _ => internal(&error.to_string()),
        }
    }

    /// Whether its description is large as JSON, with its request and its answers.
    pub fn is_large(&self) -> bool {
        let (are_here, bytes) = {
            let live = lock(&self.live);
            (live.answers.is_some(), live.answer_bytes as u64)
        };
        let on_disk =
            || self.path.as_ref().and_then(|path| Some(path.join(folder::ANSWERS).metadata().ok()?.len()));
        let bytes = if are_here { bytes } else { on_disk().unwrap_or(0) };
        self.request_bytes as u64 + bytes > SMALL_BODY
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

    fn with_folder<T>(&self, read: impl FnOnce(&JobFolder) -> io::Result<T>) -> Option<io::Result<T>> {
        let path = self.path.as_ref()?;
        let folder = lock(&self.folder);
        Some(match &*folder {
            Some(folder) => read(folder),
            None => JobFolder::open(path).map_err(io::Error::other).and_then(|folder| read(&folder)),
        })
    }

    /// The job has ended, and stands as `next` says: its answers are on disk from now on.
    fn close(&self, mut next: Live) {
        let mut folder = lock(&self.folder);
        if let Some(open) = &mut *folder {
            match open.close_answers().and_then(|()| open.keep(&next.kept(self.created))) {
                Ok(()) => {
                    next.answers = None;
                    *folder = None;
                }
                // They stay in memory as long as the server runs.
                Err(error) => log::warn!("{}: the answers cannot be kept: {error}", self.id),
            }
        }
        *lock(&self.live) = next;
        drop(folder);
        self.changed.send_replace(());
    }

    pub(super) fn keep(&self) {
        if let Some(folder) = &*lock(&self.folder)
            && let Err(error) = folder.keep(&self.kept())
        {
            log::warn!("{}: the state cannot be kept: {error}", self.id);
        }
    }

    fn kept(&self) -> Kept {
        lock(&self.live).kept(self.created)
    }
}

fn died() -> ApiError {
    ApiError::new(
        500,
        "server-died",
        "the server died twice while it worked on this job: it is left until it is resumed",
        "このジョブの途中でサーバーが二度終わったので、再開されるまで実行しません",
    )
}
