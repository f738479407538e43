//! The options of a helpmate search.

use super::layers::{Layers, MIN_PARALLEL_LAYER};
use super::memory_plan::MemoryPlan;
use super::spill::Spill;
use super::task::Task;
use crate::solve::limits::{Limits, StopFlag, USUAL_SOLUTIONS};
use crate::solve::outcome::Reason;
use crate::store::{KeyBits, KeyWidth};
use std::path::PathBuf;
use std::time::Instant;

/// The options of a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bounds of the search.
    pub limits: Limits,
    /// The number of threads that may expand large layers. Answers do not depend on it, with two exceptions where
    /// memory is so short that the table forgets: the number of false hits expected, and the length up to which
    /// mates are ruled out.
    pub threads: usize,
    /// The number of solutions to list.
    pub max_solutions: usize,
    /// Stops the search from outside.
    pub stop: StopFlag,
    /// Layers of at least this many positions are expanded by several threads. Tests lower it, so that small
    /// problems use several threads too.
    #[doc(hidden)]
    pub min_parallel_layer: usize,
    /// The largest size of the table in bytes; without it the search chooses the size. For tests with small
    /// tables: the parent log is then pruned after each layer.
    pub table: Option<u64>,
    /// Whether an answer is verified by a second search that uses other bits of the keys. The limits apply to
    /// both searches together, except the limit on nodes, which applies to each.
    pub verify: bool,
    /// How much of each position's key the table keeps. It must not change when a search is resumed.
    pub key_width: KeyWidth,
    /// A folder in which positions are also kept on disk, because the table may forget them. Without it, problems
    /// that need much more memory than there is are given up.
    pub spill: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            threads: 1,
            max_solutions: USUAL_SOLUTIONS,
            stop: StopFlag::new(),
            min_parallel_layer: MIN_PARALLEL_LAYER,
            table: None,
            verify: false,
            key_width: KeyWidth::Narrow,
            spill: None,
        }
    }
}

impl Options {
    /// The memory that the search may use.
    pub(super) fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or(DEFAULT_MEMORY)
    }

    /// The reason why a search must end at once, if there is one.
    pub(super) fn must_end(&self, started: Instant) -> Option<Reason> {
        if self.stop.is_set() {
            return Some(Reason::Interrupted);
        }
        let is_late = self.limits.time.is_some_and(|time| started.elapsed() >= time);
        is_late.then_some(Reason::Time)
    }

    /// The plan by which the memory is divided.
    pub(super) fn memory_plan(&self) -> MemoryPlan {
        MemoryPlan::new(self.memory(), self.table).with_key_width(self.key_width)
    }

    /// Begins a search.
    pub(super) fn layers(&self, task: &Task, key_bits: KeyBits) -> Layers {
        let plan = self.memory_plan().with_key_bits(key_bits);
        let mut layers = Layers::new(task, plan, self.spill(), self.threads.max(1));
        layers.set_min_parallel_layer(self.min_parallel_layer);
        layers
    }

    /// The positions on disk, if a folder for them is given.
    pub(super) fn spill(&self) -> Option<Spill> {
        self.spill.as_ref().map(|folder| Spill::create(folder, self.memory()))
    }
}

/// The memory in bytes that a search may use when no limit is given.
pub const DEFAULT_MEMORY: u64 = 4 << 30;
