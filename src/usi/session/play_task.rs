//! What `go` asks for: a move, within limits.

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

/// A move to be found.
pub(super) struct PlayTask {
    pub game: Game,
    pub request: PlayRequest,
    pub options: Options,
    /// What is known of the game as a tsume.
    pub tables: Tables,
    /// The opening book, where there is one.
    pub book: Option<Arc<Mutex<OpenBook>>>,
    pub output: Output,
    /// When it was asked for: the clock runs from then on.
    pub asked: Instant,
}

impl PlayTask {
    /// The reply to think about, when the GUI wants one. It is tested: a GUI that is sent an illegal one gives up.
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

    /// The moves to choose from that can be played.
    fn search_moves(&self) -> Vec<Move> {
        let (legal, illegal): (Vec<Move>, Vec<Move>) =
            self.request.searchmoves.iter().partition(|&&mv| is_legal(&self.game.position, mv));
        if let Some(first) = illegal.first() {
            self.output.send(Info::text(format!("error: searchmoves: {first} is illegal: ignored")));
        }
        legal
    }
}

/// What the clocks show, as the engine reads it; `None` when there are none.
pub(super) fn clock(clock: &command::Clock) -> Option<play::Clock> {
    (!clock.is_empty()).then(|| play::Clock {
        remaining: clock.left.map(Option::unwrap_or_default),
        increment: clock.increment.map(Option::unwrap_or_default),
        byoyomi: clock.byoyomi.unwrap_or_default(),
    })
}

/// Up to half as long again: what `rtime` is for.
fn longer_by_chance(time: Duration) -> Duration {
    time + time.mul_f64(chance::draw() as f64 / u64::MAX as f64 / 2.0)
}
