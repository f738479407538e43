//! USI: the protocol by which GUIs drive the engine, `go` to play and `go mate` to solve.
//!
//! [`parse`] reads lines and [`Reply`] and [`Info`] write them, both without any state; [`Options`] are what
//! `setoption` sets; a [`Session`] reads commands while a search runs in threads of its own and answers each `go`
//! exactly once.

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
