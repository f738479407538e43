//! What a line from the GUI means.

use crate::position::Position;
use crate::types::Move;
use std::time::Duration;

/// A command of the protocol, read but not yet obeyed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `usi`: say who you are.
    Usi,
    /// `isready`: say when you are.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// The option's name as it was written.
        name: String,
        /// What follows `value`; empty for a button, or when nothing follows.
        value: String,
    },
    /// `usinewgame`.
    NewGame,
    /// `position … moves …`. The moves are words so far: nobody has tested them.
    Position {
        /// Where the moves start.
        root: Box<Position>,
        /// The moves from there.
        moves: Vec<Move>,
    },
    /// `go …`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`, with the clock when the GUI gave none with `go ponder`.
    PonderHit(Clock),
    /// `gameover win|lose|draw`.
    GameOver,
    /// `quit`.
    Quit,
}

/// What `go` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Go {
    /// A move.
    Play(PlayRequest),
    /// A mate: `go mate`.
    Mate(MateRequest),
    /// `go perft`: the number of move sequences of this length in plies.
    Perft(u32),
}

/// How long to think about a move, and about which.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayRequest {
    /// What the clocks show.
    pub clock: Clock,
    /// The opponent is to move; the clock runs from `ponderhit` on.
    pub ponder: bool,
    /// Until `stop`.
    pub infinite: bool,
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub movetime: Option<Duration>,
    /// About this long, by chance up to half as long again, so that games differ.
    pub rtime: Option<Duration>,
    /// The moves to choose from; all when empty.
    pub searchmoves: Vec<Move>,
}

/// How far to look for a mate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MateRequest {
    /// The time; none for `infinite`.
    pub time: Option<Duration>,
    /// Positions to expand.
    pub nodes: Option<u64>,
    /// The longest mate looked for, in plies: the token `depth`.
    pub plies: Option<u64>,
}

/// The times of both sides, Black's first. What was not given is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Clock {
    /// `btime` and `wtime`: what is left.
    pub left: [Option<Duration>; 2],
    /// `binc` and `winc`: what each move adds (Fischer).
    pub increment: [Option<Duration>; 2],
    /// Time for each move when nothing is left (秒読み).
    pub byoyomi: Option<Duration>,
}

/// The command before which a search must not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// `ponderhit`, or `stop`.
    Hit,
    /// `stop`.
    Stop,
}

impl MateRequest {
    /// Whether it comes to an end without another command, by a limit of its own.
    pub fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }
}

impl PlayRequest {
    /// Before which command it must not be answered, if it must not at once.
    pub fn waits(&self) -> Option<Until> {
        match (self.infinite, self.ponder) {
            (true, _) => Some(Until::Stop),
            (false, true) => Some(Until::Hit),
            (false, false) => None,
        }
    }
}

impl Clock {
    /// Whether no time was given at all.
    pub fn is_empty(&self) -> bool {
        *self == Clock::default()
    }
}
