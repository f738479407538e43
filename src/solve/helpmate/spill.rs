//! Positions on disk, for delayed duplicate detection (Korf 2003) once the visited set forgets.
//!
//! While the visited set forgets, a layer may hold positions of earlier layers. At intervals a whole layer is compared
//! with the positions on disk, and its duplicates are not expanded. One comparison removes all duplicates from a layer,
//! so the search of a finite problem always ends. How often, see [`Interval`].

use super::frontier::is_set;
use crate::solve::checkpoint::DiskFailure;
use crate::store::reserve::fallible;
use crate::store::{FINGERPRINT_BITS, KeySample, SortedRuns};
use log::debug;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The share of the memory for positions that are not yet on disk.
const BUFFER_SHARE: u64 = 32;
/// The share for the sample by which duplicates are estimated.
const SAMPLE_SHARE: u64 = 256;
/// Reading a block costs about as much as expanding this many positions.
const POSITIONS_PER_BLOCK: f64 = 4.0;
/// Between two comparisons the positions become more by at most one in so many, whatever was estimated.
const LARGEST_INTERVAL_SHARE: u64 = 8;

/// The positions of a search on disk.
pub(super) struct Spill {
    runs: Option<SortedRuns>,
    sample: KeySample,
    interval: Interval,
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
        let sample = KeySample::in_bytes(memory / SAMPLE_SHARE);
        Spill { runs, sample, interval: Interval::default(), false_hits: 0.0, failure }
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
        let (mut duplicates, mut done) = (Vec::new(), Ok(()));
        let estimated = self.sample.meet(keys.clone());
        if forgets
            && let Some(runs) = &self.runs
            && self.interval.is_over_with(len, estimated, runs.blocks_for(len), runs.len())
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
        self.sample.meet(keys.iter().copied());
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
        self.runs.as_ref().map_or(0, SortedRuns::bytes) + self.sample.bytes()
    }

    fn find_duplicates(&mut self, keys: &mut [(u128, u32)], duplicates: &mut [u64]) -> io::Result<()> {
        let Some(runs) = &mut self.runs else { return Ok(()) };
        self.false_hits += keys.len() as f64 * runs.len() as f64 * 0.5f64.powi(FINGERPRINT_BITS as i32);
        let mut found = 0;
        runs.probe(keys, |place| {
            duplicates[place as usize / 64] |= 1 << (place % 64);
            found += 1;
        })?;
        let (len, estimated) = (keys.len(), self.interval.duplicates);
        debug!("{found} of {len} positions are duplicates; about {estimated:.0} since the last comparison");
        self.interval = Interval::default();
        Ok(())
    }

    fn note(&mut self, done: io::Result<()>) {
        if let (Err(error), None) = (done, &self.failure) {
            self.failure = Some(DiskFailure::Spill(Arc::new(error)));
        }
    }
}

/// When the next comparison is due.
///
/// Duplicates have duplicates for children, and become more from layer to layer until a comparison removes all that
/// there are. How many a layer has is [estimated](KeySample). When they are as many since the last comparison as the
/// next one costs, it is due: then neither what is expanded in vain nor what comparisons cost is ever much more than the
/// other.
#[derive(Default)]
struct Interval {
    /// Positions of the layers since the last comparison, while the visited set forgets, and duplicates among them.
    positions: u64,
    duplicates: f64,
}

impl Interval {
    /// Counts a layer with its duplicates, and tells whether it is to be compared, which would read so many blocks;
    /// `stored` positions are on disk.
    fn is_over_with(&mut self, len: usize, duplicates: f64, blocks: u64, stored: u64) -> bool {
        self.positions += len as u64;
        self.duplicates += duplicates;
        self.duplicates > POSITIONS_PER_BLOCK * blocks as f64
            || self.positions >= stored / LARGEST_INTERVAL_SHARE
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

#[cfg(test)]
mod tests {
    use super::*;

    /// How many layers of 1,000 positions with so many duplicates more in each lie between comparisons that read so many
    /// blocks.
    fn layers_between(more: f64, blocks: u64, stored: u64) -> usize {
        let mut interval = Interval::default();
        let is_over = |&layer: &usize| interval.is_over_with(1_000, layer as f64 * more, blocks, stored);
        (1..).find(is_over).expect("it ends")
    }

    #[test]
    fn comparisons_cost_what_they_spare() {
        // 10 duplicates more in each layer are 5 n² in n layers, and a comparison costs as much as 8,000 positions.
        let layers = layers_between(10.0, 2_000, 1 << 40);
        assert!((38..=42).contains(&layers), "{layers}");
        assert_eq!(layers_between(500.0, 1, 1 << 40), 1, "many duplicates, cheap comparisons");
        assert_eq!(
            layers_between(0.0, 2_000, 800_000),
            100,
            "an eighth of what there is, without any duplicate"
        );
    }
}
