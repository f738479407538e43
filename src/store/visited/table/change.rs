//! How the table grows, and is condensed when it may not grow any more.
//!
//! Growth and condensing go through the buckets from the last to the first, a few with each new entry. When it
//! grows, an entry's bucket never has a lower number than before, so that what is beyond the bucket being moved is the
//! larger table already, and what is before it still the smaller one.

use super::super::super::region::{Line, prefetch};
use super::super::keys::LINES;
use super::super::lines::{Loose, Slots, Width};
use super::{LooseEntry, PAGE, PLANE, Table, bucket_among, home, others};

/// Below this many planes, 64 MiB, the table doubles, so that most are seldom moved; below that many it grows by half, and
/// beyond by a quarter, so that large ones waste little.
const SMALL_PLANES: usize = 32;
const LARGE_PLANES: usize = 64;
/// With more planes the spare bits would spread unevenly, unless the table doubles.
const EVEN_PLANES: usize = 1 << 12;
/// Of a bucket's slots, the share in percent that is used on average when the table grows.
const MAX_LOAD: usize = 76;
/// From so many planes on, the memory of new ones is taken before it is needed: this part of the entries at which the table
/// grows is enough time for it.
const MANY_PLANES: usize = 16;
const PREPARATION: usize = 16;
/// Buckets moved, or pages condensed, with each new entry while the table changes: so few that threads which bring new
/// entries seldom wait for it.
const STEP: usize = 2;

/// What is being done to the buckets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    None,
    /// The memory of new planes is taken; `next` is the first that is not.
    Commit {
        from: usize,
        next: usize,
    },
    /// Entries move from the buckets of fewer planes; those before `left` are still to be moved.
    Grow {
        from: usize,
        left: usize,
    },
    /// Buckets before `left` are still loose.
    Condense {
        left: usize,
    },
}

