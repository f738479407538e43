//! Positions on disk, for delayed duplicate detection (Korf 2003) once the visited set forgets.
//!
//! While the visited set forgets, a layer may hold positions of earlier layers. From time to time a whole layer
//! is compared with the positions on disk, and its duplicates are not expanded. One comparison removes all
//! duplicates from a layer, so the search of a finite problem always ends. [`Interval`] determines when to
//! compare.

use super::frontier::is_set;
use crate::solve::checkpoint::DiskFailure;
use crate::store::reserve::fallible;
use crate::store::{FINGERPRINT_BITS, KeySample, SortedRuns};
use log::debug;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The buffer for positions that are not yet on disk has one part in this many of the memory.
const BUFFER_SHARE: u64 = 32;
/// The sample from which the number of duplicates is estimated has one part in this many of the memory.
const SAMPLE_SHARE: u64 = 256;
/// Reading a block costs about as much as expanding this many positions.
const POSITIONS_PER_BLOCK: f64 = 4.0;
/// A comparison is due at the latest when the positions met since the last one reach one part in this many of the
/// positions on disk, whatever the estimate.
const LARGEST_INTERVAL_SHARE: u64 = 8;

/// The positions of a search that are kept on disk.
pub(super) struct Spill {
    runs: Option<SortedRuns>,
    sample: KeySample,
    interval: Interval,
    false_hits: f64,
    failure: Option<DiskFailure>,
}

impl Spill {
    /// Keeps positions in a folder, for a search with `memory` bytes. An error in creating the files is kept as
    /// the [`failure`](Self::failure).
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

    /// The first error of the disk, if there was one.
    pub fn failure(&self) -> Option<&DiskFailure> {
        self.failure.as_ref()
    }

    /// Adds a closed layer of `len` positions. Returns a bit set of its duplicates if the visited set forgets and
    /// a comparison is due, and otherwise an empty one.
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

    /// Adds positions of a layer that was closed before the search was resumed.
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
/// Children of duplicates are duplicates too, and their number grows from layer to layer until a comparison
/// removes them all. The number of duplicates in a layer is [estimated](KeySample). A comparison is due when
/// expanding the duplicates since the last comparison has cost as much as the next comparison will. So neither
/// wasted expansions nor comparisons ever cost much more than the other.
#[derive(Default)]
struct Interval {
    /// Positions in the layers since the last comparison that were closed while the visited set forgot, and the
    /// estimated number of duplicates among them.
    positions: u64,
    duplicates: f64,
}

impl Interval {
    /// Counts a layer with its duplicates, and returns whether the layer is to be compared. The comparison would
    /// read `blocks` blocks; `stored` positions are on disk.
    fn is_over_with(&mut self, len: usize, duplicates: f64, blocks: u64, stored: u64) -> bool {
        self.positions += len as u64;
        self.duplicates += duplicates;
        self.duplicates > POSITIONS_PER_BLOCK * blocks as f64
            || self.positions >= stored / LARGEST_INTERVAL_SHARE
    }
}

/// Allocates memory for the keys of a layer and the bit set of its duplicates. `None` if the system refuses it:
/// then the comparison is put off, since it only saves work.
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

    /// How many layers there are between comparisons that read `blocks` blocks, if each layer has 1,000 positions
    /// and `more` duplicates more than the layer before.
    fn layers_between(more: f64, blocks: u64, stored: u64) -> usize {
        let mut interval = Interval::default();
        let is_over = |&layer: &usize| interval.is_over_with(1_000, layer as f64 * more, blocks, stored);
        (1..).find(is_over).expect("it ends")
    }

    #[test]
    fn comparisons_cost_what_they_spare() {
        // With 10 duplicates more in each layer, n layers have 5 n², and a comparison costs as much as 8,000
        // positions.
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
