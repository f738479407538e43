//! Games of the engine against itself from random openings.

use super::effort::Effort;
use super::game::Game;
use super::random::Random;
use super::referee::{self, Player, Reply};
use crate::movegen::legal_moves;
use crate::play::{Best, Engine, Limits, Options, Ponder, Score};
use crate::position::Position;
use crate::solve::StopFlag;
use crate::types::Move;
use core::convert::Infallible;

/// The settings of self-play.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of nodes to search for each move.
    pub nodes: u64,
    /// The seed; together with the number of a game it determines everything random in that game.
    pub seed: u64,
}

/// An opening has at least the first number of random moves; fewer than the second number of moves are added
/// at random.
const OPENING: [usize; 2] = [4, 13];
/// Openings after which one side is better by more than this value are discarded.
const EVEN: i16 = 600;
/// The size of the transposition table in bytes; small, since the table is cleared for each game.
const HASH: u64 = 4 << 20;

/// A player that uses the engine with a limit for each move.
pub struct Own {
    engine: Engine,
    limits: Limits,
}

impl Own {
    /// A player with a new engine, which searches `nodes` nodes a move.
    pub fn new(nodes: u64) -> Own {
        Own::of(Engine::new(Options { hash_bytes: HASH, ..Options::default() }), Effort::Nodes(nodes))
    }

    /// A player with a given engine.
    pub fn of(engine: Engine, effort: Effort) -> Own {
        Own { engine, limits: effort.limits() }
    }

    /// The answer after `moves` from the start position, without any memory of earlier searches.
    pub fn reply_anew(&mut self, moves: &[Move]) -> Reply {
        let Ok(()) = self.begin();
        let Ok(reply) = self.reply(moves);
        reply
    }
}

impl Player for Own {
    type Error = Infallible;

    fn begin(&mut self) -> Result<(), Infallible> {
        self.engine.new_game();
        Ok(())
    }

    fn reply(&mut self, moves: &[Move]) -> Result<Reply, Infallible> {
        let start = Position::startpos();
        let answer =
            self.engine.search(&start, moves, &self.limits, &StopFlag::new(), &Ponder::new(), &mut |_| ());
        let value = match answer.info.map(|info| info.score) {
            Some(Score::Centipawns(value)) => value.clamp(-30_000, 30_000) as i16,
            Some(Score::Mate(plies)) if plies > 0 => 31_000,
            _ => -31_000,
        };
        Ok(match answer.best {
            Best::Move(mv) => Reply::Move(mv, value),
            Best::Resign => Reply::Resign,
            Best::Win => Reply::Win,
        })
    }
}

/// Plays the game with this number. The result depends only on the settings and the number.
pub fn play(player: &mut Own, settings: &Settings, number: u64) -> Game {
    let mut random = Random::of_item(settings.seed, number);
    loop {
        let Some(opening) = random_opening(&mut random) else { continue };
        let Ok(game) = referee::play_alone(player, opening);
        if game.values.first().is_some_and(|value| value.abs() <= EVEN) {
            return game;
        }
    }
}

/// A random opening after which the value, by `judge`, is between −`even` and `even`.
pub fn even_opening(judge: &mut Own, random: &mut Random, even: i16) -> Vec<Move> {
    loop {
        let Some(opening) = random_opening(random) else { continue };
        if matches!(judge.reply_anew(&opening), Reply::Move(_, value) if value.abs() <= even) {
            return opening;
        }
    }
}

/// Random moves that do not end the game.
fn random_opening(random: &mut Random) -> Option<Vec<Move>> {
    let plies = OPENING[0] + random.below(OPENING[1]);
    let mut position = Position::startpos();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let mv = *random.choose(&legal_moves(&position))?;
        position.do_move(mv);
        moves.push(mv);
    }
    Some(moves)
}
