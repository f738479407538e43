//! How a search divides the memory that it may use among its tables.

use super::dfpn::{Path, VirtualLoss};
use super::options::{DEFAULT_MEMORY, Options};

/// The tables that each thread has for itself get one part in this many of the memory, all of them together.
const THREADS_SHARE: u64 = 32;
/// They get at least this, which is enough for one thread with small tables, but at most a quarter of the memory.
const LEAST_OF_THREADS: u64 = 2 << 20;
/// The questions of the search for surplus pieces get one part in this many of the memory.
const QUESTIONS_SHARE: u64 = 32;
/// They get at least this, but at most an eighth of the memory.
const LEAST_OF_QUESTIONS: u64 = 1 << 20;
/// Each of the two shares is at most this, which is enough for the largest tables of eight threads, or for two million
/// questions.
const MOST: u64 = 320 << 20;
/// The bytes of what each thread has in addition to its refutations by repetition.
const BESIDE_REPETITIONS: u64 = (Path::BYTES + VirtualLoss::BYTES) as u64;
/// One thread's refutations by repetition get at most one part in this many.
const REPETITIONS_SHARE: u64 = 100;
/// The bytes by which the proof table grows at most with each node: it has fewer entries than there are nodes, and a
/// table that is growing has some 70 bytes for each entry.
const BYTES_PER_NODE: u64 = 80;

/// The shares of the memory of one search, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryShares {
    /// The proof table's. It does not depend on the number of threads, so that a search can use the table of an earlier
    /// one that had another number.
    pub table: u64,
    /// That of one thread's refutations by repetition.
    pub repetitions: u64,
    /// That of the questions of the search for surplus pieces.
    questions: u64,
}

impl MemoryShares {
    /// The shares of a search with these options.
    pub fn of(options: &Options) -> MemoryShares {
        let memory = options.limits.memory.unwrap_or(DEFAULT_MEMORY);
        let each = share_of_threads(memory) / options.threads.max(1) as u64;
        MemoryShares {
            table: table_memory(memory),
            repetitions: each.saturating_sub(BESIDE_REPETITIONS).min(memory / REPETITIONS_SHARE),
            questions: share_of_questions(memory),
        }
    }

    /// The bytes for the questions of a search for surplus pieces that has at most `nodes` nodes, while the proof table
    /// has `in_use` bytes: also those that the table will not need.
    pub fn for_questions(&self, in_use: u64, nodes: u64) -> u64 {
        let needed = in_use.saturating_add(nodes.saturating_mul(BYTES_PER_NODE));
        self.questions.max(self.table.saturating_sub(needed)).min(MOST)
    }
}

/// The bytes of the proof table of a search that may use `memory` bytes.
pub const fn table_memory(memory: u64) -> u64 {
    memory - share_of_threads(memory) - share_of_questions(memory)
}

const fn share_of_threads(memory: u64) -> u64 {
    share(memory, THREADS_SHARE, smaller(memory / 4, LEAST_OF_THREADS))
}

const fn share_of_questions(memory: u64) -> u64 {
    share(memory, QUESTIONS_SHARE, smaller(memory / 8, LEAST_OF_QUESTIONS))
}

/// One part in `parts` of the memory, but at least `least`, and at most [`MOST`].
const fn share(memory: u64, parts: u64, least: u64) -> u64 {
    let share = memory / parts;
    smaller(if share > least { share } else { least }, MOST)
}

const fn smaller(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::limits::Limits;
    use crate::solve::tsume::dfpn::RepetitionTable;

    fn shares(memory: u64, threads: usize) -> MemoryShares {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        MemoryShares::of(&Options { limits, threads, ..Options::default() })
    }

    /// Where there is enough for the smallest tables of all threads, all tables together stay within the memory.
    #[test]
    fn all_tables_stay_within_the_memory() {
        for (memory, most_threads) in
            [(8, 1), (64, 1), (128, 3), (1 << 10, 24), (20 << 10, 64), (1 << 20, 64)]
                .map(|(m, t)| (m << 20, t))
        {
            for threads in 1..=most_threads {
                let shares = shares(memory, threads);
                let of_thread =
                    RepetitionTable::in_bytes(shares.repetitions).most_bytes() + BESIDE_REPETITIONS;
                let all = shares.table + of_thread * threads as u64 + shares.questions;
                assert!(all <= memory, "{memory} bytes, {threads} threads: {all}");
                assert_eq!(shares.table, table_memory(memory));
            }
        }
    }

    #[test]
    fn the_proof_table_gets_most() {
        for memory in [0, 1, 64 << 10, 2 << 20, 1 << 30, 20 << 30, 1 << 50] {
            assert!(table_memory(memory) >= memory / 8 * 5, "{memory}");
        }
        assert!(table_memory(1 << 30) >= (1 << 30) / 100 * 93);
        assert!(table_memory(20 << 30) >= (20 << 30) / 100 * 96);
    }

    #[test]
    fn questions_get_what_the_proof_table_will_not_need() {
        let shares = shares(1 << 30, 1);
        assert_eq!(shares.for_questions(shares.table, 0), (1 << 30) / QUESTIONS_SHARE);
        assert_eq!(shares.for_questions(shares.table / 2, u64::MAX), (1 << 30) / QUESTIONS_SHARE);
        assert_eq!(shares.for_questions(0, 1000), MOST);
        let (in_use, nodes) = (700 << 20, 1 << 20);
        assert_eq!(shares.for_questions(in_use, nodes), shares.table - in_use - BYTES_PER_NODE * nodes);
    }
}
