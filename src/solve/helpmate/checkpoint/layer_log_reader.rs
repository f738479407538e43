//! Reading the log of closed layers, see [`layer_log`](super::super::layer_log).

use crate::solve::checkpoint::{CheckpointError, Damage};
use crate::solve::helpmate::layer_log::{BATCH, BUFFER, MAGIC};
use crate::solve::helpmate::layers::Layers;
use crate::solve::helpmate::parents::LayerBytes;
use crate::store::Folder;
use crate::store::reserve::fallible;
use crc32fast::Hasher;
use std::io::{BufReader, Read};

/// A record of a log, without its keys.
pub(in super::super) struct Record {
    pub layer: u64,
    /// The number of its keys.
    pub positions: u64,
    /// Two byte sequences. In the record of a layer they are its part of the parent log.
    pub nodes: Vec<u8>,
    pub edges: Vec<u8>,
    /// The exclusive or of the keys.
    pub sum: u128,
}

/// Reads closed layers.
pub(in super::super) struct LayerLogReader<'a> {
    name: &'a str,
    file: BufReader<Box<dyn Read + Send>>,
    /// The number of bytes of the log that were not yet read.
    left: u64,
    crc: u32,
    last: Option<u64>,
    /// The number of positions in the last layer read; before the first one, that of the root's layer.
    last_positions: u64,
    /// The exclusive or of the keys of the last layer.
    last_sum: u128,
}

impl<'a> LayerLogReader<'a> {
    /// Reads the first `len` bytes of a log.
    pub fn open(folder: &dyn Folder, name: &'a str, len: u64) -> Result<LayerLogReader<'a>, CheckpointError> {
        let file = folder.read(name).map_err(CheckpointError::reading(name))?;
        Ok(LayerLogReader {
            name,
            file: BufReader::with_capacity(BUFFER, file),
            left: len,
            crc: 0,
            last: None,
            // A log may begin with the layer after the root's.
            last_positions: 1,
            last_sum: 0,
        })
    }

    /// Reads the next layer into a search and returns its number; `None` at the end of the log.
    pub fn read_layer(&mut self, layers: &mut Layers) -> Result<Option<u64>, CheckpointError> {
        let key_bytes = layers.key_bytes();
        let mut restore = |keys: &[u128]| layers.restore_keys(keys.iter().copied());
        let Some(record) = self.read_record(MAGIC, key_bytes, &mut restore)? else { return Ok(None) };
        let Record { layer, positions, nodes, edges, sum } = record;
        if self.last.is_some_and(|last| layer != last + 1) {
            return Err(CheckpointError::damaged(self.name, Damage::LayerStart));
        }
        let parent_log = LayerBytes { nodes: vec![&nodes], edges: vec![&edges] };
        // The root has no records.
        if layer > 0 && !parent_log.fit(positions, self.last_positions) {
            return Err(CheckpointError::damaged(self.name, Damage::LayerOrder));
        }
        layers.close_restored_layer(layer, &parent_log);
        (self.last, self.last_positions, self.last_sum) = (Some(layer), positions, sum);
        Ok(Some(layer))
    }

    /// Reads the next record, which must begin with `magic`. Its keys are passed to `on_keys` in batches. `None`
    /// at the end of the log.
    pub fn read_record(
        &mut self,
        magic: u64,
        key_bytes: usize,
        on_keys: &mut dyn FnMut(&[u128]),
    ) -> Result<Option<Record>, CheckpointError> {
        if self.left == 0 {
            return Ok(None);
        }
        let mut crc = Hasher::new_with_initial(self.crc);
        let mut head = [0; 5];
        for number in &mut head {
            let mut bytes = [0; 8];
            self.take(8)?;
            self.read(&mut bytes, &mut crc)?;
            *number = u64::from_le_bytes(bytes);
        }
        let [found, layer, positions, nodes, edges] = head;
        if found != magic {
            return Err(CheckpointError::damaged(self.name, Damage::LayerStart));
        }
        // The lengths are not yet verified by a checksum: refuse those that exceed the log before allocating
        // memory for them.
        self.take(nodes)?;
        self.take(edges)?;
        self.take(positions.saturating_mul(key_bytes as u64))?;
        self.take(4)?;
        let mut parent_log = [nodes, edges].map(|_| Vec::new());
        for (bytes, len) in parent_log.iter_mut().zip([nodes, edges]) {
            let room = fallible(|| bytes.try_reserve_exact(len as usize));
            room.map_err(|error| CheckpointError::io(self.name)(error.into()))?;
            bytes.resize(len as usize, 0);
            self.read(bytes, &mut crc)?;
        }
        let mut sum = 0;
        let mut bytes = vec![0; BATCH.min(positions as usize) * key_bytes];
        let mut keys = Vec::with_capacity(BATCH);
        let mut left = positions as usize;
        while left > 0 {
            bytes.truncate(left * key_bytes);
            self.read(&mut bytes, &mut crc)?;
            left -= bytes.len() / key_bytes;
            keys.clear();
            keys.extend(bytes.chunks_exact(key_bytes).map(|bytes| {
                let mut key = [0; 16];
                key[..key_bytes].copy_from_slice(bytes);
                u128::from_le_bytes(key)
            }));
            sum = keys.iter().fold(sum, |sum, key| sum ^ key);
            on_keys(&keys);
        }
        self.crc = crc.finalize();
        let mut stored = [0; 4];
        self.file.read_exact(&mut stored).map_err(CheckpointError::reading(self.name))?;
        if u32::from_le_bytes(stored) != self.crc {
            return Err(CheckpointError::damaged(self.name, Damage::Checksum));
        }
        let [nodes, edges] = parent_log;
        Ok(Some(Record { layer, positions, nodes, edges, sum }))
    }

    /// The checksum of the bytes read so far.
    pub fn crc(&self) -> u32 {
        self.crc
    }

    /// The number of the last layer read, its number of positions, and the exclusive or of their keys.
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
