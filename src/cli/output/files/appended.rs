//! Logs: files that several processes may append to.

use super::lock::lock_replaced;
use crate::cli::fatal_error::FatalError;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::Path;

/// The bytes by which a log is known.
const BEGIN: u64 = 6;

/// Opens a log to append to it. What is in it stays.
///
/// # Errors
/// The file holds something else, such as answers or how far a run has come; another process works on it and has to find
/// its own lines alone there; or an I/O error.
pub fn append_to_log(path: &Path) -> Result<File, FatalError> {
    let unwritable = |cause| FatalError::unwritable(path, cause);
    if path.is_file() {
        drop(lock_replaced(path).map_err(unwritable)?);
        let mut begin = Vec::new();
        let file = File::open(path).map_err(|cause| FatalError::unreadable(path, cause))?;
        file.take(BEGIN).read_to_end(&mut begin).map_err(unwritable)?;
        if !begins_log(&begin) {
            return Err(no_log(path));
        }
    }
    OpenOptions::new().create(true).append(true).open(path).map_err(unwritable)
}

/// Whether a file is empty, or begins as the lines of logs do, with their time: `[2026-`.
fn begins_log(bytes: &[u8]) -> bool {
    let is_year = |year: &[u8]| year.iter().all(u8::is_ascii_digit);
    bytes.is_empty() || matches!(bytes, [b'[', year @ .., b'-'] if year.len() == 4 && is_year(year))
}

fn no_log(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: is there and is no log, which a log would spoil: give another name"),
        format!("{path}: 記録ではないファイルで、記録を加えると壊れます: 別の名前を書いてください"),
    )
}
