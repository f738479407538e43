//! Writing certificates. The search is probed at every position of a proof, and its results are written as
//! records that [`certificate::check`](crate::certificate::check) can verify without the search.

mod certify;
mod escapes;
mod mates;
mod records;
mod refutations;
mod writing;

pub use certify::{CertifyError, Written, certify, certify_showing};
