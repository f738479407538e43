//! The place of an entry: its plane, its bucket, and its lines, also while the table changes.

use super::super::super::region::CacheLine;
use super::super::keys::{LINES, PLANE_BITS, SPARE_BITS};
use super::super::lines::{Dense, Loose, LooseEntry, Slots, Width};

/// The number of buckets in a plane.
pub(super) const PLANE: usize = 1 << PLANE_BITS;
/// The number of buckets in a page, if a plane has that many. The buckets of a page are condensed together, and
/// both lines of a dense entry lie in the same page.
pub(super) const PAGE: usize = 64;

/// The change of the table that is in progress.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    None,
    /// The memory of new planes is being committed; `next` is the first plane whose memory is not.
    Commit {
        from: usize,
        next: usize,
    },
    /// Entries move from their buckets among `from` planes; those in buckets before `left` are still to be moved.
    Grow {
        from: usize,
        left: usize,
    },
    /// Lines become dense; buckets before `left` are still loose.
    Condense {
        left: usize,
    },
}

/// Determines the buckets of entries, valid as long as the table's change makes no step.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// An entry lies in its bucket among this many planes, if that bucket is before `left`.
    before: usize,
    left: usize,
    /// Otherwise it lies in its bucket among this many planes.
    planes: usize,
}

impl Layout {
    /// The layout of a table of `planes` planes at a stage of its change.
    #[inline(always)]
    pub fn new(change: Change, planes: usize) -> Layout {
        match change {
            Change::None | Change::Condense { .. } => Layout { before: planes, left: usize::MAX, planes },
            Change::Commit { from, .. } => Layout { before: from, left: usize::MAX, planes },
            Change::Grow { from, left } => Layout { before: from, left, planes },
        }
    }

    /// The bucket of an entry.
    #[inline(always)]
    pub fn bucket(self, position: usize, spare: usize) -> usize {
        let before = bucket_among(self.before, position, spare);
        if before < self.left { before } else { bucket_among(self.planes, position, spare) }
    }
}

/// The planes that the table has, after it returned memory to the system or took some back.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// The number of planes, which are the first ones; `usize::MAX` for all.
    planes: usize,
    /// Keys of the other planes are assigned to the first `among` planes: the table's planes halved as often as
    /// necessary.
    among: usize,
    /// The number of planes, on average and rounded up, whose keys share or have shared one plane.
    sharing: usize,
}

impl Kept {
    pub const ALL: Kept = Kept { planes: usize::MAX, among: usize::MAX, sharing: 1 };

    /// Keeps the first `kept` of a table's `planes` planes; `kept` is at least one.
    pub fn first(self, kept: usize, planes: usize) -> Kept {
        let mut among = planes;
        while among > kept {
            among /= 2;
        }
        Kept { planes: kept, among, sharing: self.sharing.max(planes.div_ceil(kept)) }
    }

    /// Extends the kept planes to the first `more` of a table's `planes` planes.
    pub fn regrown(self, more: usize, planes: usize) -> Kept {
        Kept { planes: if more < planes { more } else { usize::MAX }, ..self }
    }

    /// The number of planes, on average and rounded up, whose keys share one plane; the largest number that there
    /// ever was.
    pub fn sharing(self) -> usize {
        self.sharing
    }

    pub fn are_all(self) -> bool {
        self.planes == usize::MAX
    }

    /// The number of planes that a table of `planes` planes still has.
    pub fn of(self, planes: usize) -> usize {
        planes.min(self.planes)
    }

    /// The bucket in which the entries of a bucket lie now. Entries of a plane that was given back move again
    /// only when `among` changes.
    #[inline(always)]
    pub fn bucket(self, bucket: usize) -> usize {
        let plane = bucket >> PLANE_BITS;
        if plane < self.planes { bucket } else { ((plane % self.among) << PLANE_BITS) | (bucket % PLANE) }
    }
}

/// The bucket of an entry in a table of `planes` planes. With a larger number of planes an entry's plane is never
/// lower.
#[inline(always)]
fn bucket_among(planes: usize, position: usize, spare: usize) -> usize {
    plane_among(planes, spare) << PLANE_BITS | position
}

/// The plane of an entry in a table of `planes` planes.
#[inline(always)]
pub(super) fn plane_among(planes: usize, spare: usize) -> usize {
    (spare * planes) >> SPARE_BITS
}

/// The home of an entry: the line of its bucket in which it is looked up first. It is chosen by the lowest spare
/// bits, which are the last ones to influence the plane.
#[inline(always)]
pub(super) fn home(bucket: usize, spare: usize) -> usize {
    LINES * bucket + spare % LINES
}

/// The other lines of an entry's bucket, in the order in which they are searched.
#[inline(always)]
pub(super) fn others(bucket: usize, spare: usize) -> impl Iterator<Item = usize> {
    // Processors that fetch lines in pairs fetch the second line together with the first.
    (1..LINES).map(move |step| LINES * bucket + (spare ^ step) % LINES)
}

/// The other line of a dense entry that is, or may be, in `line`; pages have `page_lines` lines.
#[inline(always)]
pub(super) fn other_line<S: Dense>(page_lines: usize, line: usize, entry: S::Entry) -> usize {
    line ^ (S::partner(entry) & (page_lines - 1)).max(1)
}

/// The largest number of entries in a loose bucket.
const MOST: usize = LINES * 8;

/// The entries taken out of the lines of a bucket.
pub(super) struct Taken<W: Width> {
    entries: [LooseEntry<W>; MOST],
    len: usize,
}

impl<W: Width> Taken<W> {
    /// Empties the loose lines of a bucket.
    #[inline(always)]
    pub fn from(lines: &mut [CacheLine]) -> Self {
        const { assert!(LINES * W::Loose::SLOTS <= MOST) };
        let mut taken = Taken { entries: [W::Loose::FREE; MOST], len: 0 };
        // Take the first entries of all lines, then the second ones, which is about the order in which they were
        // added. Copy free slots too, since the processor cannot predict which slots are free.
        for slot in 0..W::Loose::SLOTS {
            for line in &*lines {
                let entry = line.view::<W::Loose>().entry_at(slot);
                taken.entries[taken.len] = entry;
                taken.len += usize::from(entry != W::Loose::FREE);
            }
        }
        lines.fill(CacheLine::default());
        taken
    }

    #[inline(always)]
    pub fn entries(&self) -> &[LooseEntry<W>] {
        &self.entries[..self.len]
    }
}
