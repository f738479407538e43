//! What a tsume search is asked for, and with what it works.

use super::tables::Tables;
use crate::position::Position;
use crate::problem::Futile;
use crate::solve::limits::{Limits, StopFlag};
use std::sync::Arc;

/// What is to be proved about a mate that was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prove {
    /// Nothing: the search ends with the first mate.
    None,
    /// That it has the right length.
    #[default]
    Length,
}

impl Prove {
    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Prove::None => "none",
            Prove::Length => "length",
        }
    }
}

/// What to search for, and with what.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bounds of the search.
    pub limits: Limits,
    /// Threads that may work on it. Verdict, length and exactness do not depend on it when no limit was reached and the length is
    /// to be proved.
    pub threads: usize,
    /// Nodes that one of them searches alone before the others join: most problems are solved by then.
    pub alone: u64,
    /// Which interpositions count.
    pub futile: Futile,
    /// Positions that the attacker must not come to, with him to move: they, and their boards with less in his hand, count as
    /// no mate. A root among them is searched all the same.
    pub avoided: Arc<[Position]>,
    /// What is to be proved.
    pub prove: Prove,
    /// Nodes at least for finding out whether a defence as long as the line found leaves nothing in the attacker's hand (駒余り); a
    /// tenth of those that the proof of the length took are spent on it in any case.
    pub surplus_nodes: u64,
    /// The number of lines to list.
    pub max_solutions: usize,
    /// Stops the search from outside.
    pub stop: StopFlag,
    /// The table that the search works with; a clone of these options given to the next search spares a new one.
    pub tables: Tables,
    /// Whether the search before, whose table it is, was one of the same problem: then what it found is at hand.
    pub goes_on: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            threads: 1,
            alone: ALONE,
            futile: Futile::default(),
            avoided: Arc::default(),
            prove: Prove::default(),
            surplus_nodes: SURPLUS_NODES,
            max_solutions: 10,
            stop: StopFlag::new(),
            tables: Tables::default(),
            goes_on: false,
        }
    }
}

/// Nodes that a search spends alone when nothing else is said: some hundredths of a second.
const ALONE: u64 = 20_000;

/// Nodes at least for finding out about surplus pieces when nothing else is said.
const SURPLUS_NODES: u64 = 5_000;

/// Memory that a search may use when no limit is given, in bytes.
pub const DEFAULT_MEMORY: u64 = 1 << 30;
