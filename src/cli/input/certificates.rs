//! Certificate files, with or without gzip compression.

use crate::certificate;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Whether a path is a certificate file.
pub fn is_certificate(path: &Path) -> bool {
    path.is_file() && File::open(path).is_ok_and(begins_certificate)
}

/// Whether the input begins like a certificate, with or without gzip compression.
pub fn begins_certificate(input: impl Read) -> bool {
    unpacked(input).and_then(certificate::is_certificate).unwrap_or(false)
}

/// What the input contains: a gzip file is decompressed while it is read.
///
/// # Errors
/// An I/O error.
pub fn unpacked<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut head = Vec::new();
    input.by_ref().take(GZIP.len() as u64).read_to_end(&mut head)?;
    let is_packed = head == GZIP;
    let whole = Cursor::new(head).chain(input);
    Ok(if is_packed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}
