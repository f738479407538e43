//! Moves put before a sound problem so that it stays sound (逆算).
//!
//! The defender's move, and the attacker's check before it, are taken back in all possible ways: captured
//! pieces go back from the hand to the board, promoted pieces are unpromoted, dropped pieces go back to the
//! hand. Each position from which the two moves lead to the problem is a *candidate*. A candidate is sound
//! when no other line mates as early; in a tsume, when its check finds no flaw. The results of a step are
//! extended in the next step.
//!
//! The soundness of a helpmate candidate is derived from the soundness of the problem: the candidate's
//! solution is the two moves followed by the problem's solution, at the end of which the attacker's hand is
//! empty. It is sound exactly when there is no other solution within its length; one search decides this for
//! all candidates of a problem ([`SharedSearch`](crate::solve::helpmate::SharedSearch)).
//!
//! For every other problem (a tsume, a helpselfmate, a problem with conditions or with several intended
//! solutions) each candidate is checked by itself.

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
