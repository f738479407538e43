//! How a search divides its memory, and what happens when there is not enough.
//!
//! The table of positions takes most of the memory. When it may not grow any more it forgets its oldest entries,
//! and the search goes on; when the layers need more memory, the table shrinks. A forgotten position that is met
//! again joins a layer a second time, later than before. So every layer still holds all positions first reached
//! with it, and the first mate still has the right length. A position in its later layer cannot lie on a shortest
//! solution, because there would be a shorter one through its first layer. Hence the parent log still holds every
//! shortest solution, and their number stays exact. An empty layer still proves that there is no mate, since
//! every forgotten position had been expanded.
//!
//! Forgetting costs time. The oldest entries hold the positions met longest ago. On long problems a table with
//! room for a third of all positions costs a tenth more time; with room for less than a fifth the search meets
//! the same positions again and again. It ends with the reason `memory` when every position that it meets was met
//! many times before.

use super::byte_log::CHUNK;
use crate::store::{DistinctCount, KeyBits, KeyWidth, VisitedSet};

/// A table that does not shrink leaves at least one part in this many of the memory to the rest.
const REST_SHARE: u64 = 4;
/// It also leaves this multiple of the memory that the rest uses now, since layers may still grow.
const REST_GROWTH: u64 = 2;
/// A table that shrinks when the rest needs more leaves at least one part in this many of the memory to the rest.
const REST_SHARE_GIVING_WAY: u64 = 6;
/// It also leaves one part in this many of the memory free beyond what the rest uses now.
const SPARE_SHARE: u64 = 8;
/// The table shrinks when less than one part in this many of the memory is left.
const SHORT_SHARE: u64 = 16;
/// The recorded maximum of the rest falls by one part in this many with each layer.
const CALM_SHARE: u64 = 16;
/// The parent log is pruned from one part in this many of the memory, or from `LARGE_PARENT_LOG` bytes if that is
/// less.
const PARENT_LOG_SHARE: u64 = 16;
const LARGE_PARENT_LOG: u64 = 8 << 20;
/// The search is given up when each position was met this many times on average since the table began to forget.
const HOPELESS: f64 = 64.0;

/// How the memory of a search is divided between the table and the rest.
pub(super) struct MemoryPlan {
    budget: u64,
    /// The largest size of the table in bytes, if it was given.
    table: Option<u64>,
    /// Whether the table shrinks when [`shrunk_table`](Self::shrunk_table) demands it.
    gives_way: bool,
    /// The most memory that the rest used so far; it falls by a share with each layer.
    most_rest: u64,
    key_bits: KeyBits,
    key_width: KeyWidth,
    smallest_to_prune: u64,
    /// The size of the parent log from which pruning it again is worth the time.
    prune_at: u64,
    /// Counts the distinct positions among those taken for new since the table began to forget.
    met: DistinctCount,
    estimated_at: u64,
}

impl MemoryPlan {
    /// A plan for `budget` bytes, of which the table may use at most `table`.
    pub fn new(budget: u64, table: Option<u64>) -> MemoryPlan {
        MemoryPlan {
            budget,
            table,
            gives_way: false,
            most_rest: 0,
            key_bits: KeyBits::First,
            key_width: KeyWidth::Narrow,
            // Tests of small tables prune after each layer.
            smallest_to_prune: if table.is_some() { 0 } else { smallest_to_prune(budget) },
            prune_at: 0,
            met: DistinctCount::default(),
            estimated_at: 0,
        }
    }

    /// The plan with a table of fingerprints made from these bits of the keys.
    pub fn with_key_bits(mut self, key_bits: KeyBits) -> MemoryPlan {
        self.key_bits = key_bits;
        self
    }

    /// The plan with a table that keeps `key_width` of each key.
    pub fn with_key_width(mut self, key_width: KeyWidth) -> MemoryPlan {
        self.key_width = key_width;
        self
    }

    /// The plan of a search whose table shrinks when [`shrunk_table`](Self::shrunk_table) demands it.
    pub fn giving_way(mut self) -> MemoryPlan {
        self.gives_way = VisitedSet::CAN_SHRINK;
        self
    }

    /// How much of the keys the table keeps.
    pub fn key_width(&self) -> KeyWidth {
        self.key_width
    }

    /// A new, empty table.
    pub fn visited_set(&self) -> VisitedSet {
        VisitedSet::new(self.max_table(), self.key_bits, self.key_width)
    }

    /// The bytes for everything together.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// The size in bytes that the table never exceeds.
    pub fn max_table(&self) -> u64 {
        self.table.unwrap_or(self.budget)
    }

    /// The size in bytes to which the table may grow while everything else uses `rest` bytes.
    pub fn table_limit(&self, rest: u64) -> u64 {
        let kept = if self.gives_way {
            (self.budget / REST_SHARE_GIVING_WAY).max(rest + self.budget / SPARE_SHARE)
        } else {
            (self.budget / REST_SHARE).max(rest * REST_GROWTH)
        };
        self.budget.saturating_sub(kept).min(self.max_table())
    }

