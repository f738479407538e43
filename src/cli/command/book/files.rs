//! Opening books: each is read and written as a whole.

use crate::book::{Book, BookError};
use crate::cli::args::BookOut;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::{LockedFile, WholeFile};
use crate::report::{Lang, Message};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The positions of some books, merged as they are stored there.
///
/// # Errors
/// A file cannot be read, or is not a valid book.
pub fn read(paths: &[&PathBuf], lang: Lang) -> Result<Book, FatalError> {
    let mut book = Book::default();
    for path in paths {
        let file = File::open(path).map_err(|cause| FatalError::unreadable(path, cause))?;
        book.read(BufReader::new(file)).map_err(|error| unusable(path, error, lang))?;
    }
    Ok(book)
}

/// The content of a book that this process has locked; an empty book if the file is new.
///
/// # Errors
/// The file cannot be read, or is not a valid book.
pub fn read_locked(locked: &LockedFile, lang: Lang) -> Result<Book, FatalError> {
    let mut book = Book::default();
    if locked.len > 0 {
        book.read(BufReader::new(&locked.file)).map_err(|error| unusable(&locked.path, error, lang))?;
    }
    Ok(book)
}

/// Replaces a book that this process has locked; if that fails, the old one stays complete.
///
/// # Errors
/// An I/O error.
pub fn replace(locked: &mut LockedFile, book: &Book) -> Result<(), FatalError> {
    let written = locked.replace(|file| {
        let mut file = BufWriter::new(file);
        book.write(&mut file).and_then(|()| file.flush())
    });
    written.map_err(|cause| FatalError::unwritable(&locked.path, cause))
}

fn unusable(path: &Path, error: BookError, lang: Lang) -> FatalError {
    match error {
        BookError::Io(cause) => FatalError::unreadable(path, cause),
        error => FatalError::contents(path, error.message(lang)),
    }
}

/// Writes a book; the file appears only when it is complete.
///
/// # Errors
/// An I/O error.
pub fn write(book: &Book, out: &BookOut) -> Result<(), FatalError> {
    let unwritable = |cause| FatalError::unwritable(&out.out, cause);
    let mut file = BufWriter::new(WholeFile::begin(&out.out, true).map_err(unwritable)?);
    book.write(&mut file).and_then(|()| file.flush()).map_err(unwritable)?;
    let file = file.into_inner().map_err(|error| unwritable(error.into_error()))?;
    file.finish().map_err(unwritable)
}
