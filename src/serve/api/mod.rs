//! The calls of the JSON API (docs/api.md): what each takes and answers. Nothing here knows of connections.

pub mod convert;
pub mod diagram;
pub mod info;
pub mod jobs;
pub mod legal;
