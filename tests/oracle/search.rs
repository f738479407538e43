//! The oracle of helpmates and helpselfmates: plain breadth-first search, ply by ply, over whole positions in a std
//! map.
//!
//! No fingerprints, no bounds, no tricks: the attacker gives check with every move, the defender plays any legal
//! move, and the first layer that holds a mate of the right side ends the search. A position that was reached in an
//! earlier layer is not followed again (a shortest line never needs it); every move into a position of the next layer
//! is kept, so that solutions can be counted and listed as sequences of moves.

use super::board::{Board, Cell, Mv, Side};
use super::condition::Told;
use super::{rules, sfen};
use std::collections::HashMap;

/// What the search is allowed to spend.
#[derive(Clone, Copy)]
pub struct Limits {
    pub plies: usize,
    pub positions: usize,
    /// How many solutions are listed; their number is exact in any case.
    pub listed: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Mate in so many plies; the exact number of shortest solutions; the first of them in the order of their text.
    Mate { plies: usize, count: u128, solutions: Vec<Vec<String>> },
    /// Every position that can be reached was looked at.
    NoMate,
    /// A limit came first.
    Unknown,
}

/// Who attacks: whoever is named; else, with one king on the board, its owner defends; else Black attacks.
pub fn attacker(board: &Board, named: Option<Side>) -> Result<Side, String> {
    let attacker = match (named, board.king(Side::Black), board.king(Side::White)) {
        (Some(side), ..) => side,
        (None, Some(_), None) => Side::White,
        (None, ..) => Side::Black,
    };
    match board.king(attacker.other()) {
        Some(_) => Ok(attacker),
        None => Err(format!("the defender has no king: {}", sfen::write(board))),
    }
}

/// Solves the helpmate from an SFEN.
///
/// # Errors
/// Text that is no position, a defender without a king, a side not to move that stands in check.
pub fn solve(text: &str, named: Option<Side>, limits: Limits) -> Result<Verdict, String> {
    let root = sfen::read(text)?;
    if !rules::is_legal_position(&root) {
        return Err(format!("not a legal position: {text}"));
    }
    let attacker = attacker(&root, named)?;
    Ok(Space::new(root, attacker, attacker.other(), None).search(limits))
}

/// Solves the helpselfmate from an SFEN: the attacker's own king is to be mated.
///
/// # Errors
/// Text that is no position, a side without a king, a side not to move that stands in check.
pub fn solve_selfmate(text: &str, attacker: Side, limits: Limits) -> Result<Verdict, String> {
    let root = sfen::read(text)?;
    if !rules::is_legal_position(&root) || Side::BOTH.into_iter().any(|side| root.king(side).is_none()) {
        return Err(format!("not a legal position with both kings: {text}"));
    }
    Ok(Space::new(root, attacker, attacker, None).search(limits))
}

/// Solves either under conditions on captures; `mated`: whose king is to be mated.
///
/// # Errors
/// Text that is no position, a side to be mated or a defender without a king, a side not to move that stands in check.
pub fn solve_told(text: &str, mated: Side, told: Told, limits: Limits) -> Result<Verdict, String> {
    let root = sfen::read(text)?;
    let needed = [mated, told.attacker.other()];
    if !rules::is_legal_position(&root) || needed.into_iter().any(|side| root.king(side).is_none()) {
        return Err(format!("not a legal problem: {text}"));
    }
    Ok(Space::new(root, told.attacker, mated, Some(told)).search(limits))
}

/// The whole position as bytes: what the map compares.
pub type Whole = [u8; 96];

/// The whole position as bytes.
pub fn whole(board: &Board) -> Whole {
    let mut bytes = [0; 96];
    for (byte, cell) in bytes.iter_mut().zip(board.cells.as_flattened()) {
        *byte = match *cell {
            Cell::Empty => 0,
            Cell::Stone => 1,
            Cell::Man(side, kind) => 2 + 2 * kind as u8 + side as u8,
        };
    }
    bytes[81..95].copy_from_slice(board.hands.as_flattened());
    bytes[95] = board.turn as u8;
    bytes
}

