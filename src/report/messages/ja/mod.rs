//! The messages in Japanese, with one file for each lower layer.

pub(super) mod book;
pub(super) mod certificate;
pub(super) mod compose;
pub(super) mod notation;
pub(super) mod position;
pub(super) mod problem;
pub(super) mod solve;
