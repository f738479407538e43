//! Collapses: games that a side lost within a few turns of not considering itself worse. They show how well
//! the engine sees beyond its horizon.

use super::game::Game;
use crate::types::{Color, Move};

/// A collapse: within so many turns the loser's value fell from 0 or more to −`LOST` centipawns or less.
const TURNS: usize = 3;
const LOST: i16 = 1_000;
/// The engine is tested on the position so many plies before the loser knew that it was lost.
pub const EARLIER: usize = 5;
/// The engine sees the collapse if it gives the winner at least this value there, in centipawns.
const SEEN: i32 = 300;

/// The moves of a game up to [`EARLIER`] plies before the turn at which the loser knew that it was lost,
/// although it had not considered itself worse shortly before; the winner is to move. `None` when the game
/// has no such collapse.
pub fn before_collapse(game: &Game) -> Option<&[Move]> {
    let loser = !game.winner?;
    let plies = (0..game.values.len()).filter(|ply| Color::ALL[(game.opening + ply) % 2] == loser);
    let last = plies.rev().find(|&ply| game.values[ply] > -LOST)?;
    let mut turns = (0..TURNS).filter_map(|turn| game.values.get(last.checked_sub(2 * turn)?));
    let is_collapse = turns.any(|&value| value >= 0) && last + 2 < game.values.len();
    let earlier = (game.opening + last + 2).checked_sub(EARLIER)?;
    is_collapse.then(|| &game.moves[..earlier])
}

/// Whether the value, from the winner's point of view, says that the game is already won.
pub fn is_won(value: i32) -> bool {
    value >= i32::from(LOST)
}

/// Whether the value, from the winner's point of view, says that the winner is on the way to win.
pub fn is_seen(value: i32) -> bool {
    value >= SEEN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game won by Black, with the values that Black and White gave in turn.
    fn game(values: &[i16]) -> Game {
        let moves = (0..values.len()).map(|ply| ["2g2f", "8c8d", "2f2e", "8d8e"][ply % 4]);
        Game {
            moves: moves.map(|mv| mv.parse().expect("a move")).collect(),
            opening: 0,
            values: values.to_vec(),
            winner: Some(Color::Black),
        }
    }

    #[test]
    fn a_collapse_is_told_from_a_slow_loss() {
        let collapse = game(&[0, -20, -40, 200, -100, -150, 300, -300, 1500, -31000, 31000]);
        assert_eq!(before_collapse(&collapse), Some(&collapse.moves[..4]));
        let slow = game(&[0, 20, -40, -20, 100, -150, 300, -300, 1500, -31000, 31000]);
        assert_eq!(before_collapse(&slow), None);
        let early = game(&[0, 200, 1000, -31000, 31000]);
        assert_eq!(before_collapse(&early), None, "there are no five plies before it");
        assert_eq!(before_collapse(&Game { winner: None, ..collapse }), None);
    }
}