struct Node {
    board: Board,
    /// Moves into the next layer, by the number of the node they lead to.
    edges: Vec<(Mv, usize)>,
    is_mate: bool,
}

struct Space {
    attacker: Side,
    /// Whose king is to be mated.
    mated: Side,
    /// The conditions.
    told: Option<Told>,
    /// In the order of discovery: layer after layer, the root first.
    nodes: Vec<Node>,
    numbers: HashMap<Whole, usize>,
}

impl Space {
    fn new(root: Board, attacker: Side, mated: Side, told: Option<Told>) -> Space {
        let numbers = HashMap::from([(whole(&root), 0)]);
        Space {
            attacker,
            mated,
            told,
            nodes: vec![Node { board: root, edges: Vec::new(), is_mate: false }],
            numbers,
        }
    }

    fn search(mut self, limits: Limits) -> Verdict {
        let mut layer = 0..1;
        for plies in 0.. {
            if self.mark_mates(layer.clone()) {
                return self.mate(plies, limits.listed);
            }
            if layer.is_empty() {
                return Verdict::NoMate;
            }
            if plies == limits.plies {
                return Verdict::Unknown;
            }
            for number in layer.clone() {
                self.expand(number, layer.end);
                if self.nodes.len() > limits.positions {
                    return Verdict::Unknown;
                }
            }
            layer = layer.end..self.nodes.len();
        }
        unreachable!("the plies are counted without end")
    }

    /// Marks the nodes of a layer that are mates, and tells whether there is any.
    fn mark_mates(&mut self, layer: std::ops::Range<usize>) -> bool {
        let mut any = false;
        for node in &mut self.nodes[layer] {
            let is_mate = |board| match self.told {
                Some(told) => told.is_mate(board),
                None => rules::is_mate(board),
            };
            node.is_mate = node.board.turn == self.mated && is_mate(&node.board);
            any |= node.is_mate;
        }
        any
    }

    fn expand(&mut self, number: usize, next_layer: usize) {
        let board = self.nodes[number].board.clone();
        for mv in self.moves(&board) {
            let child = board.after(mv);
            let new = self.nodes.len();
            let to = *self.numbers.entry(whole(&child)).or_insert(new);
            if to == new {
                self.nodes.push(Node { board: child, edges: Vec::new(), is_mate: false });
            }
            if to >= next_layer {
                self.nodes[number].edges.push((mv, to));
            }
        }
    }

    fn moves(&self, board: &Board) -> Vec<Mv> {
        if let Some(told) = self.told {
            return told.moves(board);
        }
        let attacks = board.turn == self.attacker;
        let moves = rules::judged_moves(board).into_iter().filter(|&(_, check)| check || !attacks);
        moves.map(|(mv, _)| mv).collect()
    }

    fn mate(mut self, plies: usize, listed: usize) -> Verdict {
        // Every edge leads to a later number, so one pass from the end knows all ways to a mate.
        let mut ways = vec![0u128; self.nodes.len()];
        for number in (0..self.nodes.len()).rev() {
            let node = &self.nodes[number];
            let ahead: u128 = node.edges.iter().map(|&(_, to)| ways[to]).sum();
            ways[number] = u128::from(node.is_mate) + ahead;
        }
        for node in &mut self.nodes {
            node.edges.retain(|&(_, to)| ways[to] > 0);
            node.edges.sort_by_cached_key(|(mv, _)| mv.to_string());
        }
        let mut solutions = Vec::new();
        self.list(0, &mut Vec::new(), listed, &mut solutions);
        Verdict::Mate { plies, count: ways[0], solutions }
    }

    fn list(&self, number: usize, line: &mut Vec<String>, limit: usize, solutions: &mut Vec<Vec<String>>) {
        if solutions.len() == limit {
            return;
        }
        let node = &self.nodes[number];
        if node.is_mate {
            solutions.push(line.clone());
        }
        for (mv, to) in &node.edges {
            line.push(mv.to_string());
            self.list(*to, line, limit, solutions);
            line.pop();
        }
    }
}
