//! The limits of a search: clocks, depth, nodes, and pondering.

use crate::types::{Color, Move};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The clocks of a game at the moment the search starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left to each side (持ち時間), Black first, without the increment or byoyomi of the next move.
    pub remaining: [Duration; 2],
    /// The increment: the time that each side's clock gains with each of its moves (Fischer), Black first.
    pub increment: [Duration; 2],
    /// The time that each move may take once the remaining time is used up (秒読み).
    pub byoyomi: Duration,
}

/// The limits of one search. Without any limit it runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Play within these clocks.
    pub clock: Option<Clock>,
    /// Think for this long.
    pub move_time: Option<Duration>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// Search about this many nodes; exactly repeatable with one thread.
    pub nodes: Option<u64>,
    /// Do not answer before the stop flag is set.
    pub infinite: bool,
    /// Think during the opponent's time: the clocks start, and an answer is due, with [`Ponder::hit`].
    pub ponder: bool,
    /// Consider only these root moves; all moves when empty.
    pub search_moves: Vec<Move>,
    /// Network delay: the time between an answer and its arrival at the referee. It is kept in reserve when a
    /// clock runs; `move_time` is used in full.
    pub network_delay: Duration,
    /// With a clock, think at least for this long where the clock allows it.
    pub minimum_thinking_time: Duration,
    /// The moment at which the move was asked for, from which clocks and `move_time` run; when `None`, the
    /// start of the search.
    pub asked: Option<Instant>,
}

impl Clock {
    /// The time that a side has for this move in any case.
    pub fn available(&self, side: Color) -> Duration {
        // Some referees include the increment in the remaining time, some do not. The larger of both is
        // available in either case, because a side's clock gains the increment before its move is due.
        let remaining = self.remaining[side.index()].max(self.increment[side.index()]);
        remaining + self.byoyomi
    }
}

/// The switch for a ponder hit; its clones share their state, like those of a stop flag.
#[derive(Clone, Debug, Default)]
pub struct Ponder(Arc<OnceLock<Hit>>);

/// A ponder hit: the opponent has played the expected move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// When the opponent's move came.
    pub at: Instant,
    /// The clocks sent with the ponder hit, if any.
    pub clock: Option<Clock>,
}

impl Ponder {
    /// A switch that is off.
    pub fn new() -> Ponder {
        Ponder::default()
    }

    /// Called when the opponent has played the expected move: the clock runs from now on. `clock`, if given,
    /// replaces the clock of the limits. Only the first call counts.
    pub fn hit(&self, clock: Option<Clock>) {
        let _ = self.0.set(Hit { at: Instant::now(), clock });
    }

    /// The ponder hit, if there was one.
    #[inline]
    pub fn details(&self) -> Option<Hit> {
        self.0.get().copied()
    }
}
