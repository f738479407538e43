//! The log of closed layers.
//!
//! A layer is a head of five 64-bit numbers (mark, layer, positions, bytes of the trail's nodes and edges), those bytes,
//! the low bytes of the positions' keys, and a checksum of the whole log up to there, checksums aside. Numbers have
//! their low bytes first.

use super::super::layers::Layers;
use super::super::trail::LayerBytes;
use super::{CheckpointError, Damage};
use crate::store::reserve::coping;
use crate::store::{AppendOnly, Folder};
use crc32fast::Hasher;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::sync::Arc;

const MARK: u64 = u64::from_le_bytes(*b"TSUMUGIL");
const BUFFER: usize = 1 << 18;
/// Keys handled together.
const BATCH: usize = 256;

/// Writes closed layers.
pub(in super::super) struct Journal {
    file: BufWriter<Box<dyn AppendOnly>>,
    /// Bytes in the log, and their checksum.
    len: u64,
    crc: u32,
    /// Bytes of each key that are written.
    key_bytes: usize,
    failure: Option<Arc<io::Error>>,
}

impl Journal {
    /// Goes on with a log of `len` bytes, which has `key_bytes` of each key.
    pub fn new(file: Box<dyn AppendOnly>, len: u64, crc: u32, key_bytes: usize) -> Journal {
        Journal { file: BufWriter::with_capacity(BUFFER, file), len, crc, key_bytes, failure: None }
    }

    /// Writes a layer. After a failure nothing more is written.
    pub fn write_layer(&mut self, layer: u64, keys: impl Iterator<Item = u128> + Clone, trail: &LayerBytes) {
        if self.failure.is_none() {
            self.failure = self.try_write(layer, keys, trail).err().map(Arc::new);
        }
    }

    /// What went wrong.
    pub fn failure(&self) -> Option<&Arc<io::Error>> {
        self.failure.as_ref()
    }

    /// Makes everything durable and tells the log's length and checksum.
    pub fn sync(&mut self) -> io::Result<(u64, u32)> {
        if let Some(error) = &self.failure {
            return Err(io::Error::new(error.kind(), error.to_string()));
        }
        self.file.flush()?;
        self.file.get_mut().sync()?;
        Ok((self.len, self.crc))
    }

    fn try_write(
        &mut self,
        layer: u64,
        keys: impl Iterator<Item = u128> + Clone,
        trail: &LayerBytes,
    ) -> io::Result<()> {
        let mut crc = Hasher::new_with_initial(self.crc);
        let size = |pieces: &[&[u8]]| pieces.iter().map(|piece| piece.len() as u64).sum::<u64>();
        let head = [MARK, layer, keys.clone().count() as u64, size(&trail.nodes), size(&trail.edges)];
        let mut write = |bytes: &[u8]| {
            crc.update(bytes);
            self.len += bytes.len() as u64;
            self.file.write_all(bytes)
        };
        for number in head {
            write(&number.to_le_bytes())?;
        }
        for piece in trail.nodes.iter().chain(&trail.edges) {
            write(piece)?;
        }
        let mut batch = Vec::with_capacity(BATCH * self.key_bytes);
        for key in keys {
            batch.extend_from_slice(&key.to_le_bytes()[..self.key_bytes]);
            if batch.len() == BATCH * self.key_bytes {
                write(&batch)?;
                batch.clear();
            }
        }
        write(&batch)?;
        self.crc = crc.finalize();
        self.len += 4;
        self.file.write_all(&self.crc.to_le_bytes())
    }
}

/// Reads closed layers.
pub(super) struct JournalReader<'a> {
    name: &'a str,
    file: BufReader<Box<dyn Read + Send>>,
    /// Bytes of the log that were not yet read.
    left: u64,
    crc: u32,
    last: Option<u64>,
    /// How many positions it has; before the first one, how many the root's has.
    last_positions: u64,
    /// A sum of the keys of the last layer.
    last_sum: u128,
}

