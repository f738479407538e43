//! Moving entries from the planes of the smaller table to those of the larger one, by one thread or several.
//!
//! An entry keeps its position within a plane. So each thread moves the entries of some of the positions, and no
//! two threads access the same lines.

use super::super::super::region::{CacheLine, prefetch};
use super::super::keys::LINES;
use super::super::lines::{Loose, LooseEntry, Slots, Width};
use super::Table;
use super::overflow::Overflow;
use super::places::{PLANE, Taken, home, others, plane_among};
use crate::store::threads::{SMALL_STACK, thread_builder};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The distance in buckets between the one that is moved and the one that is prefetched.
const AHEAD: usize = 2;

/// The data with which one thread moves the entries of some positions in all planes.
struct Mover<'a, W: Width> {
    /// The lines of these positions, plane by plane.
    planes: Vec<&'a mut [CacheLine]>,
    /// The first of these positions.
    first: usize,
    /// Entries for which the buckets at these positions have no room.
    overflow: Overflow<LooseEntry<W>>,
}

impl<W: Width> Table<W> {
    /// Moves the entries of the planes `moved`, from the last one on, in a table that had `before` planes before
    /// it grew.
    pub(super) fn move_planes(&mut self, before: usize, moved: Range<usize>) {
        let part = PLANE / self.threads.next_power_of_two().min(PLANE);
        let mut movers: Vec<Mover<W>> = (0..PLANE / part)
            .map(|at| Mover {
                planes: Vec::with_capacity(self.planes),
                first: part * at,
                overflow: Overflow::new(),
            })
            .collect();
        for plane in self.region[..LINES * PLANE * self.planes].chunks_mut(LINES * PLANE) {
            for (mover, lines) in movers.iter_mut().zip(plane.chunks_mut(LINES * part)) {
                mover.planes.push(lines);
            }
        }
        for (bucket, entry) in self.overflow.take_all(|bucket| moved.contains(&(bucket / PLANE))) {
            movers[bucket % PLANE / part].overflow.insert(bucket, entry);
        }
        let left = Mutex::new(movers.iter_mut());
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(mover) = next() {
                mover.run(before, moved.clone());
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                // If the system refuses a thread, the others do its work.
                let _ = thread_builder(SMALL_STACK).and_then(|builder| builder.spawn_scoped(scope, work));
            }
            work();
        });
        for (bucket, entry) in movers.iter_mut().flat_map(|mover| mover.overflow.take_all(|_| true)) {
            self.overflow.insert(bucket, entry);
        }
    }
}

/// The largest number of planes over which the entries of one plane spread: a table at most doubles.
const TARGETS: usize = 3;

impl<W: Width> Mover<'_, W> {
    fn run(&mut self, before: usize, moved: Range<usize>) {
        for plane in moved.rev() {
            // Usually two planes.
            let first = plane * self.planes.len() / before;
            let last = ((plane + 1) * self.planes.len() - 1) / before;
            for position in (0..self.planes[plane].len() / LINES).rev() {
                if let Some(next) = position.checked_sub(AHEAD) {
                    for plane in (first..=last).chain([plane]) {
                        self.bucket(plane, next).iter().for_each(prefetch);
                    }
                }
                self.move_bucket(plane, first..last + 1, position);
            }
        }
    }

    /// The lines of a bucket.
    #[inline(always)]
    fn bucket(&mut self, plane: usize, position: usize) -> &mut [CacheLine] {
        &mut self.planes[plane][LINES * position..LINES * (position + 1)]
    }

    #[inline(always)]
    fn move_bucket(&mut self, plane: usize, targets: Range<usize>, position: usize) {
        let number = self.first + position;
        let rest = self.overflow.take(PLANE * plane + number);
        let taken = Taken::<W>::from(self.bucket(plane, position));
        // Count the used slots once and update the counts: a line that was just written is slow to read.
        let mut used = [[0; LINES]; TARGETS];
        for (target, used) in targets.clone().zip(&mut used) {
            for (used, line) in used.iter_mut().zip(self.bucket(target, position)) {
                *used = line.view::<W::Loose>().used();
            }
        }
        for &entry in taken.entries().iter().chain(&rest) {
            let spare = W::Loose::spare(entry);
            let plane = plane_among(self.planes.len(), spare);
            let used = &mut used[plane - targets.start];
            let mut order = std::iter::once(home(0, spare)).chain(others(0, spare));
            match order.find(|&line| used[line] < W::Loose::SLOTS) {
                Some(line) => {
                    let lines = &mut self.planes[plane][LINES * position..];
                    lines[line].view_mut::<W::Loose>().set(used[line], entry);
                    used[line] += 1;
                }
                None => {
                    self.overflow.insert(PLANE * plane + number, entry);
                }
            }
        }
    }
}
