//! Flags that clap takes with a group of others, and that a command has no use for.

use crate::cli::fatal_error::FatalError;

/// Refuses the first of these flags that was given.
pub fn refuse_given(
    flags: &[(&'static str, bool)],
    refusal: impl FnOnce(&'static str) -> FatalError,
) -> Result<(), FatalError> {
    match flags.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(refusal(flag)),
        None => Ok(()),
    }
}
