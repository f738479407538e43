//! Where the bytes for a path go: to the file at the end of its links, or straight into a pipe or a device.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// A chain of more symbolic links than this is taken for a circle.
const MOST_LINKS: usize = 40;

/// What a path leads to, for a writer.
pub enum Place {
    /// A pipe, a device, or a stream that was opened before this process began.
    Direct(File),
    /// A file, which need not be there yet.
    File {
        /// Where it is; no link.
        path: PathBuf,
        /// Whether it exists.
        is_there: bool,
    },
}

/// The folder that a path's last name is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

impl Place {
    /// The place that a path leads to.
    ///
    /// # Errors
    /// The path is a folder, or a file that may not be written, or an I/O error.
    pub fn of(path: &Path) -> io::Result<Place> {
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
                Ok(Place::File { path, is_there: true })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Place::File { path, is_there: false }),
            Err(error) => Err(error),
        }
    }
}

/// What is written goes behind what is there: standard output may be a file to which the shell appends.
fn direct(path: &Path) -> io::Result<Place> {
    let file = match own_stream(path)? {
        Some(file) => file,
        None => OpenOptions::new().append(true).open(path)?,
    };
    Ok(Place::Direct(file))
}

/// Standard output or error under the system's names for them. Opened anew, a file would have another end than theirs, and
/// who writes there next would write over the answer.
#[cfg(unix)]
fn own_stream(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let number = ["/proc/self/fd", "/dev/fd"].iter().find_map(|folder| path.strip_prefix(folder).ok());
    let stream = match number.and_then(Path::to_str) {
        Some("1") => io::stdout().as_fd().try_clone_to_owned()?,
        Some("2") => io::stderr().as_fd().try_clone_to_owned()?,
        _ => return Ok(None),
    };
    Ok(Some(stream.into()))
}

#[cfg(not(unix))]
fn own_stream(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// The path at the end of symbolic links; something need not be there. Links to open files are not followed.
pub fn through_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_open_already(&path) {
            return Ok(path);
        }
        match fs::read_link(&path) {
            // A relative link begins in its own folder.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its symbolic links lead in a circle"))
}

/// Whether a path means a folder.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', MAIN_SEPARATOR])
}

/// Whether a path is the system's name of an open file.
pub fn is_open_already(path: &Path) -> bool {
    cfg!(unix) && ["/proc", "/dev/fd"].iter().any(|folder| path.starts_with(folder))
}
