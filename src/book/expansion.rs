//! A book that grows outwards from some positions, best first (drop-out expansion, after Lincke, "Strategies for the
//! automatic construction of opening books", 2001).
//!
//! The book itself is the whole state: its positions are those that have been searched. Therefore a book
//! written at any moment can be continued as if there had been no interruption. The values in the book remain
//! those of the searches; which position comes next is decided by minimax values computed from the leaves.

use super::entry::BookMove;
use super::minimax::{Graph, back_up};
use super::whole::Book;
use crate::position::Position;
use crate::types::Color;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet};

/// The cost of each ply of distance from the roots, in hundredths of a pawn.
const PLY: u64 = 25;
/// A move is not followed when one side is ahead by more than this after it.
const DECIDED: i32 = 1_500;

/// Limits on the positions to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpansionOptions {
    /// The number of positions in the finished book.
    pub positions: usize,
    /// The largest distance of a position from the roots, in plies.
    pub plies: usize,
}

/// A growing book. The caller searches the [`next`](Expansion::next) position, [adds](Expansion::add) its
/// moves, and repeats that.
#[derive(Debug)]
pub struct Expansion {
    options: ExpansionOptions,
    roots: Vec<Position>,
    book: Book,
    /// Positions that have no moves to add to the book.
    closed: HashSet<String>,
    /// The index of each position of the book in the lists below.
    places: BTreeMap<String, usize>,
    keys: Vec<String>,
    moves: Vec<Vec<BookMove>>,
    /// For each move, the position to which it leads.
    behind: Vec<Vec<String>>,
    graph: Graph,
    /// The moves that lead out of the book, by the position to which they lead.
    open: BTreeMap<String, Vec<(usize, usize)>>,
}

/// The cost of a path to a position: the value given away on it, plus the cost of its plies.
type Cost = u64;

impl Expansion {
    /// Continues a book, which may be empty, from the positions `roots`. Positions are stored in the form
    /// with Black to move, as after [`Book::normalise`].
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

    /// The position to search next, with Black to move: the one that is reached at the lowest cost. `None`
    /// when the book has the wanted size, or nothing is left within the limit of plies.
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

    /// Adds the search result for a position: its moves with their values, or no moves when the game is over.
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
        // The order in which they will be read back from a written book.
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

    /// The position outside of the book that has the path of the lowest cost. `moves` have values backed up
    /// from the leaves.
    fn nearest(&self, moves: &[Vec<BookMove>]) -> Option<Position> {
        let mut costs: Vec<Option<(Cost, usize)>> = vec![None; self.moves.len()];
        let mut queue = BinaryHeap::new();
        for root in &self.roots {
            if let Some(&place) = self.places.get(&root.sfen_without_number()) {
                queue.push(Reverse((0, 0, self.keys[place].as_str(), Some(place))));
            }
        }
        while let Some(Reverse((cost, plies, key, place))) = queue.pop() {
            // The first position outside of the book: all others have a higher cost, or come later in the
            // order of the book.
            let Some(place) = place else { return Position::from_sfen(&format!("{key} 1")).ok() };
            // A path with more plies may be cheaper, but too long to continue from, so a place is visited
            // again when it is reached in fewer plies.
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

/// The key in a book of the position to which a move leads.
fn key_behind(position: &Position, book: &BookMove) -> String {
    let mut after = position.clone();
    after.do_move(book.mv);
    after.flip().sfen_without_number()
}

/// The form of the position with Black to move.
fn normal(position: &Position) -> Position {
    if position.side_to_move() == Color::Black { position.clone() } else { position.flip() }
}
