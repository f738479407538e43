//! Files of certificates, packed by gzip or not.

use crate::certificate;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

/// How a file begins that gzip packed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Opens a certificate; what gzip packed is unpacked while it is read.
///
/// # Errors
/// What the system says.
pub fn open_certificate(path: &Path) -> io::Result<Box<dyn Read>> {
    unpacked(File::open(path)?)
}

/// Whether this is the file of a certificate.
pub fn is_certificate(path: &Path) -> bool {
    path.is_file() && File::open(path).is_ok_and(begins_certificate)
}

/// Whether this begins as a certificate does, packed or not.
pub fn begins_certificate(input: impl Read) -> bool {
    unpacked(input).and_then(certificate::is_certificate).unwrap_or(false)
}

fn unpacked<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut head = Vec::new();
    input.by_ref().take(GZIP.len() as u64).read_to_end(&mut head)?;
    let is_packed = head == GZIP;
    let whole = Cursor::new(head).chain(input);
    Ok(if is_packed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}
