//! The files of a checkpoint other than its manifest.

use super::error::{CheckpointError, Damage};
use super::manifest::{MANIFEST, rule_in};
use super::part_names::is_part;
use crate::store::Folder;
use std::io::{ErrorKind, Read};

/// Refuses a folder that holds a checkpoint, of one process or of several, or a file of other origin with the
/// name of a manifest.
///
/// # Errors
/// The folder holds one of these, or cannot be read.
pub(crate) fn refuse_occupied(folder: &dyn Folder) -> Result<(), CheckpointError> {
    let names = folder.names().map_err(CheckpointError::io(MANIFEST))?;
    let mut manifests = names.into_iter().filter(|name| name == MANIFEST || is_part(name)).peekable();
    if manifests.peek().is_none() {
        return Ok(());
    }
    for file in manifests {
        match rule_in(folder, &file) {
            Err(CheckpointError::Foreign) => return Err(CheckpointError::InTheWay { file }),
            Err(error @ CheckpointError::Io { .. }) => return Err(error),
            // A manifest that is damaged or of another version still counts as a checkpoint.
            _ => {}
        }
    }
    Err(CheckpointError::Occupied)
}

/// Refuses a file that has the name of a checkpoint's file but does not begin like one. A file left by a killed
/// process may end within its beginning. Returns whether the whole beginning is there.
///
/// # Errors
/// The file belongs to something else, or cannot be read.
pub(in crate::solve) fn refuse_foreign(
    folder: &dyn Folder,
    file: &str,
    beginning: &[u8],
) -> Result<bool, CheckpointError> {
    let mut found = Vec::new();
    let opened = match folder.read(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        opened => opened.map_err(CheckpointError::io(file))?,
    };
    opened.take(beginning.len() as u64).read_to_end(&mut found).map_err(CheckpointError::io(file))?;
    match beginning.starts_with(&found) {
        true => Ok(found.len() == beginning.len()),
        false => Err(CheckpointError::InTheWay { file: file.to_owned() }),
    }
}

/// The names of the files that consist of a prefix and a number.
///
/// # Errors
/// The folder cannot be read.
pub(in crate::solve) fn numbered(folder: &dyn Folder, prefix: &str) -> Result<Vec<String>, CheckpointError> {
    let is_name = |name: &String| {
        name.strip_prefix(prefix).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let names = folder.names().map_err(CheckpointError::io(prefix))?;
    Ok(names.into_iter().filter(is_name).collect())
}

/// Checks that a file is in the folder. Writing does not show that, since a removed file that is open can still
/// be written to.
///
/// # Errors
/// The file is not there, or the folder cannot be read.
pub(in crate::solve) fn find(folder: &dyn Folder, file: &str) -> Result<(), CheckpointError> {
    let names = folder.names().map_err(CheckpointError::io(file))?;
    let missing = || CheckpointError::damaged(file, Damage::Missing);
    names.iter().any(|name| name == file).then_some(()).ok_or_else(missing)
}

/// Removes the files with a prefix and a number, except the current one; no manifest names the others any more.
/// It does no harm if one of them cannot be removed.
pub(in crate::solve) fn remove_others(folder: &dyn Folder, prefix: &str, current: &str) {
    for name in numbered(folder, prefix).unwrap_or_default() {
        if name != current {
            let _ = folder.remove(&name);
        }
    }
}
