//! Backing up values in a book from the leaves.

use super::entry::BookMove;
use super::whole::Book;
use crate::position::Position;
use std::collections::HashMap;

/// The statistics of [`minimax`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minimax {
    /// Moves that lead to another position of the book, and got its value.
    pub backed_up: u64,
    /// Moves that lead back to a position on the path to them (千日手); they got the value of a draw, 0.
    pub repetitions: u64,
    /// Moves that kept their value.
    pub leaves: u64,
}

/// A position on the current path of the walk.
struct Step {
    place: usize,
    /// The index of its next move to visit.
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnTheWay,
    /// Finished; with the value of its best move that has a value, if any.
    Done(Option<i32>),
}

/// The graph of the book: for each position and each number of its moves, the position to which the move
/// leads.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph(Vec<Vec<Option<usize>>>);

impl Graph {
    /// Adds a position; `targets` are the places to which its moves lead.
    pub fn push(&mut self, targets: Vec<Option<usize>>) {
        self.0.push(targets);
    }

    /// Records that a move leads to a place.
    pub fn lead(&mut self, place: usize, number: usize, target: usize) {
        self.0[place][number] = Some(target);
    }

    /// The place to which a move leads; `None` when it leads out of the book.
    pub fn target(&self, place: usize, number: usize) -> Option<usize> {
        self.0[place][number]
    }
}

/// Gives each move that leads to a position of the book the value of that position for the moving side: the
/// negated value of the best move there. A move that leads back to a position on the path to it is a draw;
/// which moves of a cycle that affects depends on where the walk, in the order of the book, enters the cycle.
/// The book must be [normalised](Book::normalise).
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

/// Backs up the values of the moves of each place from the leaves; the walk starts at the places in the order
/// given.
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
