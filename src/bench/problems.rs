//! The problems that the benches bring along.

use crate::problem::{Problem, Reader};

/// Published long helpmates, and small ones of several kinds.
pub(super) fn problems() -> Vec<Problem> {
    Reader::new(include_bytes!("problems.sfen").as_slice(), "bench")
        .map(|problem| problem.expect("the bench's own problems can be read"))
        .collect()
}
