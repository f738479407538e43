//! The report on a check of a helpmate or helpselfmate, as text and as JSON.

mod json;
mod lists;
mod phrases;
mod text;

pub(super) use json::{CheckAnswer, intended, side, soundness_keys};
pub use phrases::line_flaw_text;
pub(super) use phrases::{doubt_text, flaw_text, side_name};

use super::Report;
use crate::analysis::Examination;

/// A problem, how it was read, and the result of its check.
#[derive(Clone, Copy, Debug)]
pub struct CheckReport<'a> {
    /// The problem with the result of solving it.
    pub report: Report<'a>,
    /// The result of the check.
    pub examination: &'a Examination,
}
