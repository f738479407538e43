//! Two games from one opening, each player with either side once.

use crate::play::tune::game::Game;
use crate::play::tune::random::Random;
use crate::play::tune::referee::{self, Player};
use crate::play::tune::selfplay::{Own, even_opening};
use crate::types::{Color, Move};

/// Bytes of each player's table.
pub const HASH: u64 = 16 << 20;
/// An opening is used if the judge finds neither side better by more than this value.
const EVEN: i16 = 150;
/// The judge's nodes.
const JUDGE_NODES: u64 = 5_000;

/// Openings by the numbers of their pairs.
pub struct Openings {
    judge: Own,
    seed: u64,
}

impl Openings {
    /// Other seeds give other openings.
    pub fn new(seed: u64) -> Openings {
        Openings { judge: Own::new(JUDGE_NODES), seed }
    }

    /// The opening of the pair with this number, whatever was asked for before.
    pub fn of(&mut self, pair: u64) -> Vec<Move> {
        even_opening(&mut self.judge, &mut Random::of_item(self.seed, pair), EVEN)
    }
}

/// Plays both games; in the first one the first player has Black.
///
/// # Errors
/// Those of the players.
pub fn play_pair<P: Player>(first: &mut P, second: &mut P, opening: &[Move]) -> Result<[Game; 2], P::Error> {
    Ok([
        referee::play([&mut *first, &mut *second], opening.to_vec())?,
        referee::play([second, first], opening.to_vec())?,
    ])
}

/// The first player's points of each game, 2 for a win and 1 for a draw.
pub fn points(games: &[Game; 2]) -> [u8; 2] {
    let of = |game: &Game, color| game.winner.map_or(1, |winner| if winner == color { 2 } else { 0 });
    [of(&games[0], Color::Black), of(&games[1], Color::White)]
}
