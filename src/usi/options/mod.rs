//! The options of the engine: their names, their possible values, and their current values.

#[cfg(test)]
mod tests;

use super::tokens::shortened;
use crate::book::Choice;
use crate::play::{self, EnteringKingRule};
use crate::problem::{CaptureRule, Choices, Conditions, Futile, Rule};
use crate::solve::tsume::Tables;
use crate::solve::{self, Limits, StopFlag, USUAL_SOLUTIONS, most_threads};
use crate::store::memory;
use crate::types::Color;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// The options of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    hash: u64,
    ponder: bool,
    threads: u64,
    multi_pv: u64,
    entering_king_rule: usize,
    resign_value: u64,
    max_moves_to_draw: u64,
    network_delay: u64,
    minimum_thinking_time: u64,
    pv_interval: u64,
    mate_rule: usize,
    mate_attacker: usize,
    mate_attacker_captures: usize,
    mate_defender_captures: usize,
    mate_rest: bool,
    mate_futile: usize,
    max_solutions: u64,
    eval_file: String,
    own_book: bool,
    book_file: String,
    book_moves: u64,
    book_eval_diff: u64,
    book_depth_limit: u64,
    write_debug_log: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 512,
            ponder: false,
            threads: 1,
            multi_pv: 1,
            entering_king_rule: index_of(EnteringKingRule::default(), &EnteringKingRule::ALL),
            resign_value: RESIGN_NEVER,
            max_moves_to_draw: 0,
            network_delay: 20,
            minimum_thinking_time: 0,
            pv_interval: 300,
            mate_rule: index_of(Rule::Tsume, &Rule::ALL),
            mate_attacker: 0,
            mate_attacker_captures: 0,
            mate_defender_captures: 0,
            mate_rest: false,
            mate_futile: 0,
            max_solutions: USUAL_SOLUTIONS as u64,
            eval_file: String::new(),
            own_book: true,
            book_file: String::new(),
            book_moves: 16,
            book_eval_diff: 30,
            book_depth_limit: 16,
            write_debug_log: false,
        }
    }
}

/// An option, as it is announced in reply to `usi`.
pub struct Declaration {
    name: &'static str,
    form: Form,
}

enum Form {
    Check(fn(&mut Options) -> &mut bool),
    Spin {
        range: (u64, u64),
        field: fn(&mut Options) -> &mut u64,
    },
    /// A file by its path; `<empty>` for none.
    FileName(fn(&mut Options) -> &mut String),
    /// One of several names; the field is the index of the chosen one.
    Combo {
        names: fn() -> Vec<&'static str>,
        field: fn(&mut Options) -> &mut usize,
    },
}

/// The value for "no file".
const EMPTY: &str = "<empty>";

/// The value of the option for "never resign": no score is as low as this.
const RESIGN_NEVER: u64 = 99_999;

const ATTACKERS: [(&str, Option<Color>); 3] =
    [("Auto", None), ("Black", Some(Color::Black)), ("White", Some(Color::White))];
const CAPTURES: [(&str, Option<CaptureRule>); 4] = [
    ("Any", None),
    ("Must", Some(CaptureRule::MustCapture)),
    ("Avoid", Some(CaptureRule::AvoidCapture)),
    ("No", Some(CaptureRule::NoCapture)),
];
const FUTILE: [(&str, Futile); 2] = [("Official", Futile::Official), ("None", Futile::None)];

/// All options, in the order in which they are announced.
pub const DECLARATIONS: &[Declaration] = &[
    spin("USI_Hash", (1, 1 << 20), |options| &mut options.hash),
    check("USI_Ponder", |options| &mut options.ponder),
    spin("Threads", (1, 512), |options| &mut options.threads),
    spin("MultiPV", (1, 593), |options| &mut options.multi_pv),
    combo(
        "EnteringKingRule",
        || EnteringKingRule::ALL.map(EnteringKingRule::usi_name).to_vec(),
        |options| &mut options.entering_king_rule,
    ),
    spin("ResignValue", (0, RESIGN_NEVER), |options| &mut options.resign_value),
    spin("MaxMovesToDraw", (0, 100_000), |options| &mut options.max_moves_to_draw),
    spin("NetworkDelay", (0, 10_000), |options| &mut options.network_delay),
    spin("MinimumThinkingTime", (0, 100_000), |options| &mut options.minimum_thinking_time),
    spin("PvInterval", (0, 100_000), |options| &mut options.pv_interval),
    combo("MateRule", || Rule::ALL.map(Rule::usi_name).to_vec(), |options| &mut options.mate_rule),
    combo("MateAttacker", || names(&ATTACKERS), |options| &mut options.mate_attacker),
    combo("MateAttackerCaptures", || names(&CAPTURES), |options| &mut options.mate_attacker_captures),
    combo("MateDefenderCaptures", || names(&CAPTURES), |options| &mut options.mate_defender_captures),
    check("MateRest", |options| &mut options.mate_rest),
    combo("MateFutile", || names(&FUTILE), |options| &mut options.mate_futile),
    spin("MaxSolutions", (1, 1000), |options| &mut options.max_solutions),
    file("EvalFile", |options| &mut options.eval_file),
    check("USI_OwnBook", |options| &mut options.own_book),
    file("BookFile", |options| &mut options.book_file),
    spin("BookMoves", (0, 10_000), |options| &mut options.book_moves),
    spin("BookEvalDiff", (0, 99_999), |options| &mut options.book_eval_diff),
    spin("BookDepthLimit", (0, 99_999), |options| &mut options.book_depth_limit),
    check("WriteDebugLog", |options| &mut options.write_debug_log),
];

