//! Where an entry lies: its plane, its bucket, its lines, also while the table changes.

use super::super::super::region::CacheLine;
use super::super::keys::{LINES, PLANE_BITS, SPARE_BITS};
use super::super::lines::{Dense, Loose, LooseEntry, Slots, Width};

/// Buckets of a plane.
pub(super) const PLANE: usize = 1 << PLANE_BITS;
/// Buckets of a page, where a plane has as many: they are condensed together, and both lines of a dense entry lie in the
/// same page.
pub(super) const PAGE: usize = 64;

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

/// Where entries are as long as nothing changes.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// An entry is in its bucket among this many planes, if that is before `left`.
    before: usize,
    left: usize,
    /// Else it is in its bucket among this many.
    planes: usize,
}

impl Layout {
    /// That of a table of `planes` planes at a stage of its change.
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

/// The planes that a table which gave memory back still has, or has again.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// The first ones; `usize::MAX` for all.
    planes: usize,
    /// Keys of the others are in one of so many of them: half of the table's planes, a quarter, ….
    among: usize,
    /// How many planes on average, rounded up, have or had their entries in the same plane.
    sharing: usize,
}

impl Kept {
    pub const ALL: Kept = Kept { planes: usize::MAX, among: usize::MAX, sharing: 1 };

    /// The first `kept` of a table's `planes` planes, at least one.
    pub fn first(self, kept: usize, planes: usize) -> Kept {
        let mut among = planes;
        while among > kept {
            among /= 2;
        }
        Kept { planes: kept, among, sharing: self.sharing.max(planes.div_ceil(kept)) }
    }

    /// The first `more` of a table's `planes` planes, some of which were given back.
    pub fn regrown(self, more: usize, planes: usize) -> Kept {
        Kept { planes: if more < planes { more } else { usize::MAX }, ..self }
    }

    /// How many planes on average, rounded up, have or had their entries in the same plane; the most there ever were.
    pub fn sharing(self) -> usize {
        self.sharing
    }

    pub fn are_all(self) -> bool {
        self.planes == usize::MAX
    }

    /// How many there are of `planes` planes.
    pub fn of(self, planes: usize) -> usize {
        planes.min(self.planes)
    }

    /// Where the entries of a bucket are. Those of a plane that was given back move again only when `among` changes.
    #[inline(always)]
    pub fn bucket(self, bucket: usize) -> usize {
        let plane = bucket >> PLANE_BITS;
        if plane < self.planes { bucket } else { ((plane % self.among) << PLANE_BITS) | (bucket % PLANE) }
    }
}

/// The bucket of an entry in a table of `planes` planes. With more of them an entry's plane never moves down.
#[inline(always)]
fn bucket_among(planes: usize, position: usize, spare: usize) -> usize {
    plane_among(planes, spare) << PLANE_BITS | position
}

/// The plane of an entry in a table of `planes` planes.
#[inline(always)]
pub(super) fn plane_among(planes: usize, spare: usize) -> usize {
    (spare * planes) >> SPARE_BITS
}

/// The line of its bucket in which an entry is looked for first. The lowest of the spare bits are the last to matter
/// for the plane.
#[inline(always)]
pub(super) fn home(bucket: usize, spare: usize) -> usize {
    LINES * bucket + spare % LINES
}

/// The other lines of an entry's bucket, in the order in which they are looked at.
#[inline(always)]
pub(super) fn others(bucket: usize, spare: usize) -> impl Iterator<Item = usize> {
    // The second line is fetched along with the first by processors that fetch lines in pairs.
    (1..LINES).map(move |step| LINES * bucket + (spare ^ step) % LINES)
}

/// The other line of a dense entry that is, or may be, in a given one, in pages of `page_lines` lines.
#[inline(always)]
pub(super) fn other_line<S: Dense>(page_lines: usize, line: usize, entry: S::Entry) -> usize {
    line ^ (S::partner(entry) & (page_lines - 1)).max(1)
}

/// The most entries of a loose bucket.
const MOST: usize = LINES * 8;

/// What was taken out of the lines of a bucket.
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
        // The lines' first entries, then their second ones: about the order in which they came. All are copied, for
        // the processor cannot foresee which slots are free.
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
