//! When the checkpoints of a search are written, and the messages about them.

use crate::cli::args::quoted;
use crate::cli::run::interrupt_notice;
use crate::cli::stderr::tell;
use crate::report::{Lang, Message};
use crate::solve::{CheckpointError, Checkpointed, DiskFailure, Outcome, Progress, Reason};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a part of a checkpoint is written before the search continues for a while.
const PART: Duration = Duration::from_millis(50);
/// A user who stops a search before this time does not expect it to have advanced.
const EXPECTED_TO_GAIN: Duration = Duration::from_secs(10);

/// The checkpoint of a search: its folder, and when the next one is due.
pub struct Schedule {
    path: PathBuf,
    /// The command that resumes the search from it.
    command: String,
    every: Duration,
    due: Instant,
    /// Whether a checkpoint is partly written.
    is_begun: bool,
    /// When this process began or resumed the search, and, for a breadth-first search, the length that it was
    /// examining then.
    taken_up: (Instant, Option<u64>),
    /// Whether the answer is also to be verified.
    verifies: bool,
    lang: Lang,
}

impl Schedule {
    /// The schedule of a search that begins now.
    pub fn new(path: &Path, every: Duration, verifies: bool, lang: Lang) -> Schedule {
        let now = Instant::now();
        let command = format!("tsumugi resume {}", quoted(path));
        let (path, due, taken_up) = (path.to_owned(), now + every, (now, None));
        Schedule { path, command, every, due, is_begun: false, taken_up, verifies, lang }
    }

    /// Records the progress of the search.
    pub fn note(&mut self, progress: &Progress) {
        if progress.frontier > 0 {
            self.taken_up.1.get_or_insert(progress.plies);
        }
    }

    /// This schedule with another command that resumes the search.
    pub fn with_command(self, command: String) -> Schedule {
        Schedule { command, ..self }
    }

    /// Writes a part of a checkpoint when the next one is due. If it cannot be written, the solver ends the search.
    pub fn save_if_due(&mut self, search: &mut dyn Checkpointed) {
        if !self.is_begun && Instant::now() < self.due {
            return;
        }
        let saved = search.save_a_part(PART);
        self.is_begun = matches!(saved, Ok(false));
        // The interval begins after the write, so that a slow disk cannot take all of the time.
        self.due = Instant::now() + self.every;
        if let Err(error) = saved {
            let error = error.message(self.lang);
            log::warn!("{}: {error}", self.lang.pick("途中経過", "checkpoint"));
        }
    }

    /// Ends the schedule with the search: writes a last checkpoint, and prints how to continue if something is left
    /// to do.
    pub fn finish(&self, search: &mut dyn Checkpointed, outcome: &Outcome) {
        let failure = match search.disk_failure() {
            Some(failure) => Some(failure),
            None => search.save().err().map(DiskFailure::from),
        };
        let is_done = outcome.is_whole() && (!self.verifies || outcome.verified().is_some());
        let left = failure.as_ref().map_or(Ok(()), |_| search.examine_checkpoint());
        if let Some(failure) = &failure {
            let state = match is_done {
                true => self.lang.pick("答えは出ています", "the answer was found nevertheless").to_owned(),
                false => self.what_is_left(&left),
            };
            let failure = failure.message(self.lang);
            tell(format_args!("{}: {failure}: {state}", self.path.display()));
        }
        if !is_done && left.is_ok() {
            // With an unchanged limit the resumed search would end at once.
            let more = match outcome.reason {
                Some(Reason::Nodes) => self.more("--nodes"),
                Some(Reason::Plies) => self.more("--max-plies"),
                _ => String::new(),
            };
            let interrupted = if outcome.is_interrupted() { interrupt_notice::prefix(self.lang) } else { "" };
            let command = &self.command;
            tell(self.lang.pick(
                format!("{interrupted}続けるには {command}{more}"),
                format!("{interrupted}to continue: {command}{more}"),
            ));
            let (since, length) = self.taken_up;
            let is_cut = matches!(outcome.reason, Some(Reason::Time | Reason::Interrupted));
            if is_cut && has_gained_nothing(since.elapsed(), length, outcome.bounds.lower) {
                tell(self.lang.pick(
                    "今回は一つの層も終わらず、次回はその層を初めからやり直します: もっと長い時間を与えてください",
                    "no layer was finished in this run, and the next run begins the same layer again: give it more \
                     time",
                ));
            }
        }
    }

    /// A hint that the limit must be larger.
    fn more(&self, limit: &str) -> String {
        self.lang.pick(format!(" {limit} N (N は今より大きい数)"), format!(" {limit} MORE"))
    }

    /// A sentence about the state of the checkpoint, after writing it failed.
    fn what_is_left(&self, left: &Result<(), CheckpointError>) -> String {
        match left {
            Ok(()) => self
                .lang
                .pick(
                    "前の途中経過は残っています。空きを作ってから再開できます",
                    "the previous checkpoint is intact: free disk space and resume",
                )
                .to_owned(),
            Err(error @ (CheckpointError::Missing | CheckpointError::Damaged { .. })) => {
                let error = error.message(self.lang);
                self.lang.pick(
                    format!(
                        "途中経過は残っていません ({error}): 消えないフォルダーを指定して解き直してください"
                    ),
                    format!(
                        "no checkpoint is left ({error}): solve the problem again, with a folder that is not \
                             removed"
                    ),
                )
            }
            Err(error) => {
                let error = error.message(self.lang);
                self.lang.pick(
                    format!("前の途中経過が残っているか分かりません: {error}"),
                    format!("it is not known whether the previous checkpoint is intact: {error}"),
                )
            }
        }
    }
}

/// Whether a breadth-first search that ran for some time was still examining the same length at its end: then the
/// checkpoint is the same as at its beginning.
fn has_gained_nothing(time: Duration, first: Option<u64>, last: u64) -> bool {
    time >= EXPECTED_TO_GAIN && first == Some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_that_finishes_no_layer_is_told_of() {
        let long = Duration::from_secs(60);
        assert!(has_gained_nothing(long, Some(41), 41));
        assert!(!has_gained_nothing(long, Some(41), 43) && !has_gained_nothing(long, None, 41));
        assert!(!has_gained_nothing(Duration::from_secs(1), Some(41), 41));
    }
}
