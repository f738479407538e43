//! Benchmarks: the speed of the move generators, the solvers and the playing engine on fixed input, with
//! signatures.
//!
//! A benchmark returns figures and prints nothing. Times differ from run to run; everything else is counted,
//! and a [`Signature`] summarises the counts: two runs with different signatures did different work. The
//! tests compare signatures with constants, which makes them cheap regression tests.

pub mod collapses;
pub mod helpmate;
pub mod movegen;
pub mod play;
pub mod tsume;

mod positions;
mod problems;
mod signature;

pub use positions::Positions;
pub use signature::Signature;
