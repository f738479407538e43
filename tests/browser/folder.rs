//! Folders that are removed in the end.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A new folder.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes one.
    pub fn new(purpose: &str) -> Folder {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("tsumugi-{purpose}-{}-{number}", process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
