//! The progress of work in steps.

use crate::report::Lang;

/// The progress of work in steps.
#[derive(Clone, Copy, Debug)]
pub struct StepsProgress {
    /// The current step, from 1.
    pub step: u32,
    /// The number of its problems that are done, and of all its problems.
    pub problems: (usize, usize),
    /// The number of results so far.
    pub found: usize,
    /// The part of the whole work that is done, 0 to 1.
    pub part: f64,
}

impl StepsProgress {
    /// The progress in words.
    pub fn text(&self, lang: Lang) -> String {
        let StepsProgress { step, problems: (done, all), found, .. } = self;
        lang.pick(
            format!("{step}段目: {all}題中{done}題、{found}題発見"),
            format!("step {step}: {done} of {all} problems, {found} found"),
        )
    }
}
