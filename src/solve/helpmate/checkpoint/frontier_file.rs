//! The file with the positions of the layer that is to be expanded next.

use super::super::frontier::Frontier;
use crate::position::{Packed, Position};
use crate::solve::checkpoint::{CheckpointError, Damage};
use crate::store::Folder;
use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use std::io::{self, BufReader, BufWriter, Read, Write};

/// The manifest's data on the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in super::super) struct FrontierFile {
    positions: u64,
    crc: u32,
}

impl FrontierFile {
    /// The beginning of the file's name; the number of the layer follows.
    pub const PREFIX: &str = "frontier-";

    pub fn name(layer: u64) -> String {
        format!("{}{layer}", FrontierFile::PREFIX)
    }

    /// Writes the packed positions of a layer, one after another, and makes the file durable.
    pub fn write(folder: &dyn Folder, name: &str, frontier: &Frontier) -> io::Result<FrontierFile> {
        let mut file = BufWriter::with_capacity(1 << 16, folder.append(name, 0)?);
        let mut crc = Hasher::new();
        for packed in frontier.packed() {
            let bytes = packed.to_bytes();
            crc.update(&bytes);
            file.write_all(&bytes)?;
        }
        file.flush()?;
        file.get_mut().sync()?;
        Ok(FrontierFile { positions: frontier.len() as u64, crc: crc.finalize() })
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Reads the positions, and calls `on_position` with each.
    pub fn read(
        &self,
        folder: &dyn Folder,
        name: &str,
        root: &Position,
        mut on_position: impl FnMut(&Position),
    ) -> Result<(), CheckpointError> {
        let damaged = |what| Err(CheckpointError::damaged(name, what));
        let mut file = BufReader::new(folder.read(name).map_err(CheckpointError::reading(name))?);
        let mut crc = Hasher::new();
        for _ in 0..self.positions {
            let mut bytes = [0; Packed::BYTES];
            file.read_exact(&mut bytes).map_err(CheckpointError::reading(name))?;
            crc.update(&bytes);
            let Some(packed) = Packed::from_bytes(&bytes, root.stones()) else {
                return damaged(Damage::LayerPosition);
            };
            on_position(&packed.unpack(root.stones()));
        }
        if crc.finalize() != self.crc {
            return damaged(Damage::Checksum);
        }
        match file.read(&mut [0]).map_err(CheckpointError::reading(name))? {
            0 => Ok(()),
            _ => damaged(Damage::TooLong),
        }
    }
}
