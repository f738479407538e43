//! Two games from one opening, each player with either side once.

use crate::play::tune::game::Game;
use crate::play::tune::referee::{self, Player};
use crate::types::{Color, Move};

/// An opening is used if the judge, with [`JUDGE_NODES`] nodes, finds neither side better by more than this value.
pub const EVEN: i16 = 150;
/// The judge's nodes.
pub const JUDGE_NODES: u64 = 5_000;

/// Plays both games; the first player's points of each, 2 for a win and 1 for a draw. `record` gets the games.
///
/// # Errors
/// Those of the players and of `record`.
pub fn play_pair<P: Player, E: From<P::Error>>(
    first: &mut P,
    second: &mut P,
    opening: &[Move],
    mut record: impl FnMut(&Game) -> Result<(), E>,
) -> Result<[u8; 2], E> {
    let mut points = [0; 2];
    for (points, color) in points.iter_mut().zip(Color::ALL) {
        let game = match color {
            Color::Black => referee::play([&mut *first, &mut *second], opening.to_vec())?,
            Color::White => referee::play([&mut *second, &mut *first], opening.to_vec())?,
        };
        *points = game.winner.map_or(1, |winner| if winner == color { 2 } else { 0 });
        record(&game)?;
    }
    Ok(points)
}
