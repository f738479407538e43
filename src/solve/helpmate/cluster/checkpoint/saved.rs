//! The manifest of one process's part.

use super::super::layer_origins::Segment;
use crate::solve::checkpoint::SINGLE;
use crate::solve::helpmate::checkpoint::{FrontierFile, SavedCounts, SavedOptions, SavedSearch};
use serde::{Deserialize, Serialize};

/// The part of one process in a search.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in super::super) struct SavedPart {
    pub run: u64,
    pub processes: usize,
    pub process: usize,
    /// The runs before this one, the first run first.
    pub earlier: Vec<EarlierRun>,
    /// The layer that the run began with.
    pub first: u64,
    pub options: SavedOptions,
    /// The last closed layer; the frontier's file holds this process's part of it.
    pub layer: u64,
    pub log: LogEnd,
    pub frontier: FrontierFile,
    /// The names of the positions in the frontier's file.
    pub names: Vec<Segment>,
    pub counts: SavedCounts,
}

/// The length of the valid part of a log, and its checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct LogEnd {
    pub bytes: u64,
    pub crc: u32,
}

/// A run from which a later run was resumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct EarlierRun {
    pub run: u64,
    /// The layer from which the later run continued.
    pub last: u64,
    /// For each of its processes, how much of its log is valid.
    pub logs: Vec<LogEnd>,
}

/// The number of a run that begins, and the runs before it.
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
