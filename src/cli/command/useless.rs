//! Flags that clap accepts as part of a group, but that have no effect on a command.

use crate::cli::fatal_error::FatalError;

/// Returns an error for the first of these flags that was given.
pub fn refuse_given(
    flags: &[(&'static str, bool)],
    refusal: impl FnOnce(&'static str) -> FatalError,
) -> Result<(), FatalError> {
    match flags.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(refusal(flag)),
        None => Ok(()),
    }
}
