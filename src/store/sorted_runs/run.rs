//! One run: a file of fingerprints in ascending order. How it is written, read, and searched.

use super::super::reserve::fallible;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The number of bits of a fingerprint.
pub const FINGERPRINT_BITS: u32 = 80;

const RECORD: usize = FINGERPRINT_BITS as usize / 8;
/// Records in a block, which is read as a whole.
pub(super) const BLOCK: usize = 512;
/// The number of blocks read at a time when most of them are wanted.
const BLOCKS_AHEAD: usize = 64;
/// Blocks are read ahead if there are at most this many of them for each key to be looked up.
const BLOCKS_PER_KEY: usize = 4;
/// Bytes read or written at a time while runs are merged.
const MERGE_BUFFER: usize = 1 << 16;
/// The beginning of each file, which distinguishes it from files of other origin.
pub(super) const BEGINNING: [u8; 12] = *b"tsumugi run\n";

/// A file of fingerprints in ascending order, each once.
pub(super) struct Run {
    file: File,
    path: PathBuf,
    pub len: u64,
    /// For each block, the high 64 bits of its first fingerprint.
    index: Vec<u64>,
}

/// Whether a file was written as a run. A file left by a killed process may be shorter than the beginning.
pub(super) fn is_ours(path: &Path) -> io::Result<bool> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut found = Vec::new();
    File::open(path)?.take(BEGINNING.len() as u64).read_to_end(&mut found)?;
    Ok(BEGINNING.starts_with(&found))
}

/// The part of a key that is stored.
#[inline(always)]
pub(super) fn fingerprint(key: u128) -> u128 {
    key & ((1 << FINGERPRINT_BITS) - 1)
}

/// The high 64 bits of a fingerprint.
fn prefix(fingerprint: u128) -> u64 {
    (fingerprint >> (FINGERPRINT_BITS - 64)) as u64
}

fn decode(record: &[u8; RECORD]) -> u128 {
    let mut bytes = [0; 16];
    bytes[..RECORD].copy_from_slice(record);
    u128::from_le_bytes(bytes)
}

impl Run {
    /// An empty run in a new file.
    ///
    /// # Errors
    /// The system refuses. This includes the case that a file with this name exists meanwhile.
    pub fn create(path: PathBuf) -> io::Result<RunWriter> {
        let file = OpenOptions::new().create_new(true).read(true).write(true).open(&path)?;
        // From here on the file is removed when the run is dropped, even if it cannot be written completely.
        let mut run = Run { file, path, len: 0, index: Vec::new() };
        run.file.write_all(&BEGINNING)?;
        Ok(RunWriter { buffer: Vec::with_capacity(MERGE_BUFFER + RECORD), run })
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.index.len()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.index.capacity() * size_of::<u64>()
    }

    /// Calls `found` with the number of each key that is in the run. The keys must be ascending.
    pub fn probe(&mut self, keys: &[(u128, u32)], found: &mut impl FnMut(u32)) -> io::Result<()> {
        let is_dense = self.index.len() / BLOCKS_PER_KEY <= keys.len();
        let mut window = Window {
            run: self,
            blocks: 0..0,
            records: Vec::new(),
            ahead: if is_dense { BLOCKS_AHEAD } else { 1 },
        };
        let mut first = 0;
        for &(key, number) in keys {
            first = first_at_least(&window.run.index, first, prefix(key));
            // The previous block may end with the same prefix with which this block begins, so look into both.
            for block in first.saturating_sub(1)..window.run.index.len() {
                if window.run.index[block] > prefix(key) {
                    break;
                }
                if window.block(block)?.binary_search_by_key(&key, decode).is_ok() {
                    found(number);
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The first index from `from` on with a value of at least `value` in an ascending list. Searches in growing
/// strides, since the results of successive calls are near each other.
fn first_at_least(index: &[u64], from: usize, value: u64) -> usize {
    let mut step = 1;
    while index.get(from + step - 1).is_some_and(|&start| start < value) {
        step *= 2;
    }
    let (start, end) = (from + step / 2, index.len().min(from + step));
    start + index[start..end].partition_point(|&start| start < value)
}

/// The blocks of a run that are in memory.
struct Window<'a> {
    run: &'a mut Run,
    blocks: Range<usize>,
    records: Vec<[u8; RECORD]>,
    /// The number of blocks read at a time.
    ahead: usize,
}

impl Window<'_> {
    /// The records of a block, which is read if it is not in memory.
    fn block(&mut self, block: usize) -> io::Result<&[[u8; RECORD]]> {
        if !self.blocks.contains(&block) {
            let end = self.run.index.len().min(block + self.ahead);
            let start = block * BLOCK;
            let count = (end * BLOCK).min(self.run.len as usize) - start;
            fallible(|| self.records.try_reserve_exact(count.saturating_sub(self.records.len())))?;
            self.records.resize(count, [0; RECORD]);
            self.run.file.seek(SeekFrom::Start((BEGINNING.len() + start * RECORD) as u64))?;
            self.blocks = 0..0;
            self.run.file.read_exact(self.records.as_flattened_mut())?;
            self.blocks = block..end;
        }
        let start = (block - self.blocks.start) * BLOCK;
        Ok(&self.records[start..self.records.len().min(start + BLOCK)])
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // A file that cannot be removed now is removed by the next process that uses the folder.
        let _ = fs::remove_file(&self.path);
    }
}

/// A run that is being written.
pub(super) struct RunWriter {
    buffer: Vec<u8>,
    run: Run,
}

impl RunWriter {
    /// Appends a fingerprint, which must be larger than all before it.
    pub fn push(&mut self, fingerprint: u128) -> io::Result<()> {
        if self.run.len.is_multiple_of(BLOCK as u64) {
            fallible(|| self.run.index.try_reserve(1))?;
            self.run.index.push(prefix(fingerprint));
        }
        self.run.len += 1;
        self.buffer.extend_from_slice(&fingerprint.to_le_bytes()[..RECORD]);
        if self.buffer.len() >= MERGE_BUFFER {
            self.run.file.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Ends the writing, and returns the complete run.
    pub fn finish(mut self) -> io::Result<Run> {
        self.run.file.write_all(&self.buffer)?;
        self.run.index.shrink_to_fit();
        Ok(self.run)
    }
}

/// A run that is read from its beginning to its end.
pub(super) struct RunReader<'a> {
    file: BufReader<&'a mut File>,
    left: u64,
    /// The next fingerprint.
    pub head: Option<u128>,
}

impl<'a> RunReader<'a> {
    pub fn new(run: &'a mut Run) -> io::Result<RunReader<'a>> {
        run.file.seek(SeekFrom::Start(BEGINNING.len() as u64))?;
        let file = BufReader::with_capacity(MERGE_BUFFER, &mut run.file);
        let mut reader = RunReader { file, left: run.len, head: None };
        reader.next()?;
        Ok(reader)
    }

    /// Advances to the next fingerprint.
    pub fn next(&mut self) -> io::Result<()> {
        self.head = None;
        if self.left > 0 {
            self.left -= 1;
            let mut record = [0; RECORD];
            self.file.read_exact(&mut record)?;
            self.head = Some(decode(&record));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_by_strides() {
        let index: Vec<u64> = (0..300).map(|n| n / 3 * 10).collect();
        for from in 0..=index.len() {
            for value in (0..1010).step_by(3) {
                let plain = (from..index.len()).find(|&at| index[at] >= value).unwrap_or(index.len());
                assert_eq!(first_at_least(&index, from, value), plain, "from {from}, {value}");
            }
        }
    }
}
