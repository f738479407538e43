//! The options of a search under any rule.

use super::helpmate;
use super::limits::{Limits, StopFlag};
use super::threads::processors;
use super::tsume::{self, Prove, Tables};
use crate::position::{Futile, Rule};
use crate::store::KeyWidth;
use std::path::PathBuf;

/// The options of a search. Options for one rule have no effect under another one.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bounds of the search.
    pub limits: Limits,
    /// The number of threads that may work on the search. Answers do not depend on it.
    pub threads: usize,
    /// The number of solutions to list.
    pub max_solutions: usize,
    /// Stops the search from outside.
    pub stop: StopFlag,
    /// Helpmate and helpselfmate: whether an answer is verified by a second search that uses other bits of the
    /// keys.
    pub verify: bool,
    /// Helpmate and helpselfmate: how much of each position's key the table keeps.
    pub key_width: KeyWidth,
    /// Helpmate and helpselfmate: a folder in which positions are also kept on disk, because the table may forget
    /// them.
    pub spill: Option<PathBuf>,
    /// Tsume: what is to be proved about a mate that was found.
    pub prove: Prove,
    /// Tsume: the length in plies that the problem states, if any. Where it is less than the proved length, the
    /// traditional length is searched for too, because it may be the stated one.
    pub stated: Option<u64>,
    /// Tsume: the slot of the table. If the next search gets a clone of these options, it reuses the table.
    pub tables: Tables,
    /// Tsume: whether the table is that of a search for the same problem, so that its results can be used.
    pub goes_on: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options::of(helpmate::Options::default(), tsume::Options::default())
    }
}

impl From<Limits> for Options {
    fn from(limits: Limits) -> Options {
        Options { limits, ..Options::default() }
    }
}

impl Options {
    /// The options of both solvers together. What both have is that of `helpmate`.
    fn of(helpmate: helpmate::Options, tsume: tsume::Options) -> Options {
        let helpmate::Options { limits, threads, max_solutions, stop, verify, key_width, spill, .. } =
            helpmate;
        let tsume::Options { prove, stated, tables, goes_on, .. } = tsume;
        Options {
            limits,
            threads,
            max_solutions,
            stop,
            verify,
            key_width,
            spill,
            prove,
            stated,
            tables,
            goes_on,
        }
    }

    /// The options of a search for helpmates or helpselfmates.
    pub(super) fn of_helpmate(options: &helpmate::Options) -> Options {
        Options::of(options.clone(), tsume::Options::default())
    }

    /// The options of a search for tsume, except its policy.
    pub(super) fn of_tsume(options: &tsume::Options) -> Options {
        let tsume::Options { limits, threads, max_solutions, .. } = *options;
        let stop = options.stop.clone();
        let both = helpmate::Options { limits, threads, max_solutions, stop, ..helpmate::Options::default() };
        Options::of(both, options.clone())
    }

    /// The options for the solver of helpmates and helpselfmates.
    #[doc(hidden)]
    pub fn helpmate(&self) -> helpmate::Options {
        helpmate::Options {
            limits: self.limits,
            // More threads than processors would only compete with the thread that looks children up.
            threads: self.threads.min(processors()),
            max_solutions: self.max_solutions,
            stop: self.stop.clone(),
            verify: self.verify,
            key_width: self.key_width,
            spill: self.spill.clone(),
            ..helpmate::Options::default()
        }
    }

    /// The options for the tsume solver, with a policy for interpositions.
    #[doc(hidden)]
    pub fn tsume(&self, policy: Futile) -> tsume::Options {
        tsume::Options {
            limits: self.limits,
            threads: self.threads,
            max_solutions: self.max_solutions,
            stop: self.stop.clone(),
            futile: policy,
            prove: self.prove,
            stated: self.stated,
            tables: self.tables.clone(),
            goes_on: self.goes_on,
            ..tsume::Options::default()
        }
    }
}

/// The least memory that a process needs for a search under a rule, in bytes.
pub const fn least_memory(rule: Rule) -> u64 {
    if rule.is_cooperative() { 32 << 20 } else { 24 << 20 }
}

/// How much of the memory of a search under a rule counts in the size that its [progress](crate::solve::Progress) shows, in
/// bytes: of a tsume only the part for the table.
pub(crate) const fn table_memory(rule: Rule, memory: u64) -> u64 {
    if rule.is_cooperative() { memory } else { tsume::table_memory(memory) }
}

/// The memory, in bytes, that a search under a rule uses by default if more is available; `None` if it uses all
/// that is available.
pub const fn usual_memory(rule: Rule) -> Option<u64> {
    if rule.is_cooperative() { None } else { Some(tsume::DEFAULT_MEMORY) }
}
