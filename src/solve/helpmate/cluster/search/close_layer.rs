//! The end of a layer: edges between processes, and positions that move.

use super::super::balance::{Transfer, transfers};
use super::super::exchange::HostLost;
use super::super::layer_origins::{CrossEdge, LayerOrigins, Place};
use super::super::message::{Reader, Writer};
use super::ClusterSearch;
use crate::position::Packed;
use crate::solve::helpmate::interruption::Interruption;

impl ClusterSearch {
    /// Makes the layer that was found the current one. True, and nothing is changed, when it is empty.
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
                // The index of a layer compares bits of the key's upper half only.
                let key = u128::from(message.u64()) << 64;
                let parent = Place { process: message.u8(), place: message.u32() };
                edges.extend(self.index.get(key).map(|child| CrossEdge { child, parent }));
            }
        }
        self.width = founds.iter().map(|&found| u64::from(found)).sum();
        if self.width == 0 {
            return Ok(true);
        }
        let transfers = transfers(&founds, self.cluster.smallest_to_move);
        self.origins.push(LayerOrigins::new(process, found, &transfers, edges));
        if !transfers.is_empty() {
            self.move_positions(&transfers)?;
        }
        self.layer += 1;
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        self.cursor = 0;
        self.parent_log.open_layer();
        self.owner.close_layer();
        self.closed = self.owner.visited.false_hit_terms();
        let cleared = self.index.clear(&mut Interruption::never());
        debug_assert!(cleared.is_ok(), "nothing interrupts it");
        if self.owner.visited.forgets() {
            self.plan.count_met(self.frontier.keys());
        }
        let rest = self.bytes() - self.owner.visited.bytes();
        self.owner.visited.limit(self.plan.table_limit(rest));
        Ok(false)
    }

    /// Gives away and receives the positions that are to move.
    fn move_positions(&mut self, transfers: &[Transfer]) -> Result<(), HostLost> {
        let mut messages = vec![Vec::new(); self.processes()];
        let mut kept = self.next.len();
        for Transfer { to, places, .. } in transfers.iter().filter(|transfer| transfer.from == self.process())
        {
            messages[*to].extend(places.clone().flat_map(|place| self.next.packed_at(place).to_bytes()));
            kept = kept.min(places.start as usize);
        }
        self.next.truncate(kept);
        let messages = self.exchange.exchange(messages)?;
        // In the order of the transfers, of which a pair of processes has at most one.
        let process = self.process();
        for Transfer { from, .. } in transfers.iter().filter(|transfer| transfer.to == process) {
            for bytes in messages[*from].as_chunks::<{ Packed::BYTES }>().0 {
                if let Some(packed) = Packed::from_bytes(bytes, self.task.root.stones()) {
                    self.next.push(&packed.unpack(self.task.root.stones()));
                }
            }
        }
        Ok(())
    }
}
