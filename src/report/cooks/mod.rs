//! The report on a check of a tsume, as text and as JSON.

mod json;
mod text;

use super::Report;
use crate::analysis::CookExamination;

/// A tsume, how it was read, and the result of its check.
#[derive(Clone, Copy, Debug)]
pub struct CookReport<'a> {
    /// The problem with the result of solving it.
    pub report: Report<'a>,
    /// The result of the check.
    pub examination: &'a CookExamination,
}