const fn check(name: &'static str, field: fn(&mut Options) -> &mut bool) -> Declaration {
    Declaration { name, form: Form::Check(field) }
}

const fn file(name: &'static str, field: fn(&mut Options) -> &mut String) -> Declaration {
    Declaration { name, form: Form::FileName(field) }
}

const fn spin(name: &'static str, range: (u64, u64), field: fn(&mut Options) -> &mut u64) -> Declaration {
    Declaration { name, form: Form::Spin { range, field } }
}

const fn combo(
    name: &'static str,
    names: fn() -> Vec<&'static str>,
    field: fn(&mut Options) -> &mut usize,
) -> Declaration {
    Declaration { name, form: Form::Combo { names, field } }
}

fn names<T>(choices: &[(&'static str, T)]) -> Vec<&'static str> {
    choices.iter().map(|&(name, _)| name).collect()
}

fn index_of<T: PartialEq>(value: T, values: &[T]) -> usize {
    values.iter().position(|other| *other == value).unwrap_or(0)
}

/// Why an option was not set as requested.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option `{name}`: ignored")]
    Unknown {
        /// The name as it was written.
        name: String,
    },
    /// A value that the option cannot have; the option is unchanged.
    #[error("option {name}: `{value}` is no value, expected {expected}: ignored")]
    Value {
        /// The option.
        name: &'static str,
        /// The value as it was written.
        value: String,
        /// The values that are accepted.
        expected: String,
    },
    /// A path with bytes that are not UTF-8, so that the file is not known; the option is unchanged.
    #[error("option {name}: `{value}` has bytes that are not UTF-8, send the path in UTF-8: ignored")]
    NotUtf8 {
        /// The option.
        name: &'static str,
        /// The path as it was decoded.
        value: String,
    },
    /// A number outside the range; the nearest possible value is used.
    #[error("option {name}: {value} is out of range, {used} is used")]
    Range {
        /// The option.
        name: &'static str,
        /// The value as it was written.
        value: String,
        /// The value that is used.
        used: u64,
    },
}

impl Options {
    /// Sets an option.
    ///
    /// # Errors
    /// The option was not set, or not as requested.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let declaration = DECLARATIONS.iter().find(|declaration| declaration.name == name);
        let declaration = declaration.ok_or_else(|| OptionError::Unknown { name: shortened(name) })?;
        declaration.set(self, value)
    }

    /// Bytes for the hash tables of a search: as many as asked for, but at most three quarters of the machine's
    /// memory, and at most a quarter of this process's limit, since there are separate tables for play and for mates.
    pub fn memory(&self) -> u64 {
        let most = memory::total_bytes().map(|total| total / 4 * 3);
        let most = most.into_iter().chain(memory::allowed_bytes().map(|bytes| bytes / 4)).min();
        most.map_or(self.hash << 20, |most| most.min(self.hash << 20))
    }

    /// Whether less memory is used than was asked for.
    pub fn is_memory_cut(&self) -> bool {
        self.memory() < self.hash << 20
    }

    /// Threads of a search: as many as asked for, but no more than the machine supports.
    pub fn threads(&self) -> usize {
        (self.threads as usize).min(most_threads())
    }

    /// Whether fewer threads are used than were asked for.
    pub fn are_threads_cut(&self) -> bool {
        self.threads as usize > self.threads()
    }

    /// Whether the expected reply is sent, so that the GUI can start pondering.
    pub fn ponder(&self) -> bool {
        self.ponder
    }

    /// The options of the playing engine.
    pub fn play(&self) -> play::Options {
        play::Options {
            hash_bytes: self.memory(),
            threads: self.threads(),
            multi_pv: self.multi_pv as usize,
            max_moves_to_draw: Some(self.max_moves_to_draw as u32).filter(|&moves| moves > 0),
            entering_king_rule: EnteringKingRule::ALL[self.entering_king_rule],
            resign_value: if self.resign_value == RESIGN_NEVER { i32::MAX } else { self.resign_value as i32 },
            pv_interval: self.pv_interval(),
        }
    }

    /// The allowance for the delay between the engine and the GUI.
    pub fn network_delay(&self) -> Duration {
        Duration::from_millis(self.network_delay)
    }

    /// The least time for a move, if the clock allows it.
    pub fn minimum_thinking_time(&self) -> Duration {
        Duration::from_millis(self.minimum_thinking_time)
    }

    /// The time between two lines about a search in progress.
    pub fn pv_interval(&self) -> Duration {
        Duration::from_millis(self.pv_interval)
    }

    /// How `go mate` interprets a position.
    pub fn choices(&self) -> Choices {
        Choices {
            rule: Some(Rule::ALL[self.mate_rule]),
            conditions: Some(Conditions {
                attacker: CAPTURES[self.mate_attacker_captures].1,
                defender: CAPTURES[self.mate_defender_captures].1,
            }),
            attacker: ATTACKERS[self.mate_attacker].1,
            policy: Some(FUTILE[self.mate_futile].1),
            rest: self.mate_rest,
        }
    }

    /// The options of a search for a mate. `tables`: what earlier tsume searches of the same game found.
    pub fn of_search(&self, limits: Limits, stop: &StopFlag, tables: &Tables) -> solve::Options {
        solve::Options {
            limits,
            threads: self.threads(),
            max_solutions: self.max_solutions as usize,
            stop: stop.clone(),
            tables: tables.clone(),
            goes_on: true,
            ..solve::Options::default()
        }
    }

    /// The file with the evaluation weights to be used instead of the built-in ones, if any.
    pub fn eval_file(&self) -> Option<&str> {
        Some(self.eval_file.as_str()).filter(|file| !file.is_empty())
    }

    /// The file of the opening book to be used, if any.
    pub fn book_file(&self) -> Option<&str> {
        Some(self.book_file.as_str()).filter(|file| self.own_book && !file.is_empty())
    }

    /// The number of the last move for which the book is used.
    pub fn book_moves(&self) -> u64 {
        self.book_moves
    }

    /// Which moves of the book may be played.
    pub fn book_choice(&self) -> Choice {
        Choice { value_difference: self.book_eval_diff as u32, least_depth: self.book_depth_limit as u32 }
    }

    /// Whether the dialogue with the GUI is written to a file.
    pub fn write_debug_log(&self) -> bool {
        self.write_debug_log
    }
}

impl Declaration {
    /// The option's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    fn set(&self, options: &mut Options, value: &str) -> Result<(), OptionError> {
        let name = self.name;
        let wrong = |expected: String| OptionError::Value { name, value: shortened(value), expected };
        match self.form {
            Form::Check(field) => {
                *field(options) = value.parse().map_err(|_| wrong("true or false".to_owned()))?;
            }
            Form::Spin { range: (min, max), field } => {
                // Parsed as `i128`, so that numbers too large for `u64` are also reported as out of range.
                let number: i128 =
                    value.parse().map_err(|_| wrong(format!("a number from {min} to {max}")))?;
                let used = number.clamp(min.into(), max.into()) as u64;
                *field(options) = used;
                if i128::from(used) != number {
                    return Err(OptionError::Range { name, value: shortened(value), used });
                }
            }
            Form::FileName(field) => {
                // Decoding has put this sign in the place of such bytes; another file may have it in its name.
                if value.contains(char::REPLACEMENT_CHARACTER) {
                    return Err(OptionError::NotUtf8 { name, value: shortened(value) });
                }
                let is_none = value == EMPTY || value.eq_ignore_ascii_case("no_book");
                *field(options) = if is_none { String::new() } else { value.to_owned() };
            }
            Form::Combo { names, field } => {
                let names = names();
                let chosen = names.iter().position(|name| name.eq_ignore_ascii_case(value));
                *field(options) = chosen.ok_or_else(|| wrong(names.join(" or ")))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Declaration {
    /// The `option` line with the default value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut default = Options::default();
        write!(f, "option name {} type ", self.name)?;
        match self.form {
            Form::Check(field) => write!(f, "check default {}", field(&mut default)),
            Form::FileName(_) => write!(f, "filename default {EMPTY}"),
            Form::Spin { range: (min, max), field } => {
                write!(f, "spin default {} min {min} max {max}", field(&mut default))
            }
            Form::Combo { names, field } => {
                let names = names();
                write!(f, "combo default {}", names[*field(&mut default)])?;
                names.iter().try_for_each(|name| write!(f, " var {name}"))
            }
        }
    }
}
