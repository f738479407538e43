//! Games between two players: whose turn it is, and when a game is over.

use super::game::{Game, MAX_MOVES};
use crate::movegen::{in_check, is_legal};
use crate::play::EnteringKingRule;
use crate::play::entering_king::can_declare_win;
use crate::play::position_history::{PositionHistory, RepetitionResult};
use crate::position::Position;
use crate::types::{Color, Move};

/// A player of games.
pub trait Player {
    /// The reason why the player cannot go on.
    type Error;

    /// Called when a game begins.
    ///
    /// # Errors
    /// When the player cannot play.
    fn begin(&mut self) -> Result<(), Self::Error>;

    /// The player's answer after `moves` from the start position.
    ///
    /// # Errors
    /// When the player cannot play.
    fn reply(&mut self, moves: &[Move]) -> Result<Reply, Self::Error>;

    /// Called when the player's last answer was an illegal move or a false declaration, which lost the game.
    fn refused(&mut self, _refused: Refused) {}
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move, and the player's value of it in centipawns.
    Move(Move, i16),
    /// The player resigns.
    Resign,
    /// The player declares a win.
    Win,
}

/// A forbidden answer, which loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// An illegal move.
    Move(Move),
    /// A declaration whose conditions are not met.
    Win,
}

/// A game is decided when for `AGREED` plies both sides have agreed that one of them is better by this value.
const WON: i16 = 3_000;
const AGREED: usize = 4;

/// Plays a game from an opening, whose moves are legal. Illegal moves and false declarations lose.
///
/// # Errors
/// An error of one of the players.
pub fn play<E>(players: [&mut dyn Player<Error = E>; 2], opening: Vec<Move>) -> Result<Game, E> {
    let [black, white] = players;
    black.begin()?;
    white.begin()?;
    let (game, refused) = run(opening, |side, moves| match side {
        Color::Black => black.reply(moves),
        Color::White => white.reply(moves),
    })?;
    match refused {
        Some((Color::Black, refused)) => black.refused(refused),
        Some((Color::White, refused)) => white.refused(refused),
        None => {}
    }
    Ok(game)
}

/// Plays a game in which one player plays both sides.
///
/// # Errors
/// An error of the player.
pub fn play_alone<P: Player>(player: &mut P, opening: Vec<Move>) -> Result<Game, P::Error> {
    player.begin()?;
    let (game, refused) = run(opening, |_, moves| player.reply(moves))?;
    if let Some((_, refused)) = refused {
        player.refused(refused);
    }
    Ok(game)
}

/// A game, and the forbidden answer that lost it, if there was one.
type Played = (Game, Option<(Color, Refused)>);

/// A game that a side has lost by a forbidden answer.
fn lost_by(game: Game, side: Color, refused: Refused) -> Played {
    (Game { winner: Some(!side), ..game }, Some((side, refused)))
}

fn run<E>(
    opening: Vec<Move>,
    mut reply: impl FnMut(Color, &[Move]) -> Result<Reply, E>,
) -> Result<Played, E> {
    let mut game = Game { opening: opening.len(), moves: opening, values: Vec::new(), winner: None };
    let mut position = Position::startpos();
    let mut history = PositionHistory::new(&position, false);
    for &mv in &game.moves {
        position.do_move(mv);
        history.push(&position, in_check(&position));
    }
    let (mut agreed, mut better) = (0, None);
    while game.moves.len() < MAX_MOVES {
        let us = position.side_to_move();
        let (mv, value) = match reply(us, &game.moves)? {
            Reply::Move(mv, value) if is_legal(&position, mv) => (mv, value),
            Reply::Win if can_declare_win(&position, EnteringKingRule::CsaRule27) => {
                return Ok((Game { winner: Some(us), ..game }, None));
            }
            Reply::Resign => return Ok((Game { winner: Some(!us), ..game }, None)),
            Reply::Move(mv, _) => return Ok(lost_by(game, us, Refused::Move(mv))),
            Reply::Win => return Ok(lost_by(game, us, Refused::Win)),
        };
        game.moves.push(mv);
        game.values.push(value);
        position.do_move(mv);
        history.push(&position, in_check(&position));
        if let Some(repetition) = history.fourth_repetition() {
            let side = position.side_to_move();
            let winner = match repetition {
                RepetitionResult::Won | RepetitionResult::Superior => Some(side),
                RepetitionResult::Lost | RepetitionResult::Inferior => Some(!side),
                RepetitionResult::Draw => None,
            };
            return Ok((Game { winner, ..game }, None));
        }
        let now = if value > 0 { us } else { !us };
        agreed = if value.abs() < WON {
            0
        } else if better == Some(now) {
            agreed + 1
        } else {
            1
        };
        better = (agreed > 0).then_some(now);
        if agreed >= AGREED {
            return Ok((Game { winner: better, ..game }, None));
        }
    }
    Ok((game, None))
}
