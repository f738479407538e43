//! Saving a search layer by layer, and restoring it.

use super::super::frontier::Frontier;
use super::super::interruption::Interruption;
use super::super::layer_log::LayerLog;
use super::super::parents::LayerBytes;
use super::{Counts, Layers};
use crate::position::Position;
use crate::solve::checkpoint::DiskFailure;
use std::io;

impl Layers {
    /// Writes layers to a log from now on, when they are closed.
    pub fn keep_log(&mut self, log: LayerLog) {
        self.log = Some(log);
    }

    /// Writes the layer that a search begins with.
    pub fn write_first_layer(&mut self) {
        // A layer is open behind it; that of the root has no records at all.
        let parent_log = self.expansion.tables.parent_log.layer(self.layer());
        if let Some(log) = &mut self.log {
            log.write_layer(self.expansion.layer, self.expansion.frontier.keys(), &parent_log);
        }
    }

    /// Makes the log durable: its length and checksum.
    pub fn sync_log(&mut self) -> io::Result<(u64, u32)> {
        let none = || io::Error::other("no checkpoint is kept");
        self.log.as_mut().ok_or_else(none)?.sync()
    }

    /// What went wrong with the log or the spilled positions.
    pub fn disk_failure(&self) -> Option<DiskFailure> {
        let log = self.log.as_ref().and_then(|log| log.failure().cloned());
        log.map(DiskFailure::Log).or_else(|| self.spill.as_ref()?.failure().cloned())
    }

    /// The positions of the current layer.
    pub fn frontier(&self) -> &Frontier {
        &self.expansion.frontier
    }

    /// The counts at the start of the current layer.
    pub fn closed_counts(&self) -> Counts {
        self.closed
    }

    /// Puts a position into the layer that the search goes on with.
    pub fn restore_position(&mut self, position: &Position) {
        self.expansion.frontier_mut().push(position);
    }

    /// Puts positions of a closed layer into the table, by the bits of their keys that were saved.
    pub fn restore_keys(&mut self, keys: impl Iterator<Item = u128>) {
        let visited = &mut self.expansion.tables.visited;
        // The table's memory is fetched for all of them before the first is looked up.
        let keys: Vec<u128> = keys.collect();
        visited.prefetch(keys.iter().copied());
        for &key in &keys {
            visited.insert(key);
        }
        if let Some(spill) = &mut self.spill {
            spill.restore(&keys);
        }
    }

    /// All keys of a layer are in the table.
    pub fn close_restored_layer(&mut self, layer: u64, parent_log: &LayerBytes) {
        self.expansion.layer = layer;
        if layer > 0 {
            self.expansion.tables.parent_log.extend_layer(parent_log);
            let kept = self.keep_to_plan(&mut Interruption::never());
            debug_assert!(kept.is_ok(), "nothing interrupts it");
            self.expansion.tables.parent_log.open_layer();
        }
    }

    /// All layers are there: the search goes on from its counts.
    pub fn finish_restoring(&mut self, counts: Counts) {
        self.closed = counts;
        self.expansion.nodes = counts.nodes;
        self.expansion.tables.visited.set_counts(counts.lookups);
        let of_table = self.expansion.tables.visited.false_hits_expected();
        self.earlier_false_hits = (counts.false_hits - of_table).max(0.0);
        self.choose_batch();
        self.end_at_mated_root();
    }

    /// The low bytes of keys that are saved.
    pub fn key_bytes(&self) -> usize {
        self.plan.key_width().key_bytes()
    }

    /// A sum of the saved bytes of the current layer's keys.
    pub fn frontier_sum(&self) -> u128 {
        let saved = (1 << (8 * self.key_bytes())) - 1;
        self.expansion.frontier.keys().fold(0, |sum, key| sum ^ key & saved)
    }
}
