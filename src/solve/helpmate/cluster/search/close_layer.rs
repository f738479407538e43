//! The end of a layer: sends edges between processes, and moves positions.

use super::super::balance::transfers;
use super::super::exchange::HostLost;
use super::super::layer_origins::{CrossEdge, LayerOrigins, Origin};
use super::super::message::{Reader, Writer};
use super::super::moving::move_positions;
use super::ClusterSearch;
use crate::solve::helpmate::interruption::Interruption;

impl ClusterSearch {
    /// Makes the next layer, now complete, the current one. Returns true, and changes nothing, if it is empty in
    /// all processes.
    pub(super) fn close_layer(&mut self) -> Result<bool, HostLost> {
        let (process, found) = (self.process(), self.next.len() as u32);
        let mut messages = Vec::with_capacity(self.processes());
        for edges in &mut self.cross_edges {
            let mut message = Writer::default();
            message.put(found.to_le_bytes());
            for (key, parent) in edges.drain(..) {
                message.put(((key >> 64) as u64).to_le_bytes());
                message.put([parent.process]);
                message.put(parent.place.to_le_bytes());
            }
            messages.push(message.0);
        }
        let mut founds = Vec::with_capacity(messages.len());
        let mut edges = Vec::new();
        for message in self.exchange.exchange(messages)? {
            let mut message = Reader::new(&message);
            founds.push(message.u32());
            while !message.is_empty() {
                // Only the upper half of the key was sent: the index of a layer compares no other bits.
                let key = u128::from(message.u64()) << 64;
                let parent = Origin { process: message.u8(), place: message.u32() };
                self.index.for_each_place(key, |child| edges.push(CrossEdge { child, parent }));
            }
        }
        self.width = founds.iter().map(|&found| u64::from(found)).sum();
        if self.width == 0 {
            return Ok(true);
        }
        let transfers = transfers(&founds, self.cluster.smallest_to_move);
        self.keep_keys();
        if let Some(writer) = &mut self.writer {
            writer.write_layer(&self.next, &self.trails.own);
        }
        let mut origins = LayerOrigins::found(process, found, edges);
        if !transfers.is_empty() {
            let stones = self.task.root.stones();
            move_positions(&mut *self.exchange, &transfers, stones, &mut self.next, &mut origins)?;
        }
        self.layer += 1;
        if let Some(writer) = &mut self.writer {
            writer.write_origins(self.layer, &origins);
        }
        self.trails.own.close_layer(origins);
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        self.cursor = 0;
        self.owner.close_layer();
        self.count_closed();
        let cleared = self.index.clear(&mut Interruption::never());
        debug_assert!(cleared.is_ok(), "nothing interrupts it");
        if self.owner.visited.forgets() {
            self.plan.count_met(self.frontier.keys());
        }
        let rest = self.bytes() - self.owner.visited.bytes();
        self.owner.visited.limit(self.plan.table_limit(rest));
        Ok(false)
    }
}
