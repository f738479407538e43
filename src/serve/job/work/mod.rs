//! The work of each kind of job. It advances in time slices, like the solvers.

mod check;
mod checkpoint;
mod extend;
mod extra_file;
mod repair;
mod search;
mod solve;
mod turn;

pub use turn::{Turn, Work};

use super::request::{Kind, Request, Subject};
use super::shared::Job;
use crate::serve::error::ApiError;
use crate::solve::Options;
use std::sync::Arc;
use std::time::Duration;

/// Begins the work of a job.
///
/// # Errors
/// The job cannot be done.
pub fn begin(job: &Arc<Job>, options: Options, every: Duration) -> Result<Box<dyn Work>, ApiError> {
    let Request { kind, subject, .. } = &job.request;
    Ok(match (kind, subject) {
        (Kind::Solve, Subject::Problem(asked)) => {
            Box::new(solve::Solving::begin(job, asked, options, every)?)
        }
        (Kind::Check, Subject::Problem(asked)) => check::begin(job, asked, options, every)?,
        (Kind::Extend, Subject::Problem(asked)) => extend::begin(job, asked, &options),
        (Kind::Repair, Subject::Problem(asked)) => repair::begin(job, asked, options),
        (_, Subject::Template(template)) => search::begin(job, template, &options),
        (Kind::Search, Subject::Problem(_)) => unreachable!("a search has a template"),
    })
}
