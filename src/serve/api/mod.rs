//! The calls of the JSON API (docs/api.md): the input and the output of each. Nothing here depends on connections.

pub mod convert;
pub mod diagram;
pub mod info;
pub mod jobs;
pub mod legal;
