//! Whether two names mean the same file: by device and inode, which symbolic and hard links share.

use super::links::{folder_of, through_links};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// What makes a file the same as another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Identity {
    /// A file that is there.
    #[cfg(unix)]
    Inode {
        /// The device that it is on.
        device: u64,
        /// Its number there.
        inode: u64,
    },
    /// A file that is not there yet; where systems number no files, any file.
    Path(PathBuf),
}

impl Identity {
    /// The file that a path leads to; `None` when there is no folder for it either.
    pub fn of(path: &Path) -> Option<Identity> {
        let target = through_links(path).ok()?;
        let there = fs::metadata(&target).ok().and_then(|found| Identity::of_file(&found));
        there.or_else(|| match target.canonicalize() {
            Ok(full) => Some(Identity::Path(full)),
            Err(_) => {
                let folder = folder_of(&target).canonicalize().ok()?;
                Some(Identity::Path(folder.join(target.file_name()?)))
            }
        })
    }

    /// The file that standard input comes from, if it is one, where the system numbers files.
    pub fn of_standard_input() -> Option<Identity> {
        of_stream(&io::stdin())
    }

    /// The file that standard output goes to, if it is one, where the system numbers files.
    pub fn of_standard_output() -> Option<Identity> {
        of_stream(&io::stdout())
    }

    /// The identity of an existing file, from its metadata, where the system numbers files.
    #[cfg(unix)]
    pub fn of_file(found: &Metadata) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        Some(Identity::Inode { device: found.dev(), inode: found.ino() })
    }

    /// `None`: this system does not number files.
    #[cfg(not(unix))]
    pub fn of_file(_: &Metadata) -> Option<Identity> {
        None
    }
}

#[cfg(unix)]
fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Identity> {
    let found = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
    if found.is_file() { Identity::of_file(&found) } else { None }
}

#[cfg(not(unix))]
fn of_stream<S>(_: &S) -> Option<Identity> {
    None
}
