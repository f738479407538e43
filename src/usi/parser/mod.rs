//! Lines of the protocol read as commands. Pure: text in, command out.
//!
//! White space of any kind and amount separates tokens. What is not understood is never fatal: an unknown command is an
//! error to be reported, unknown tokens behind `go` and what is wrong with it are returned beside the command: it is to
//! be answered all the same.

mod go;

use super::command::Command;
use super::tokens::{Tokens, shortened};
use crate::position::{SfenError, SfenWarning, read_position};
pub use go::GoError;
use go::GoReader;
use thiserror::Error;

/// A line that is no command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The first word is no command.
    #[error("unknown command `{token}`: ignored")]
    Unknown {
        /// The word, cut when it is long.
        token: String,
    },
    /// A position that cannot be read.
    #[error("position: {0}")]
    Position(#[from] SfenError),
    /// `setoption` without a name.
    #[error("setoption: expected `name NAME value VALUE`")]
    OptionName,
}

/// A command, the tokens in it that mean nothing, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The command.
    pub command: Command,
    /// Tokens that were passed over, cut when they are long.
    pub ignored: Vec<String>,
    /// Why a `go` is to be refused, or a time of `ponderhit` is not known.
    pub error: Option<GoError>,
    /// What the position lacks.
    pub warning: Option<SfenWarning>,
}

/// Reads a line without its end; `None` for a blank one.
///
/// # Errors
/// Why it is no command.
pub fn parse(line: &str) -> Result<Option<Parsed>, CommandError> {
    let mut tokens = Tokens::new(line);
    let Some(first) = tokens.next() else { return Ok(None) };
    let mut warning = None;
    let command = match first {
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "setoption" => set_option(&mut tokens)?,
        "usinewgame" => Command::NewGame,
        "position" => {
            let read = read_position(line)?;
            warning = read.warning;
            Command::Position { root: Box::new(read.root), moves: read.moves }
        }
        "go" => return Ok(Some(limited(&mut tokens, |limits| Command::Go(limits.go())))),
        "stop" => Command::Stop,
        "ponderhit" => {
            return Ok(Some(limited(&mut tokens, |limits| Command::PonderHit(limits.ponder_hit()))));
        }
        "gameover" => Command::GameOver,
        "quit" => Command::Quit,
        _ => return Err(CommandError::Unknown { token: shortened(first) }),
    };
    Ok(Some(Parsed { command, ignored: Vec::new(), error: None, warning }))
}

fn limited(tokens: &mut Tokens, read: impl FnOnce(&mut GoReader) -> Command) -> Parsed {
    let mut limits = GoReader::new(tokens);
    let command = read(&mut limits);
    let GoReader { ignored, error, .. } = limits;
    Parsed { command, ignored, error, warning: None }
}

fn set_option(tokens: &mut Tokens) -> Result<Command, CommandError> {
    let name = match (tokens.next(), tokens.next()) {
        (Some("name"), Some(name)) => name.to_owned(),
        _ => return Err(CommandError::OptionName),
    };
    let value = if tokens.next() == Some("value") { tokens.rest().to_owned() } else { String::new() };
    Ok(Command::SetOption { name, value })
}

#[cfg(test)]
mod tests;
