//! The file with the table's entries.
//!
//! The file consists of slices. A slice has three 64-bit numbers (the magic number, the number of the slice, and
//! its number of entries), the entries of three 64-bit words each, and a checksum of the whole file so far,
//! checksums excluded. Numbers are little endian.

use crate::solve::checkpoint::{CheckpointError, Damage};
use crate::store::{AppendOnly, ENTRY_WORDS, Folder, ProofTable};
use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use std::io::{BufReader, Read, Write};

/// The magic number at the start of a slice.
const MAGIC: u64 = u64::from_le_bytes(FactsFile::BEGINNING);
const HEAD_WORDS: usize = 3;
/// The number of bytes of an entry.
const ENTRY: usize = 8 * ENTRY_WORDS;
/// The number of groups of the table in a slice, which has about a megabyte.
const GROUPS: u64 = 1 << 12;
/// The largest number of entries in a slice; a group has room for twenty.
const MAX_ENTRIES: u64 = 20 * GROUPS;
/// The file is made durable each time that this many bytes were written; to do that only at the end would take
/// long.
const SYNC_INTERVAL: u64 = 64 << 20;

/// The manifest's data on the file.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct FactsFile {
    pub number: u64,
    pub bytes: u64,
    crc: u32,
    pub entries: u64,
    /// The number of groups that were in use in the table.
    pub groups: u64,
}

/// Writes a file of facts.
pub(super) struct FactsWriter {
    file: Box<dyn AppendOnly>,
    written: FactsFile,
    slices: u64,
    /// The number of bytes that may not be durable yet.
    unsynced: u64,
    slice: Vec<u8>,
}

impl FactsFile {
    /// The beginning of the file's name; its number follows.
    pub const PREFIX: &str = "facts-";
    /// The first bytes of a file that has a slice.
    pub const BEGINNING: [u8; 8] = *b"TSUMUGIF";

    /// The name of the file.
    pub fn name(&self) -> String {
        format!("{}{}", FactsFile::PREFIX, self.number)
    }

    /// Restores all entries into a table.
    ///
    /// # Errors
    /// The file is missing or damaged, or does not belong to the manifest.
    pub fn read(&self, folder: &dyn Folder, table: &mut ProofTable) -> Result<(), CheckpointError> {
        let name = self.name();
        let damaged = |what| Err(CheckpointError::damaged(&name, what));
        let file = folder.read(&name).map_err(CheckpointError::reading(&name))?;
        let mut file = BufReader::with_capacity(1 << 18, file);
        let (mut left, mut crc, mut slices, mut entries) = (self.bytes, 0, 0, 0);
        let mut slice = Vec::new();
        while left > 0 {
            let mut head = [0; 8 * HEAD_WORDS];
            file.read_exact(&mut head).map_err(CheckpointError::reading(&name))?;
            let [magic, number, count] = words(&head);
            if magic != MAGIC || number != slices {
                return damaged(Damage::SliceStart);
            }
            let bytes = count.saturating_mul(ENTRY as u64);
            let rest = left.checked_sub(head.len() as u64 + 4).and_then(|left| left.checked_sub(bytes));
            // The length is not yet verified by a checksum: refuse an impossible one before allocating memory for
            // it.
            let Some(rest) = rest.filter(|_| count <= MAX_ENTRIES) else {
                return damaged(Damage::SliceLength);
            };
            left = rest;
            slice.resize(bytes as usize, 0);
            file.read_exact(&mut slice).map_err(CheckpointError::reading(&name))?;
            let mut hasher = Hasher::new_with_initial(crc);
            hasher.update(&head);
            hasher.update(&slice);
            crc = hasher.finalize();
            let mut stored = [0; 4];
            file.read_exact(&mut stored).map_err(CheckpointError::reading(&name))?;
            if u32::from_le_bytes(stored) != crc {
                return damaged(Damage::Checksum);
            }
            if !slice.chunks_exact(ENTRY).all(|bytes| table.put_back(words(bytes))) {
                return damaged(Damage::Fact);
            }
            (slices, entries) = (slices + 1, entries + count);
        }
        if (crc, entries) != (self.crc, self.entries) {
            return damaged(Damage::OtherFacts);
        }
        match file.read(&mut [0]).map_err(CheckpointError::reading(&name))? {
            0 => Ok(()),
            _ => damaged(Damage::TooLong),
        }
    }
}

impl FactsWriter {
    /// Begins a file.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn begin(folder: &dyn Folder, number: u64) -> Result<FactsWriter, CheckpointError> {
        let written = FactsFile { number, bytes: 0, crc: 0, entries: 0, groups: 0 };
        let name = written.name();
        let file = folder.append(&name, 0).map_err(CheckpointError::io(&name))?;
        Ok(FactsWriter { file, written, slices: 0, unsynced: 0, slice: Vec::new() })
    }

    /// The name of the file.
    pub fn name(&self) -> String {
        self.written.name()
    }

    /// Writes the entries of the next groups of a table to which no thread writes meanwhile. Returns false if no
    /// groups were left.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_slice(&mut self, table: &ProofTable) -> Result<bool, CheckpointError> {
        let FactsWriter { file, written, slices, unsynced, slice } = self;
        let end = table.groups().min(written.groups + GROUPS);
        if written.groups == end {
            return Ok(false);
        }
        slice.clear();
        slice.resize(8 * HEAD_WORDS, 0);
        for group in written.groups..end {
            table.for_each_in_group(group, |words| {
                words.iter().for_each(|word| slice.extend_from_slice(&word.to_le_bytes()));
            });
        }
        let count = ((slice.len() - 8 * HEAD_WORDS) / ENTRY) as u64;
        for (place, word) in slice.chunks_exact_mut(8).zip([MAGIC, *slices, count]) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        let mut hasher = Hasher::new_with_initial(written.crc);
        hasher.update(slice);
        written.crc = hasher.finalize();
        slice.extend_from_slice(&written.crc.to_le_bytes());
        let bytes = slice.len() as u64;
        (written.bytes, written.entries, written.groups) =
            (written.bytes + bytes, written.entries + count, end);
        (*slices, *unsynced) = (*slices + 1, *unsynced + bytes);
        let mut done = file.write_all(slice);
        if *unsynced >= SYNC_INTERVAL {
            *unsynced = 0;
            done = done.and_then(|()| file.sync());
        }
        done.map_err(CheckpointError::io(&written.name()))?;
        Ok(true)
    }

    /// Makes the file durable.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<FactsFile, CheckpointError> {
        let done = self.file.flush().and_then(|()| self.file.sync());
        done.map_err(CheckpointError::io(&self.name()))?;
        Ok(self.written)
    }
}

/// Decodes little-endian words, as many as fit into the result.
fn words<const WORDS: usize>(bytes: &[u8]) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    }
    words
}
