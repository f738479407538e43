//! What a check of a tsume found, for people and for programs.

mod json;
mod text;

use super::Report;
use crate::analysis::CookExamination;

/// A tsume, how it was read, and what its check found.
#[derive(Clone, Copy, Debug)]
pub struct CookReport<'a> {
    /// The problem and what solving it brought.
    pub report: Report<'a>,
    /// What the check made of it.
    pub examination: &'a CookExamination,
}
