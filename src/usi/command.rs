//! The commands that a GUI can send.

use crate::position::Position;
use crate::types::Move;
use std::time::Duration;

/// A command of the protocol, parsed but not yet executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `usi`: asks for the name and the options of the engine.
    Usi,
    /// `isready`: asks for a reply when the engine is ready.
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
    /// `position … moves …`. The moves are parsed, but their legality is not checked yet.
    Position {
        /// The position in which the moves begin.
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

/// The request of a `go` command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Go {
    /// A move.
    Play(PlayRequest),
    /// A mate: `go mate`.
    Mate(MateRequest),
    /// `go perft`: the number of move sequences of this length in plies.
    Perft(u32),
}

/// The limits of a search for a move, and the moves to choose from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayRequest {
    /// The times on the clocks.
    pub clock: Clock,
    /// Whether the opponent is to move; the clock then runs from `ponderhit` on.
    pub ponder: bool,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// The limit on the depth of the iterations.
    pub depth: Option<u32>,
    /// The limit on the nodes.
    pub nodes: Option<u64>,
    /// The exact time to search.
    pub movetime: Option<Duration>,
    /// The approximate time to search: up to half as long again, at random, so that games differ.
    pub rtime: Option<Duration>,
    /// The moves to choose from; all when empty.
    pub searchmoves: Vec<Move>,
}

/// The limits of a search for a mate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MateRequest {
    /// The time limit; `None` for `infinite`.
    pub time: Option<Duration>,
    /// The limit on the positions to expand.
    pub nodes: Option<u64>,
    /// The limit on the length of the mate, in plies: the token `depth`.
    pub plies: Option<u64>,
}

/// The clocks of both sides, Black first. A time that was not given is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Clock {
    /// `btime` and `wtime`: the remaining times.
    pub left: [Option<Duration>; 2],
    /// `binc` and `winc`: the increments for each move (Fischer).
    pub increment: [Option<Duration>; 2],
    /// `byoyomi` (秒読み): the time for each move when no time remains.
    pub byoyomi: Option<Duration>,
}

/// The command that a search must wait for before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// `ponderhit`, or `stop`.
    Hit,
    /// `stop`.
    Stop,
}

impl MateRequest {
    /// Whether the search has a limit of its own, so that it ends without another command.
    pub fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }
}

impl PlayRequest {
    /// The command that must come before the answer, if there is one.
    pub fn waits(&self) -> Option<Until> {
        match (self.infinite, self.ponder) {
            (true, _) => Some(Until::Stop),
            (false, true) => Some(Until::Hit),
            (false, false) => None,
        }
    }
}

impl Clock {
    /// Whether no time was given.
    pub fn is_empty(&self) -> bool {
        *self == Clock::default()
    }
}
