//! The options of a tsume search.

use super::tables::Tables;
use crate::position::Position;
use crate::problem::Futile;
use crate::solve::limits::{Limits, StopFlag, USUAL_SOLUTIONS};
use std::sync::Arc;

/// What is to be proved about a mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prove {
    /// Nothing: the search ends with the first mate found.
    None,
    /// Its length: that no shorter mate exists.
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

/// The options of a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bounds of the search.
    pub limits: Limits,
    /// The number of threads that may work on the search. Verdict, length and exactness do not depend on it when
    /// no limit was reached and the length is to be proved.
    pub threads: usize,
    /// The number of nodes that the main thread searches before the helper threads are started; most problems
    /// need fewer.
    pub nodes_before_helpers: u64,
    /// Which interpositions count.
    pub futile: Futile,
    /// Positions with the attacker to move that he must avoid: they, and the same boards with less in his hand,
    /// count as no mate. If the root is among them, it is searched anyway.
    pub avoided: Arc<[Position]>,
    /// What is to be proved.
    pub prove: Prove,
    /// The least number of nodes for the question whether a longest defence leaves nothing in the attacker's hand
    /// (駒余り); at least a tenth of the nodes so far is spent on it in any case. With a number above the default,
    /// the traditional length is also searched for, with as many nodes as the rest took, whatever the first line
    /// leaves.
    pub surplus_nodes: u64,
    /// The length in plies that the problem states, if any. Where it is less than the proved length, the traditional
    /// length is also searched for, as with a high number of `surplus_nodes`.
    pub stated: Option<u64>,
    /// The number of lines to list.
    pub max_solutions: usize,
    /// Stops the search from outside.
    pub stop: StopFlag,
    /// The slot of the table, which the next search that gets a clone of these options reuses.
    pub tables: Tables,
    /// Whether the previous search with this table was for the same problem, so that its results can be used.
    pub goes_on: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            threads: 1,
            nodes_before_helpers: NODES_BEFORE_HELPERS,
            futile: Futile::default(),
            avoided: Arc::default(),
            prove: Prove::default(),
            surplus_nodes: SURPLUS_NODES,
            stated: None,
            max_solutions: USUAL_SOLUTIONS,
            stop: StopFlag::new(),
            tables: Tables::default(),
            goes_on: false,
        }
    }
}

/// The default of [`Options::nodes_before_helpers`]; they take some hundredths of a second.
const NODES_BEFORE_HELPERS: u64 = 20_000;

/// The default of [`Options::surplus_nodes`].
pub(super) const SURPLUS_NODES: u64 = 5_000;

/// The memory in bytes that a search may use when no limit is given.
pub const DEFAULT_MEMORY: u64 = 1 << 30;
