//! The transposition table: results of earlier searches by position, shared by all threads without locks.
//!
//! An entry is two words, the key and the data. The key is stored as `key ^ data`, so that an entry whose
//! words were written by two different threads matches no key (Hyatt and Mann, 2002). The table is 4-way set
//! associative: four entries fill a cache line.

use super::info::Bound;
use super::value::{Value, from_table, to_table};
use crate::store::{SharedCacheLine, SharedRegion};
use crate::types::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the one that caused a cut-off; it may be illegal in the position, because of a key collision.
    pub mv: Option<Move>,
    /// The value; mates are counted from the root of the search.
    pub value: Value,
    /// The static evaluation before correction, if it was computed.
    pub eval: Option<Value>,
    /// The depth of the search in plies; at least [`TranspositionTable::MIN_DEPTH`].
    pub depth: i32,
    /// The kind of bound that the value is.
    pub bound: Bound,
    /// Whether the node was part of a principal variation.
    pub pv: bool,
}

/// The transposition table.
pub struct TranspositionTable {
    lines: SharedRegion,
    /// The number of lines in use, from the first.
    used: usize,
    /// The number of lines, among those in use, whose memory is already committed. Entries of later lines are
    /// neither stored nor found until their memory is committed too.
    usable: Arc<AtomicUsize>,
    generation: AtomicU8,
}

const WAYS: usize = 4;
const LEAST_LINES: usize = 1 << 10;
const GENERATIONS: u8 = 32;
const NO_EVAL: i16 = i16::MIN;

impl TranspositionTable {
    /// The smallest depth that can be stored.
    pub const MIN_DEPTH: i32 = -6;

    /// A table of at most `bytes` bytes, or as much as the system grants. Memory is committed when a part of
    /// the table comes into use.
    pub fn new(bytes: u64) -> TranspositionTable {
        let lines = (bytes / size_of::<SharedCacheLine>() as u64).clamp(LEAST_LINES as u64, 1 << 40) as usize;
        let lines = SharedRegion::reserve(lines);
        lines.prefer_huge_pages();
        let used = LEAST_LINES.min(lines.len());
        let usable = Arc::new(AtomicUsize::new(used));
        TranspositionTable { lines, used, usable, generation: AtomicU8::new(0) }
    }

    /// Puts enough lines into use for `entries` entries; all lines for `None`. A short search uses only a
    /// part of the table, so that it spends no time on committing pages, and the part stays in the
    /// processor's caches. The part never shrinks. When it grows, most of the entries written before are no
    /// longer found.
    ///
    /// The memory is committed by another thread. Until that is done, a search does without the uncommitted
    /// lines unless it is `repeatable`: a thread that waits for pages would notice too late that its time is
    /// up.
    pub fn reserve_for(&mut self, entries: Option<u64>, repeatable: bool) {
        let all = self.lines.len();
        let wanted = entries.map_or(all, |entries| {
            let lines = entries.min(1 << 60).div_ceil(WAYS as u64).next_power_of_two();
            usize::try_from(lines).unwrap_or(all).min(all)
        });
        let usable = self.usable.load(Ordering::Relaxed);
        // If the system lacked memory for all lines earlier, it may have enough now.
        let lacks = usable < self.used && !repeatable && !self.lines.is_committing();
        if wanted > self.used || lacks {
            self.used = self.used.max(wanted);
            // Huge pages are committed whole, so the search would otherwise wait for nearly all of them in
            // its first moments.
            let to = Arc::clone(&self.usable);
            self.lines.commit_aside(usable..self.used, move |line| {
                to.fetch_max(line, Ordering::Relaxed);
            });
        }
        if repeatable {
            self.usable.fetch_max(self.used, Ordering::Relaxed);
        }
    }

    /// Whether a line is not usable yet, because its memory is not committed.
    #[inline(always)]
    fn is_left_out(&self, line: usize) -> bool {
        line >= self.usable.load(Ordering::Relaxed)
    }

