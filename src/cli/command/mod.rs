//! The subcommands.

pub mod analyse;
mod answering;
pub mod bench;
pub mod check;
pub mod convert;
pub mod extend;
pub mod flip;
pub mod hisshi;
pub mod perft;
pub mod repair;
pub mod resume;
pub mod search;
pub mod shell;
pub mod show;
pub mod solve;
pub mod tune;
pub mod usi;
pub mod validate;
pub mod verify;
pub mod verify_certificate;
