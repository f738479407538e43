//! Games between two players: whose turn it is, and when a game is over.

use super::game::{Game, MAX_MOVES};
use crate::movegen::{in_check, is_legal};
use crate::play::EnteringKingRule;
use crate::play::entering_king::can_declare_win;
use crate::play::position_history::{PositionHistory, RepetitionResult};
use crate::position::Position;
use crate::types::{Color, Move};

/// Somebody who plays.
pub trait Player {
    /// Why he cannot go on.
    type Error;

    /// A game begins.
    ///
    /// # Errors
    /// When he cannot play.
    fn begin(&mut self) -> Result<(), Self::Error>;

    /// His answer to the moves from the start position.
    ///
    /// # Errors
    /// When he cannot play.
    fn reply(&mut self, moves: &[Move]) -> Result<Reply, Self::Error>;

    /// His last answer was an illegal move or a false declaration, and lost the game.
    fn refused(&mut self, _refused: Refused) {}
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move, and what it is worth to him in centipawns.
    Move(Move, i16),
    /// He gives up.
    Resign,
    /// He declares to have won.
    Win,
}

/// An answer that loses the game, for it is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// An illegal move.
    Move(Move),
    /// A declaration without what it needs.
    Win,
}

/// A game is over when both sides agree for `AGREED` plies that one is better by this value.
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

/// A game, and the answer that lost it where that was not allowed.
type Played = (Game, Option<(Color, Refused)>);

/// A game that a side has lost by an answer that is not allowed.
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
