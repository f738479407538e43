//! The schema version of JSON answers, which `report` writes and the JSON reader accepts.

/// The version of the keys (`schema`). The reader accepts no other version.
pub(crate) const SCHEMA: u32 = 1;
