//! Positions on disk, for delayed duplicate detection (Korf 2003) once the visited set forgets.
//!
//! While the visited set forgets, a layer may hold positions of earlier layers. At intervals a whole layer is compared
//! with the positions on disk, and its duplicates are not expanded. One comparison removes all duplicates from a layer,
//! so the search of a finite problem always ends. The interval grows with the cost: reading a block costs about as much
//! as expanding two positions.

use super::frontier::is_set;
use crate::solve::checkpoint::DiskFailure;
use crate::store::reserve::fallible;
use crate::store::{FINGERPRINT_BITS, SortedRuns};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The share of the memory for positions that are not yet on disk.
const BUFFER_SHARE: u64 = 32;
/// Positions to be expanded before the next comparison, per block that the last one read.
const INTERVAL_PER_BLOCK: u64 = 2;

/// The positions of a search on disk.
pub(super) struct Spill {
    runs: Option<SortedRuns>,
    /// Positions in the layers since the last comparison, and how many there have to be before the next.
    positions_since: u64,
    interval: u64,
    false_hits: f64,
    failure: Option<DiskFailure>,
}

impl Spill {
    /// Spills into a folder, for a search with `memory` bytes. If that cannot be, it is a failure from the beginning.
    pub fn create(folder: &Path, memory: u64) -> Spill {
        let runs = SortedRuns::create(folder, memory / BUFFER_SHARE);
        let (runs, failure) = match runs {
            Ok(runs) => (Some(runs), None),
            Err(error) => {
                let (folder, error) = (folder.to_owned(), Arc::new(error));
                (None, Some(DiskFailure::SpillFolder { folder, error }))
            }
        };
        Spill { runs, positions_since: 0, interval: 0, false_hits: 0.0, failure }
    }

    /// What went wrong with the disk.
    pub fn failure(&self) -> Option<&DiskFailure> {
        self.failure.as_ref()
    }

    /// Takes a closed layer of `len` positions. A bit set of its duplicates, if the visited set forgets and a
    /// comparison is due.
    pub fn close_layer(
        &mut self,
        keys: impl Iterator<Item = u128> + Clone,
        len: usize,
        forgets: bool,
    ) -> Vec<u64> {
        self.positions_since += len as u64;
        let (mut duplicates, mut done) = (Vec::new(), Ok(()));
        if forgets
            && self.positions_since >= self.interval
            && let Some(mut wanted) = reserve_for_check(len, &mut duplicates)
        {
            wanted.extend(keys.clone().zip(0..));
            done = self.find_duplicates(&mut wanted, &mut duplicates);
        }
        let new = keys.enumerate().filter(|&(place, _)| !is_set(&duplicates, place)).map(|(_, key)| key);
        if let Some(runs) = &mut self.runs {
            done = done.and(runs.add(new));
        }
        self.note(done);
        duplicates
    }

    /// Takes positions of a layer closed before.
    pub fn restore(&mut self, keys: &[u128]) {
        if let Some(runs) = &mut self.runs {
            let done = runs.add(keys.iter().copied());
            self.note(done);
        }
    }

    /// The expected number of false hits in the comparisons.
    pub fn false_hits(&self) -> f64 {
        self.false_hits
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.runs.as_ref().map_or(0, SortedRuns::bytes)
    }

    fn find_duplicates(&mut self, keys: &mut [(u128, u32)], duplicates: &mut [u64]) -> io::Result<()> {
        let Some(runs) = &mut self.runs else { return Ok(()) };
        self.false_hits += keys.len() as f64 * runs.len() as f64 * 0.5f64.powi(FINGERPRINT_BITS as i32);
        let blocks = runs.probe(keys, |place| duplicates[place as usize / 64] |= 1 << (place % 64))?;
        self.positions_since = 0;
        self.interval = INTERVAL_PER_BLOCK * blocks;
        Ok(())
    }

    fn note(&mut self, done: io::Result<()>) {
        if let (Err(error), None) = (done, &self.failure) {
            self.failure = Some(DiskFailure::Spill(Arc::new(error)));
        }
    }
}

/// Memory for the keys of a layer and the bit set of its duplicates. Without it the comparison is put off: it only
/// saves work.
fn reserve_for_check(len: usize, duplicates: &mut Vec<u64>) -> Option<Vec<(u128, u32)>> {
    let mut wanted = Vec::new();
    fallible(|| wanted.try_reserve_exact(len).and_then(|()| duplicates.try_reserve_exact(len.div_ceil(64))))
        .ok()?;
    duplicates.resize(len.div_ceil(64), 0);
    Some(wanted)
}
