//! The names of the files in a checkpoint of several processes, each of which writes its own part.

use crate::store::Folder;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;

/// The run number of a checkpoint of a single process.
pub(in crate::solve) const SINGLE: u64 = 0;

/// A new number for a run that begins.
pub(in crate::solve) fn new_run() -> u64 {
    // The hasher is keyed with random numbers from the system.
    RandomState::new().build_hasher().finish().max(SINGLE + 1)
}

/// Whether a folder has parts of a checkpoint of several processes.
///
/// # Errors
/// The folder cannot be read.
pub(in crate::solve) fn has_parts(folder: &dyn Folder) -> io::Result<bool> {
    Ok(folder.names()?.iter().any(|name| is_part(name)))
}

/// Whether a file is the manifest of a part of such a checkpoint.
pub(super) fn is_part(name: &str) -> bool {
    Named::parse(name).is_some_and(|named| named.file == File::Manifest)
}

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solve) enum File {
    Log,
    Frontier,
    Manifest,
}

/// The information in a file's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solve) struct Named {
    pub file: File,
    pub run: u64,
    pub process: usize,
    /// `None` for a log.
    pub layer: Option<u64>,
}

impl Named {
    /// Parses a name; `None` for the files of a single process and for names that are not of a checkpoint.
    pub fn parse(name: &str) -> Option<Named> {
        let mut parts = name.trim_end_matches(".log").split('-');
        let file = match parts.next()? {
            "layers" => File::Log,
            "frontier" => File::Frontier,
            "manifest" => File::Manifest,
            _ => return None,
        };
        let run = u64::from_str_radix(parts.next()?, 16).ok()?;
        let process = parts.next()?.parse().ok()?;
        let layer = parts.next().map(str::parse).transpose().ok()?;
        let named = Named { file, run, process, layer };
        (named.name() == name).then_some(named)
    }

    pub fn name(self) -> String {
        let Named { file, run, process, layer } = self;
        let word = match file {
            File::Log => return format!("layers-{run:016x}-{process}.log"),
            File::Frontier => "frontier",
            File::Manifest => "manifest",
        };
        format!("{word}-{run:016x}-{process}-{}", layer.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for file in [File::Log, File::Frontier, File::Manifest] {
            let layer = (file != File::Log).then_some(71);
            let named = Named { file, run: 0xa5 << 50, process: 12, layer };
            assert_eq!(Named::parse(&named.name()), Some(named));
            assert_eq!(Named::parse(&format!("{}.new", named.name())), None);
        }
        for other in ["manifest", "frontier-12", "layers.log", "lock", "lock-3", "layers-1-1.log"] {
            assert_eq!(Named::parse(other), None, "{other}");
        }
    }
}
