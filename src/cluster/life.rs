//! Signs of life, by which processes know that the others are still there.

use std::time::Duration;

/// A process from which nothing arrives for this time counts as lost.
pub(super) const SILENCE: Duration = Duration::from_secs(4);
/// How often each process sends a sign of life.
pub(super) const SIGN_OF_LIFE: Duration = Duration::from_secs(1);
