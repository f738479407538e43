//! A set of keys on disk: sorted runs of fingerprints, merged now and then (a log-structured merge tree, by O'Neil,
//! Cheng, Gawlick and O'Neil 1996).
//!
//! Keys are added in any order and looked up many at a time, in order, so that files are read from front to back. A
//! fingerprint is the low 80 bits of a key. In memory there are a buffer, and a word for each block of a file.

use super::folder::{DiskFolder, FileInTheWay, FolderError};
use super::reserve::fallible;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The bits of a fingerprint.
pub const FINGERPRINT_BITS: u32 = 80;

const RECORD: usize = FINGERPRINT_BITS as usize / 8;
/// Records in a block, which is read as a whole.
const BLOCK: usize = 512;
/// Blocks read at a time where most of them are wanted.
const BLOCKS_AHEAD: usize = 64;
/// So many blocks may there be for each key that is looked up, if blocks are to be read ahead.
const BLOCKS_PER_KEY: usize = 4;
/// The number of runs of one size that are merged into one of the next size.
const FAN_IN: usize = 4;
/// Bytes read or written at a time while runs are merged.
const MERGE_BUFFER: usize = 1 << 16;
/// The end of the names of files.
const EXTENSION: &str = "run";
/// The beginning of each file, which tells it from those of others.
const BEGINNING: [u8; 12] = *b"tsumugi run\n";

/// A growing set of keys on disk.
pub struct SortedRuns {
    /// Locked, and where the files lie.
    _lock: DiskFolder,
    path: PathBuf,
    /// Fingerprints that are in no file yet.
    buffer: Vec<u128>,
    capacity: usize,
    /// The largest, which are the oldest, first.
    runs: Vec<Run>,
    files: u64,
    len: u64,
}

/// A file of fingerprints in ascending order, each once.
struct Run {
    file: File,
    path: PathBuf,
    len: u64,
    /// For each block, the high 64 bits of its first fingerprint.
    index: Vec<u64>,
}

impl SortedRuns {
    /// An empty set in a folder, which is created if need be. What an earlier process left there is removed. The buffer
    /// takes `buffer` bytes.
    ///
    /// # Errors
    /// Another process works there, something else has the name of a run, or the system refuses.
    pub fn create(path: &Path, buffer: u64) -> Result<SortedRuns, FolderError> {
        SortedRuns::examine(path)?;
        let lock = DiskFolder::create(path)?;
        for name in runs_in(path)? {
            fs::remove_file(path.join(name))?;
        }
        let capacity = (buffer as usize / size_of::<u128>()).max(BLOCK);
        let path = path.to_owned();
        Ok(SortedRuns { _lock: lock, path, buffer: Vec::new(), capacity, runs: Vec::new(), files: 0, len: 0 })
    }

