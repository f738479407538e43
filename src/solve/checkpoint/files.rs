//! The files of a checkpoint beside its manifest.

use super::error::{CheckpointError, Damage};
use super::manifest::MANIFEST;
use crate::store::Folder;

/// Refuses a folder that holds a checkpoint.
///
/// # Errors
/// It does, or cannot be read.
pub(crate) fn refuse_occupied(folder: &dyn Folder) -> Result<(), CheckpointError> {
    let names = folder.names().map_err(CheckpointError::io(MANIFEST))?;
    match names.iter().any(|name| name == MANIFEST) {
        true => Err(CheckpointError::Occupied),
        false => Ok(()),
    }
}

/// Makes sure that a file is in the folder: one that was removed can still be written to.
///
/// # Errors
/// It is not, or the folder cannot be read.
pub(in crate::solve) fn find(folder: &dyn Folder, file: &str) -> Result<(), CheckpointError> {
    let names = folder.names().map_err(CheckpointError::io(file))?;
    let missing = || CheckpointError::damaged(file, Damage::Missing);
    names.iter().any(|name| name == file).then_some(()).ok_or_else(missing)
}

/// Removes the files with a prefix and a number that no manifest names any more. It is no failure when one of them
/// stays.
pub(in crate::solve) fn remove_others(folder: &dyn Folder, prefix: &str, current: &str) {
    let is_name = |name: &str| {
        name.strip_prefix(prefix).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    for name in folder.names().unwrap_or_default() {
        if name != current && is_name(&name) {
            let _ = folder.remove(&name);
        }
    }
}
