//! Search over a diagram with gaps (持駒サーチ, 置駒サーチ, 駒位置サーチ): it finds the fillings that are sound problems.
//!
//! [`Template`] reads the diagram, [`Fillings`] builds its legal fillings lazily, and an [`Examiner`] judges
//! each of them. [`Search`] combines the three and is driven like a solver. A caller with several threads
//! gives each of them its own examiner.

mod assignments;
mod conditions;
mod count;
mod error;
mod examiner;
mod fillings;
mod hands;
mod parse;
mod pieces;
mod summary;
mod template;
mod text;

pub use count::MOST_FILLINGS;
pub use error::{TemplateError, TemplateErrorKind};
pub use examiner::{Examiner, Finding, FoundProblem};
pub use fillings::{Fillings, LeftOut};
pub use summary::SearchSummary;
pub use template::{Conditions, Template};

use super::ComposeStep;
use crate::solve::{Budget, Options, StopFlag};
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

/// The result of one call of [`Search::advance`].
pub type SearchStep = ComposeStep<FoundProblem, SearchSummary, SearchSummary>;

/// The number of enumeration steps between two checks of the budget: some milliseconds if none of them gives
/// a filling.
const STEPS: u64 = 10_000;

/// A search over the fillings of a template, to be driven by calls of [`advance`](Search::advance).
///
/// ```
/// use std::sync::Arc;
/// use tsumugi::compose::{ComposeStep, Search, Template};
/// use tsumugi::{Budget, Options};
///
/// // A gold on the first four squares of file 1 or 2, and a gold in hand: mate in one, and in one way only.
/// let template: Template = "k8/9/9/9/9/9/9/9/9 b G 1 ; place=G:8a-9d ; plies=1".parse()?;
/// let mut search = Search::new(Arc::new(template), &Options::default());
/// let mut found = Vec::new();
/// let summary = loop {
///     match search.advance(Budget::Unlimited) {
///         ComposeStep::Found(problem) => found.push(problem.problem.position().sfen()),
///         ComposeStep::Progress(_) => {}
///         ComposeStep::Done(summary) => break summary,
///     }
/// };
/// assert_eq!(found.len() as u64, summary.found());
/// # Ok::<(), tsumugi::compose::TemplateError>(())
/// ```
pub struct Search {
    fillings: Fillings,
    examiner: Examiner,
    summary: SearchSummary,
    /// The number of fillings that were built.
    built: u64,
    /// The number of fillings that are done.
    done: u64,
    stop: StopFlag,
}

impl Search {
    /// Prepares a search. The limits of `options` apply to each filling.
    pub fn new(template: Arc<Template>, options: &Options) -> Search {
        let summary = SearchSummary::new(&template);
        Search::go_on(template, options, 0, summary)
    }

    /// Resumes an earlier search for the same template after `done` fillings, whose results `summary`
    /// contains. These fillings are built again, but not judged again.
    pub fn go_on(template: Arc<Template>, options: &Options, done: u64, summary: SearchSummary) -> Search {
        Search {
            fillings: Fillings::new(Arc::clone(&template)).until(options.stop.clone()),
            summary,
            examiner: Examiner::new(template, options),
            built: 0,
            done,
            stop: options.stop.clone(),
        }
    }

    /// The fraction of all fillings that is done, 0 to 1: an estimate, since illegal fillings are not built.
    pub fn part(&self) -> f64 {
        self.fillings.part()
    }

    /// The number of fillings that are done, and their results: all that another search needs to resume.
    pub fn state(&self) -> (u64, &SearchSummary) {
        (self.done, &self.summary)
    }

    /// Works until a problem is found, the budget of this call is used up, or everything is done. A filling
    /// whose judgement has begun is judged completely, whatever the budget; the stop flag ends the search.
    pub fn advance(&mut self, budget: Budget) -> SearchStep {
        let (called, nodes) = (Instant::now(), self.examiner.nodes());
        while !self.stop.is_set() {
            match self.fillings.pull(STEPS) {
                Poll::Ready(Some(position)) => {
                    self.built += 1;
                    if self.built > self.done {
                        let finding = self.examiner.examine(&position);
                        if self.stop.is_set() {
                            break;
                        }
                        self.done = self.built;
                        self.summary.count(&finding);
                        self.summary.set_left_out(self.fillings.left_out());
                        if let Finding::Found(found) = finding {
                            return ComposeStep::Found(found);
                        }
                    }
                }
                Poll::Pending => {}
                Poll::Ready(None) => {
                    self.summary.set_left_out(self.fillings.left_out());
                    self.summary.conclude();
                    return ComposeStep::Done(self.summary.clone());
                }
            }
            let is_spent = match budget {
                Budget::Nodes(most) => self.examiner.nodes() - nodes >= most,
                Budget::Time(most) => called.elapsed() >= most,
                Budget::Unlimited => false,
            };
            if is_spent {
                return ComposeStep::Progress(self.summary.clone());
            }
        }
        ComposeStep::Done(self.summary.clone())
    }
}
