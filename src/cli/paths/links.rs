//! Properties of paths: the folder, the target of symbolic links, whether it denotes a folder or an open file.

use std::fs;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// A chain of more symbolic links than this is treated as a cycle.
const MOST_LINKS: usize = 40;

/// The folder that contains the last component of a path.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

/// The path after following all symbolic links; nothing needs to exist there. Links to open files are not followed.
pub fn through_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_open_already(&path) {
            return Ok(path);
        }
        match fs::read_link(&path) {
            // A relative link is resolved against its own folder.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its symbolic links form a loop"))
}

/// Whether a path denotes a folder: it is one, or ends with a separator.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', MAIN_SEPARATOR])
}

/// Whether a path is the operating system's name of an open file.
pub fn is_open_already(path: &Path) -> bool {
    cfg!(unix) && ["/proc", "/dev/fd"].iter().any(|folder| path.starts_with(folder))
}
