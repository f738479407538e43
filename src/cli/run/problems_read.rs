//! Records which problems a run has read, since a resumed run must read the same ones.

use super::found_file::Earlier;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::Item;
use sha2::{Digest, Sha256};

/// The problems that a run has read so far, compared with those of the run that it resumes.
pub struct ProblemsRead {
    so_far: Sha256,
    number: u64,
    earlier: Option<EarlierProblems>,
}

/// What the earlier run recorded.
struct EarlierProblems {
    /// How many problems it had finished.
    done: u64,
    /// A hash of the problems that it had read, including the one in progress; earlier versions did not record it.
    read: Option<String>,
    /// The error if the problems are different.
    others: FatalError,
}

impl ProblemsRead {
    /// The state before the first problem. `earlier`: the run that is resumed, how many problems it had finished, and
    /// what [`ProblemsRead::next`] had returned.
    pub fn new(earlier: Option<(&Earlier, u64, Option<String>)>) -> ProblemsRead {
        let noted = |(earlier, done, read): (&Earlier, u64, Option<String>)| {
            let others = earlier.of_other_problems(done.max(1));
            EarlierProblems { done, read, others }
        };
        ProblemsRead { so_far: Sha256::new(), number: 0, earlier: earlier.map(noted) }
    }

    /// Adds the next problem, or what could not be read in its place. Returns a hash of all items so far.
    ///
    /// # Errors
    /// The earlier run had read other problems.
    pub fn next(&mut self, item: &Item) -> Result<String, FatalError> {
        let before = self.text();
        match item {
            Ok(problem) => self.so_far.update(problem.to_string()),
            Err(_) => self.so_far.update([0]),
        }
        self.so_far.update([0]);
        let now = self.text();
        // The earlier run may have ended before it began this problem, or while it worked on it.
        let is_first = |earlier: &mut EarlierProblems| earlier.done == self.number;
        if let Some(earlier) = self.earlier.take_if(is_first) {
            earlier.compare(&[&before, &now])?;
        }
        self.number += 1;
        Ok(now)
    }

    /// Checks after the last problem.
    ///
    /// # Errors
    /// The earlier run had read other problems, or more.
    pub fn end(&mut self) -> Result<(), FatalError> {
        let text = self.text();
        let comes_short = |earlier: &EarlierProblems| earlier.done > self.number;
        match self.earlier.take() {
            Some(earlier) if comes_short(&earlier) => Err(earlier.others),
            Some(earlier) => earlier.compare(&[&text]),
            None => Ok(()),
        }
    }

    fn text(&self) -> String {
        self.so_far.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl EarlierProblems {
    fn compare(self, possible: &[&str]) -> Result<(), FatalError> {
        match &self.read {
            Some(read) if !possible.contains(&read.as_str()) => Err(self.others),
            Some(_) | None => Ok(()),
        }
    }
}
