//! The version of answers in JSON, which `report` writes and the reader of JSON takes.

/// The version of the keys (`schema`). The reader knows no other.
pub(crate) const SCHEMA: u32 = 1;
