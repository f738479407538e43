//! Logs: files that several processes may append to.

use super::lock::lock_replaced;
use crate::cli::fatal_error::FatalError;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::Path;

/// Opens a log to append to it. What is in it stays.
///
/// # Errors
/// The file holds answers, or how far a run has come; another process works on it and has to find its own lines alone
/// there; or an I/O error.
pub fn append_to_log(path: &Path) -> Result<File, FatalError> {
    let unwritable = |cause| FatalError::unwritable(path, cause);
    if path.is_file() {
        drop(lock_replaced(path).map_err(unwritable)?);
        let mut begin = Vec::new();
        let file = File::open(path).map_err(|cause| FatalError::unreadable(path, cause))?;
        file.take(1).read_to_end(&mut begin).map_err(unwritable)?;
        // Such files are of JSON objects.
        if begin == b"{" {
            return Err(no_log(path));
        }
    }
    OpenOptions::new().create(true).append(true).open(path).map_err(unwritable)
}

fn no_log(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: holds JSON, such as answers, which a log would spoil: give another name"),
        format!("{path}: 答えなどの JSON が入っていて、記録を加えると壊れます: 別の名前を書いてください"),
    )
}
