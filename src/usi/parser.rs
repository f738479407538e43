//! Lines of the protocol read as commands. Pure: text in, command out.
//!
//! White space of any kind and amount separates words. What is not understood is never fatal: an unknown command is
//! an error to be reported, unknown words behind `go` are returned beside the command.

use super::command::{Clock, Command, Go, MateRequest, PlayRequest};
use super::words::{Words, shortened};
use crate::position::{SfenError, SfenWarning, read_position};
use crate::types::Move;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A line that is no command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
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

/// A command, and the words in it that mean nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The command.
    pub command: Command,
    /// Words that were passed over, cut when they are long.
    pub ignored: Vec<String>,
    /// What the position lacks.
    pub warning: Option<SfenWarning>,
}

/// Reads a line without its end; `None` for a blank one.
///
/// # Errors
/// Why it is no command.
pub fn parse(line: &str) -> Result<Option<Parsed>, CommandError> {
    let mut words = Words::new(line);
    let Some(first) = words.next() else { return Ok(None) };
    let (mut ignored, mut warning) = (Vec::new(), None);
    let command = match first {
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "setoption" => set_option(&mut words)?,
        "usinewgame" => Command::NewGame,
        "position" => {
            let read = read_position(line)?;
            warning = read.warning;
            Command::Position { root: Box::new(read.root), moves: read.moves }
        }
        "go" => Command::Go(go(&mut words, &mut ignored)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit(ponder_hit(&mut words, &mut ignored)),
        "gameover" => Command::GameOver,
        "quit" => Command::Quit,
        _ => return Err(CommandError::Unknown { token: shortened(first) }),
    };
    Ok(Some(Parsed { command, ignored, warning }))
}

fn set_option(words: &mut Words) -> Result<Command, CommandError> {
    let name = match (words.next(), words.next()) {
        (Some("name"), Some(name)) => name.to_owned(),
        _ => return Err(CommandError::OptionName),
    };
    let value = if words.next() == Some("value") { words.rest().to_owned() } else { String::new() };
    Ok(Command::SetOption { name, value })
}

/// Reads what follows `go`. The first of `perft` and `mate` decides what is asked for.
fn go(words: &mut Words, ignored: &mut Vec<String>) -> Go {
    let mut play = PlayRequest::default();
    let mut mate = None;
    let mut perft = None;
    while let Some(word) = words.next() {
        match word {
            "infinite" => play.infinite = true,
            "ponder" => play.ponder = true,
            "depth" => play.depth = number(words).or(play.depth),
            "nodes" => play.nodes = number(words).or(play.nodes),
            "movetime" => play.movetime = millis(words).or(play.movetime),
            "rtime" => play.rtime = millis(words).or(play.rtime),
            "perft" => perft = perft.or(Some(number(words).unwrap_or(1))),
            "mate" => {
                mate = Some(millis(words));
                words.next_if(|word| word == "infinite");
            }
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|word| word.parse::<Move>().ok()) {
                    play.searchmoves.push(mv);
                    words.next();
                }
            }
            _ if clock_word(&mut play.clock, word, words) => {}
            _ => ignored.push(shortened(word)),
        }
    }
    match (perft, mate) {
        (Some(depth), _) => Go::Perft(depth),
        (None, Some(time)) => {
            Go::Mate(MateRequest { time, nodes: play.nodes, plies: play.depth.map(u64::from) })
        }
        (None, None) => Go::Play(play),
    }
}

fn ponder_hit(words: &mut Words, ignored: &mut Vec<String>) -> Clock {
    let mut clock = Clock::default();
    while let Some(word) = words.next() {
        if !clock_word(&mut clock, word, words) {
            ignored.push(shortened(word));
        }
    }
    clock
}

/// Whether a word names a time of the clock, which is then read.
fn clock_word(clock: &mut Clock, word: &str, words: &mut Words) -> bool {
    let field = match word {
        "btime" => &mut clock.left[0],
        "wtime" => &mut clock.left[1],
        "binc" => &mut clock.increment[0],
        "winc" => &mut clock.increment[1],
        "byoyomi" => &mut clock.byoyomi,
        _ => return false,
    };
    *field = millis(words).or(*field);
    true
}

/// The next word when it is a number that fits; it stays when it is something else.
fn number<T: FromStr>(words: &mut Words) -> Option<T> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

/// The next word as milliseconds. A clock that has run out may be shown as less than nothing, some as fractions.
fn millis(words: &mut Words) -> Option<Duration> {
    let millis: f64 = words.peek()?.parse().ok().filter(|number: &f64| number.is_finite())?;
    words.next();
    // A century is as good as for ever, and later sums cannot overflow.
    const CENTURY: f64 = 3.2e12;
    Some(Duration::from_secs_f64(millis.clamp(0.0, CENTURY) / 1e3))
}

#[cfg(test)]
mod tests;
