//! Parses lines of the protocol to commands, without any state.
//!
//! Tokens are separated by any amount of white space. Malformed input is never fatal: an unknown command is an error
//! to be reported; unknown tokens and errors in a `go` are returned together with the command, because it has to be
//! answered in any case.

mod go;

use super::command::Command;
use super::tokens::{Tokens, shortened};
use crate::position::{SfenError, SfenWarning, read_position};
pub use go::GoError;
use go::GoReader;
use thiserror::Error;

/// Why a line is not a command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The first token is not a command.
    #[error("unknown command `{token}`: ignored")]
    Unknown {
        /// The token, shortened if it is long.
        token: String,
    },
    /// The position is malformed.
    #[error("position: {0}")]
    Position(#[from] SfenError),
    /// `setoption` without a name.
    #[error("setoption: expected `name NAME value VALUE`")]
    OptionName,
}

/// A command, with the unknown tokens and the errors in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The command.
    pub command: Command,
    /// Unknown tokens, which were skipped; shortened if they are long.
    pub ignored: Vec<String>,
    /// Why a `go` has to be refused, or why a time of `ponderhit` is unknown.
    pub error: Option<GoError>,
    /// What the text of the position lacks.
    pub warning: Option<SfenWarning>,
}

/// Parses a line without its line end; `None` for a blank line.
///
/// # Errors
/// The line is not a command.
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
