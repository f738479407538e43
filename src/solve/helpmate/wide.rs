//! Wide layers with several threads.
//!
//! Threads expand positions, a chunk at a time; the caller's thread looks the children up, chunk after chunk in the order
//! of the layer, and expands chunks itself while it has to wait. So what is found, and in which order, does not depend
//! on the number of threads.

use super::expand::{Child, Expanded, expand};
use super::frontier::Frontier;
use crate::movegen::DoubleMoves;
use crate::position::Position;
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Positions expanded at a time.
const CHUNK: usize = 48;

/// The expansions of neighbouring positions of a layer.
pub(super) struct Chunk {
    /// Their places.
    pub places: Range<usize>,
    /// All their children, and for each position the end of its own.
    pub children: Vec<Child>,
    pub ends: Vec<usize>,
    /// The places at which the defender is mated.
    pub mates: Vec<u32>,
    /// The number of his moves in the others.
    pub replies: u64,
}

/// Expands the positions at some places with `threads` threads and hands the chunks out in order, in the caller's thread.
pub(super) fn expand_in_order(
    frontier: &Frontier,
    root: &Position,
    places: Range<usize>,
    threads: usize,
    mut consume: impl FnMut(Chunk),
) {
    let next = AtomicUsize::new(places.start);
    let take = || {
        let start = next.fetch_add(CHUNK, Ordering::Relaxed);
        (start < places.end).then(|| start..(start + CHUNK).min(places.end))
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 1..threads {
            let sender = sender.clone();
            scope.spawn(move || {
                let mut worker = Worker::new(root);
                while let Some(range) = take() {
                    // The receiver lives until every chunk has arrived.
                    let _ = sender.send(worker.expand(frontier, range));
                }
            });
        }
        let mut worker = Worker::new(root);
        let mut early: HashMap<usize, Chunk> = HashMap::new();
        let mut at = places.start;
        while at < places.end {
            early.extend(receiver.try_iter().map(|chunk: Chunk| (chunk.places.start, chunk)));
            if let Some(chunk) = early.remove(&at) {
                at = chunk.places.end;
                consume(chunk);
            } else if let Some(range) = take() {
                early.insert(range.start, worker.expand(frontier, range));
            } else if let Ok(chunk) = receiver.recv() {
                early.insert(chunk.places.start, chunk);
            }
        }
    });
}

struct Worker {
    moves: DoubleMoves,
    position: Position,
}

impl Worker {
    fn new(root: &Position) -> Worker {
        Worker { moves: DoubleMoves::default(), position: root.clone() }
    }

    fn expand(&mut self, frontier: &Frontier, places: Range<usize>) -> Chunk {
        let mut chunk = Chunk {
            places: places.clone(),
            children: Vec::with_capacity(4 * CHUNK),
            ends: Vec::with_capacity(CHUNK),
            mates: Vec::new(),
            replies: 0,
        };
        for place in places {
            frontier.unpack(place as u32, &mut self.position);
            match expand(&mut self.moves, &mut self.position, &mut chunk.children) {
                Expanded::Mate => chunk.mates.push(place as u32),
                Expanded::Replies(replies) => chunk.replies += u64::from(replies),
            }
            chunk.ends.push(chunk.children.len());
        }
        chunk
    }
}
