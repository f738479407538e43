//! A set of keys on disk: sorted runs of fingerprints, merged from time to time (a log-structured merge tree;
//! O'Neil, Cheng, Gawlick, O'Neil 1996).
//!
//! Keys are added in any order. They are looked up many at a time, in sorted order, so that files are read from
//! front to back. A fingerprint is the low 80 bits of a key. In memory there are a buffer, and one word for each
//! block of a file.

mod run;

pub use run::FINGERPRINT_BITS;

use super::folder::{DiskFolder, FileInTheWay, FolderError};
use super::reserve::fallible;
use run::{BLOCK, Run, RunReader, RunWriter, fingerprint, is_ours};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The number of runs of one size that are merged into one of the next size.
const FAN_IN: usize = 4;
/// The extension of the files' names.
const EXTENSION: &str = "run";

/// A growing set of keys on disk.
pub struct SortedRuns {
    /// Locks the folder that holds the files.
    _lock: DiskFolder,
    path: PathBuf,
    /// Fingerprints that are not in a file yet.
    buffer: Vec<u128>,
    capacity: usize,
    /// The runs, the largest ones first, which are also the oldest.
    runs: Vec<Run>,
    files: u64,
    len: u64,
}

impl SortedRuns {
    /// An empty set in a folder, which is created if it does not exist. Runs that an earlier process left there
    /// are removed. The buffer takes `buffer` bytes.
    ///
    /// # Errors
    /// Another process uses the folder, a file that is not a run has the name of one, or the system refuses
    /// access.
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

    /// Checks that a set can be created in a folder, or in one that does not exist yet, without losing a file of
    /// something else.
    ///
    /// # Errors
    /// A file that is not a run has the name of one, or the system refuses access.
    pub fn examine(path: &Path) -> io::Result<()> {
        for name in runs_in(path)? {
            if !is_ours(&path.join(&name))? {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, FileInTheWay(name)));
            }
        }
        Ok(())
    }

    /// The number of fingerprints, including repetitions.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        let runs: usize = self.runs.iter().map(Run::bytes).sum();
        (self.buffer.capacity() * size_of::<u128>() + runs) as u64
    }

    /// An upper bound for the blocks that [`probe`](Self::probe) reads for this many keys.
    pub fn blocks_for(&self, keys: usize) -> u64 {
        self.runs.iter().map(|run| run.blocks().min(keys) as u64).sum()
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

    /// Calls `found` with the number of each key that is in the set. `keys` are pairs of a key and its number;
    /// they are reduced to fingerprints and sorted.
    ///
    /// # Errors
    /// An I/O error.
    pub fn probe(&mut self, keys: &mut [(u128, u32)], mut found: impl FnMut(u32)) -> io::Result<()> {
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
        for run in &mut self.runs {
            run.probe(keys, &mut found)?;
        }
        Ok(())
    }

    /// Allocates the buffer, or a smaller one if the system refuses the memory.
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

    /// The index of the first of the smallest runs, if there are enough runs of about the same size.
    fn mergeable(&self) -> Option<usize> {
        let from = self.runs.len().checked_sub(FAN_IN)?;
        let [first, .., last] = &self.runs[from..] else { return None };
        (first.len < last.len * FAN_IN as u64).then_some(from)
    }

    /// Merges all runs from an index on into one.
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
        Run::create(path)
    }
}

/// The names of the runs in a folder; none if the folder does not exist.
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

#[cfg(test)]
mod tests {
    use super::run::BEGINNING;
    use super::*;
    use crate::store::test_keys::key;
    use std::collections::HashSet;

    #[test]
    fn agrees_with_a_plain_set_while_runs_are_merged() -> Result<(), FolderError> {
        let path = std::env::temp_dir().join(format!("tsumugi-runs-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let mut runs = SortedRuns::create(&path, 0)?;
        let mut plain = HashSet::new();
        // Some keys share the prefix of another key, and some are repeated.
        let added = |n: u128| if n.is_multiple_of(5) { key(n / 10) ^ n & 0xffff } else { key(n) };
        for step in 0..60u128 {
            let batch = step * 997..(step + 1) * 997;
            runs.add(batch.clone().map(added))?;
            plain.extend(batch.map(added).map(fingerprint));
            // Test with many keys, for which blocks are read ahead, and with few, for which they are not.
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
        // Runs that a killed process left are removed, but not files of other origin, whatever else is in the
        // folder.
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