impl<W: Width> Table<W> {
    /// The table is as full as it should be, or changes.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room(&mut self) {
        if self.change == Change::None {
            if self.len <= self.load_at_growth() {
                self.prepare_to_grow();
                return;
            }
            self.begin_to_grow();
        }
        for _ in 0..STEP {
            self.change = match self.change {
                Change::Commit { from, next } if next < self.planes => {
                    self.region.commit(LINES * PLANE * next..LINES * PLANE * (next + 1));
                    self.change = Change::Commit { from, next: next + 1 };
                    break;
                }
                Change::Commit { from, .. } => Change::Grow { from, left: from * PLANE },
                Change::Grow { from, left } if left > 0 => self.move_bucket(from, left - 1),
                Change::Condense { left } if left > 0 => self.condense_page(left - PAGE),
                Change::Grow { .. } if self.is_full => Change::Condense { left: self.planes * self.plane },
                Change::None | Change::Grow { .. } | Change::Condense { .. } => {
                    self.wait_for_growth();
                    self.change = Change::None;
                    break;
                }
            }
        }
    }

    /// Lets the table be until it is to grow, or to prepare to.
    pub(super) fn wait_for_growth(&mut self) {
        let load = self.load_at_growth();
        self.grow_at = match () {
            () if self.is_full => usize::MAX,
            () if self.commits_aside && self.planes >= MANY_PLANES => load - load / PREPARATION,
            () => load,
        };
    }

    /// Lets the memory of the next growth's planes be taken by another thread, unless they may turn out to be too many.
    fn prepare_to_grow(&mut self) {
        let planes = larger(self.planes);
        if 2 * planes <= self.room() {
            self.region.commit_aside(LINES * PLANE * self.planes..LINES * PLANE * planes);
            self.committed_aside = planes;
        }
        self.grow_at = self.load_at_growth();
    }

    /// The planes that there may be.
    fn room(&self) -> usize {
        self.max_planes.min(self.region.len() / (LINES * self.plane))
    }

    /// The entries at which the table grows.
    fn load_at_growth(&self) -> usize {
        self.planes * self.plane * (LINES * W::Loose::SLOTS * MAX_LOAD / 100)
    }

    fn begin_to_grow(&mut self) {
        let planes = larger(self.planes).min(self.room());
        if planes <= self.planes {
            self.fill_up();
            return;
        }
        self.judge_lookups();
        // Until all is done, each new entry brings the change forward.
        self.grow_at = 0;
        let from = std::mem::replace(&mut self.planes, planes);
        self.change = Change::Commit { from, next: from };
    }

    /// The table is not going to grow: it becomes dense, after a growth that is not yet done.
    #[cold]
    pub(super) fn fill_up(&mut self) {
        self.is_full = true;
        self.grow_at = 0;
        if self.change == Change::None {
            self.change = Change::Condense { left: self.planes * self.plane };
        }
    }

    /// Moves the entries of a bucket of the smaller table to where they belong in the larger one.
    fn move_bucket(&mut self, from: usize, bucket: usize) -> Change {
        // What belongs into this bucket from now on is put there when it is empty.
        self.change = Change::Grow { from, left: bucket };
        self.prefetch_move(from, bucket);
        for entry in self.take_bucket(bucket) {
            let spare = W::Loose::spare(entry);
            let bucket = bucket_among(self.planes, bucket % PLANE, spare);
            let mut lines = std::iter::once(home(bucket, spare)).chain(others(bucket, spare));
            if !lines.any(|line| self.region[line].view_mut::<W::Loose>().add(entry)) {
                self.insert_overflow(bucket, entry);
            }
        }
        self.change
    }

    /// Starts fetching what will be read and written when the buckets before a bucket are moved, a call later.
    #[inline(always)]
    fn prefetch_move(&self, from: usize, bucket: usize) {
        let Some(bucket) = bucket.checked_sub(STEP) else { return };
        let (plane, position) = (bucket / PLANE, bucket % PLANE);
        // Mostly two planes: entries spread over `planes / from` of them.
        let first = plane * self.planes / from;
        let last = ((plane + 1) * self.planes - 1) / from;
        for bucket in (first..=last).map(|plane| plane * PLANE + position).chain([bucket]) {
            self.region[LINES * bucket..LINES * (bucket + 1)].iter().for_each(prefetch);
        }
    }

    /// Makes the buckets of a page dense.
    fn condense_page(&mut self, first: usize) -> Change {
        self.dense_from = first;
        let taken: [_; PAGE] = std::array::from_fn(|bucket| self.take_bucket(first + bucket));
        for (bucket, entries) in (first..).zip(taken) {
            for entry in entries {
                self.place_dense(bucket, W::Loose::spare(entry), W::condense(entry));
            }
        }
        Change::Condense { left: first }
    }

    /// Empties a loose bucket.
    #[inline(always)]
    fn take_bucket(&mut self, bucket: usize) -> impl Iterator<Item = LooseEntry<W>> + use<W> {
        let lines = &mut self.region[LINES * bucket..LINES * (bucket + 1)];
        let taken: [Line; LINES] = std::array::from_fn(|line| std::mem::take(&mut lines[line]));
        let rest = if self.overflow.is_empty() { None } else { self.overflow.remove(&bucket) };
        let rest = rest.unwrap_or_default();
        self.overflowed -= rest.len();
        // The lines' first entries, then their second ones: neighbours go to different lines. A line that was just written is
        // slow to read.
        let entries = (0..LINES * W::Loose::SLOTS)
            .map(move |at| taken[at % LINES].view::<W::Loose>().entry_at(at / LINES));
        entries.flatten().chain(rest)
    }
}

/// The number of planes to which a table of so many grows.
fn larger(planes: usize) -> usize {
    planes
        + match planes {
            SMALL_PLANES..LARGE_PLANES => planes / 2,
            LARGE_PLANES..EVEN_PLANES => planes / 4,
            _ => planes,
        }
}
