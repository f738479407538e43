//! Brinkmate (必至): a move, a check or not, after which the defender is mated whatever he replies.
//!
//! *Brinkmate in 1*: a legal move of the attacker after which the defender has a legal reply and the attacker has a
//! tsume (a mate by checks alone) after each of them. *In n* (3, 5, …): a move after whose every reply there is a tsume
//! or a brinkmate in at most n − 2. Every reply counts: captures, interpositions, checks, and a mate of the attacker,
//! which refutes. A position that is a tsume itself is said to be one.
//!
//! The tsume solver says what is a mate and what is none, its mates are replayed by the rules, and what it leaves open
//! stays open. No line repeats a position: the length that is left falls with every move of the attacker.
//! `docs/hisshi.md` has the definition and the search in words.

mod attack;
mod candidates;
mod clock;
mod leaves;
mod outcome;
mod recent;
mod search;
mod solver;
mod strategy;

pub use attack::{Attack, Continuation, Defence};
pub use outcome::{Outcome, Stats, Verdict};
pub use solver::{LONGEST, Options, Solver, USUAL_LONGEST};
