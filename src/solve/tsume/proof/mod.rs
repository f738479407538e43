//! Writing certificates: the search is asked about every position of a proof, and what it knows is put down in records that
//! [`certificate::check`](crate::certificate::check) can follow without it.

mod certify;
mod escapes;
mod mates;
mod records;
mod refutations;
mod writing;

pub use certify::{CertifyError, Written, certify};