    /// Whether a set can be made in a folder, or in one that is created, without a file of something else being lost.
    ///
    /// # Errors
    /// Something else has the name of a run, or the system refuses.
    pub fn examine(path: &Path) -> io::Result<()> {
        for name in runs_in(path)? {
            if !is_ours(&path.join(&name))? {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, FileInTheWay(name)));
            }
        }
        Ok(())
    }

    /// The number of fingerprints, of which some may be there several times.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        let index: usize = self.runs.iter().map(|run| run.index.capacity()).sum();
        (self.buffer.capacity() * size_of::<u128>() + index * size_of::<u64>()) as u64
    }

    /// Adds keys.
    ///
    /// # Errors
    /// An I/O error, such as a full disk.
    pub fn add(&mut self, keys: impl Iterator<Item = u128>) -> io::Result<()> {
        for key in keys {
            if self.buffer.len() == self.capacity {
                self.write_buffer()?;
            }
            if self.buffer.capacity() == 0 {
                self.take_buffer()?;
            }
            self.buffer.push(fingerprint(key));
            self.len += 1;
        }
        Ok(())
    }

    /// Calls `found` with the number of each key that is in the set; `keys` are pairs of a key and its number, and are
    /// sorted for it. Returns the number of blocks read.
    ///
    /// # Errors
    /// An I/O error.
    pub fn probe(&mut self, keys: &mut [(u128, u32)], mut found: impl FnMut(u32)) -> io::Result<u64> {
        for (key, _) in keys.iter_mut() {
            *key = fingerprint(*key);
        }
        keys.sort_unstable();
        self.buffer.sort_unstable();
        for &(key, number) in keys.iter() {
            if self.buffer.binary_search(&key).is_ok() {
                found(number);
            }
        }
        let mut blocks = 0;
        for run in &mut self.runs {
            blocks += run.probe(keys, &mut found)?;
        }
        Ok(blocks)
    }

    /// Takes the buffer's memory, or as much of it as the system gives.
    fn take_buffer(&mut self) -> io::Result<()> {
        while let Err(error) = fallible(|| self.buffer.try_reserve_exact(self.capacity)) {
            if self.capacity <= BLOCK {
                return Err(error.into());
            }
            self.capacity = (self.capacity / 2).max(BLOCK);
        }
        Ok(())
    }

    fn write_buffer(&mut self) -> io::Result<()> {
        self.buffer.sort_unstable();
        self.buffer.dedup();
        let mut writer = self.new_run()?;
        for &key in &self.buffer {
            writer.push(key)?;
        }
        self.runs.push(writer.finish()?);
        self.buffer.clear();
        while let Some(from) = self.mergeable() {
            self.merge(from)?;
        }
        Ok(())
    }

    /// Where the smallest runs begin, if there are enough of about one size.
    fn mergeable(&self) -> Option<usize> {
        let from = self.runs.len().checked_sub(FAN_IN)?;
        let [first, .., last] = &self.runs[from..] else { return None };
        (first.len < last.len * FAN_IN as u64).then_some(from)
    }

    /// Makes one run of the runs from a place on.
    fn merge(&mut self, from: usize) -> io::Result<()> {
        let mut writer = self.new_run()?;
        let mut readers = Vec::new();
        for run in &mut self.runs[from..] {
            readers.push(RunReader::new(run)?);
        }
        while let Some(least) = readers.iter().filter_map(|reader| reader.head).min() {
            writer.push(least)?;
            for reader in &mut readers {
                if reader.head == Some(least) {
                    reader.next()?;
                }
            }
        }
        drop(readers);
        let merged = writer.finish()?;
        self.runs.truncate(from);
        self.runs.push(merged);
        Ok(())
    }

    fn new_run(&mut self) -> io::Result<RunWriter> {
        let path = self.path.join(format!("{}.{EXTENSION}", self.files));
        self.files += 1;
        // One that somebody has put there since is not ours.
        let file = OpenOptions::new().create_new(true).read(true).write(true).open(&path)?;
        // From here on the file goes with the run, also when it cannot be written to its end.
        let mut run = Run { file, path, len: 0, index: Vec::new() };
        run.file.write_all(&BEGINNING)?;
        Ok(RunWriter { buffer: Vec::with_capacity(MERGE_BUFFER + RECORD), run })
    }
}

/// The names of runs in a folder; none where there is no folder yet.
fn runs_in(path: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let is_run = |name: &String| {
        let stem = name.strip_suffix(EXTENSION).and_then(|name| name.strip_suffix('.'));
        stem.is_some_and(|stem| !stem.is_empty() && stem.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let names: Vec<String> = entries
        .map(|entry| Ok(entry?.file_name().into_string().ok()))
        .filter_map(io::Result::transpose)
        .collect::<io::Result<_>>()?;
    Ok(names.into_iter().filter(is_run).collect())
}

/// Whether a file was written as a run. One that a killed process left may end within its beginning.
fn is_ours(path: &Path) -> io::Result<bool> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut found = Vec::new();
    File::open(path)?.take(BEGINNING.len() as u64).read_to_end(&mut found)?;
    Ok(BEGINNING.starts_with(&found))
}

#[inline(always)]
fn fingerprint(key: u128) -> u128 {
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
    /// Calls `found` with the numbers of the keys, which ascend, that are in the run.
    fn probe(&mut self, keys: &[(u128, u32)], found: &mut impl FnMut(u32)) -> io::Result<u64> {
        let is_dense = self.index.len() / BLOCKS_PER_KEY <= keys.len();
        let mut window = Window {
            run: self,
            blocks: 0..0,
            records: Vec::new(),
            ahead: if is_dense { BLOCKS_AHEAD } else { 1 },
        };
        let mut blocks = 0;
        let mut last = usize::MAX;
        let mut first = 0;
        for &(key, number) in keys {
            first = first_at_least(&window.run.index, first, prefix(key));
            // A block that begins with the same prefix may follow one that ends with it.
            for block in first.saturating_sub(1)..window.run.index.len() {
                if window.run.index[block] > prefix(key) {
                    break;
                }
                blocks += u64::from(block != last);
                last = block;
                if window.block(block)?.binary_search_by_key(&key, decode).is_ok() {
                    found(number);
                    break;
                }
            }
        }
        Ok(blocks)
    }
}

/// The first place from `from` on with at least this value, in a list that ascends. Such places are near each other.
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
    /// The blocks read at a time.
    ahead: usize,
}

