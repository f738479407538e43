//! The fillings of a template in small chunks, for the workers.

use crate::cli::args::Shard;
use crate::compose::{Examiner, Fillings, Finding, LeftOut, Template};
use crate::position::Position;
use crate::solve::StopFlag;
use std::mem;
use std::sync::Arc;
use std::task::Poll;

/// Fillings in a chunk where each of them takes little time.
const SHORT: usize = 32;

/// Cooperative mates of at most this number of plies count as short.
const SHORT_PLIES: u64 = 9;

/// Steps of the enumeration after which the progress is reported even without a whole chunk.
const STEPS: u64 = 100_000;

/// Consecutive fillings; or no fillings but only the progress of the enumeration, since it may leave out many between
/// two of them.
pub struct Chunk {
    positions: Vec<Position>,
    /// `None` where the chunk only reports progress.
    after: Option<After>,
    /// The part of all fillings that is enumerated, 0 to 1.
    part: f64,
}

/// The state of the enumeration after a chunk.
#[derive(Clone, Copy, Debug)]
pub struct After {
    /// The number of chunks so far, this one included.
    pub chunks: u64,
    pub left_out: LeftOut,
    /// Whether this chunk is the last one.
    pub is_end: bool,
}

/// The results for a chunk.
pub struct Examined {
    pub findings: Vec<Finding>,
    /// `None` where the chunk only reports progress.
    pub after: Option<After>,
    /// The part of all fillings that is enumerated, 0 to 1.
    pub part: f64,
}

impl Chunk {
    /// Judges the fillings of the chunk.
    pub fn examined(self, examiner: &mut Examiner) -> Examined {
        let findings = self.positions.iter().map(|position| examiner.examine(position)).collect();
        Examined { findings, after: self.after, part: self.part }
    }
}

/// An iterator over the chunks of a search.
pub struct Chunks {
    fillings: Fillings,
    size: usize,
    shard: Option<Shard>,
    /// The number of chunks that were judged before, by the run that this one resumes.
    done: u64,
    chunks: u64,
    /// The fillings of the chunk that is not whole yet.
    positions: Vec<Position>,
    stop: StopFlag,
    is_end: bool,
}

impl Chunks {
    /// The chunks of a template's fillings, without the first `done` ones and without those of other shards. The last
    /// chunk is always returned, then without fillings if it is one of these.
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
