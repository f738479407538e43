//! Parses the arguments of `go` and `ponderhit`.
//!
//! A missing or malformed value is an error: a search without the intended limit would answer another question, or
//! never end.

use super::super::command::{Clock, Go, MateRequest, PlayRequest};
use super::super::tokens::{Tokens, shortened};
use crate::types::Move;
use std::time::Duration;
use thiserror::Error;

/// Why a `go` is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GoError {
    /// A keyword without its value.
    #[error("{word}: expected {expected}, but the line ends")]
    Missing {
        /// The word.
        word: &'static str,
        /// The values that are accepted.
        expected: &'static str,
    },
    /// A keyword with a malformed value.
    #[error("{word}: expected {expected}, not `{value}`")]
    Value {
        /// The word.
        word: &'static str,
        /// The values that are accepted.
        expected: &'static str,
        /// The malformed value, shortened if it is long.
        value: String,
    },
}

const COUNT: &str = "a number from 0";
const MILLIS: &str = "milliseconds";
const MILLIS_OR_INFINITE: &str = "milliseconds or infinite";
const MOVES: &str = "moves";

/// The tokens that may follow `go`.
const KNOWN: [&str; 14] = [
    "infinite",
    "ponder",
    "depth",
    "nodes",
    "movetime",
    "rtime",
    "perft",
    "mate",
    "searchmoves",
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
];

/// A parser for the tokens after a command.
pub(super) struct GoReader<'w, 'l> {
    tokens: &'w mut Tokens<'l>,
    /// Unknown tokens.
    pub ignored: Vec<String>,
    /// The first error.
    pub error: Option<GoError>,
}

impl<'w, 'l> GoReader<'w, 'l> {
    pub(super) fn new(tokens: &'w mut Tokens<'l>) -> GoReader<'w, 'l> {
        GoReader { tokens, ignored: Vec::new(), error: None }
    }

    /// Parses the arguments of `go`. `perft` takes precedence over `mate`, and without either a move is asked for.
    /// After an error, returns the request as far as it was understood.
    pub(super) fn go(&mut self) -> Go {
        let mut play = PlayRequest::default();
        let mut mate = None;
        let mut perft = None;
        let mut of_play = Vec::new();
        while let Some(word) = self.tokens.next() {
            match word {
                "infinite" => play.infinite = true,
                "depth" => play.depth = self.short_count("depth").or(play.depth),
                "nodes" => play.nodes = self.count("nodes").or(play.nodes),
                "perft" => perft = perft.or(Some(self.short_count("perft").unwrap_or_default())),
                "mate" => mate = Some(self.time_of_mate()),
                _ if self.word_of_play(&mut play, word) => of_play.push(shortened(word)),
                _ => self.ignored.push(shortened(word)),
            }
        }
        if perft.is_some() || mate.is_some() {
            self.ignored.append(&mut of_play);
        }
        match (perft, mate) {
            (Some(depth), _) => Go::Perft(depth),
            (None, Some(time)) => {
                Go::Mate(MateRequest { time, nodes: play.nodes, plies: play.depth.map(u64::from) })
            }
            (None, None) => Go::Play(play),
        }
    }

    /// Whether a keyword only applies to a search for a move; if so, its value is parsed.
    fn word_of_play(&mut self, play: &mut PlayRequest, word: &str) -> bool {
        match word {
            "ponder" => play.ponder = true,
            "movetime" => play.movetime = self.millis("movetime", MILLIS).or(play.movetime),
            "rtime" => play.rtime = self.millis("rtime", MILLIS).or(play.rtime),
            "searchmoves" => self.moves(&mut play.searchmoves),
            _ => return self.clock_word(&mut play.clock, word),
        }
        true
    }

    /// Parses the arguments of `ponderhit`.
    pub(super) fn ponder_hit(&mut self) -> Clock {
        let mut clock = Clock::default();
        while let Some(word) = self.tokens.next() {
            if !self.clock_word(&mut clock, word) {
                self.ignored.push(shortened(word));
            }
        }
        clock
    }

    /// Whether a keyword names a time of the clock; if so, its value is parsed.
    fn clock_word(&mut self, clock: &mut Clock, word: &str) -> bool {
        let (name, field) = match word {
            "btime" => ("btime", &mut clock.left[0]),
            "wtime" => ("wtime", &mut clock.left[1]),
            "binc" => ("binc", &mut clock.increment[0]),
            "winc" => ("winc", &mut clock.increment[1]),
            "byoyomi" => ("byoyomi", &mut clock.byoyomi),
            _ => return false,
        };
        *field = self.millis(name, MILLIS).or(*field);
        true
    }

    /// The time limit of `go mate`; `None` for `infinite`, which may be left out.
    fn time_of_mate(&mut self) -> Option<Duration> {
        match self.tokens.peek() {
            None => None,
            Some("infinite") => self.tokens.next().and(None),
            Some(word) if KNOWN.contains(&word) => None,
            // Unlike the times of a clock, this limit cannot be negative.
            Some(word) if word.starts_with('-') => self.refuse("mate", MILLIS_OR_INFINITE),
            Some(_) => self.millis("mate", MILLIS_OR_INFINITE),
        }
    }

    fn moves(&mut self, moves: &mut Vec<Move>) {
        let before = moves.len();
        while let Some(mv) = self.tokens.peek().and_then(|word| word.parse().ok()) {
            moves.push(mv);
            self.tokens.next();
        }
        if moves.len() == before {
            self.refuse::<()>("searchmoves", MOVES);
        }
    }

    /// The next token as a number. A number that exceeds `u64` is treated as the largest one.
    fn count(&mut self, name: &'static str) -> Option<u64> {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        match self.tokens.next_if(is_number) {
            Some(digits) => Some(digits.parse().unwrap_or(u64::MAX)),
            None => self.refuse(name, COUNT),
        }
    }

    fn short_count(&mut self, name: &'static str) -> Option<u32> {
        self.count(name).map(|count| u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// The next token as milliseconds. GUIs may send a negative time for a clock that has run out, and fractions.
    fn millis(&mut self, name: &'static str, expected: &'static str) -> Option<Duration> {
        let read = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite());
        let Some(millis) = self.tokens.peek().and_then(read) else { return self.refuse(name, expected) };
        self.tokens.next();
        // A century is as good as no limit, and later sums cannot overflow.
        const CENTURY: f64 = 3.2e12;
        Some(Duration::from_secs_f64(millis.clamp(0.0, CENTURY) / 1e3))
    }

    /// Records that a keyword has no valid value. The malformed token is skipped, unless it is a keyword itself.
    fn refuse<T>(&mut self, word: &'static str, expected: &'static str) -> Option<T> {
        let error = match self.tokens.peek() {
            None => GoError::Missing { word, expected },
            Some(value) => GoError::Value { word, expected, value: shortened(value) },
        };
        self.tokens.next_if(|word| !KNOWN.contains(&word));
        self.error.get_or_insert(error);
        None
    }
}
