//! Reading the log of a process in an earlier run.

use super::super::layer_origins::LayerOrigins;
use super::super::trail::Trail;
use super::agreement::log_name;
use super::saved::EarlierRun;
use crate::solve::checkpoint::{CheckpointError, Damage, SINGLE};
use crate::solve::helpmate::checkpoint::LayerLogReader;
use crate::solve::helpmate::layer_log::{MAGIC, ORIGINS};
use crate::solve::helpmate::parents::LayerBytes;
use crate::store::Folder;

/// The number of positions in the last layer of a log, and the exclusive or of their keys.
pub(in super::super) type LastLayer = (u64, u128);

/// Reads the log of a process. Its keys are passed to `on_keys` in batches.
///
/// # Errors
/// It is missing or damaged.
pub(in super::super) fn read_trail(
    folder: &dyn Folder,
    run: &EarlierRun,
    process: usize,
    key_bytes: usize,
    on_keys: &mut dyn FnMut(&[u128]),
) -> Result<(Trail, LastLayer), CheckpointError> {
    let name = log_name(run.run, process);
    let damaged = |what| CheckpointError::damaged(&name, what);
    let end = run.logs[process];
    let mut reader = LayerLogReader::open(folder, &name, end.bytes)?;
    let is_single = run.run == SINGLE;
    let origins = |reader: &mut LayerLogReader| -> Result<(u64, LayerOrigins), CheckpointError> {
        let record = reader.read_record(ORIGINS, key_bytes, &mut |_| ())?;
        let record = record.ok_or_else(|| damaged(Damage::CutOff))?;
        Ok((record.layer, LayerOrigins::from_bytes(&record.nodes, &record.edges)))
    };
    let (first, begin) = match is_single {
        // Every search begins with the root, whether its layer is in the log or not.
        true => (0, LayerOrigins::found(0, 1, Vec::new())),
        false => origins(&mut reader)?,
    };
    let mut trail = Trail::new(process, first, begin);
    let mut last = (0, 0);
    while let Some(record) = reader.read_record(MAGIC, key_bytes, on_keys)? {
        last = (record.positions, record.sum);
        if is_single && record.layer == 0 {
            continue;
        }
        if record.layer != trail.last() + 1 {
            return Err(damaged(Damage::LayerOrder));
        }
        let bytes = LayerBytes { nodes: vec![&record.nodes], edges: vec![&record.edges] };
        if !bytes.fit(record.positions, trail.origins(trail.last()).len()) {
            return Err(damaged(Damage::LayerOrder));
        }
        let (layer, from) = match is_single {
            true => (record.layer, LayerOrigins::found(0, record.positions as u32, Vec::new())),
            false => origins(&mut reader)?,
        };
        if layer != record.layer {
            return Err(damaged(Damage::LayerOrder));
        }
        trail.add_layer(&bytes, from);
    }
    match reader.crc() == end.crc && trail.last() == run.last {
        true => Ok((trail, last)),
        false => Err(damaged(Damage::OtherLog)),
    }
}