    /// Notes that everything but the table uses, or will soon use, `rest` bytes.
    pub fn note_rest(&mut self, rest: u64) {
        self.most_rest = self.most_rest.max(rest);
    }

    /// The size in bytes to which a table that has shrunk may grow again between two layers: what the rest, at
    /// its largest in recent layers, would have left to it.
    pub fn regrown_table(&mut self) -> u64 {
        let limit = self.table_limit(self.most_rest);
        self.most_rest -= self.most_rest / CALM_SHARE;
        limit
    }

    /// The size in bytes to which the table must shrink if it and the rest, which uses `rest` bytes, together
    /// come near to the budget. `None` if there is enough memory.
    pub fn shrunk_table(&self, table: u64, rest: u64) -> Option<u64> {
        let reserve = self.budget / SHORT_SHARE;
        let is_short = table + rest + reserve > self.budget;
        is_short.then(|| self.budget.saturating_sub(rest + 2 * reserve))
    }

    /// Whether a parent log of `parent_log` bytes should be pruned.
    pub fn should_prune(&self, parent_log: u64) -> bool {
        parent_log >= self.prune_at.max(self.smallest_to_prune)
    }

    /// Notes that the parent log was pruned to `parent_log` bytes. It may double before it is pruned again, which
    /// bounds the time spent on pruning.
    pub fn note_pruned(&mut self, parent_log: u64) {
        self.prune_at = if self.table.is_some() { 0 } else { 2 * parent_log };
    }

    /// Counts the positions of a layer; a table that forgets took all of them for new.
    pub fn count_met(&mut self, keys: impl Iterator<Item = u128>) {
        keys.for_each(|key| self.met.see(key));
    }

    /// Whether the search expands the same positions again and again because the table is too small.
    pub fn is_hopeless(&mut self) -> bool {
        // The estimate is expensive: it is made again when the number has grown by an eighth.
        if self.met.seen() < self.estimated_at + self.estimated_at / 8 + 1024 {
            return false;
        }
        self.estimated_at = self.met.seen();
        self.met.seen() as f64 > HOPELESS * self.met.estimate()
    }
}

/// The size from which pruning the parent log is worth the time.
fn smallest_to_prune(budget: u64) -> u64 {
    (budget / PARENT_LOG_SHARE).clamp(4 * CHUNK as u64, LARGE_PARENT_LOG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_gives_way_when_hardly_anything_is_left() {
        let plan = MemoryPlan::new(160, None);
        assert_eq!(plan.shrunk_table(100, 50), None);
        assert_eq!(plan.shrunk_table(100, 51), Some(89));
        // Shrinking frees at least as much memory as is kept in reserve.
        for rest in 0..=160 {
            let table = (1..=160).find_map(|table| Some((table, plan.shrunk_table(table, rest)?)));
            assert!(table.is_none_or(|(table, less)| less + 10 <= table || less == 0), "{rest}: {table:?}");
        }
        assert_eq!(plan.shrunk_table(10, 155), Some(0));
    }

    #[test]
    fn a_table_that_gives_way_leaves_less_to_the_rest() {
        let plan = MemoryPlan::new(480, None);
        assert_eq!([0, 60, 120, 180, 240].map(|rest| plan.table_limit(rest)), [360, 360, 240, 120, 0]);
        if VisitedSet::CAN_SHRINK {
            let plan = plan.giving_way();
            let limits = [0, 20, 60, 120, 180, 240, 420, 500].map(|rest| plan.table_limit(rest));
            assert_eq!(limits, [400, 400, 360, 300, 240, 180, 0, 0]);
            // A table that has grown to its limit need not shrink at once.
            for rest in 0..=480 {
                let less = plan.shrunk_table(plan.table_limit(rest), rest);
                assert!(less.is_none() || rest > 420, "{rest}: {less:?}");
            }
        }
    }

    #[test]
    fn a_table_grows_again_after_wide_layers() {
        let mut plan = MemoryPlan::new(4800, None).giving_way();
        plan.note_rest(3200);
        plan.note_rest(100);
        let after_wide = plan.regrown_table();
        let later: Vec<u64> = (0..200).map(|_| plan.regrown_table()).collect();
        assert!(later.is_sorted() && after_wide < later[0] && later[5] < later[20]);
        assert_eq!(later[199], plan.table_limit(100));
    }

    #[test]
    fn circles_are_given_up_and_progress_is_not() {
        let mut plan = MemoryPlan::new(1 << 20, None);
        let keys = |from: u128| (from..from + 2000).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n << 64);
        for round in 0..200 {
            plan.count_met(keys(2000 * round));
            assert!(!plan.is_hopeless(), "always new");
        }
        let mut plan = MemoryPlan::new(1 << 20, None);
        let rounds = (0..1000).take_while(|_| {
            plan.count_met(keys(0));
            !plan.is_hopeless()
        });
        assert!((50..90).contains(&rounds.count()));
    }
}
