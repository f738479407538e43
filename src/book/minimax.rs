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

/// Which moves lead to which positions: by the place of a position and the number of its move.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph(Vec<Vec<Option<usize>>>);

impl Graph {
    /// Adds a position with the places to which its moves lead.
    pub fn push(&mut self, targets: Vec<Option<usize>>) {
        self.0.push(targets);
    }

    /// Notes that a move leads to a place.
    pub fn lead(&mut self, place: usize, number: usize, target: usize) {
        self.0[place][number] = Some(target);
    }

    /// Where a move leads; `None` out of the book.
    pub fn target(&self, place: usize, number: usize) -> Option<usize> {
        self.0[place][number]
    }
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
    let mut graph = Graph::default();
    for (position, moves) in book.positions() {
        graph.push(moves.iter().map(|book| follow(&position, book)).collect());
    }
    let done = back_up(0..moves.len(), &graph, &mut moves);
    let mut moves = moves.into_iter();
    book.change(|_, of_position| *of_position = moves.next().unwrap_or_default());
    done
}

/// The values of the moves of each place, from the leaves up; the walk begins at the places in this order.
pub(super) fn back_up(
    order: impl Iterator<Item = usize>,
    graph: &Graph,
    moves: &mut [Vec<BookMove>],
) -> Minimax {
    let mut states = vec![State::New; moves.len()];
    let mut done = Minimax::default();
    for start in order {
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
            let Some(target) = graph.target(place, number) else {
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
    done
}
