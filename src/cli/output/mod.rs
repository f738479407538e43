//! Where answers go and how they look: streams, files, formats.

pub mod batch;
pub mod certificate;
pub mod destination;
pub mod files;
pub mod formats;
pub mod graph;
pub mod heading;
pub mod stdout;
