//! How far work in steps has come.

use crate::report::Lang;

/// How far work in steps has come.
#[derive(Clone, Copy, Debug)]
pub struct StepsProgress {
    /// The step, from 1.
    pub step: u32,
    /// Problems of it that are done, and how many there are.
    pub problems: (usize, usize),
    /// What was found so far.
    pub found: usize,
    /// How much of the whole is done, 0 to 1.
    pub part: f64,
}

impl StepsProgress {
    /// The same in words.
    pub fn text(&self, lang: Lang) -> String {
        let StepsProgress { step, problems: (done, all), found, .. } = self;
        lang.pick(
            format!("{step}段目: {all}題中{done}題、{found}題発見"),
            format!("step {step}: {done} of {all} problems, {found} found"),
        )
    }
}
