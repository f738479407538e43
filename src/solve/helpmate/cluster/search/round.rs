//! A round: positions are expanded, and the owners of their children's keys asked what is known of them.

use super::super::exchange::HostLost;
use super::super::message::{Reader, Writer};
use super::super::owner::{Known, Owner};
use super::super::rounds::{Answers, Status, keys, of_all, put_key};
use super::ClusterSearch;
use crate::solve::helpmate::batch::Batch;
use crate::solve::helpmate::expand::{Child, push_permitted_checks};
use std::thread;

/// Children in a round, about: a few milliseconds, between which limits are looked at.
const ROUND_CHILDREN: u64 = 1 << 15;
/// Children whose memory is fetched at a time.
const CHUNK: usize = 32;
/// A thread is worth its start from this many positions on.
const SHARE_OF_THREAD: usize = 256;

impl ClusterSearch {
    /// Expands positions, asks the owners of their children's keys, and keeps what is new: keys of its own a process looks
    /// up at once. Then all know what the others have told of themselves in this round.
    pub(super) fn round(&mut self) -> Result<(), HostLost> {
        let mut batches = self.expand();
        let (process, processes, bits) = (self.process(), self.processes(), self.key_bits);
        // The key of a child as owners see it, and the owner.
        let places = |child: &Child| {
            let key = bits.arrange(child.key);
            (key, Owner::of(key, processes))
        };
        let mut messages: Vec<Writer> = (0..processes).map(|_| Writer::default()).collect();
        let status = self.status();
        messages.iter_mut().for_each(|message| status.write(message));
        let width = self.plan.key_width();
        let behind_status = messages[0].0.len();
        messages.iter_mut().for_each(|message| message.put(0u32.to_le_bytes()));
        let (mut sent, mut spared) = (vec![0; processes], vec![0u32; processes]);
        let mut own_answers = Vec::with_capacity(batches.iter().map(|batch| batch.children.len()).sum());
        for batch in &mut batches {
            self.lookups += batch.children.len() as u64;
            for children in batch.children.chunks_mut(CHUNK) {
                for (key, owner) in children.iter().map(places) {
                    match owner == process {
                        true => self.owner.visited.prefetch(std::iter::once(key)),
                        false => self.recent.prefetch(key),
                    }
                }
                for child in children {
                    let (key, owner) = places(child);
                    child.is_seen = false;
                    if owner == process {
                        own_answers.push(self.owner.known(key, process as u8));
                    } else if self.recent.is_older(key, self.layer + 1) {
                        child.is_seen = true;
                        spared[owner] += 1;
                    } else {
                        sent[owner] += 1;
                        put_key(&mut messages[owner], key, width);
                    }
                }
            }
        }
        for (message, spared) in messages.iter_mut().zip(spared) {
            message.0[behind_status..][..size_of::<u32>()].copy_from_slice(&spared.to_le_bytes());
        }
        let messages = self.exchange.exchange(messages.into_iter().map(|message| message.0).collect())?;
        let mut statuses = Vec::with_capacity(messages.len());
        let mut replies = Vec::with_capacity(messages.len());
        for (finder, message) in messages.iter().enumerate() {
            let mut message = Reader::new(message);
            statuses.push(Status::read(&mut message));
            // Look-ups all the same, so that their number does not depend on what was spared.
            self.owner.visited.count_lookups(message.u32().into());
            let mut answers = Answers::default();
            self.owner.look_up(keys(&mut message, width), finder as u8, |known| answers.push(known));
            replies.push(answers.into_message());
        }
        self.all = of_all(&statuses);
        let replies = self.exchange.exchange(replies)?;
        let mut answers = Vec::with_capacity(replies.len());
        for (process, (reply, &sent)) in replies.iter().zip(&sent).enumerate() {
            let cause = || "its answers are not those to the keys that it was sent".to_owned();
            answers.push(Answers::read(reply, sent).ok_or_else(|| HostLost { process, cause: cause() })?);
        }
        let mut own_answers = own_answers.into_iter();
        for batch in &mut batches {
            for children in batch.children.chunks(CHUNK) {
                let asked = children.iter().filter(|child| !child.is_seen);
                for child in asked.clone() {
                    let (key, owner) = places(child);
                    if owner != process {
                        self.recent.prefetch(key);
                    }
                    self.index.prefetch(std::iter::once(child.key));
                }
                // In the order of their parents, as the parent log needs them.
                for child in asked {
                    let (key, owner) = places(child);
                    let known = match owner == process {
                        true => own_answers.next(),
                        false => answers[owner].next(),
                    };
                    let known = known.unwrap_or(Known::Before);
                    self.keep(child, known);
                    if owner != process {
                        self.recent.note(key, self.layer + u64::from(known != Known::Before));
                    }
                }
            }
            batch.clear();
        }
        self.spare_batches = batches;
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        Ok(())
    }

    /// Expands the next positions of the layer; once there is a mate, only the other mates of the layer are still wanted.
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

    /// Keeps a child of which its owner said what is known.
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
