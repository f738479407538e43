//! The limits of a search: clocks, depth, nodes, and pondering.

use crate::types::{Color, Move};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The clocks of a game at the moment the search starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left to each side (持ち時間), Black first, without what the next move adds.
    pub remaining: [Duration; 2],
    /// What each side's clock gains with each of its moves (Fischer), Black first.
    pub increment: [Duration; 2],
    /// What each move may take when the time is used up (秒読み).
    pub byoyomi: Duration,
}

/// The limits of one search. Without any it runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Play within these clocks.
    pub clock: Option<Clock>,
    /// Think for so long.
    pub move_time: Option<Duration>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// About how many nodes to search; exactly repeatable with one thread.
    pub nodes: Option<u64>,
    /// Do not answer before the stop flag is set.
    pub infinite: bool,
    /// Think in the opponent's time: clocks start, and an answer is due, with [`Ponder::hit`].
    pub ponder: bool,
    /// Consider only these root moves; all when empty.
    pub search_moves: Vec<Move>,
    /// Network delay: the time between an answer and its arrival at the referee, which is kept in reserve with clocks;
    /// `move_time` is used whole.
    pub network_delay: Duration,
    /// With a clock, think at least for so long where the clock allows it.
    pub minimum_thinking_time: Duration,
    /// When the move was asked for: clocks and `move_time` run from then on. The start of the search where it is not
    /// said.
    pub asked: Option<Instant>,
}

impl Clock {
    /// The time that a side certainly has for this move.
    pub fn available(&self, side: Color) -> Duration {
        // Some referees count the increment into the remaining time, some do not. The larger of both is there in either
        // case: a side's clock gains the increment before its move is due.
        let remaining = self.remaining[side.index()].max(self.increment[side.index()]);
        remaining + self.byoyomi
    }
}

/// The switch for a ponder hit, shared by clones like a stop flag.
#[derive(Clone, Debug, Default)]
pub struct Ponder(Arc<OnceLock<Hit>>);

/// A ponder hit: the opponent has played the expected move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// When it came.
    pub at: Instant,
    /// Clocks that came with the message.
    pub clock: Option<Clock>,
}

impl Ponder {
    /// A switch that is off.
    pub fn new() -> Ponder {
        Ponder::default()
    }

    /// To be called when the opponent has played the expected move: the clock runs from now on. `clock`, if given,
    /// replaces the one of the limits. Only the first call counts.
    pub fn hit(&self, clock: Option<Clock>) {
        let _ = self.0.set(Hit { at: Instant::now(), clock });
    }

    /// The ponder hit, if there was one.
    #[inline]
    pub fn details(&self) -> Option<Hit> {
        self.0.get().copied()
    }
}
