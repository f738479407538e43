//! What a search was asked for, as far as what came out does not show it.

use crate::problem::Rule;
use crate::solve::Options;
use crate::solve::tsume::Prove;
use crate::store::KeyWidth;

/// What was asked for. What is `None` does not apply, or is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Tsume: what was to be proved.
    pub prove: Option<Prove>,
    /// Helpmate: the fingerprints by which positions were known.
    pub key: Option<KeyWidth>,
    /// Tsume, where the defender's other replies were asked for: how many of them are missing, because no mate after
    /// them was found within the limits.
    pub variations_left_out: Option<usize>,
}

impl Request {
    /// What a search under a rule was asked for by its options.
    pub fn of(rule: Rule, options: &Options) -> Request {
        match rule.is_cooperative() {
            true => Request { key: Some(options.key_width), ..Request::default() },
            false => Request { prove: Some(options.prove), ..Request::default() },
        }
    }
}
