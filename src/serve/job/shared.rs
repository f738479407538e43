//! A job as it is shared by the threads of the server: the thread that works on it, and those that report to clients.

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
    /// Its id.
    pub id: String,
    /// The request.
    pub request: Request,
    /// The size of the request in bytes.
    pub request_bytes: usize,
    /// The time of creation, as Unix time.
    pub created: Duration,
    /// The path of its folder; `None` for a quick job.
    pub(super) path: Option<PathBuf>,
    /// A thread that writes files holds this lock for that time; `live` is only locked for a moment.
    pub(super) folder: Mutex<Option<JobFolder>>,
    /// Its state.
    pub live: Mutex<Live>,
    pub(super) changed: watch::Sender<()>,
}

impl Job {
    /// A job that waits in the queue; stored in a folder if a path is given.
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

    /// Loads the job of a folder. If a server left it waiting or running, it is queued again; its state tells whether
    /// it has ended.
    ///
    /// # Errors
    /// An I/O error, or a folder with other contents.
    pub fn restored(id: String, path: PathBuf) -> io::Result<Job> {
        let mut folder = JobFolder::open(&path).map_err(io::Error::other)?;
        let (json, kept) = folder.read()?;
        let request = Request::read_kept(json, &id).map_err(|error| io::Error::other(error.json()))?;
        let created = Duration::from_secs(kept.created) + Duration::from_micros(kept.created_micros.into());
        let mut live = Live::restored(kept, folder.answers()?.len());
        let mut is_open = false;
        let state = live.state;
        match state {
            // The server died while it worked on this job, for the second time: the job may be the reason.
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

    /// The current state.
    pub fn state(&self) -> State {
        lock(&self.live).state
    }

    /// Why the work is being stopped, if it is.
    pub fn why(&self) -> Option<StopCause> {
        lock(&self.live).why
    }

    /// A receiver that is notified of changes.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Begins the work, and returns the flag that stops it; `None` if the job does not wait any more.
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

    /// Reports the progress of the work.
    pub fn tell(&self, progress: Value) {
        let mut live = lock(&self.live);
        let number = live.progress.as_ref().map_or(1, |(number, _)| number + 1);
        live.progress = Some((number, progress));
        drop(live);
        self.changed.send_replace(());
    }

    /// Reports an answer. If all answers together are too large, the work is stopped.
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

    /// Records that something is missing in the result, although the job continues.
    pub fn warn(&self, warning: &ApiError) {
        lock(&self.live).warnings.push(warning.value());
    }

    /// Stops the work. If it is stopped several times, the first reason counts.
    pub fn stop(&self, why: StopCause) {
        let mut live = lock(&self.live);
        live.why.get_or_insert(why);
        live.stop.stop();
    }

    /// Ends the job: the work is finished, was stopped, or failed. The new state is on disk before it is reported.
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

    /// Cancels the job. One that still waits ends at once.
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

    /// The path of the checkpoint of its search; `None` for a quick job.
    pub fn checkpoint(&self) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.join(CHECKPOINT))
    }

    /// Stores an additional file with results, which `write` writes; it is reported only when it is complete.
    ///
    /// # Errors
    /// The errors of `write`, or an I/O error.
    pub fn keep_file<E: From<io::Error>>(
        &self,
        name: &'static str,
        write: impl FnOnce(&mut (dyn io::Write + Send)) -> Result<(), E>,
    ) -> Result<(), E> {
        let file = lock(&self.folder).as_ref().map(|folder| folder.begin_file(name));
        let Some(mut file) = file.transpose()? else { return Ok(()) };
        if let Err(error) = write(&mut file).and_then(|()| Ok(file.sync()?)) {
            // An incomplete file is useless. If it cannot be removed now, it is removed together with the job.
            let _ = lock(&self.folder).as_ref().map(|folder| folder.remove_file(name));
            return Err(error);
        }
        lock(&self.live).files.push(name.to_owned());
        Ok(())
    }

    /// The contents of an additional file with results, if it exists.
    ///
    /// # Errors
    /// An I/O error.
    pub fn file(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        if !lock(&self.live).files.iter().any(|file| file == name) {
            return Ok(None);
        }
        self.with_folder(|folder| folder.file(name)).transpose()
    }

    /// Removes the stored data of the job; returns `false`, and removes nothing, if the job has been resumed.
    ///
    /// # Errors
    /// An I/O error.
    pub fn forget(&self) -> io::Result<bool> {
        let mut folder = lock(&self.folder);
        if !self.state().is_end() {
            return Ok(false);
        }
        *folder = None;
        self.path.as_deref().map_or(Ok(()), remove).map(|()| true)
    }

    /// The error when its files cannot be read: another client may have removed the job meanwhile.
    pub fn unread(&self, error: &io::Error) -> ApiError {
        match &self.path {
            Some(path) if !path.exists() => no_such_job(),
            _ => internal(&error.to_string()),
        }
    }

    /// Whether its JSON, with the request and the answers, is large.
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

    /// All answers of the job.
    ///
    /// # Errors
    /// An I/O error.
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

    /// Ends the job with the state `next`. If its answers can be stored, they are kept only on disk from now on.
    fn close(&self, mut next: Live) {
        let mut folder = lock(&self.folder);
        if let Some(open) = &mut *folder {
            match open.close_answers().and_then(|()| open.keep(&next.kept(self.created))) {
                Ok(()) => {
                    next.answers = None;
                    *folder = None;
                }
                // The answers then stay in memory as long as the server runs.
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
        "the server crashed twice while it worked on this job: the job waits until it is resumed",
        "このジョブの途中でサーバーが二度終わったので、再開されるまで実行しません",
    )
}
