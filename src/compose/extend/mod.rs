//! Moves put before a sound problem so that it stays sound (逆算).
//!
//! The defender's move and the attacker's check before it are taken back in all ways: what was taken goes back from the
//! hand of the taker, promoted pieces to what they were, dropped ones to the hand. Each position from which the two
//! moves lead to the problem is a *candidate*. It is sound when no other line mates as early; of a tsume, when its
//! check finds no flaw. The results of a step are extended in the next one.
//!
//! Soundness of a helpmate rests on that of the problem: the solution of a candidate is the two moves and the problem's
//! solution, in the end of which nothing is left in the attacker's hand. It is sound exactly when there is no other
//! line within its length, which one search finds out for all candidates of a problem
//! ([`SharedSearch`](crate::solve::helpmate::SharedSearch)).
//!
//! Of every other problem (a tsume, a helpselfmate, with conditions, with several intended solutions) each candidate
//! goes through a check of its own.

mod candidates;
mod conditions;
mod extension;
mod fate;
mod one_by_one;
mod options;
mod order;
mod sound;
mod state;
mod step;
mod units;
mod workers;
mod workshop;

pub use candidates::Plies;
pub use conditions::{Conditions, ParseSubjectError, Subject};
pub use extension::{Change, Extension};
pub use fate::{Cost, ExtendTally, Fate};
pub use options::{ExtendOptions, ExtendProgress, Extended};
pub use order::{Order, pieces};
pub use state::ExtendState;
pub use workshop::{Extend, ExtendStep};
