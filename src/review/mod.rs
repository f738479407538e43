//! Games looked at afterwards (棋譜解析): what each position is worth, which moves were mistakes, which mates were missed.
//!
//! The playing engine says what a position is worth; what is said about mates by checks is proved by the tsume solver
//! and replayed by the rules. Positions are searched from the last one back, so that the engine's table knows what
//! follows; one that occurs twice is searched once. [`Review`] is pulled: each call of `advance` looks at one position.

mod budget;
mod chances;
mod event;
mod events;
mod mates;
mod outcome;
mod reviewer;

pub use budget::Total;
pub use chances::{SCALE, winning_chance};
pub use event::{Event, EventKind};
pub use events::{BLUNDER, DUBIOUS, LOST};
pub use outcome::{Game, Mate, Searched, Standing};
pub use reviewer::{Options, Review};