    /// Must be called before each search, so that entries of earlier searches are replaced first.
    pub fn next_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline(always)]
    fn line_of(&self, key: u128) -> usize {
        (((key >> 64) * self.used as u128) >> 64) as usize
    }

    /// Starts to fetch the cache line that [`probe`](Self::probe) will read.
    #[inline(always)]
    pub fn prefetch(&self, key: u128) {
        self.lines.prefetch(self.line_of(key));
    }

    /// The entry of a position that is `ply` plies below the root.
    #[inline]
    pub fn probe(&self, key: u128, ply: usize) -> Option<Entry> {
        let line = self.line_of(key);
        if self.is_left_out(line) {
            return None;
        }
        let line = &self.lines[line].0;
        for way in 0..WAYS {
            let data = line[2 * way + 1].load(Ordering::Relaxed);
            if data == 0 {
                return None;
            }
            if line[2 * way].load(Ordering::Relaxed) ^ data == key as u64 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Stores the result of a position at `ply`, replacing the position's own entry or the least valuable one
    /// of its line.
    #[inline]
    pub fn store(&self, key: u128, ply: usize, mut entry: Entry) {
        let line = self.line_of(key);
        if self.is_left_out(line) {
            return;
        }
        let line = &self.lines[line].0;
        let generation = self.generation.load(Ordering::Relaxed);
        let (mut chosen, mut least) = (0, i32::MAX);
        for way in 0..WAYS {
            let data = line[2 * way + 1].load(Ordering::Relaxed);
            if data == 0 {
                // Lines fill from the front, so no later way holds the position.
                chosen = way;
                break;
            }
            if line[2 * way].load(Ordering::Relaxed) ^ data == key as u64 {
                let old = unpack(data, ply);
                let fresh = generation_of(data) == generation;
                // A shallow bound does not replace a deeper result of the same search.
                if fresh && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                chosen = way;
                break;
            }
            let age = i32::from((generation + GENERATIONS - generation_of(data)) % GENERATIONS);
            let worth = depth_of(data) - 8 * age;
            if worth < least {
                least = worth;
                chosen = way;
            }
        }
        let data = pack(entry, ply, generation);
        line[2 * chosen].store(key as u64 ^ data, Ordering::Relaxed);
        line[2 * chosen + 1].store(data, Ordering::Relaxed);
    }

    /// The share of the part in use that the current search has written, in thousandths, estimated from a
    /// sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.lines[..self.lines.len().min(250)];
        let used =
            sample.iter().flat_map(|line| (0..WAYS).map(|way| line.0[2 * way + 1].load(Ordering::Relaxed)));
        let used = used.filter(|&data| data != 0 && generation_of(data) == generation).count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

// Bits of the data: 0–15 move, 16–31 value, 32–47 evaluation, 48–55 depth, 56–57 bound plus one, 58 principal
// variation, 59–63 generation.

#[inline(always)]
fn pack(entry: Entry, ply: usize, generation: u8) -> u64 {
    let mv = entry.mv.map_or(u16::MAX, Move::to_bits);
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    let depth = (entry.depth - TranspositionTable::MIN_DEPTH).clamp(0, 255) as u64;
    u64::from(mv)
        | u64::from(to_table(entry.value, ply) as u16) << 16
        | u64::from(eval as u16) << 32
        | depth << 48
        | (entry.bound as u64 + 1) << 56
        | u64::from(entry.pv) << 58
        | u64::from(generation) << 59
}

#[inline(always)]
fn unpack(data: u64, ply: usize) -> Entry {
    let eval = (data >> 32) as i16;
    Entry {
        mv: Move::from_bits(data as u16),
        value: from_table((data >> 16) as i16, ply),
        eval: (eval != NO_EVAL).then_some(eval.into()),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        pv: data >> 58 & 1 != 0,
    }
}

#[inline(always)]
fn depth_of(data: u64) -> i32 {
    (data >> 48 & 255) as i32 + TranspositionTable::MIN_DEPTH
}

#[inline(always)]
fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::value::{mate_in, mated_in};
    use std::time::{Duration, Instant};

    fn key(n: u128) -> u128 {
        (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn entry(n: i32) -> Entry {
        let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
        Entry {
            mv: "7g7f".parse().ok().filter(|_| n % 3 != 0),
            value: [n, -n, mate_in(20 + n as usize % 50), mated_in(21 + n as usize % 50)][n as usize % 4],
            eval: (n % 5 != 0).then_some(n / 2 - 100),
            depth: n % 100 + TranspositionTable::MIN_DEPTH,
            bound: bounds[n as usize % 3],
            pv: n % 2 == 0,
        }
    }

    #[test]
    fn what_is_put_is_got() {
        let table = TranspositionTable::new(1 << 20);
        for n in 0..2_000 {
            table.store(key(n as u128), 5, entry(n));
            assert_eq!(table.probe(key(n as u128), 5), Some(entry(n)));
            assert_eq!(table.probe(key(n as u128) ^ 1, 5), None);
        }
        assert_eq!(TranspositionTable::new(1 << 20).probe(key(0), 0), None);
    }

    #[test]
    fn old_entries_give_way_first() {
        let table = TranspositionTable::new(0);
        let deep = Entry { depth: 30, ..entry(7) };
        table.store(key(0), 0, deep);
        table.next_generation();
        // Fill every line several times over with shallow entries of this generation.
        for n in 1..20_000u128 {
            table.store(key(n), 0, Entry { depth: 1, ..entry(7) });
        }
        assert_eq!(table.probe(key(0), 0).map(|entry| entry.depth), Some(30));
        for _ in 0..6 {
            table.next_generation();
        }
        for n in 1..20_000u128 {
            table.store(key(n), 0, Entry { depth: 1, ..entry(7) });
        }
        assert_eq!(table.probe(key(0), 0), None);
    }

    #[test]
    fn a_short_search_keeps_to_a_part_of_the_table() {
        let mut table = TranspositionTable::new(1 << 24);
        let written = |table: &TranspositionTable| {
            table
                .lines
                .iter()
                .filter(|line| line.0.iter().any(|word| word.load(Ordering::Relaxed) != 0))
                .count()
        };
        table.reserve_for(Some(10_000), true);
        (0..100_000).for_each(|n| table.store(key(n), 0, entry(7)));
        assert_eq!(written(&table), 4_096, "10,000 entries, four a line, in a power of two");
        // The part in use never shrinks.
        table.reserve_for(Some(1), true);
        table.store(key(0), 3, entry(8));
        assert_eq!(table.probe(key(0), 3), Some(entry(8)));
        // Entries found after the part has grown are unchanged.
        table.reserve_for(None, true);
        for n in 1..100_000 {
            let found = table.probe(key(n), 0);
            assert!(found.is_none() || found == Some(entry(7)), "{found:?}");
        }
        (0..1_000_000).for_each(|n| table.store(key(n), 0, entry(7)));
        assert!(written(&table) > (1 << 18) * 9 / 10, "of 262,144 lines");
        assert!(TranspositionTable::new(1 << 20).probe(key(5), 0).is_none());
    }

    #[test]
    fn what_has_no_memory_yet_is_left_out() {
        let mut table = TranspositionTable::new(1 << 26);
        table.store(key(0), 0, entry(7));
        table.reserve_for(None, false);
        let is_kept = |n| {
            table.store(key(n), 0, entry(7));
            let found = table.probe(key(n), 0);
            assert!(found.is_none() || found == Some(entry(7)), "{found:?}");
            found.is_some()
        };
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut rounds = 0;
        // Finally all lines have memory.
        while (0..1_000).filter(|&n| is_kept(n)).count() < 1_000 {
            rounds += 1;
            assert!(Instant::now() < deadline, "{rounds} rounds, {:?}", table.usable);
        }
        let mut table = TranspositionTable::new(1 << 26);
        table.reserve_for(Some(1 << 20), false);
        table.reserve_for(Some(1), true);
        assert!(!table.is_left_out(table.used - 1) && table.is_left_out(table.used));
    }

    #[test]
    fn torn_entries_match_no_key() {
        let table = TranspositionTable::new(0);
        let (a, b) = (key(1), key(2));
        table.store(a, 0, entry(1));
        let line = &table.lines[table.line_of(a)].0;
        line[1].store(pack(entry(2), 0, 0), Ordering::Relaxed);
        assert_eq!(table.probe(a, 0), None);
        assert_eq!(table.probe(b, 0), None);
    }
}
