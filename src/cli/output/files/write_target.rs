//! Where the bytes for a path go: to the file that its links lead to, or directly into a pipe or a device.

use super::direct::DirectFile;
use crate::cli::paths::{is_open_already, through_links};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What a path leads to, for writing.
pub enum WriteTarget {
    /// A pipe, a device, or a stream that was opened before this process began.
    Direct(DirectFile),
    /// A regular file, which may not exist yet.
    File {
        /// Its path, after following all links.
        path: PathBuf,
        /// Whether it exists.
        is_there: bool,
    },
}

impl WriteTarget {
    /// The target that a path leads to.
    ///
    /// # Errors
    /// The path is a folder, or a file that may not be written, or an I/O error.
    pub fn of(path: &Path) -> io::Result<WriteTarget> {
        let path = through_links(path)?;
        if is_open_already(&path) {
            return direct(&path);
        }
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => direct(&path),
            Ok(_) => {
                // A file that may not be written is not replaced either.
                OpenOptions::new().write(true).open(&path)?;
                Ok(WriteTarget::File { path, is_there: true })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Ok(WriteTarget::File { path, is_there: false })
            }
            Err(error) => Err(error),
        }
    }
}

/// Opens a pipe or a device in append mode: standard output may be a file to which the shell appends.
fn direct(path: &Path) -> io::Result<WriteTarget> {
    let file = match own_stream(path)? {
        Some(file) => file,
        None => DirectFile::new(OpenOptions::new().append(true).open(path)?),
    };
    Ok(WriteTarget::Direct(file))
}

/// Standard output or standard error, if the path is one of the system's names for them. The existing stream is used,
/// because a file opened anew would have its own offset, and later writes to the stream would overwrite the answer.
#[cfg(unix)]
fn own_stream(path: &Path) -> io::Result<Option<DirectFile>> {
    use std::os::fd::AsFd;
    let number = ["/proc/self/fd", "/dev/fd"].iter().find_map(|folder| path.strip_prefix(folder).ok());
    Ok(match number.and_then(Path::to_str) {
        Some("1") => Some(DirectFile::stdout(io::stdout().as_fd().try_clone_to_owned()?.into())),
        Some("2") => Some(DirectFile::new(io::stderr().as_fd().try_clone_to_owned()?.into())),
        _ => None,
    })
}

#[cfg(not(unix))]
fn own_stream(_: &Path) -> io::Result<Option<DirectFile>> {
    Ok(None)
}
