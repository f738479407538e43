//! What a check found, for people and for programs.

mod json;
mod lists;
mod phrases;
mod text;

pub(super) use json::{CheckAnswer, intended, side, soundness_keys};
pub use phrases::line_flaw_text;
pub(super) use phrases::{doubt_text, flaw_text, side_name};

use super::Report;
use crate::analysis::Examination;

/// A problem, how it was read, and what its check found.
#[derive(Clone, Copy, Debug)]
pub struct CheckReport<'a> {
    /// The problem and what solving it brought.
    pub report: Report<'a>,
    /// What the check made of it.
    pub examination: &'a Examination,
}
