//! Logs: files that several processes may append to.

use super::lock::lock_replaced;
use crate::cli::fatal_error::FatalError;
use std::fs::{File, OpenOptions};
use std::path::Path;

/// Opens a file to append to it. What is in it stays.
///
/// # Errors
/// Another process works on it and has to find its own lines alone there, or an I/O error.
pub fn append(path: &Path) -> Result<File, FatalError> {
    let unwritable = |cause| FatalError::unwritable(path, cause);
    if path.is_file() {
        drop(lock_replaced(path).map_err(unwritable)?);
    }
    OpenOptions::new().create(true).append(true).open(path).map_err(unwritable)
}
