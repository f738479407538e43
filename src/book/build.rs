//! Building a book from games.

use super::entry::BookMove;
use super::results::value_of;
use super::whole::Book;
use crate::movegen::{IllegalMove, play_line};
use crate::record::{Ending, Record};
use crate::types::{Color, Move};
use std::collections::HashMap;

/// The selection of moves for a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// The number of plies taken from each game.
    pub plies: usize,
    /// The least number of times that a move must have been played.
    pub least_count: u64,
}

/// Counts the moves played in games.
#[derive(Debug)]
pub struct Builder {
    options: BuildOptions,
    played: HashMap<(String, Move), Played>,
    /// The moves of the book, without counts and values.
    book: Book,
}

/// The number of times that a move was played, and the results for its side.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    count: u64,
    /// The sum of the results: two for a game won, one for a draw.
    half_points: u64,
    /// The number of games with a result.
    decided: u64,
}

impl Builder {
    /// A builder without any games.
    pub fn new(options: BuildOptions) -> Builder {
        Builder { options, played: HashMap::new(), book: Book::default() }
    }

    /// Counts the moves of the main line of a game. Moves before an illegal one are counted.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn add(&mut self, game: &Record) -> Result<(), IllegalMove> {
        let moves = &game.moves[..game.moves.len().min(self.options.plies)];
        let played = play_line(&mut game.root.clone(), moves);
        let legal = played.as_ref().map_or_else(|illegal| illegal.ply - 1, |()| moves.len());
        let mut position = game.root.clone();
        let winner = winner(game);
        for &mv in &moves[..legal] {
            let us = position.side_to_move();
            let (form, turned) = match us {
                Color::Black => (position.clone(), mv),
                Color::White => (position.flip(), mv.flip()),
            };
            let of_move = self.played.entry((form.sfen_without_number(), turned)).or_default();
            if of_move.count == 0 {
                self.book.add(&form, BookMove::new(turned));
            }
            of_move.count += 1;
            match winner {
                Some(Winner::Side(side)) => {
                    of_move.decided += 1;
                    of_move.half_points += if side == us { 2 } else { 0 };
                }
                Some(Winner::Nobody) => {
                    of_move.decided += 1;
                    of_move.half_points += 1;
                }
                None => {}
            }
            position.do_move(mv);
        }
        played
    }

    /// The finished book: counts, and values by the results of the games where there are any.
    pub fn finish(self) -> Book {
        let Builder { options, played, mut book } = self;
        book.change(|position, moves| {
            let key = position.sfen_without_number();
            for book in moves.iter_mut() {
                let played = played.get(&(key.clone(), book.mv)).copied().unwrap_or_default();
                book.count = Some(played.count);
                book.value = played.value();
            }
            moves.retain(|book| book.count >= Some(options.least_count));
        });
        book
    }
}

impl Played {
    /// The value by the logistic scale. One game won and one game lost are added (rule of succession), so
    /// that a single win does not count as certainty.
    fn value(self) -> Option<i32> {
        if self.decided == 0 {
            return None;
        }
        let won = self.half_points as f64 / 2.0 + 1.0;
        let lost = self.decided as f64 - self.half_points as f64 / 2.0 + 1.0;
        Some(value_of(won, lost))
    }
}

#[derive(Clone, Copy)]
enum Winner {
    Side(Color),
    Nobody,
}

/// The winner of a game, if the record's ending determines the result.
fn winner(game: &Record) -> Option<Winner> {
    let first = game.root.side_to_move();
    let to_move = if game.moves.len().is_multiple_of(2) { first } else { !first };
    Some(match game.ending? {
        Ending::Mate | Ending::Resignation | Ending::TimeUp | Ending::IllegalMove => Winner::Side(!to_move),
        Ending::Declaration | Ending::IllegalMoveBefore => Winner::Side(to_move),
        Ending::Repetition | Ending::Impasse => Winner::Nobody,
        Ending::NoMate | Ending::Interruption => return None,
    })
}
