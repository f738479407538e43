//! A book that grows outwards from some positions, best first (drop-out expansion, after Lincke, "Strategies for the
//! automatic construction of opening books", 2001).
//!
//! The book itself is all the state there is: a position that stands in it has been searched. So a book that was
//! written at any moment is gone on with as if there had been no stop. The values of the book stay those of the
//! searches; which position comes next is decided by values from the leaves up.

use super::entry::BookMove;
use super::minimax::{Graph, back_up};
use super::whole::Book;
use crate::position::Position;
use crate::types::Color;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet};

/// What a ply further from the roots counts, in hundredths of a pawn given away on the way.
const PLY: u64 = 25;
/// Where one side is so far ahead, nothing is looked for any more.
const DECIDED: i32 = 1_500;

/// Which positions are worth a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpansionOptions {
    /// How many positions the book has in the end.
    pub positions: usize,
    /// How far from the roots the last of them stand, in plies.
    pub plies: usize,
}

/// A book that grows. Whoever drives it searches the [`next`](Expansion::next) position, [adds](Expansion::add) its
/// moves, and so on.
#[derive(Debug)]
pub struct Expansion {
    options: ExpansionOptions,
    roots: Vec<Position>,
    book: Book,
    /// Positions that have no moves for a book.
    closed: HashSet<String>,
    /// The place of a position of the book in the lists.
    places: BTreeMap<String, usize>,
    keys: Vec<String>,
    moves: Vec<Vec<BookMove>>,
    /// The positions to which they lead.
    behind: Vec<Vec<String>>,
    graph: Graph,
    /// Of moves that lead out of the book, by the position to which they lead.
    open: BTreeMap<String, Vec<(usize, usize)>>,
}

/// A way to a position: what was given away and the plies count together.
type Cost = u64;

impl Expansion {
    /// Goes on with a book, which may be empty, from these positions. Its positions stand under the form in which Black
    /// is to move, as after [`Book::normalise`].
    pub fn new(book: &Book, roots: &[Position], options: ExpansionOptions) -> Expansion {
        let mut expansion = Expansion {
            options,
            roots: roots.iter().map(normal).collect(),
            book: Book::default(),
            closed: HashSet::new(),
            places: BTreeMap::new(),
            keys: Vec::new(),
            moves: Vec::new(),
            behind: Vec::new(),
            graph: Graph::default(),
            open: BTreeMap::new(),
        };
        for (position, moves) in book.normalise().positions() {
            expansion.add(&position, moves.to_vec());
        }
        expansion
    }

    /// The book so far.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The position that is to be searched next: with Black to move, the one that is reached with the least given away.
    /// `None` when the book has its size, or nothing is left within the plies.
    pub fn next(&self) -> Option<Position> {
        if self.book.len() >= self.options.positions {
            return None;
        }
        let wanted = |root: &&Position| self.is_unknown(&root.sfen_without_number());
        if let Some(root) = self.roots.iter().find(wanted) {
            return Some(root.clone());
        }
        let mut moves = self.moves.clone();
        back_up(self.places.values().copied(), &self.graph, &mut moves);
        self.nearest(&moves)
    }

    /// Adds what was found of a position: its moves with their values, or none where the game is over.
    pub fn add(&mut self, position: &Position, mut moves: Vec<BookMove>) {
        let position = normal(position);
        let key = position.sfen_without_number();
        if moves.is_empty() {
            self.closed.insert(key);
            return;
        }
        if self.places.contains_key(&key) {
            return;
        }
        // As they stand in a book that is read again.
        moves.sort_by_key(|book| Reverse(book.value));
        moves.iter().for_each(|&book| self.book.add(&position, book));
        let place = self.moves.len();
        self.places.insert(key.clone(), place);
        let behind: Vec<String> = moves.iter().map(|book| key_behind(&position, book)).collect();
        self.graph.push(behind.iter().map(|key| self.places.get(key).copied()).collect());
        for (number, key) in behind.iter().enumerate().filter(|(_, key)| !self.places.contains_key(*key)) {
            self.open.entry(key.clone()).or_default().push((place, number));
        }
        for (from, number) in self.open.remove(&key).unwrap_or_default() {
            self.graph.lead(from, number, place);
        }
        self.keys.push(key);
        self.moves.push(moves);
        self.behind.push(behind);
    }

    fn is_unknown(&self, key: &str) -> bool {
        !self.places.contains_key(key) && !self.closed.contains(key)
    }

    /// The position outside of the book with the cheapest way to it. `moves`: with values from the leaves up.
    fn nearest(&self, moves: &[Vec<BookMove>]) -> Option<Position> {
        let mut costs: Vec<Option<(Cost, usize)>> = vec![None; self.moves.len()];
        let mut queue = BinaryHeap::new();
        for root in &self.roots {
            if let Some(&place) = self.places.get(&root.sfen_without_number()) {
                queue.push(Reverse((0, 0, self.keys[place].as_str(), Some(place))));
            }
        }
        while let Some(Reverse((cost, plies, key, place))) = queue.pop() {
            // The first one outside: all others are further away, or later in the order of the book.
            let Some(place) = place else { return Position::from_sfen(&format!("{key} 1")).ok() };
            // A way with more plies may be cheaper, and yet too long to go on from: both count.
            if costs[place].is_some_and(|(_, fewest)| fewest <= plies) {
                continue;
            }
            costs[place] = Some((cost, plies));
            if plies >= self.options.plies {
                continue;
            }
            let best = moves[place].iter().filter_map(|book| book.value).max().unwrap_or(0);
            for (number, book) in moves[place].iter().enumerate() {
                let value = book.value.unwrap_or(0);
                if value.abs() > DECIDED {
                    continue;
                }
                let cost = cost + PLY + u64::from(best.abs_diff(value));
                let target = self.graph.target(place, number);
                let key = self.behind[place][number].as_str();
                if target.is_some() || plies + 1 < self.options.plies && !self.closed.contains(key) {
                    queue.push(Reverse((cost, plies + 1, key, target)));
                }
            }
        }
        None
    }
}

/// The position to which a move leads, as it stands in a book.
fn key_behind(position: &Position, book: &BookMove) -> String {
    let mut after = position.clone();
    after.do_move(book.mv);
    after.flip().sfen_without_number()
}

/// The form in which Black is to move.
fn normal(position: &Position) -> Position {
    if position.side_to_move() == Color::Black { position.clone() } else { position.flip() }
}
