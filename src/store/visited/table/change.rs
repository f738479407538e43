//! How the table grows, and how it is condensed when it may not grow any more.
//!
//! Growing and condensing go through the buckets from the last to the first, in steps between new entries. When
//! the table grows, an entry never moves to a bucket with a lower number. So the planes beyond those being moved
//! already belong to the larger table, and the planes before them still to the smaller one.

use super::super::keys::LINES;
use super::super::lines::{Slots, Width};
use super::dense::OVERFLOW_SHARE;
use super::places::{Change, PLANE};
use super::{BUCKET_BYTES, Table};

/// The table doubles below this many planes (64 MiB), so that most entries are seldom moved. It grows by half
/// below `LARGE_PLANES` planes, and by a quarter from there on, so that large tables waste little.
const SMALL_PLANES: usize = 32;
const LARGE_PLANES: usize = 64;
/// With this many planes or more the spare bits would spread unevenly over the planes, unless the table doubles.
const EVEN_PLANES: usize = 1 << 12;
/// The table grows when on average this percentage of the slots of a bucket is used.
const MAX_LOAD: usize = 76;
/// From `MANY_PLANES` planes on, the memory of new planes is committed in advance: one part in `PREPARATION`
/// before the number of entries at which the table grows.
const MANY_PLANES: usize = 16;
const PREPARATION: usize = 16;
/// The number of planes whose entries each thread moves in a step of growth: enough to make starting threads
/// worthwhile.
const MOVED: usize = 2;
/// A step takes milliseconds, during which no search checks its limits. So the next step comes only after as
/// many new entries as one part in this many of a plane's load: all steps of a growth are done before the table is
/// 2 % fuller.
const APART: usize = 64;
/// From this many planes on, memory is set aside for entries beside the dense lines.
const RESERVING_PLANES: u64 = 64;
/// The number of pages condensed with each new entry.
const CONDENSED: usize = 2;

impl<W: Width> Table<W> {
    /// Called when the table has reached its load, or while it changes: begins or continues the change.
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
        for _ in 0..CONDENSED {
            self.change = match self.change {
                Change::Commit { from, next } if next < self.planes => {
                    self.region.commit(LINES * PLANE * next..LINES * PLANE * (next + 1));
                    self.change = Change::Commit { from, next: next + 1 };
                    break;
                }
                Change::Commit { from, .. } => Change::Grow { from, left: from * PLANE },
                Change::Grow { from, left } if left > 0 => {
                    let start = (left / PLANE).saturating_sub(MOVED * self.threads);
                    self.move_planes(from, start..left / PLANE);
                    self.change = Change::Grow { from, left: start * PLANE };
                    break;
                }
                Change::Condense { left } if left > 0 => self.condense_page(left - self.page()),
                Change::Grow { .. } if self.is_full => Change::Condense { left: self.planes * self.plane },
                Change::None | Change::Grow { .. } | Change::Condense { .. } => {
                    self.wait_for_growth();
                    self.change = Change::None;
                    break;
                }
            }
        }
        self.grow_at = match self.change {
            Change::None => self.grow_at,
            Change::Commit { .. } | Change::Grow { .. } if !self.is_full => {
                self.len + self.plane_load() / APART
            }
            _ => 0,
        };
    }

    /// Sets the number of entries at which the table grows, or prepares to.
    pub(super) fn wait_for_growth(&mut self) {
        let load = self.load_at_growth();
        self.grow_at = match () {
            () if self.is_full => usize::MAX,
            () if self.threads > 1 && self.planes >= MANY_PLANES => load - load / PREPARATION,
            () => load,
        };
    }

    /// Has another thread commit the memory for the next growth, unless the table may have no room for it.
    fn prepare_to_grow(&mut self) {
        let planes = larger(self.planes);
        if 2 * planes <= self.room() {
            self.region.commit_aside(LINES * PLANE * self.planes..LINES * PLANE * planes, |_| ());
            self.committed_aside = planes;
        }
        self.grow_at = self.load_at_growth();
    }

    /// The largest number of planes that the limit and the region allow.
    pub(super) fn room(&self) -> usize {
        planes_within(self.max_bytes).min(self.region.len() / (LINES * self.plane))
    }

    /// The number of entries at which the table grows.
    fn load_at_growth(&self) -> usize {
        self.planes * self.plane_load()
    }

    /// The number of entries per plane at which the table grows.
    fn plane_load(&self) -> usize {
        self.plane * (LINES * W::Loose::SLOTS * MAX_LOAD / 100)
    }

    fn begin_to_grow(&mut self) {
        let planes = larger(self.planes).min(self.room());
        if planes <= self.planes {
            self.fill_up();
            return;
        }
        self.judge_lookups();
        let from = std::mem::replace(&mut self.planes, planes);
        self.change = Change::Commit { from, next: from };
    }

    /// Ends the growth of the table: it is condensed, after a growth that is still in progress.
    #[cold]
    pub(super) fn fill_up(&mut self) {
        self.is_full = true;
        self.grow_at = 0;
        if self.change == Change::None {
            self.change = Change::Condense { left: self.planes * self.plane };
        }
    }
}

/// The number of planes in a table of at most `max_bytes`, after memory beside them is set aside.
pub(super) fn planes_within(max_bytes: u64) -> usize {
    let planes = |bytes| bytes / (PLANE * BUCKET_BYTES) as u64;
    let beside = if planes(max_bytes) < RESERVING_PLANES { 0 } else { max_bytes / OVERFLOW_SHARE };
    planes(max_bytes - beside) as usize
}

/// The number of planes to which a table of `planes` planes grows.
fn larger(planes: usize) -> usize {
    planes
        + match planes {
            SMALL_PLANES..LARGE_PLANES => planes / 2,
            LARGE_PLANES..EVEN_PLANES => planes / 4,
            _ => planes,
        }
}

#[cfg(test)]
mod tests {
    use super::super::super::keys::KeyBits;
    use super::super::super::lines::Narrow;
    use super::*;

    #[test]
    fn large_tables_keep_room_for_what_lies_beside_the_lines() {
        let plane = (PLANE * BUCKET_BYTES) as u64;
        assert_eq!([1, 63, 64, 65, 128].map(|planes| planes_within(planes * plane)), [1, 63, 63, 64, 127]);
        for max_bytes in (64 * plane..600 * plane).step_by(123_457) {
            let lines = planes_within(max_bytes) as u64 * plane;
            assert!(lines + lines / OVERFLOW_SHARE <= max_bytes);
            assert!(lines + plane + max_bytes / OVERFLOW_SHARE >= max_bytes);
        }
    }

    #[test]
    fn steps_of_growth_have_entries_between_them() {
        let mut table: Table<Narrow> = Table::new(256 << 20, KeyBits::First, 48);
        let apart = table.plane_load() / APART;
        let (mut steps, mut begun) = (Vec::new(), 0);
        for n in 1..4_000_000u128 {
            let before = table.change;
            table.insert(n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
            if before == Change::None && table.change != before {
                begun += 1;
                steps.push(table.len);
            } else if table.change != before {
                steps.push(table.len);
                let last = &steps[steps.len() - 2..];
                assert!(last[1] - last[0] >= apart, "{steps:?}");
            }
        }
        assert!(begun >= 3, "{begun} growths");
        assert!(steps.len() > 20 && table.planes >= 8, "{} steps, {} planes", steps.len(), table.planes);
    }
}
