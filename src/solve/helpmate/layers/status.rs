//! The search's report on itself: the current layer, its mates, counts, and memory.

use super::super::parents::ParentLog;
use super::super::spill::Spill;
use super::Layers;
use crate::solve::outcome::Progress;
use std::time::Duration;

impl Layers {
    /// The number of the current layer.
    pub fn layer(&self) -> usize {
        self.expansion.layer as usize
    }

    /// The length in plies of lines that end at the current layer; there is no mate in fewer plies.
    pub fn length(&self) -> u64 {
        self.expansion.task.length(self.expansion.layer)
    }

    /// Whether lines end at the current layer.
    pub fn has_mate(&self) -> bool {
        !self.mates.is_empty()
    }

    /// The places in the current layer at which lines end.
    pub fn mates(&self) -> &[u32] {
        &self.mates
    }

    pub fn parent_log(&self) -> &ParentLog {
        &self.expansion.tables.parent_log
    }

    pub fn positions(&self) -> u64 {
        self.expansion.tables.visited.len() as u64
    }

    pub fn lookups(&self) -> u64 {
        self.expansion.lookups()
    }

    pub fn nodes(&self) -> u64 {
        self.expansion.nodes
    }

    /// The expected number of false hits among the look-ups on which the answer depends. Look-ups in the layer
    /// with the mates are excluded: the answer does not depend on them, and their number depends on the threads.
    pub fn false_hits_expected(&self) -> f64 {
        if self.has_mate() { self.closed.false_hits } else { self.false_hits_so_far() }
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.expansion.bytes() + self.spill.as_ref().map_or(0, Spill::bytes)
    }

    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes.max(self.bytes())
    }

    pub fn progress(&self, elapsed: Duration) -> Progress {
        Progress {
            plies: self.length(),
            frontier: self.expansion.frontier.len() as u64,
            positions: self.positions(),
            nodes: self.expansion.nodes,
            lookups: self.lookups(),
            bytes: self.bytes(),
            budget: self.plan.budget(),
            seconds: elapsed.as_secs_f64(),
            ..Progress::default()
        }
    }
}
