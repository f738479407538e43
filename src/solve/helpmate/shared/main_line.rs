//! The starts, and the solution of the problem that all of them lead to, which is known before the search.

use super::super::expand::Child;
use crate::position::Position;
use crate::types::{Color, Move};
use hashbrown::HashMap;

/// A position, and the moves from it to the problem: one or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: Position,
    /// The moves.
    pub way: Vec<Move>,
}

/// Bits of the filter that stands before the table of the solution's positions.
const FILTER_BITS: usize = 1 << 20;

/// The problem's solution, and where the starts' ways to it leave the positions that are searched.
pub(super) struct MainLine {
    /// For each position of the solution after a move of the attacker, the layers from it to its mate.
    layers_left: HashMap<u128, u32>,
    /// A bit for a hash of each key in `layers_left`.
    filter: Vec<u64>,
    /// The layer in which ways leave for the solution, and the moves that do, by the position's key.
    leaving_layer: u64,
    leaving: HashMap<u128, Vec<Move>>,
    /// The layer of the solution's mate.
    pub last_layer: u64,
}

impl MainLine {
    /// `problem`: where the ways of all starts end; `solution`: its one solution.
    pub fn new(problem: &Position, solution: &[Move], attacker: Color, starts: &[Start]) -> MainLine {
        let mut after_attacker = Vec::new();
        let mut position = problem.clone();
        let mut note = |position: &Position| {
            if position.side_to_move() != attacker {
                after_attacker.push(position.key());
            }
        };
        note(&position);
        for &mv in solution {
            position.do_move(mv);
            note(&position);
        }
        let mut main_line = MainLine {
            layers_left: HashMap::new(),
            filter: vec![0; FILTER_BITS / 64],
            leaving_layer: 0,
            leaving: HashMap::new(),
            last_layer: 0,
        };
        for (left, &key) in after_attacker.iter().rev().enumerate() {
            main_line.layers_left.insert(key, left as u32);
            let bit = filter_bit(key);
            main_line.filter[bit / 64] |= 1 << (bit % 64);
        }
        for start in starts {
            main_line.note_way(start, attacker, solution.len());
        }
        main_line
    }

    fn note_way(&mut self, start: &Start, attacker: Color, solution: usize) {
        let attacker_begins = start.position.side_to_move() == attacker;
        let (mut from, mut rest) = (start.position.clone(), start.way.as_slice());
        if attacker_begins && rest.len() == 2 {
            from.do_move(rest[0]);
            rest = &rest[1..];
            self.leaving_layer = 1;
        }
        self.leaving.insert(from.key(), rest.to_vec());
        let plies = (start.way.len() + solution) as u64;
        self.last_layer = plies.div_ceil(2);
    }

    /// The keys of the solution's positions after the attacker's moves.
    pub fn keys(&self) -> impl Iterator<Item = u128> + '_ {
        self.layers_left.keys().copied()
    }

    /// The layers that are left from a position of the solution to its mate.
    #[inline(always)]
    pub fn layers_left(&self, key: u128) -> Option<u32> {
        let bit = filter_bit(key);
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return None;
        }
        self.layers_left.get(&key).copied()
    }

    /// Whether children of this layer's positions may be on a start's own way.
    pub fn is_leaving_layer(&self, layer: u64) -> bool {
        layer == self.leaving_layer
    }

    /// Whether a child belongs to the own way of the starts that lead to its parent.
    pub fn is_on_start_way(&self, layer: u64, parent: u128, child: &Child) -> bool {
        let Some(way) = self.leaving.get(&parent).filter(|_| layer == self.leaving_layer) else {
            return false;
        };
        let mut moves = child.reply().into_iter().chain([child.check]);
        way.iter().all(|&mv| moves.next() == Some(mv))
    }
}

#[inline(always)]
fn filter_bit(key: u128) -> usize {
    (key >> 40) as usize % FILTER_BITS
}
