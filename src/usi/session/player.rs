//! `go`: a position in, exactly one `bestmove` out.

use super::control::Control;
use super::game::Game;
use super::give_back;
use super::one_king::OneKing;
use super::output::Output;
use super::refusal::Refusal;
use crate::movegen::is_legal;
use crate::play::{self, Answer, Best, Bound, Engine, Limits};
use crate::report::{Lang, Message};
use crate::solve::StopFlag;
use crate::solve::tsume::Tables;
use crate::types::Move;
use crate::usi::command::{self, PlayRequest};
use crate::usi::options::Options;
use crate::usi::reply::{BestMove, Info, Reply};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

/// Positions that are searched in a few milliseconds.
const A_MOMENT: u64 = 2000;

/// A move to be found.
pub(super) struct Player {
    pub game: Game,
    pub request: PlayRequest,
    pub options: Options,
    /// What is known of the game as a tsume.
    pub tables: Tables,
    pub output: Output,
    /// When it was asked for: the clock runs from then on.
    pub asked: Instant,
}

impl Player {
    /// Searches and answers.
    pub(super) fn run(&self, engine: &mut Engine, control: &Control) {
        let defects = self.game.position.play_defects();
        if !defects.is_empty() {
            let defects = defects.message(Lang::En);
            let refusal = Refusal(format!("this position cannot be played: {defects}"));
            return refusal.answer_play(&self.request, control, &self.output);
        }
        let mut limits = self.limits();
        if limits.search_moves.is_empty() && !self.request.searchmoves.is_empty() {
            let refusal = Refusal("searchmoves: none of them is legal".to_owned());
            return refusal.answer_play(&self.request, control, &self.output);
        }
        let mut stop = control.stop.clone();
        if let Some(one_king) = OneKing::new(self, &limits) {
            if let Some(best) = one_king.solve(control) {
                control.wait_until_due(self.request.infinite, self.request.ponder);
                return self.output.send(Reply::BestMove(best));
            }
            if stop.is_set() {
                // A move is due at once, and better than any is a move that was looked at.
                limits = Limits { nodes: Some(A_MOMENT), ..Limits::default() };
                stop = StopFlag::new();
            }
        }
        // The engine has a table of its own.
        give_back(self.tables.take_out());
        engine.set_options(self.options.play());
        self.charge(&mut limits);
        let Game { root, moves, .. } = &self.game;
        let mut shown = None;
        let mut show = |info: &play::Info| {
            // A bound is no value: clients take it for one, or fail on the word.
            if info.bound == Bound::Exact {
                self.output.send(report(info));
                if info.multipv == 1 {
                    shown = info.pv.first().copied();
                }
            }
        };
        let answer = engine.search(root, moves, &limits, &stop, &control.ponder, &mut show);
        // The last line shown starts with what is played, even if its value is only a bound.
        let last = answer.info.as_ref().filter(|info| info.pv.first().copied() != shown);
        if let Some(info) = last {
            self.output.send(report(info));
        }
        self.output.send(Reply::BestMove(self.best_move(&answer)));
    }

    fn best_move(&self, answer: &Answer) -> BestMove {
        match answer.best {
            Best::Move(mv) => BestMove::Move { mv, ponder: self.ponder(mv, answer.ponder) },
            Best::Resign => BestMove::Resign,
            Best::Win => BestMove::Win,
        }
    }

    /// The reply to think about, when the GUI wants one. It is tested: a GUI that is sent an illegal one gives up.
    pub(super) fn ponder(&self, mv: Move, reply: Option<Move>) -> Option<Move> {
        let reply = reply.filter(|_| self.options.ponder())?;
        let mut position = self.game.position.clone();
        position.do_move(mv);
        is_legal(&position, reply).then_some(reply)
    }

    fn limits(&self) -> Limits {
        let request = &self.request;
        Limits {
            clock: clock(&request.clock),
            move_time: request.movetime.or(request.rtime.map(longer_by_chance)),
            depth: request.depth,
            nodes: request.nodes,
            mate: None,
            infinite: request.infinite,
            ponder: request.ponder,
            search_moves: self.search_moves(),
            network_delay: self.options.network_delay(),
            minimum_thinking_time: self.options.minimum_thinking_time(),
        }
    }

    /// What the engine may still use: its clock starts with its search. Ponder hits it times by itself.
    fn charge(&self, limits: &mut Limits) {
        if limits.ponder {
            return;
        }
        let used = self.asked.elapsed();
        if let Some(time) = &mut limits.move_time {
            *time = time.saturating_sub(used);
        }
        if let Some(clock) = &mut limits.clock {
            let remaining = &mut clock.remaining[self.game.position.side_to_move().index()];
            clock.byoyomi = clock.byoyomi.saturating_sub(used.saturating_sub(*remaining));
            *remaining = remaining.saturating_sub(used);
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
    let chance = RandomState::new().build_hasher().finish();
    time + time.mul_f64(chance as f64 / u64::MAX as f64 / 2.0)
}

fn report(info: &play::Info) -> Info<'_> {
    Info {
        depth: Some(info.depth.into()),
        seldepth: Some(info.seldepth.into()),
        multipv: Some(info.multipv as usize),
        score: Some(info.score),
        bound: Some(info.bound),
        nodes: Some(info.nodes),
        time: Some(info.time),
        hashfull: Some(info.hashfull.into()),
        pv: &info.pv,
        string: None,
    }
}
