//! What the threads of one search share.

use crate::play::eval::Weights;
use crate::play::options::EnteringKingRule;
use crate::play::transposition::Table;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The rules of a game beyond those of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// After so many moves the game is drawn.
    pub max_moves: Option<u32>,
    /// How an entering king wins.
    pub entering_king: EnteringKingRule,
}

/// What the threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// What positions are evaluated by.
    pub weights: &'static Weights,
    /// The rules of this game.
    pub rules: Rules,
    aborted: AtomicBool,
    /// Set when there is a move to answer with.
    can_answer: OnceLock<()>,
    nodes: Vec<Counter>,
}

/// A thread's count, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

impl<'a> Shared<'a> {
    /// For so many threads.
    pub fn new(table: &'a Table, weights: &'static Weights, rules: Rules, threads: usize) -> Shared<'a> {
        let nodes = (0..threads).map(|_| Counter::default()).collect();
        let (aborted, can_answer) = (AtomicBool::new(false), OnceLock::new());
        Shared { table, weights, rules, aborted, can_answer, nodes }
    }

    /// Ends the search of all threads.
    pub fn abort(&self) {
        self.aborted.store(true, Ordering::Relaxed);
    }

    /// The thread that answers has finished an iteration: clocks count from now on, and the others begin.
    pub fn allow_answer(&self) {
        // It may have been said before.
        let _ = self.can_answer.set(());
    }

    /// Whether there is a move to answer with.
    pub fn can_answer(&self) -> bool {
        self.can_answer.get().is_some()
    }

    /// Waits until there is a move to answer with.
    pub fn wait_for_answer(&self) {
        self.can_answer.wait();
    }

    /// Whether the search is over.
    #[inline(always)]
    pub fn is_aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }

    /// Publishes a thread's count.
    #[inline]
    pub fn count(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// The nodes of all threads, as far as published.
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|count| count.0.load(Ordering::Relaxed)).sum()
    }
}
