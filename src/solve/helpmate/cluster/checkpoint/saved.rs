//! What the manifest of a process says of its part.

use super::super::layer_origins::Segment;
use crate::solve::checkpoint::SINGLE;
use crate::solve::helpmate::checkpoint::{FrontierFile, SavedCounts, SavedOptions, SavedSearch};
use serde::{Deserialize, Serialize};

/// A part of a search: that of one process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in super::super) struct SavedPart {
    pub run: u64,
    pub processes: usize,
    pub process: usize,
    /// The runs before this one, from the first on.
    pub earlier: Vec<EarlierRun>,
    /// The layer that the run began with.
    pub first: u64,
    pub options: SavedOptions,
    /// The last closed layer, of which the frontier's file holds a part.
    pub layer: u64,
    pub log: LogEnd,
    pub frontier: FrontierFile,
    /// The names of its positions.
    pub names: Vec<Segment>,
    pub counts: SavedCounts,
}

/// How much of a log counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct LogEnd {
    pub bytes: u64,
    pub crc: u32,
}

/// A run that others went on from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct EarlierRun {
    pub run: u64,
    /// The layer from which they went on.
    pub last: u64,
    /// For each of its processes.
    pub logs: Vec<LogEnd>,
}

/// A run that begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in super::super) struct Run {
    pub number: u64,
    pub earlier: Vec<EarlierRun>,
}

impl From<SavedSearch> for SavedPart {
    fn from(saved: SavedSearch) -> SavedPart {
        let positions = u32::try_from(saved.frontier.positions()).unwrap_or(u32::MAX);
        SavedPart {
            run: SINGLE,
            processes: 1,
            process: 0,
            earlier: Vec::new(),
            first: 0,
            options: saved.options,
            layer: saved.layer,
            log: LogEnd { bytes: saved.log_bytes, crc: saved.log_crc },
            frontier: saved.frontier,
            names: vec![Segment { finder: 0, places: 0..positions }],
            counts: saved.counts,
        }
    }
}
