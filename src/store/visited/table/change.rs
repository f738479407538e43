//! How the table grows, and is condensed when it may not grow any more.
//!
//! Growth and condensing go through the buckets from the last to the first, in steps between new entries. When the
//! table grows, an entry's bucket never has a lower number than before, so that what is beyond the planes being moved
//! is the larger table already, and what is before them still the smaller one.

use super::super::keys::LINES;
use super::super::lines::{Slots, Width};
use super::dense::OVERFLOW_SHARE;
use super::places::{Change, PLANE};
use super::{BUCKET_BYTES, Table};

/// Below this many planes, 64 MiB, the table doubles, so that most are seldom moved; below that many it grows by half,
/// and beyond by a quarter, so that large ones waste little.
const SMALL_PLANES: usize = 32;
const LARGE_PLANES: usize = 64;
/// With more planes the spare bits would spread unevenly, unless the table doubles.
const EVEN_PLANES: usize = 1 << 12;
/// Of a bucket's slots, the share in percent that is used on average when the table grows.
const MAX_LOAD: usize = 76;
/// From `MANY_PLANES` planes on, the memory of new ones is taken before it is needed: when all but one in `PREPARATION`
/// of the entries are there at which the table grows.
const MANY_PLANES: usize = 16;
const PREPARATION: usize = 16;
/// Planes whose entries each thread moves in a step of the table's growth: so many that threads are worth starting.
const MOVED: usize = 2;
/// A step takes milliseconds, in which no search looks at its limits. So the next one comes when this part of a plane's
/// entries is new: all steps of a growth are done before the table is 2 % fuller.
const APART: usize = 64;
/// From this many planes on, room is kept for what lies beside dense lines.
const RESERVING_PLANES: u64 = 64;
/// Pages condensed with each new entry.
const CONDENSED: usize = 2;

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

    /// Lets the table be until it is to grow, or to prepare to.
    pub(super) fn wait_for_growth(&mut self) {
        let load = self.load_at_growth();
        self.grow_at = match () {
            () if self.is_full => usize::MAX,
            () if self.threads > 1 && self.planes >= MANY_PLANES => load - load / PREPARATION,
            () => load,
        };
    }

    /// Lets the memory of the next growth's planes be taken by another thread, unless they may turn out to be too many.
    fn prepare_to_grow(&mut self) {
        let planes = larger(self.planes);
        if 2 * planes <= self.room() {
            self.region.commit_aside(LINES * PLANE * self.planes..LINES * PLANE * planes, |_| ());
            self.committed_aside = planes;
        }
        self.grow_at = self.load_at_growth();
    }

    /// The planes that there may be.
    pub(super) fn room(&self) -> usize {
        planes_within(self.max_bytes).min(self.region.len() / (LINES * self.plane))
    }

    /// The entries at which the table grows.
    fn load_at_growth(&self) -> usize {
        self.planes * self.plane_load()
    }

    /// The share of a plane in them.
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

    /// The table is not going to grow: it becomes dense, after a growth that is not yet done.
    #[cold]
    pub(super) fn fill_up(&mut self) {
        self.is_full = true;
        self.grow_at = 0;
        if self.change == Change::None {
            self.change = Change::Condense { left: self.planes * self.plane };
        }
    }
}

/// The planes that a table of at most `max_bytes` may have.
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
