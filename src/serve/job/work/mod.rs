//! The work of each kind of job, pulled in slices of time like the solvers behind it.

mod check;
mod compose;
mod extra_file;
mod solve;

use super::progress::Far;
use super::request::{Kind, Request, Subject};
use super::shared::Job;
use crate::serve::error::ApiError;
use crate::solve::{Budget, Options};
use std::sync::Arc;
use std::time::Duration;

/// What one slice of work came to.
pub enum Turn {
    /// How far it has come.
    Progress(Far),
    /// An answer as JSON.
    Answer {
        /// The object.
        text: String,
        /// Whether it says less than it would without the stop.
        is_partial: bool,
    },
    /// Everything is done that will be done.
    Done {
        /// Whether that is all that was asked for: nothing stopped it.
        is_whole: bool,
    },
}

/// Work that is pulled.
pub trait Work {
    /// Works for a slice of time.
    ///
    /// # Errors
    /// Why the job cannot be done.
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError>;
}

/// The work of a job.
///
/// # Errors
/// Why the job cannot be done.
pub fn begin(job: &Arc<Job>, options: Options, every: Duration) -> Result<Box<dyn Work>, ApiError> {
    let Request { kind, subject, .. } = &job.request;
    Ok(match (kind, subject) {
        (Kind::Solve, Subject::Problem(asked)) => {
            Box::new(solve::Solving::begin(job, asked, options, every)?)
        }
        (Kind::Check, Subject::Problem(asked)) => check::begin(job, asked, options),
        (Kind::Extend, Subject::Problem(asked)) => compose::extending(asked, options)?,
        (Kind::Repair, Subject::Problem(asked)) => compose::repairing(asked, options),
        (_, Subject::Template(template)) => compose::searching(template, &options),
        (Kind::Search, Subject::Problem(_)) => unreachable!("a search has a template"),
    })
}
