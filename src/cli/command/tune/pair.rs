//! Two games from one opening, in which each player has either side once.

use crate::play::tune::game::Game;
use crate::play::tune::random::Random;
use crate::play::tune::referee::{self, Player};
use crate::play::tune::selfplay::{Own, even_opening};
use crate::types::{Color, Move};

/// Bytes of each player's hash table.
pub const HASH: u64 = 16 << 20;
/// An opening is used if the judge's value of it, in centipawns, is at most this value for either side.
const EVEN: i16 = 150;
/// Nodes of the judge's search.
const JUDGE_NODES: u64 = 5_000;

/// The openings of the pairs, which depend only on the seed and the number of the pair.
pub struct Openings {
    judge: Own,
    seed: u64,
}

impl Openings {
    /// `seed`: other seeds give other openings.
    pub fn new(seed: u64) -> Openings {
        Openings { judge: Own::new(JUDGE_NODES), seed }
    }

    /// The opening of the pair with this number; it does not depend on earlier calls.
    pub fn of(&mut self, pair: u64) -> Vec<Move> {
        even_opening(&mut self.judge, &mut Random::of_item(self.seed, pair), EVEN)
    }
}

/// Plays both games; in the first one the first player is Black.
///
/// # Errors
/// A player fails.
pub fn play_pair<P: Player>(first: &mut P, second: &mut P, opening: &[Move]) -> Result<[Game; 2], P::Error> {
    Ok([
        referee::play([&mut *first, &mut *second], opening.to_vec())?,
        referee::play([second, first], opening.to_vec())?,
    ])
}

/// The first player's points in each game: 2 for a win, 1 for a draw, 0 for a loss.
pub fn points(games: &[Game; 2]) -> [u8; 2] {
    let of = |game: &Game, color| game.winner.map_or(1, |winner| if winner == color { 2 } else { 0 });
    [of(&games[0], Color::Black), of(&games[1], Color::White)]
}
