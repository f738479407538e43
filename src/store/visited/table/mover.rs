//! Moves entries when the table grows, by one thread or several: an entry's position in its plane stays, so that each
//! thread has positions of its own, in all planes.

use super::super::super::region::{Region, Strip};
use super::super::keys::LINES;
use super::super::lines::{Loose, Width};
use super::change::entries_of;
use super::{LooseEntry, PLANE, bucket_among, home, others};
use hashbrown::HashMap;
use std::ops::Range;
use std::thread;

type Overflow<W> = HashMap<usize, Vec<LooseEntry<W>>>;

/// What a thread leaves to be done with the entries that find no room in their buckets.
pub(super) struct Moved<W: Width> {
    /// Buckets whose overflow was moved.
    pub emptied: Vec<usize>,
    /// New overflow, with its buckets.
    pub beyond: Vec<(usize, LooseEntry<W>)>,
}

/// Moves the entries of some buckets of a plane of the smaller table to where they belong in the larger one.
/// `planes`: how many each of the two has. `parts`: how many threads share the work.
pub(super) fn move_buckets<W: Width>(
    region: &mut Region,
    overflow: &Overflow<W>,
    planes: [usize; 2],
    buckets: Range<usize>,
    parts: usize,
) -> Vec<Moved<W>> {
    let (plane, start, len) = (buckets.start / PLANE, buckets.start % PLANE, buckets.len());
    let cut = |part| {
        if part == 0 {
            0
        } else if part == parts {
            PLANE
        } else {
            start + len * part / parts
        }
    };
    let cuts: Vec<usize> = (0..=parts).map(cut).collect();
    let lines: Vec<usize> = cuts.iter().map(|cut| LINES * cut).collect();
    let strips = region.strips(LINES * PLANE, &lines);
    let movers = strips.into_iter().zip(cuts.windows(2)).map(|(strip, cut)| {
        let moved = Moved { emptied: Vec::new(), beyond: Vec::new() };
        let positions = cut[0].max(start)..cut[1].min(start + len);
        move || Mover { strip, planes, overflow, moved }.run(plane, positions)
    });
    let mut movers: Vec<_> = movers.collect();
    let own = movers.pop().expect("there is a part");
    thread::scope(|scope| {
        let others: Vec<_> = movers.into_iter().map(|mover| scope.spawn(mover)).collect();
        let mut moved = vec![own()];
        moved.extend(others.into_iter().map(|other| other.join().expect("moving does not panic")));
        moved
    })
}

struct Mover<'a, W: Width> {
    strip: Strip<'a>,
    planes: [usize; 2],
    overflow: &'a Overflow<W>,
    moved: Moved<W>,
}

impl<W: Width> Mover<'_, W> {
    fn run(mut self, plane: usize, positions: Range<usize>) -> Moved<W> {
        for position in positions.rev() {
            self.prefetch(plane, position);
            self.move_bucket(PLANE * plane + position);
        }
        self.moved
    }

    fn move_bucket(&mut self, bucket: usize) {
        let rest = if self.overflow.is_empty() { None } else { self.overflow.get(&bucket) };
        if rest.is_some() {
            self.moved.emptied.push(bucket);
        }
        // What belongs into this bucket from now on is put there when it is empty.
        let taken = std::array::from_fn(|line| std::mem::take(self.strip.line(LINES * bucket + line)));
        for entry in entries_of::<W>(taken).chain(rest.into_iter().flatten().copied()) {
            let spare = W::Loose::spare(entry);
            let bucket = bucket_among(self.planes[1], bucket % PLANE, spare);
            let mut lines = std::iter::once(home(bucket, spare)).chain(others(bucket, spare));
            if !lines.any(|line| self.strip.line(line).view_mut::<W::Loose>().add(entry)) {
                self.moved.beyond.push((bucket, entry));
            }
        }
    }

    /// Starts fetching what will be read and written a little later.
    #[inline(always)]
    fn prefetch(&self, plane: usize, position: usize) {
        /// Buckets in between.
        const AHEAD: usize = 2;
        let Some(position) = position.checked_sub(AHEAD) else { return };
        let [from, to] = self.planes;
        // Mostly two planes: entries spread over `to / from` of them.
        let first = plane * to / from;
        let last = ((plane + 1) * to - 1) / from;
        for plane in (first..=last).chain([plane]) {
            let line = LINES * (PLANE * plane + position);
            (line..line + LINES).for_each(|line| self.strip.prefetch(line));
        }
    }
}
