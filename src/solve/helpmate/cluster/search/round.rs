//! A round: each process expands positions and asks the owners of their children's keys which children are new.

use super::super::asked::AskedKeys;
use super::super::exchange::HostLost;
use super::super::message::{Reader, Writer};
use super::super::owner::{Known, Owner};
use super::super::rounds::{Answers, Status, keys, of_all};
use super::ClusterSearch;
use crate::solve::helpmate::batch::Batch;
use crate::solve::helpmate::expand::{Child, push_permitted_checks};
use crate::store::KeyWidth;
use std::thread;

/// The approximate number of children in a round. It takes a few milliseconds; limits are checked between rounds.
const ROUND_CHILDREN: u64 = 1 << 15;
/// The number of children whose memory is prefetched at a time.
const CHUNK: usize = 32;
/// Starting a thread pays from this many positions on.
const SHARE_OF_THREAD: usize = 256;

impl ClusterSearch {
    /// Expands positions, asks the owners of their children's keys, and keeps the new children. Keys that this
    /// process owns are looked up while the other keys are in transit. After the round each process knows the
    /// status of all others.
    pub(super) fn round(&mut self) -> Result<(), HostLost> {
        let mut batches = self.expand();
        let status = self.status();
        let (process, processes) = (self.process(), self.processes());
        let (layer, width) = (self.layer + 1, self.plan.key_width());
        let bits = self.key_bits;
        // The key of a child in the arrangement that owners use, and its owner.
        let place = |child: &Child| {
            let key = bits.arrange(child.key);
            (key, Owner::of(key, processes))
        };
        let mut asked = std::mem::take(&mut self.asked);
        asked.resize_with(processes, AskedKeys::default);
        for child in batches.iter().flat_map(|batch| &batch.children) {
            let (key, owner) = place(child);
            asked[owner].push(key);
        }
        self.lookups += batches.iter().map(|batch| batch.children.len() as u64).sum::<u64>();
        let mut messages = Vec::with_capacity(processes);
        for (owner, asked) in asked.iter_mut().enumerate() {
            let mut message = Writer::default();
            status.write(&mut message);
            let behind_status = message.0.len();
            message.put(0u32.to_le_bytes());
            if owner != process {
                let spared = asked.ask(&self.recent, layer, &mut message, width);
                message.0[behind_status..][..size_of::<u32>()].copy_from_slice(&spared.to_le_bytes());
            }
            messages.push(message.0);
        }
        self.exchange.send(messages)?;
        asked[process].ask_own(&mut self.owner, process as u8);
        let messages = self.exchange.receive()?;
        let replies = self.reply(&messages, width);
        let replies = self.exchange.exchange(replies)?;
        for (owner, (reply, asked)) in replies.iter().zip(&mut asked).enumerate() {
            if owner != process {
                let cause = || "its answers are not those to the keys that it was sent".to_owned();
                let answers = Answers::read(reply, asked.sent(), processes);
                let answers = answers.ok_or_else(|| HostLost { process: owner, cause: cause() })?;
                asked.answer(answers, &mut self.recent, layer);
            }
        }
        for batch in &mut batches {
            for children in batch.children.chunks(CHUNK) {
                self.index.prefetch(children.iter().map(|child| child.key));
                // The parent log needs the children in the order of their parents.
                for child in children {
                    let known = asked[place(child).1].next();
                    self.keep(child, known);
                }
            }
            batch.clear();
        }
        asked.iter_mut().for_each(AskedKeys::clear);
        self.asked = asked;
        self.spare_batches = batches;
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        Ok(())
    }

    /// Notes the status of each process and looks up the keys that it sent. Returns the replies.
    fn reply(&mut self, messages: &[Vec<u8>], width: KeyWidth) -> Vec<Vec<u8>> {
        let mut statuses = Vec::with_capacity(messages.len());
        let mut replies = Vec::with_capacity(messages.len());
        for (finder, message) in messages.iter().enumerate() {
            let mut message = Reader::new(message);
            statuses.push(Status::read(&mut message));
            // Count the keys that were not sent as look-ups too, so that the count does not depend on how many
            // there are.
            self.owner.visited.count_lookups(message.u32().into());
            let mut answers = Answers::default();
            self.owner.look_up(keys(&mut message, width), finder as u8, |known| answers.push(known));
            replies.push(answers.into_message());
        }
        self.all = of_all(&statuses);
        replies
    }

    /// Expands the next positions of the layer. Once there is a mate, only looks for the other mates of the
    /// layer.
    fn expand(&mut self) -> Vec<Batch> {
        let children = self.lookups.checked_div(self.expanded).unwrap_or(ROUND_CHILDREN).max(1);
        let round = (ROUND_CHILDREN / children).clamp(1, self.cluster.round as u64) as usize;
        let end = self.frontier.len().min(self.cursor + round);
        let places = self.cursor..end;
        self.expanded += places.len() as u64;
        self.cursor = end;
        let mut batches: Vec<Batch> = Vec::new();
        if self.all.has_mate || !self.mates.is_empty() {
            let expander = &mut self.expanders[0];
            let places = places.map(|place| place as u32);
            self.mates.extend(places.filter(|&place| expander.ends_at(&self.frontier, place)));
        } else if self.layer == 0 && self.task.attacker_begins() {
            if !places.is_empty() {
                let mut batch = Batch { nodes: 1, ..self.spare_batches.pop().unwrap_or_default() };
                if self.task.begins_mated() {
                    batch.mates.push(0);
                } else {
                    push_permitted_checks(&self.task.permitted, &self.task.root, &mut batch.children);
                }
                batches.push(batch);
            }
        } else {
            let share = places.len().div_ceil(self.expanders.len()).max(SHARE_OF_THREAD);
            let (frontier, spare) = (&self.frontier, &mut self.spare_batches);
            batches = thread::scope(|scope| {
                let starts = places.clone().step_by(share);
                let mut parts = starts.zip(&mut self.expanders).map(|(start, expander)| {
                    let places = start..places.end.min(start + share);
                    let mut batch = spare.pop().unwrap_or_default();
                    move || {
                        expander.expand(frontier, places, &mut batch, |_| {});
                        batch
                    }
                });
                let first = parts.next();
                let others: Vec<_> = parts.map(|part| scope.spawn(part)).collect();
                let first = first.map(|part| part());
                let others = others.into_iter().map(|part| part.join().expect("a thread does not panic"));
                first.into_iter().chain(others).collect()
            });
        }
        for batch in &mut batches {
            self.nodes += batch.nodes;
            self.mates.append(&mut batch.mates);
        }
        batches
    }

    /// Handles a child according to its owner's answer.
    fn keep(&mut self, child: &Child, known: Known) {
        match known {
            Known::New => {
                self.index.push(child.key);
                self.trails.own.parent_log.push_node(child.parent, child.key);
                self.next.push_after(self.frontier.packed_at(child.parent), child);
            }
            Known::Before => {}
            Known::InThisLayer(finder) => {
                let finder = usize::from(finder);
                if finder == self.process() {
                    let parent_log = &mut self.trails.own.parent_log;
                    self.index.for_each_place(child.key, |place| parent_log.push_edge(child.parent, place));
                } else {
                    let parent = self.trails.own.origins(self.layer).place(child.parent);
                    self.cross_edges[finder].push((child.key, parent));
                }
            }
        }
    }
}
