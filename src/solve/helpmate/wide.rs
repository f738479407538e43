//! Wide layers with several threads.
//!
//! Threads expand positions, a batch at a time; the caller's thread looks the children up, batch after batch in the order
//! of the layer, and expands batches itself while it has to wait. So what is found, and in which order, does not depend
//! on the number of threads.

use super::batch::{Batch, Expander};
use super::frontier::Frontier;
use crate::position::Position;
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Positions expanded at a time: more than on one thread, for handing a batch over costs as much as a few positions.
const BATCH: usize = 48;

/// Expands the positions at some places with `threads` threads, but for those to be left out, and hands the batches out
/// in order, in the caller's thread.
pub(super) fn expand_in_order(
    layer: &Frontier,
    root: &Position,
    places: Range<usize>,
    threads: usize,
    is_left_out: impl Fn(usize) -> bool + Sync,
    mut consume: impl FnMut(Batch),
) {
    let next = AtomicUsize::new(places.start);
    let take = || {
        let start = next.fetch_add(BATCH, Ordering::Relaxed);
        (start < places.end).then(|| start..(start + BATCH).min(places.end))
    };
    let expand = |expander: &mut Expander, places: Range<usize>| {
        let mut batch = Batch { children: Vec::with_capacity(4 * BATCH), ..Batch::default() };
        expander.expand(layer, places, &is_left_out, &mut batch);
        batch
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 1..threads {
            let (sender, take, expand) = (sender.clone(), &take, &expand);
            scope.spawn(move || {
                let mut expander = Expander::new(root);
                while let Some(places) = take() {
                    let start = places.start;
                    // The receiver lives until every batch has arrived.
                    let _ = sender.send((start, expand(&mut expander, places)));
                }
            });
        }
        let mut expander = Expander::new(root);
        let mut early: HashMap<usize, Batch> = HashMap::new();
        let mut at = places.start;
        while at < places.end {
            early.extend(receiver.try_iter());
            if let Some(batch) = early.remove(&at) {
                at += BATCH;
                consume(batch);
            } else if let Some(places) = take() {
                early.insert(places.start, expand(&mut expander, places));
            } else if let Ok((start, batch)) = receiver.recv() {
                early.insert(start, batch);
            }
        }
    });
}
