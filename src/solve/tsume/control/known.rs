//! What a search knows about its problem so far. The caller sees it between two calls, and checkpoints store it.

use crate::position::Position;
use crate::solve::lock;
use crate::solve::outcome::ProofNumbers;
use crate::solve::stage::Stage;
use crate::store::{ProofTable, TableKey};
use crate::types::{Color, Move};
use std::num::NonZeroU32;
use std::sync::Mutex;

/// The number of nodes for each position of a line in the first round of improving it.
pub const LITTLE: u64 = 16;

/// What a search knows. Together with the table, this is all that is needed to resume it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    pub stage: Stage,
    /// A proved lower bound of the mate's length; always a number of plies that a mate can take.
    pub lower: u16,
    /// A proved upper bound of the mate's length.
    pub upper: Option<u16>,
    /// The line of the shortest mate found.
    pub mate: Option<Vec<Move>>,
    pub first_mate_seconds: Option<f64>,
    /// Whether it is proved that there is no mate.
    pub no_mate: bool,
    /// Whether it is decided if a longest defence leaves nothing in the attacker's hand.
    pub surplus_is_decided: bool,
    /// The line of the traditional length, if it is known and shorter than the proved length.
    pub traditional: Option<Vec<Move>>,
    /// Whether it is decided what the traditional length is.
    pub traditional_is_decided: bool,
    /// The number of plies by which the next attempt tries to shorten the mate.
    pub step: u16,
    /// The number of nodes for each position of the line in the next attempt to improve it.
    pub effort: u64,
}

impl Known {
    /// What is known before the search begins.
    pub fn at_start(root: &Position, attacker: Color) -> Known {
        Known { lower: least(root, attacker), step: 2, effort: LITTLE, ..Known::default() }
    }

    /// Notes that there is no mate within `plies` plies.
    pub fn exclude(&mut self, plies: u16) {
        if self.lower <= plies {
            self.lower += (plies - self.lower) / 2 * 2 + 2;
        }
    }
}

/// The shortest length that a mate could have: mates take an odd number of plies if the attacker begins, else an
/// even one.
pub fn least(root: &Position, attacker: Color) -> u16 {
    u16::from(root.side_to_move() == attacker)
}

/// The data that the search's thread shows to the caller of the solver.
#[derive(Default)]
pub struct Shown {
    known: Mutex<Known>,
    /// A handle of the table, while the table is in use.
    table: Mutex<Option<ProofTable>>,
    /// The positions with the defender to move on the path to the one being searched, while the search is paused.
    path: Mutex<Vec<TableKey>>,
    /// The root's proof numbers.
    numbers: Mutex<Option<ProofNumbers>>,
}

impl Shown {
    pub fn set(&self, known: &Known) {
        known.clone_into(&mut lock(&self.known));
    }

    pub fn known(&self) -> Known {
        lock(&self.known).clone()
    }

    /// Shows the table; `None` when it is no longer in use.
    pub fn set_table(&self, table: Option<ProofTable>) {
        let before = std::mem::replace(&mut *lock(&self.table), table);
        drop(before);
    }

    /// Shows the path of the search.
    pub fn set_path(&self, path: Vec<TableKey>) {
        *lock(&self.path) = path;
    }

    /// The path of the search when it was last paused.
    pub fn path(&self) -> Vec<TableKey> {
        lock(&self.path).clone()
    }

    /// The number of positions on that path.
    pub fn path_length(&self) -> usize {
        lock(&self.path).len()
    }

    /// Shows the proof and disproof number of the root.
    pub fn set_numbers(&self, proof: u32, disproof: u32) {
        let numbers = NonZeroU32::new(proof).zip(NonZeroU32::new(disproof));
        *lock(&self.numbers) = numbers.map(|(proof, disproof)| ProofNumbers { proof, disproof });
    }

    /// The proof numbers of the root, if it has any yet.
    pub fn numbers(&self) -> Option<ProofNumbers> {
        *lock(&self.numbers)
    }

    /// Whether an upper bound of the mate's length is known.
    pub fn has_mate(&self) -> bool {
        lock(&self.known).upper.is_some()
    }

    /// Calls `what` with the table, if there is one.
    pub fn with_table<T>(&self, what: impl FnOnce(&ProofTable) -> T) -> Option<T> {
        lock(&self.table).as_ref().map(what)
    }
}
