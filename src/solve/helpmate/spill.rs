//! Positions on disk: what the table forgot is found there, late, and its descendants are expanded no further
//! (delayed duplicate detection, by Korf 2003).
//!
//! While the table forgets, a layer may hold positions of earlier layers. Now and then a whole layer is looked up on
//! disk. What is there was met before; so were all its descendants in the layers between, or they are new. Hence one look
//! clears a layer of everything old, and the search of a finite problem always ends. The looks are as rare as they are
//! dear: a block read costs about as much as two positions expanded.

use crate::store::{FINGERPRINT_BITS, SortedRuns};
use std::io;
use std::path::Path;

/// The share of the memory for positions that are not yet on disk.
const BUFFER_SHARE: u64 = 32;
/// Positions expanded for each block that the last look had to read, before the next one.
const PATIENCE: u64 = 2;

/// The positions of a search on disk.
pub(super) struct Spill {
    runs: Option<SortedRuns>,
    /// Bits of the places in the current layer that are known to be old.
    old: Vec<u64>,
    /// Positions in the layers since the last look, and how many there must be before the next.
    waited: u64,
    wait: u64,
    false_hits: f64,
    failure: Option<String>,
}

impl Spill {
    /// Spills into a folder, for a search with `memory` bytes. If that cannot be, it is a failure from the beginning.
    pub fn create(folder: &Path, memory: u64) -> Spill {
        let runs = SortedRuns::create(folder, memory / BUFFER_SHARE);
        let failure = runs.as_ref().err().map(|error| format!("{}: {error}", folder.display()));
        Spill { runs: runs.ok(), old: Vec::new(), waited: 0, wait: 0, false_hits: 0.0, failure }
    }

    /// What went wrong with the disk.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Takes a closed layer of `len` positions. If the table forgets, it is time to look, and some are old, their places are
    /// remembered until the next call.
    pub fn close_layer(&mut self, keys: impl Iterator<Item = u128> + Clone, len: usize, forgets: bool) {
        self.old.clear();
        self.waited += len as u64;
        let mut done = Ok(());
        if forgets && self.waited >= self.wait {
            done = self.look(keys.clone());
        }
        let is_old = |place: usize| is_set(&self.old, place);
        let new = keys.enumerate().filter(|&(place, _)| !is_old(place)).map(|(_, key)| key);
        if let Some(runs) = &mut self.runs {
            done = done.and(runs.add(new));
        }
        self.note(done);
    }

    /// Takes positions of a layer closed before.
    pub fn restore(&mut self, keys: &[u128]) {
        if let Some(runs) = &mut self.runs {
            let done = runs.add(keys.iter().copied());
            self.note(done);
        }
    }

    /// Whether the position at a place of the current layer was met in an earlier one.
    #[inline]
    pub fn is_old(&self, place: usize) -> bool {
        is_set(&self.old, place)
    }

    /// The false hits to be expected of the looks.
    pub fn false_hits(&self) -> f64 {
        self.false_hits
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.runs.as_ref().map_or(0, SortedRuns::bytes) + (self.old.capacity() * size_of::<u64>()) as u64
    }

    fn look(&mut self, keys: impl Iterator<Item = u128>) -> io::Result<()> {
        let Some(runs) = &mut self.runs else { return Ok(()) };
        let mut keys: Vec<(u128, u32)> = keys.zip(0..).collect();
        self.old.resize(keys.len().div_ceil(64), 0);
        self.false_hits += keys.len() as f64 * runs.len() as f64 * 0.5f64.powi(FINGERPRINT_BITS as i32);
        let old = &mut self.old;
        let blocks = runs.look_up(&mut keys, |place| old[place as usize / 64] |= 1 << (place % 64))?;
        self.waited = 0;
        self.wait = PATIENCE * blocks;
        Ok(())
    }

    fn note(&mut self, done: io::Result<()>) {
        if let (Err(error), None) = (done, &self.failure) {
            self.failure = Some(format!("spilled positions: {error}"));
        }
    }
}

fn is_set(bits: &[u64], place: usize) -> bool {
    bits.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
}
