//! The log of closed layers in a checkpoint.
//!
//! The record of a layer: five 64-bit numbers (the magic number, the number of the layer, its number of
//! positions, and the numbers of bytes of the parent log's nodes and edges), those bytes, the low bytes of the
//! positions' keys, and a checksum of the whole log so far, checksums excluded. Numbers are little endian.

use super::parents::LayerBytes;
use crate::store::AppendOnly;
use crc32fast::Hasher;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

/// The magic number at the start of a layer.
pub(super) const MAGIC: u64 = u64::from_le_bytes(*b"TSUMUGIL");
/// The magic number at the start of a layer's origins, in the log of a search by several processes.
pub(super) const ORIGINS: u64 = u64::from_le_bytes(*b"TSUMUGIO");
/// Bytes that are read or written together.
pub(super) const BUFFER: usize = 1 << 18;
/// Keys that are read or written together.
pub(super) const BATCH: usize = 256;

/// Writes closed layers.
pub(super) struct LayerLog {
    file: BufWriter<Box<dyn AppendOnly>>,
    /// The number of bytes in the log, and their checksum (which excludes checksums in the log).
    len: u64,
    crc: u32,
    /// The number of low bytes of each key that are written.
    key_bytes: usize,
    failure: Option<Arc<io::Error>>,
}

impl LayerLog {
    /// Continues a log of `len` bytes that holds `key_bytes` bytes of each key.
    pub fn new(file: Box<dyn AppendOnly>, len: u64, crc: u32, key_bytes: usize) -> LayerLog {
        LayerLog { file: BufWriter::with_capacity(BUFFER, file), len, crc, key_bytes, failure: None }
    }

    /// Writes a layer. After a failure nothing more is written.
    pub fn write_layer(
        &mut self,
        layer: u64,
        keys: impl Iterator<Item = u128> + Clone,
        parent_log: &LayerBytes,
    ) {
        if self.failure.is_none() {
            self.failure = self.try_write([MAGIC, layer], keys, parent_log).err().map(Arc::new);
        }
    }

    /// Writes the origins of a layer's positions, in the form of a layer without keys.
    pub fn write_origins(&mut self, layer: u64, [names, edges]: &[Vec<u8>; 2]) {
        if self.failure.is_none() {
            let bytes = LayerBytes { nodes: vec![names], edges: vec![edges] };
            self.failure = self.try_write([ORIGINS, layer], std::iter::empty(), &bytes).err().map(Arc::new);
        }
    }

    /// The first error in writing, if there was one.
    pub fn failure(&self) -> Option<&Arc<io::Error>> {
        self.failure.as_ref()
    }

    /// Makes all written layers durable, and returns the log's length and checksum.
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
        [magic, layer]: [u64; 2],
        keys: impl Iterator<Item = u128> + Clone,
        parent_log: &LayerBytes,
    ) -> io::Result<()> {
        let mut crc = Hasher::new_with_initial(self.crc);
        let size = |pieces: &[&[u8]]| pieces.iter().map(|piece| piece.len() as u64).sum::<u64>();
        let head =
            [magic, layer, keys.clone().count() as u64, size(&parent_log.nodes), size(&parent_log.edges)];
        let mut write = |bytes: &[u8]| {
            crc.update(bytes);
            self.len += bytes.len() as u64;
            self.file.write_all(bytes)
        };
        for number in head {
            write(&number.to_le_bytes())?;
        }
        for piece in parent_log.nodes.iter().chain(&parent_log.edges) {
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
