//! Values from the leaves of a book up.

use super::entry::BookMove;
use super::whole::Book;
use crate::position::Position;
use std::collections::HashMap;

/// What [`minimax`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minimax {
    /// Moves that lead to another position of the book, and got its value.
    pub backed_up: u64,
    /// Moves that lead back to a position on the way to them (千日手): they got the value of a draw, 0.
    pub repetitions: u64,
    /// Moves that keep the value they had.
    pub leaves: u64,
}

/// A position on the way from where the walk began.
struct Step {
    place: usize,
    /// The next of its moves to look at.
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnTheWay,
    /// With the value of its best move, where one has a value.
    Done(Option<i32>),
}

/// Gives each move that leads to a position of the book the value of that position for the side that moves: the
/// negated value of the best move there. A move that leads back to a position on the way to it is a draw; on which
/// moves of a cycle that falls depends on where the walk came into it, in the order of the book. The book must be
/// [normalised](Book::normalise).
pub fn minimax(book: &mut Book) -> Minimax {
    let keys: HashMap<String, usize> =
        book.positions().map(|(position, _)| position.sfen_without_number()).zip(0..).collect();
    let mut moves: Vec<Vec<BookMove>> = book.positions().map(|(_, moves)| moves.to_vec()).collect();
    let follow = |position: &Position, book: &BookMove| {
        let mut after = position.clone();
        after.do_move(book.mv);
        keys.get(&after.flip().sfen_without_number()).copied()
    };
    let next: Vec<Vec<Option<usize>>> = book
        .positions()
        .map(|(position, moves)| moves.iter().map(|book| follow(&position, book)).collect())
        .collect();
    let mut states = vec![State::New; moves.len()];
    let mut done = Minimax::default();
    for start in 0..moves.len() {
        let mut way = Vec::new();
        if states[start] == State::New {
            states[start] = State::OnTheWay;
            way.push(Step { place: start, next: 0 });
        }
        while let Some(step) = way.last_mut() {
            let (place, number) = (step.place, step.next);
            let Some(book) = moves[place].get_mut(number) else {
                states[place] = State::Done(moves[place].iter().filter_map(|book| book.value).max());
                way.pop();
                continue;
            };
            let Some(target) = next[place][number] else {
                done.leaves += 1;
                step.next += 1;
                continue;
            };
            match states[target] {
                State::New => {
                    states[target] = State::OnTheWay;
                    way.push(Step { place: target, next: 0 });
                    continue;
                }
                State::OnTheWay => {
                    book.value = Some(0);
                    done.repetitions += 1;
                }
                State::Done(value) => {
                    book.value = value.map(i32::saturating_neg).or(book.value);
                    done.backed_up += 1;
                }
            }
            step.next += 1;
        }
    }
    let mut moves = moves.into_iter();
    book.change(|_, of_position| *of_position = moves.next().unwrap_or_default());
    done
}
