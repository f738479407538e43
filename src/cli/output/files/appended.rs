//! Log files, to which several processes may append.

use super::lock::lock_replaced;
use crate::cli::fatal_error::FatalError;
use crate::cli::stderr::tell;
use crate::report::Lang;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// How each line of a log begins: its time, where 0 stands for any digit.
const BEGINNING: &[u8] = b"[0000-00-00T00:00:00Z ";

/// A log file. The callers of its `Write` ignore errors, so the first error is reported here, once. The run
/// continues, since its answers do not depend on the log.
pub struct Log {
    file: File,
    path: PathBuf,
    lang: Lang,
    has_failed: bool,
}

/// Opens a log to append to it. Its content is kept.
///
/// # Errors
/// The file holds something else, such as answers or the progress of a run; another process has locked it as its own;
/// or an I/O error.
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

/// Whether a file that begins with these bytes is a log. An empty file is one, and so is a file with an incomplete
/// first line, left by a killed process; the next process appends its lines after it.
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
        format!("{path}: exists and is not a log file, so a log would damage it: give another name"),
        format!("{path}: 実行の記録ではないファイルで、記録を加えると壊れます: 別の名前を書いてください"),
    )
}
