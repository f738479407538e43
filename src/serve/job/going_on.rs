//! Continues work that was left unfinished, by this server or by an earlier one.

use super::folder::{CHECKPOINT, JobFolder, WORK};
use super::shared::Job;
use super::state::State;
use crate::serve::error::{ApiError, not_kept};
use crate::solve::lock;
use serde_json::Value;

impl Job {
    /// The work as another server left it: `go_on` gets its stored progress and its answers. If nothing was stored,
    /// or it cannot be used, `begin` is called.
    pub fn go_on_or<W>(
        &self,
        begin: impl FnOnce() -> W,
        go_on: impl FnOnce(&Value, &[String]) -> Option<W>,
    ) -> W {
        let left = lock(&self.folder).as_ref().and_then(JobFolder::begun);
        let Some((begun, answers)) = left else { return begin() };
        go_on(&begun.state, &answers).unwrap_or_else(|| {
            log::warn!("{}: what is kept of the work does not fit it: it begins anew", self.id);
            self.begin_anew();
            begin()
        })
    }

    /// Discards the answers, because the stored progress does not fit the work.
    fn begin_anew(&self) {
        let mut folder = lock(&self.folder);
        if let Some(folder) = &mut *folder
            && let Err(error) = folder.forget_work().and_then(|()| folder.keep_answers([]))
        {
            log::warn!("{}: earlier answers cannot be removed: {error}", self.id);
        }
        drop(folder);
        let mut live = lock(&self.live);
        (live.answers, live.answer_bytes) = (Some(Vec::new()), 0);
        live.log.state(State::Queued);
        live.log.state(State::Running);
        drop(live);
        self.keep();
        self.changed.send_replace(());
    }

    /// Stores the progress of the work; all answers so far have been reported. `None`: there is nothing to continue.
    pub fn keep_work(&self, state: Option<Value>) {
        let mut folder = lock(&self.folder);
        let Some(folder) = &mut *folder else { return };
        let answers = lock(&self.live).log.answers();
        let kept = match state {
            Some(state) => folder.keep_work(answers, state),
            None => folder.forget_work(),
        };
        if let Err(error) = kept {
            log::warn!("{}: how far it has come cannot be kept: {error}", self.id);
        }
    }

    /// Puts a job that has ended back into the queue. Its answers up to the stored progress are kept.
    ///
    /// # Errors
    /// It cannot be continued, or its folder cannot be used.
    pub fn queue_again(&self) -> Result<(), ApiError> {
        let mut folder = lock(&self.folder);
        let path = self.path.as_ref().ok_or_else(|| self.cannot_go_on())?;
        if !self.can_go_on() {
            return Err(self.cannot_go_on());
        }
        let mut opened = JobFolder::open(path).map_err(|error| not_kept(&error.to_string()))?;
        let answers = opened.go_on().map_err(|error| not_kept(&error.to_string()))?;
        *folder = Some(opened);
        // While the folder is locked, so that no other client can remove the job: its state is no longer an end
        // state.
        lock(&self.live).queue_again(answers);
        drop(folder);
        self.keep();
        self.changed.send_replace(());
        Ok(())
    }

    /// Whether a job that has ended can be continued: it was stopped, or reached a limit from which it can continue.
    pub fn can_go_on(&self) -> bool {
        match self.state() {
            State::Cancelled | State::Interrupted => true,
            State::Done => {
                self.path.iter().any(|path| [CHECKPOINT, WORK].iter().any(|name| path.join(name).exists()))
            }
            State::Queued | State::Running | State::Failed => false,
        }
    }

    fn cannot_go_on(&self) -> ApiError {
        let state = self.state().name();
        ApiError::new(
            409,
            "not-resumable",
            format!(
                "a job that is {state} cannot be resumed: only one that was cancelled or interrupted, or that ran into a limit and can go on from there"
            ),
            format!(
                "状態が {state} のジョブは再開できません: 再開できるのは cancelled と interrupted と、制限に達して続けられるものだけです"
            ),
        )
    }
}
