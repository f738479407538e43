//! The part of a manifest that belongs to a search by layers.

use super::frontier_file::FrontierFile;
use crate::solve::helpmate::layers::Counts;
use crate::solve::helpmate::options::Options;
use crate::solve::limits::Limits;
use crate::store::{KeyWidth, LookupCounts};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The search's part of a manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in super::super) struct SavedSearch {
    pub options: SavedOptions,
    /// The last closed layer, the positions of which are in the frontier's file.
    pub layer: u64,
    pub log_bytes: u64,
    pub log_crc: u32,
    pub frontier: FrontierFile,
    pub counts: SavedCounts,
}

/// The options that stay the same when a search is resumed. The time limit is not among them: it is set for each
/// process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in super::super) struct SavedOptions {
    nodes: Option<u64>,
    plies: Option<u64>,
    memory: Option<u64>,
    table: Option<u64>,
    threads: usize,
    max_solutions: usize,
    spill: Option<PathBuf>,
    /// Whether the table keeps wide keys.
    #[serde(default, rename = "wide")]
    has_wide_keys: bool,
    /// Whether the answer is verified.
    #[serde(default)]
    verify: bool,
}

/// The saved counts. Floating-point numbers are saved as their bits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in super::super) struct SavedCounts {
    nodes: u64,
    lookups: u64,
    #[serde(rename = "lookups_at_growth")]
    lookups_judged: u64,
    false_hits_at_growth_bits: u64,
    false_hits_bits: u64,
}

impl SavedOptions {
    /// The options to be saved.
    pub fn of(options: &Options) -> SavedOptions {
        let Limits { time: _, nodes, plies, memory } = options.limits;
        let Options { threads, max_solutions, table, verify, .. } = *options;
        let spill = options.spill.clone();
        let has_wide_keys = options.key_width == KeyWidth::Wide;
        SavedOptions { nodes, plies, memory, table, threads, max_solutions, spill, has_wide_keys, verify }
    }

    /// The options for the resumed search.
    pub fn restore(self) -> Options {
        let SavedOptions {
            nodes,
            plies,
            memory,
            table,
            threads,
            max_solutions,
            spill,
            has_wide_keys,
            verify,
        } = self;
        let limits = Limits { time: None, nodes, plies, memory };
        let key_width = if has_wide_keys { KeyWidth::Wide } else { KeyWidth::Narrow };
        Options { limits, threads, max_solutions, table, spill, key_width, verify, ..Options::default() }
    }
}

impl SavedCounts {
    /// Whether a search can have reached these counts and can continue from them.
    pub fn are_possible(&self) -> bool {
        let is_number = |bits| (0.0..f64::INFINITY).contains(&f64::from_bits(bits));
        self.nodes.max(self.lookups) < 1 << 62
            && self.lookups_judged <= self.lookups
            && is_number(self.false_hits_at_growth_bits)
            && is_number(self.false_hits_bits)
    }
}

impl From<Counts> for SavedCounts {
    fn from(counts: Counts) -> SavedCounts {
        let LookupCounts { lookups, lookups_judged, false_hits } = counts.lookups;
        SavedCounts {
            nodes: counts.nodes,
            lookups,
            lookups_judged,
            false_hits_at_growth_bits: false_hits.to_bits(),
            false_hits_bits: counts.false_hits.to_bits(),
        }
    }
}

impl From<SavedCounts> for Counts {
    fn from(saved: SavedCounts) -> Counts {
        let SavedCounts { nodes, lookups, lookups_judged, .. } = saved;
        let false_hits = f64::from_bits(saved.false_hits_at_growth_bits);
        Counts {
            nodes,
            lookups: LookupCounts { lookups, lookups_judged, false_hits },
            false_hits: f64::from_bits(saved.false_hits_bits),
        }
    }
}
