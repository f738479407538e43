//! Names that nobody guesses.

use std::io;

/// Random bytes of the system as lower-case hexadecimal digits.
///
/// # Errors
/// The system has none.
pub fn hex<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
