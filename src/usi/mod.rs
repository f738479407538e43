//! USI: the protocol by which GUIs control the engine; `go` plays, and `go mate` solves.
//!
//! [`parse`] parses lines, and [`Reply`] and [`Info`] format them, all without state. [`Options`] hold the values of
//! `setoption`. A [`Session`] reads commands while a search runs in other threads, and answers each `go` exactly
//! once.

mod command;
mod options;
mod parser;
mod reply;
mod session;
mod tokens;

pub use command::{Clock, Command, Go, MateRequest, PlayRequest};
pub use options::{DECLARATIONS, Declaration, OptionError, Options};
pub use parser::{CommandError, GoError, Parsed, parse};
pub use reply::{BestMove, CheckMate, Info, Reply, ascii};
pub use session::Session;
