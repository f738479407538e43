//! The task of a `go` that asks for a move: the game, the limits, the options.

use super::chance;
use super::game::Game;
use super::open_book::OpenBook;
use super::output::Output;
use crate::movegen::is_legal;
use crate::play::{self, Limits};
use crate::solve::tsume::Tables;
use crate::types::Move;
use crate::usi::command::{self, PlayRequest};
use crate::usi::options::Options;
use crate::usi::reply::Info;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A position in which a move is to be found.
pub(super) struct PlayTask {
    pub game: Game,
    pub request: PlayRequest,
    pub options: Options,
    /// What tsume searches of this game have found.
    pub tables: Tables,
    /// The opening book, if there is one.
    pub book: Option<Arc<Mutex<OpenBook>>>,
    pub output: Output,
    /// When the `go` arrived: the clock runs from then on.
    pub asked: Instant,
}

impl PlayTask {
    /// The expected reply, if pondering is enabled. Its legality is checked, because some GUIs abort on an illegal
    /// one.
    pub(super) fn ponder(&self, mv: Move, reply: Option<Move>) -> Option<Move> {
        let reply = reply.filter(|_| self.options.ponder())?;
        let mut position = self.game.position.clone();
        position.do_move(mv);
        is_legal(&position, reply).then_some(reply)
    }

    /// The limits of the search.
    pub(super) fn limits(&self) -> Limits {
        let request = &self.request;
        Limits {
            clock: clock(&request.clock),
            move_time: request.movetime.or(request.rtime.map(longer_by_chance)),
            depth: request.depth,
            nodes: request.nodes,
            infinite: request.infinite,
            ponder: request.ponder,
            search_moves: self.search_moves(),
            network_delay: self.options.network_delay(),
            minimum_thinking_time: self.options.minimum_thinking_time(),
            asked: Some(self.asked),
        }
    }

    /// The moves to choose from, without the illegal ones.
    fn search_moves(&self) -> Vec<Move> {
        let (legal, illegal): (Vec<Move>, Vec<Move>) =
            self.request.searchmoves.iter().partition(|&&mv| is_legal(&self.game.position, mv));
        if let Some(first) = illegal.first() {
            self.output.send(Info::text(format!("error: searchmoves: {first} is illegal: ignored")));
        }
        legal
    }
}

/// The clocks in the form that the engine takes; `None` if no time was given.
pub(super) fn clock(clock: &command::Clock) -> Option<play::Clock> {
    (!clock.is_empty()).then(|| play::Clock {
        remaining: clock.left.map(Option::unwrap_or_default),
        increment: clock.increment.map(Option::unwrap_or_default),
        byoyomi: clock.byoyomi.unwrap_or_default(),
    })
}

/// A random time from the given one up to half as long again, for `rtime`.
fn longer_by_chance(time: Duration) -> Duration {
    time + time.mul_f64(chance::draw() as f64 / u64::MAX as f64 / 2.0)
}
