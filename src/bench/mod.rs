//! Benches: how fast the move generators, both solvers and the playing engine are on fixed input, with signatures.
//!
//! A bench returns figures and prints nothing. Times differ from run to run; everything else is counted, and a
//! [`Signature`] sums the counts up: two runs that differ in it did different work. The tests compare signatures with
//! constants, which makes them the cheapest regression test there is.

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
