//! Names that cannot be guessed.

use std::io;

/// Random bytes from the operating system as lower-case hexadecimal digits.
///
/// # Errors
/// The system provides none.
pub fn hex<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
