//! The state shared by the threads of one search.

use crate::play::eval::Weights;
use crate::play::margins::Margins;
use crate::play::options::GameRules;
use crate::play::transposition::TranspositionTable;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The state shared by the threads of one search.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// The weights of the evaluation.
    pub weights: &'static Weights,
    /// The margins of pruning.
    pub margins: Margins,
    /// The rules of this game.
    pub rules: GameRules,
    /// Whether the root moves are restricted (`searchmoves`); the root's value is then not the value of its
    /// position.
    pub is_part: bool,
    aborted: AtomicBool,
    /// Set when the main thread has completed the first line of an iteration.
    can_answer: OnceLock<()>,
    nodes: Vec<Counter>,
}

/// The node count of a thread, on its own cache line to avoid false sharing.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

impl<'a> Shared<'a> {
    /// The shared state of a search with `threads` threads.
    pub fn new(
        table: &'a TranspositionTable,
        weights: &'static Weights,
        margins: Margins,
        rules: GameRules,
        is_part: bool,
        threads: usize,
    ) -> Shared<'a> {
        let nodes = (0..threads).map(|_| Counter::default()).collect();
        let (aborted, can_answer) = (AtomicBool::new(false), OnceLock::new());
        Shared { table, weights, margins, rules, is_part, aborted, can_answer, nodes }
    }

    /// Stops all threads.
    pub fn abort(&self) {
        self.aborted.store(true, Ordering::Relaxed);
    }

    /// Called when the main thread has completed the first line of an iteration: from now on the limits
    /// apply, and the helpers start.
    pub fn allow_answer(&self) {
        // Called after each line; only the first call has an effect.
        let _ = self.can_answer.set(());
    }

    /// Whether there is a move to answer with.
    pub fn can_answer(&self) -> bool {
        self.can_answer.get().is_some()
    }

    /// Blocks until there is a move to answer with.
    pub fn wait_for_answer(&self) {
        self.can_answer.wait();
    }

    /// Whether the search was stopped.
    #[inline(always)]
    pub fn is_aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }

    /// Publishes the node count of a thread.
    #[inline]
    pub fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// The sum of the published node counts.
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|count| count.0.load(Ordering::Relaxed)).sum()
    }
}
