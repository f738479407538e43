//! The fillings of a template in small parts, for workers.

use crate::cli::args::Shard;
use crate::compose::{Examiner, Fillings, Finding, LeftOut, Template};
use crate::position::Position;
use crate::solve::StopFlag;
use std::mem;
use std::sync::Arc;
use std::task::Poll;

/// Fillings that a worker judges at a time, where each takes little.
const SHORT: usize = 32;

/// Mates up to so many plies are short.
const SHORT_PLIES: u64 = 9;

/// Steps of the enumeration between two looks at how far it is.
const STEPS: u64 = 100_000;

/// Some fillings that follow each other, or only how far their enumeration is: many may be left out between two of them.
pub struct Chunk {
    positions: Vec<Position>,
    /// `None` before the chunk is whole.
    after: Option<After>,
    /// How much of all fillings is done, 0 to 1.
    part: f64,
}

/// How far the enumeration is behind some fillings.
#[derive(Clone, Copy, Debug)]
pub struct After {
    /// The number of chunks so far.
    pub chunks: u64,
    pub left_out: LeftOut,
    /// Whether these are the last ones.
    pub is_end: bool,
}

/// What was found about a chunk.
pub struct Examined {
    pub findings: Vec<Finding>,
    /// `None` before the chunk is whole.
    pub after: Option<After>,
    /// How much of all fillings is done, 0 to 1.
    pub part: f64,
}

impl Chunk {
    /// Judges the fillings.
    pub fn examined(self, examiner: &mut Examiner) -> Examined {
        let findings = self.positions.iter().map(|position| examiner.examine(position)).collect();
        Examined { findings, after: self.after, part: self.part }
    }
}

/// The chunks of a search.
pub struct Chunks {
    fillings: Fillings,
    size: usize,
    shard: Option<Shard>,
    /// So many were done before.
    done: u64,
    chunks: u64,
    /// Those of the chunk that is not whole yet.
    positions: Vec<Position>,
    stop: StopFlag,
    is_end: bool,
}

impl Chunks {
    /// The chunks of a template's fillings, but those that are done. The last one comes in any case.
    pub fn new(template: &Arc<Template>, shard: Option<Shard>, done: u64, stop: StopFlag) -> Chunks {
        let wanted = &template.conditions().wanted;
        let is_short = wanted.rule.is_cooperative() && *wanted.plies.end() <= SHORT_PLIES;
        let size = if is_short { SHORT } else { 1 };
        let fillings = Fillings::new(Arc::clone(template)).until(stop.clone());
        Chunks { fillings, size, shard, done, chunks: 0, positions: Vec::new(), stop, is_end: false }
    }
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        while !self.is_end && !self.stop.is_set() {
            match self.fillings.pull(STEPS) {
                Poll::Ready(Some(position)) => self.positions.push(position),
                Poll::Ready(None) => self.is_end = true,
                Poll::Pending => {
                    return Some(Chunk { positions: Vec::new(), after: None, part: self.fillings.part() });
                }
            }
            if self.stop.is_set() {
                break;
            }
            if self.positions.len() < self.size && !self.is_end {
                continue;
            }
            let mut positions = mem::take(&mut self.positions);
            self.chunks += 1;
            let is_ours = self.shard.is_none_or(|shard| shard.contains(self.chunks));
            if self.chunks <= self.done || !is_ours {
                positions.clear();
                if !self.is_end {
                    continue;
                }
            }
            let after =
                After { chunks: self.chunks, left_out: self.fillings.left_out(), is_end: self.is_end };
            return Some(Chunk { positions, after: Some(after), part: self.fillings.part() });
        }
        None
    }
}
