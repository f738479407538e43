//! Logs: files that several processes may append to.

use super::lock::lock_replaced;
use crate::cli::fatal_error::FatalError;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::Path;

/// How the lines of a log begin, a digit for each 0: with their time.
const BEGINNING: &[u8] = b"[0000-00-00T00:00:00Z ";

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
        file.take(BEGINNING.len() as u64).read_to_end(&mut begin).map_err(unwritable)?;
        if !begins_log(&begin) {
            return Err(no_log(path));
        }
    }
    OpenOptions::new().create(true).append(true).open(path).map_err(unwritable)
}

/// Whether a file that begins so is a log. One that is empty, or has half a first line, as a killed process leaves it, is
/// one, too; the next process writes its lines behind that.
fn begins_log(bytes: &[u8]) -> bool {
    let mut matched = 0;
    for &byte in bytes {
        matched = match BEGINNING.get(matched) {
            None => return true,
            Some(&wanted) if byte == wanted || wanted == b'0' && byte.is_ascii_digit() => matched + 1,
            Some(_) if matched > 0 && byte == BEGINNING[0] => 1,
            Some(_) => return false,
        };
    }
    true
}

fn no_log(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: is there and is no log, and a log would spoil it: give another name"),
        format!("{path}: 実行の記録ではないファイルで、記録を加えると壊れます: 別の名前を書いてください"),
    )
}