impl<'a> JournalReader<'a> {
    /// Reads the first `len` bytes of a log.
    pub fn open(folder: &dyn Folder, name: &'a str, len: u64) -> Result<JournalReader<'a>, CheckpointError> {
        let file = folder.read(name).map_err(CheckpointError::reading(name))?;
        Ok(JournalReader {
            name,
            file: BufReader::with_capacity(BUFFER, file),
            left: len,
            crc: 0,
            last: None,
            // A log may begin with the layer behind the root.
            last_positions: 1,
            last_sum: 0,
        })
    }

    /// Reads the next layer into a search; its number.
    pub fn read_layer(&mut self, layers: &mut Layers) -> Result<Option<u64>, CheckpointError> {
        if self.left == 0 {
            return Ok(None);
        }
        let key_bytes = layers.key_bytes();
        let mut crc = Hasher::new_with_initial(self.crc);
        let mut head = [0; 5];
        for number in &mut head {
            let mut bytes = [0; 8];
            self.take(8)?;
            self.read(&mut bytes, &mut crc)?;
            *number = u64::from_le_bytes(bytes);
        }
        let [mark, layer, positions, nodes, edges] = head;
        if mark != MARK || self.last.is_some_and(|last| layer != last + 1) {
            return Err(CheckpointError::damaged(self.name, Damage::LayerStart));
        }
        // The lengths are not yet under a checksum: no room is made for more than there is in the log.
        self.take(nodes)?;
        self.take(edges)?;
        self.take(positions.saturating_mul(key_bytes as u64))?;
        self.take(4)?;
        let mut trail = [nodes, edges].map(|_| Vec::new());
        for (bytes, len) in trail.iter_mut().zip([nodes, edges]) {
            let room = coping(|| bytes.try_reserve_exact(len as usize));
            room.map_err(|error| CheckpointError::io(self.name)(error.into()))?;
            bytes.resize(len as usize, 0);
            self.read(bytes, &mut crc)?;
        }
        self.last_sum = 0;
        let mut keys = vec![0; BATCH.min(positions as usize) * key_bytes];
        let mut left = positions as usize;
        while left > 0 {
            keys.truncate(left * key_bytes);
            self.read(&mut keys, &mut crc)?;
            left -= keys.len() / key_bytes;
            layers.restore_keys(keys.chunks_exact(key_bytes).map(|bytes| {
                let mut key = [0; 16];
                key[..key_bytes].copy_from_slice(bytes);
                let key = u128::from_le_bytes(key);
                self.last_sum ^= key;
                key
            }));
        }
        self.crc = crc.finalize();
        let mut stored = [0; 4];
        self.file.read_exact(&mut stored).map_err(CheckpointError::reading(self.name))?;
        if u32::from_le_bytes(stored) != self.crc {
            return Err(CheckpointError::damaged(self.name, Damage::Checksum));
        }
        let [nodes, edges] = &trail;
        let trail = LayerBytes { nodes: vec![nodes], edges: vec![edges] };
        // The root has no records.
        if layer > 0 && !trail.fit(positions, self.last_positions) {
            return Err(CheckpointError::damaged(self.name, Damage::LayerOrder));
        }
        layers.close_restored_layer(layer, &trail);
        self.last = Some(layer);
        self.last_positions = positions;
        Ok(Some(layer))
    }

    /// The checksum of what was read.
    pub fn crc(&self) -> u32 {
        self.crc
    }

    /// The last layer read, the number of its positions, and the sum of their keys.
    pub fn last_layer(&self) -> Option<(u64, u64, u128)> {
        self.last.map(|last| (last, self.last_positions, self.last_sum))
    }

    fn take(&mut self, bytes: u64) -> Result<(), CheckpointError> {
        let left = self.left.checked_sub(bytes);
        self.left = left.ok_or_else(|| CheckpointError::damaged(self.name, Damage::LayerLength))?;
        Ok(())
    }

    fn read(&mut self, bytes: &mut [u8], crc: &mut Hasher) -> Result<(), CheckpointError> {
        self.file.read_exact(bytes).map_err(CheckpointError::reading(self.name))?;
        crc.update(bytes);
        Ok(())
    }
}
