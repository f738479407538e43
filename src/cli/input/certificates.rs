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
    let mut file = File::open(path)?;
    let mut head = Vec::new();
    file.by_ref().take(GZIP.len() as u64).read_to_end(&mut head)?;
    let is_packed = head == GZIP;
    let whole = Cursor::new(head).chain(file);
    Ok(if is_packed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}

/// Whether this is the file of a certificate.
pub fn is_certificate(path: &Path) -> bool {
    path.is_file() && open_certificate(path).and_then(certificate::is_certificate).unwrap_or(false)
}

/// Whether this is how a certificate begins, packed or not.
pub fn begins_certificate(head: &[u8]) -> bool {
    let begins = match head.starts_with(&GZIP) {
        true => certificate::is_certificate(MultiGzDecoder::new(head)),
        false => certificate::is_certificate(head),
    };
    begins.unwrap_or(false)
}
