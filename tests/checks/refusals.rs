//! What does not belong to a check is refused.
