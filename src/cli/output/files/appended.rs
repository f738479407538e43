//! Logs: files that several processes may append to.

use super::lock::lock_replaced;
use crate::cli::fatal_error::FatalError;
use crate::cli::stderr::tell;
use crate::report::Lang;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// How the lines of a log begin, a digit for each 0: with their time.
const BEGINNING: &[u8] = b"[0000-00-00T00:00:00Z ";

/// A log that is appended to. Who writes to it does not look at errors: the first one is told here, once, and the run goes
/// on, for its answers do not depend on the log.
pub struct Log {
    file: File,
    path: PathBuf,
    lang: Lang,
    has_failed: bool,
}

/// Opens a log to append to it. What is in it stays.
///
/// # Errors
/// The file holds something else, such as answers or how far a run has come; another process works on it and has to find
/// its own lines alone there; or an I/O error.
pub fn append_to_log(path: &Path, lang: Lang) -> Result<Log, FatalError> {
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
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(unwritable)?;
    Ok(Log { file, path: path.to_owned(), lang, has_failed: false })
}

impl Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.file.write(text).map_err(|cause| {
            let kind = cause.kind();
            if kind != ErrorKind::Interrupted && !std::mem::replace(&mut self.has_failed, true) {
                tell(FatalError::unwritable(&self.path, cause).text(self.lang));
            }
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
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
