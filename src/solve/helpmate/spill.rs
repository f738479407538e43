//! Positions on disk, for delayed duplicate detection (Korf 2003) once the visited set forgets.
//!
//! While the visited set forgets, a layer may hold positions of earlier layers. At intervals a whole layer is compared
//! with the positions on disk, and its duplicates are not expanded. One comparison removes all duplicates from a layer,
//! so the search of a finite problem always ends. How often, see [`Interval`].

use super::frontier::is_set;
use crate::solve::checkpoint::DiskFailure;
use crate::store::reserve::fallible;
use crate::store::{FINGERPRINT_BITS, SortedRuns};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The share of the memory for positions that are not yet on disk.
const BUFFER_SHARE: u64 = 32;
/// Reading a block costs about as much as expanding this many positions.
const POSITIONS_PER_BLOCK: f64 = 4.0;
/// Between two comparisons the positions become more by at most one in so many, whatever the last one found.
const LARGEST_INTERVAL_SHARE: u64 = 8;
/// Nor is an interval longer than the one before it times this.
const LARGEST_GROWTH: f64 = 4.0;

/// The positions of a search on disk.
pub(super) struct Spill {
    runs: Option<SortedRuns>,
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
        Spill { runs, interval: Interval::default(), false_hits: 0.0, failure }
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
        if forgets
            && self.interval.is_over_with(len)
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
        let mut found = 0;
        let blocks = runs.probe(keys, |place| {
            duplicates[place as usize / 64] |= 1 << (place % 64);
            found += 1;
        })?;
        self.interval.begin(found, blocks, runs.len());
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
/// Without comparisons duplicates become more from layer to layer. If they do so evenly, *d* of them in the layer that
/// is compared, the *n*-th since the last comparison, mean that *n* · *d* / 2 positions were expanded in vain. Over a
/// longer time the least is lost in all when that is about the cost of a comparison. What is lost grows with the square
/// of the interval, so the next one is this one times the root of their ratio.
#[derive(Default)]
struct Interval {
    /// Layers and their positions since the last comparison, while the visited set forgets.
    layers: u64,
    positions: u64,
    /// The positions that there have to be.
    least: u64,
}

impl Interval {
    /// Counts a layer of `len` positions, and tells whether it is to be compared.
    fn is_over_with(&mut self, len: usize) -> bool {
        self.layers += 1;
        self.positions += len as u64;
        self.positions >= self.least
    }

    /// The layer just counted was compared, which found `duplicates` in it and read `blocks`; `stored` positions are on
    /// disk.
    fn begin(&mut self, duplicates: u64, blocks: u64, stored: u64) {
        let in_vain = (self.layers * duplicates) as f64 / 2.0;
        let cost = POSITIONS_PER_BLOCK * blocks as f64;
        let factor = (cost / in_vain.max(1.0)).sqrt().min(LARGEST_GROWTH);
        let least = ((self.positions as f64 * factor) as u64).min(stored / LARGEST_INTERVAL_SHARE);
        *self = Interval { layers: 0, positions: 0, least };
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

    /// Layers of 1,000 positions, of which duplicates make up `share` more in each layer since the last comparison.
    /// How many layers lie between the last two of 20 comparisons that read `blocks` each.
    fn layers_between(share: f64, blocks: u64, stored: u64) -> u64 {
        let mut interval = Interval::default();
        let mut layers = 0;
        for _ in 0..20 {
            layers = (1..).find(|_| interval.is_over_with(1_000)).expect("it ends");
            interval.begin((layers as f64 * share * 1_000.0) as u64, blocks, stored);
        }
        layers
    }

    #[test]
    fn comparisons_cost_what_they_spare() {
        // 10 duplicates more in each layer are 5 n² in n layers, and a comparison costs as much as 8,000 positions.
        let layers = layers_between(0.01, 2_000, 1 << 40);
        assert!((38..=42).contains(&layers), "{layers}");
        assert_eq!(layers_between(0.5, 1, 1 << 40), 1, "many duplicates, cheap comparisons");
        assert_eq!(
            layers_between(0.0, 2_000, 800_000),
            100,
            "an eighth of what there is, without any duplicate"
        );
    }
}
