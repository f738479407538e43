//! The starts, and the problem's solution, to which all of them lead and which is known before the search.

use super::super::expand::Child;
use crate::position::Position;
use crate::types::{Color, Move};
use hashbrown::HashMap;

/// A position from which one or two moves lead to the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: Position,
    /// The moves from it to the problem.
    pub way: Vec<Move>,
}

/// Size in bits of the filter that is tested before the table of the solution's positions.
const FILTER_BITS: usize = 1 << 20;

/// The problem's solution, and the points at which the starts' ways to the problem leave the searched positions.
pub(super) struct MainLine {
    /// For each position of the solution after an attacker's move, the number of layers from it to the solution's
    /// mate.
    layers_left: HashMap<u128, u32>,
    /// A filter: one bit, chosen by a hash, is set for each key in `layers_left`.
    filter: Vec<u64>,
    /// The layer in which the starts' ways leave the searched positions, and the moves that leave it, by the
    /// position's key.
    leaving_layer: u64,
    leaving: HashMap<u128, Vec<Move>>,
    /// The layer of the solution's mate.
    pub last_layer: u64,
}

impl MainLine {
    /// `problem`: the position in which the ways of all starts end; `solution`: its only solution.
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

    /// The number of layers from a position of the solution to its mate; `None` for other positions.
    #[inline(always)]
    pub fn layers_left(&self, key: u128) -> Option<u32> {
        let bit = filter_bit(key);
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return None;
        }
        self.layers_left.get(&key).copied()
    }

    /// Whether children of positions in this layer may lie on a start's own way to the problem.
    pub fn is_leaving_layer(&self, layer: u64) -> bool {
        layer == self.leaving_layer
    }

    /// Whether the move to a child is part of a start's own way to the problem.
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
