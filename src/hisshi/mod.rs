//! Brinkmate (必至): a move, checking or not, after which the defender is mated whatever the reply.
//!
//! *Brinkmate in 1*: a legal move of the attacker after which the defender has a legal reply, and after each
//! such reply the attacker has a tsume (a mate by checks alone). *Brinkmate in n* (3, 5, …): a move after
//! whose every reply there is a tsume or a brinkmate in at most n − 2. Every reply counts: captures,
//! interpositions, checks, and a mate of the attacker, which refutes. A position that is itself a tsume is
//! reported as a tsume.
//!
//! The tsume solver decides whether there is a mate; its mates are replayed by the rules, and what it leaves
//! open stays open. No line repeats a position, because the remaining length decreases with every move of the
//! attacker. `docs/hisshi.md` contains the definition and explains the search.

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
