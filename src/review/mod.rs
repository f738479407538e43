//! Reviews of games (棋譜解析): the value of each position, the mistakes, and the missed mates.
//!
//! The values come from the playing engine; statements about mates by checks are proved by the tsume solver
//! and replayed by the rules. The positions are searched from the last one backward, so that the engine's
//! table already holds what follows; a position that occurs twice is searched once. [`Review`] is driven by
//! its caller: each call of `advance` examines one position.

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
