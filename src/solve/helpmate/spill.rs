//! Positions on disk: what the table forgot is found there, late, and its descendants are expanded no further
//! (delayed duplicate detection, by Korf 2003).
//!
//! While the table forgets, a layer may hold positions of earlier layers. Now and then a whole layer is looked up on
//! disk. What is there was met before; so were all its descendants in the layers between, or they are new. Hence one look
//! clears a layer of everything old, and the search of a finite problem always ends. The looks are as rare as they are
//! dear: a block read costs about as much as two positions expanded.

use super::error::DiskFailure;
use super::frontier::is_set;
use crate::store::reserve::coping;
use crate::store::{FINGERPRINT_BITS, SortedRuns};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The share of the memory for positions that are not yet on disk.
const BUFFER_SHARE: u64 = 32;
/// Positions expanded for each block that the last look had to read, before the next one.
const PATIENCE: u64 = 2;

/// The positions of a search on disk.
pub(super) struct Spill {
    runs: Option<SortedRuns>,
    /// Positions in the layers since the last look, and how many there must be before the next.
    waited: u64,
    wait: u64,
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
        Spill { runs, waited: 0, wait: 0, false_hits: 0.0, failure }
    }

    /// What went wrong with the disk.
    pub fn failure(&self) -> Option<&DiskFailure> {
        self.failure.as_ref()
    }

    /// Takes a closed layer of `len` positions. If the table forgets and it is time to look, bits are set for the places of
    /// those that are old.
    pub fn close_layer(
        &mut self,
        keys: impl Iterator<Item = u128> + Clone,
        len: usize,
        forgets: bool,
    ) -> Vec<u64> {
        self.waited += len as u64;
        let (mut old, mut done) = (Vec::new(), Ok(()));
        if forgets
            && self.waited >= self.wait
            && let Some(mut wanted) = room_to_look(len, &mut old)
        {
            wanted.extend(keys.clone().zip(0..));
            done = self.look(&mut wanted, &mut old);
        }
        let new = keys.enumerate().filter(|&(place, _)| !is_set(&old, place)).map(|(_, key)| key);
        if let Some(runs) = &mut self.runs {
            done = done.and(runs.add(new));
        }
        self.note(done);
        old
    }

    /// Takes positions of a layer closed before.
    pub fn restore(&mut self, keys: &[u128]) {
        if let Some(runs) = &mut self.runs {
            let done = runs.add(keys.iter().copied());
            self.note(done);
        }
    }

    /// The false hits to be expected of the looks.
    pub fn false_hits(&self) -> f64 {
        self.false_hits
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.runs.as_ref().map_or(0, SortedRuns::bytes)
    }

    fn look(&mut self, keys: &mut [(u128, u32)], old: &mut [u64]) -> io::Result<()> {
        let Some(runs) = &mut self.runs else { return Ok(()) };
        self.false_hits += keys.len() as f64 * runs.len() as f64 * 0.5f64.powi(FINGERPRINT_BITS as i32);
        let blocks = runs.look_up(keys, |place| old[place as usize / 64] |= 1 << (place % 64))?;
        self.waited = 0;
        self.wait = PATIENCE * blocks;
        Ok(())
    }

    fn note(&mut self, done: io::Result<()>) {
        if let (Err(error), None) = (done, &self.failure) {
            self.failure = Some(DiskFailure::Spill(Arc::new(error)));
        }
    }
}

/// Room for the keys of a layer and for the bits that a look sets. Without it the look has to wait: it spares work, and the search
/// goes on.
fn room_to_look(len: usize, old: &mut Vec<u64>) -> Option<Vec<(u128, u32)>> {
    let mut wanted = Vec::new();
    coping(|| wanted.try_reserve_exact(len).and_then(|()| old.try_reserve_exact(len.div_ceil(64)))).ok()?;
    old.resize(len.div_ceil(64), 0);
    Some(wanted)
}
