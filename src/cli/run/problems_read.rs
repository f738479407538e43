//! Which problems a run has read: a run that goes on must read the same ones.

use super::found_file::Earlier;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::Item;
use sha2::{Digest, Sha256};

/// The problems that a run has read so far, held against those of the earlier run with which it goes on.
pub struct ProblemsRead {
    so_far: Sha256,
    number: u64,
    earlier: Option<EarlierProblems>,
}

/// What an earlier run noted.
struct EarlierProblems {
    /// How many problems were done.
    done: u64,
    /// Which it had read, the one under way among them; what earlier versions left does not say.
    read: Option<String>,
    /// What is said when they are others.
    others: FatalError,
}

impl ProblemsRead {
    /// Before the first problem. `earlier`: the run with which this one goes on, how many problems it had done, and
    /// what [`ProblemsRead::next`] had returned.
    pub fn new(earlier: Option<(&Earlier, u64, Option<String>)>) -> ProblemsRead {
        let noted = |(earlier, done, read): (&Earlier, u64, Option<String>)| {
            let others = earlier.of_other_problems(done.max(1));
            EarlierProblems { done, read, others }
        };
        ProblemsRead { so_far: Sha256::new(), number: 0, earlier: earlier.map(noted) }
    }

    /// The next problem, or what could not be read in its place. Returns what stands for all so far.
    ///
    /// # Errors
    /// The earlier run had read others.
    pub fn next(&mut self, item: &Item) -> Result<String, FatalError> {
        let before = self.text();
        match item {
            Ok(problem) => self.so_far.update(problem.to_string()),
            Err(_) => self.so_far.update([0]),
        }
        self.so_far.update([0]);
        let now = self.text();
        // The earlier run may have ended before it began with this problem, or while it was under way.
        let is_first = |earlier: &mut EarlierProblems| earlier.done == self.number;
        if let Some(earlier) = self.earlier.take_if(is_first) {
            earlier.compare(&[&before, &now])?;
        }
        self.number += 1;
        Ok(now)
    }

    /// There is no further problem.
    ///
    /// # Errors
    /// The earlier run had read others, or more.
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
