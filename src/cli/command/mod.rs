//! The subcommands.

pub mod analyse;
mod answering;
pub mod ask;
pub mod bench;
pub mod book;
mod certificates;
pub mod check;
pub mod convert;
pub mod extend;
pub mod flip;
pub mod hisshi;
pub mod perft;
pub mod records;
pub mod repair;
pub mod resume;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod shell;
pub mod show;
pub mod solve;
pub mod tune;
mod useless;
pub mod usi;
pub mod validate;
pub mod verify;
pub mod verify_certificate;
