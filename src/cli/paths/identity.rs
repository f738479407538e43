//! Whether two paths lead to the same file: compares device and inode numbers, which symbolic and hard links share.

use super::links::{folder_of, through_links};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// What identifies a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Identity {
    /// A file that exists.
    #[cfg(unix)]
    Inode {
        /// The device that holds the file.
        device: u64,
        /// Its inode number on that device.
        inode: u64,
    },
    /// A file that does not exist yet; on systems without inode numbers, any file.
    Path(PathBuf),
}

impl Identity {
    /// The file that a path leads to; `None` if its folder does not exist either.
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

    /// The file behind standard input, if there is one and the system has inode numbers.
    pub fn of_standard_input() -> Option<Identity> {
        of_stream(&io::stdin())
    }

    /// The file behind standard output, if there is one and the system has inode numbers.
    pub fn of_standard_output() -> Option<Identity> {
        of_stream(&io::stdout())
    }

    /// The identity of an existing file, from its metadata; `None` on systems without inode numbers.
    #[cfg(unix)]
    pub fn of_file(found: &Metadata) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        Some(Identity::Inode { device: found.dev(), inode: found.ino() })
    }

    /// `None`: this system has no inode numbers.
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
