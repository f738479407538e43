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
    /// From now on, writes each layer to this log when the layer is closed.
    pub fn keep_log(&mut self, log: LayerLog) {
        self.log = Some(log);
    }

    /// Writes the layer with which a search begins.
    pub fn write_first_layer(&mut self) {
        // The parent log has already opened the next layer; the root's layer has no records at all.
        let parent_log = self.expansion.tables.parent_log.layer(self.layer());
        if let Some(log) = &mut self.log {
            log.write_layer(self.expansion.layer, self.expansion.frontier.keys(), &parent_log);
        }
    }

    /// Makes the log durable, and returns its length and checksum.
    pub fn sync_log(&mut self) -> io::Result<(u64, u32)> {
        let none = || io::Error::other("no checkpoint is kept");
        self.log.as_mut().ok_or_else(none)?.sync()
    }

    /// The first error of the log or, if it has none, of the positions on disk.
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

    /// Adds a position to the layer from which the search continues.
    pub fn restore_position(&mut self, position: &Position) {
        self.expansion.frontier_mut().push(position);
    }

    /// Enters positions of a closed layer into the table, given the bits of their keys that were saved.
    pub fn restore_keys(&mut self, keys: impl Iterator<Item = u128>) {
        let visited = &mut self.expansion.tables.visited;
        // Collect the keys first, so that the table's memory can be prefetched for all of them before the first
        // look-up.
        let keys: Vec<u128> = keys.collect();
        visited.prefetch(keys.iter().copied());
        for &key in &keys {
            visited.insert(key);
        }
        if let Some(spill) = &mut self.spill {
            spill.restore(&keys);
        }
    }

    /// Closes a restored layer, all keys of which were entered into the table.
    pub fn close_restored_layer(&mut self, layer: u64, parent_log: &LayerBytes) {
        self.expansion.layer = layer;
        if layer > 0 {
            self.expansion.tables.parent_log.extend_layer(parent_log);
            let kept = self.keep_to_plan(&mut Interruption::never());
            debug_assert!(kept.is_ok(), "nothing interrupts it");
            self.expansion.tables.parent_log.open_layer();
        }
    }

    /// Ends the restoring, after all layers were entered; the search continues with the saved counts.
    pub fn finish_restoring(&mut self, counts: Counts) {
        self.closed = counts;
        self.expansion.nodes = counts.nodes;
        self.expansion.tables.visited.set_counts(counts.lookups);
        let of_table = self.expansion.tables.visited.false_hits_expected();
        self.earlier_false_hits = (counts.false_hits - of_table).max(0.0);
        self.choose_batch();
        self.end_at_mated_root();
    }

    /// The number of low bytes of each key that are saved.
    pub fn key_bytes(&self) -> usize {
        self.plan.key_width().key_bytes()
    }

    /// A checksum of the current layer's keys: the exclusive or of their saved bytes.
    pub fn frontier_sum(&self) -> u128 {
        let saved = (1 << (8 * self.key_bytes())) - 1;
        self.expansion.frontier.keys().fold(0, |sum, key| sum ^ key & saved)
    }
}