impl Window<'_> {
    /// The records of a block, read if need be.
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
        // A file that stays is removed by the next process that uses the folder.
        let _ = fs::remove_file(&self.path);
    }
}

struct RunWriter {
    buffer: Vec<u8>,
    run: Run,
}

impl RunWriter {
    /// Appends a fingerprint, larger than all before.
    fn push(&mut self, fingerprint: u128) -> io::Result<()> {
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

    fn finish(mut self) -> io::Result<Run> {
        self.run.file.write_all(&self.buffer)?;
        self.run.index.shrink_to_fit();
        Ok(self.run)
    }
}

struct RunReader<'a> {
    file: BufReader<&'a mut File>,
    left: u64,
    head: Option<u128>,
}

impl<'a> RunReader<'a> {
    fn new(run: &'a mut Run) -> io::Result<RunReader<'a>> {
        run.file.seek(SeekFrom::Start(BEGINNING.len() as u64))?;
        let file = BufReader::with_capacity(MERGE_BUFFER, &mut run.file);
        let mut reader = RunReader { file, left: run.len, head: None };
        reader.next()?;
        Ok(reader)
    }

    fn next(&mut self) -> io::Result<()> {
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
    use std::collections::HashSet;

    fn key(n: u128) -> u128 {
        let n = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        (n ^ n >> 67).wrapping_mul(0xda94_2042_e4dd_58b5_94d0_49bb_1331_11eb)
    }

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

    #[test]
    fn agrees_with_a_plain_set_while_runs_are_merged() -> Result<(), FolderError> {
        let path = std::env::temp_dir().join(format!("tsumugi-runs-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let mut runs = SortedRuns::create(&path, 0)?;
        let mut plain = HashSet::new();
        // Some keys have the prefixes of others, some come again.
        let added = |n: u128| if n.is_multiple_of(5) { key(n / 10) ^ n & 0xffff } else { key(n) };
        for step in 0..60u128 {
            let batch = step * 997..(step + 1) * 997;
            runs.add(batch.clone().map(added))?;
            plain.extend(batch.map(added).map(fingerprint));
            // Many keys, for which blocks are read ahead, and few, for which they are not.
            for most in [4000, 8] {
                let wanted = (0..4000u128).map(|n| if n % 2 == 0 { added(n * 15) } else { key(n) ^ 1 });
                let wanted = wanted.skip(step as usize).step_by(4000 / most);
                let mut wanted: Vec<(u128, u32)> = wanted.zip(0..).collect();
                let is_there = |key: &u128| plain.contains(&fingerprint(*key));
                let expected: HashSet<u32> =
                    wanted.iter().filter(|(key, _)| is_there(key)).map(|pair| pair.1).collect();
                let mut found = HashSet::new();
                runs.probe(&mut wanted, |number| {
                    found.insert(number);
                })?;
                assert_eq!(found, expected, "{most} keys in step {step}");
            }
        }
        assert!(runs.runs.len() < 3 * FAN_IN, "{} runs", runs.runs.len());
        assert!(runs.bytes() < 32 << 10, "{} bytes", runs.bytes());
        assert!(matches!(SortedRuns::create(&path, 0), Err(FolderError::Locked)));
        drop(runs);
        // What a killed process left is removed, but nothing of somebody else, whatever else is there.
        fs::write(path.join("9.run"), BEGINNING)?;
        fs::write(path.join("7.run"), &BEGINNING[..3])?;
        SortedRuns::create(&path, 0)?;
        fs::write(path.join("8.run"), "mine")?;
        assert!(matches!(SortedRuns::create(&path, 0), Err(FolderError::Io(_))));
        assert_eq!(fs::read(path.join("8.run"))?, b"mine");
        fs::remove_file(path.join("8.run"))?;
        fs::create_dir(path.join("8.run"))?;
        assert!(matches!(SortedRuns::create(&path, 0), Err(FolderError::Io(_))));
        fs::remove_dir(path.join("8.run"))?;
        let left: Vec<_> = fs::read_dir(&path)?.flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["lock"]);
        fs::remove_dir_all(path)?;
        Ok(())
    }
}
