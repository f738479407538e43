//! The problems included in the benchmarks.

use crate::problem::{Problem, Reader};

/// Published long helpmates, and small helpmates of several kinds.
pub(super) fn problems() -> Vec<Problem> {
    read(include_bytes!("problems.sfen"))
}

/// Tsume of 図巧 that are solved quickly, a position without a mate, and the beginning of a long search.
pub(super) fn tsume_problems() -> Vec<Problem> {
    read(include_bytes!("tsume.sfen"))
}

fn read(text: &[u8]) -> Vec<Problem> {
    Reader::new(text, "bench").map(|problem| problem.expect("the bench's own problems can be read")).collect()
}
