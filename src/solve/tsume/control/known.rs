//! What a search knows of its problem so far. Its caller sees it between two calls, and checkpoints keep it.

use crate::position::Position;
use crate::solve::lock;
use crate::solve::stage::Stage;
use crate::store::{ProofTable, TableKey};
use crate::types::{Color, Move};
use std::sync::Mutex;

/// Nodes for each position of a line in the first round of improving it.
pub const LITTLE: u64 = 16;

/// What a search knows: with the table, all that it needs to go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    pub stage: Stage,
    /// A proved lower bound of the length: a number of plies that a mate can take.
    pub lower: u16,
    /// A proved upper bound of the length.
    pub upper: Option<u16>,
    /// The line of the shortest mate found.
    pub mate: Option<Vec<Move>>,
    pub first_mate_seconds: Option<f64>,
    /// It is proved that there is no mate.
    pub no_mate: bool,
    /// It is decided whether a longest defence leaves nothing in the attacker's hand.
    pub surplus_is_decided: bool,
    /// The longest line that leaves nothing, where every longest defence leaves something.
    pub traditional: Option<Vec<Move>>,
    /// By how many plies the next attempt is to shorten the mate.
    pub step: u16,
    /// Nodes for each position of the line in the next attempt to improve it.
    pub effort: u64,
}

impl Known {
    /// What is known before the search begins.
    pub fn at_start(root: &Position, attacker: Color) -> Known {
        Known { lower: least(root, attacker), step: 2, effort: LITTLE, ..Known::default() }
    }

    /// Takes note that there is no mate within `plies`.
    pub fn exclude(&mut self, plies: u16) {
        if self.lower <= plies {
            self.lower += (plies - self.lower) / 2 * 2 + 2;
        }
    }
}

/// The shortest mate that there could be: the attacker's mates take odd numbers of plies, counted from his move.
pub fn least(root: &Position, attacker: Color) -> u16 {
    u16::from(root.side_to_move() == attacker)
}

/// What the search's thread shows to the caller of the solver.
#[derive(Default)]
pub struct Shown {
    known: Mutex<Known>,
    /// A handle of the table, while there is one.
    table: Mutex<Option<ProofTable>>,
    /// The positions with the defender to move on the way to the one that is being searched, while the search is at rest.
    path: Mutex<Vec<TableKey>>,
}

impl Shown {
    pub fn set(&self, known: &Known) {
        known.clone_into(&mut lock(&self.known));
    }

    pub fn known(&self) -> Known {
        lock(&self.known).clone()
    }

    /// Shows the table, or that it is of no use any more.
    pub fn set_table(&self, table: Option<ProofTable>) {
        let before = std::mem::replace(&mut *lock(&self.table), table);
        drop(before);
    }

    /// Shows where the search is.
    pub fn set_path(&self, path: Vec<TableKey>) {
        *lock(&self.path) = path;
    }

    /// Where the search was when it last rested.
    pub fn path(&self) -> Vec<TableKey> {
        lock(&self.path).clone()
    }

    /// The number of positions on that path.
    pub fn path_length(&self) -> usize {
        lock(&self.path).len()
    }

    /// Whether a mate is known.
    pub fn has_mate(&self) -> bool {
        lock(&self.known).upper.is_some()
    }

    /// Does something with the table, if there is one.
    pub fn with_table<T>(&self, what: impl FnOnce(&ProofTable) -> T) -> Option<T> {
        lock(&self.table).as_ref().map(what)
    }
}
