//! The composer's workshop: tools that make problems with the help of the solvers.
//!
//! A [`Judge`] decides for one position after the other whether it is a sound problem, with the cheapest
//! tests first. No result is a twin of another one: [`canonical()`] computes the form that a problem shares
//! with its mirror image and the turned board.
//!
//! [`extend`] puts moves before a sound problem so that it stays sound. [`LineRecords`] are measurements of a
//! solution.
//!
//! Everything here is driven like a solver: `advance` works for a while and returns a [`ComposeStep`].

mod canonical;
pub mod extend;
mod length;
mod records;
mod repair;
mod search;
mod sound;

pub use canonical::{canonical, twins};
pub use length::{ImpossibleLength, possible_length};
pub use records::{Greatest, GreatestOf, Journey, LineRecords, Measure, Run};
pub use repair::{
    Candidate, Candidates, Change, Diagnosis, Draft, Mender, Repair, RepairState, RepairStep, Repaired,
    Repairs, Trial, Tried, Waiting, diagnose, single_changes,
};
pub use search::{
    Conditions, Examiner, Fillings, Finding, FoundProblem, LeftOut, MOST_FILLINGS, Search, SearchStep,
    SearchSummary, Template, TemplateError, TemplateErrorKind,
};
pub use sound::{Judge, Judgement, Rejection, Solution, Tally, Wanted};

/// The result of one call of `advance`.
#[derive(Clone, Debug, PartialEq)]
pub enum ComposeStep<R, P, D> {
    /// A result, returned as soon as it is found.
    Found(Box<R>),
    /// The budget of the call is used up; the value is the progress so far.
    Progress(P),
    /// Everything is done. Further calls return the same.
    Done(D),
}
