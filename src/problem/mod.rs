//! Problems: a position with its rule and its author's statements, and the text format of problem sets.
//!
//! A set is UTF-8 text (with or without a byte order mark, with any line ends), with one problem on each
//! line:
//!
//! ```text
//! # a comment
//! 8k/9/8G/9/9/9/9/9/9 b G 1 ; id=corner ; plies=1 ; solutions=1 ; title=…
//! position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b ; attacker=black
//! ```
//!
//! A line is an SFEN in any form that [`parse_position`](crate::position::parse_position) reads; moves after it are
//! the intended line (作意). Metadata follow after `;` as `key=value`, each separated by `;`. The keys are
//! [`KEYS`]. In a value `\;` stands for `;` and `\\` for `\`.
//!
//! This layer checks neither moves nor positions; it only reads the text.

mod attacker;
mod error;
mod format;
mod line;
mod model;
mod question;
mod reader;
mod text_lines;
mod warning;
mod writer;

pub use crate::position::{CaptureRule, Conditions, Futile, ParseConditionsError, ParseFutileError, Rule};
pub use attacker::default_attacker;
pub use error::{
    Expected, InitialError, JsonFault, LineError, LineErrorKind, ReadError, RecordError, ValueKind,
};
pub(crate) use format::MAX_RECORD;
pub use format::{KEYS, MAX_LINE};
pub(crate) use line::{expected_plies, expected_solutions};
pub use model::{ExpectedPlies, ExpectedSolutions, Place, Problem};
pub use question::{Choices, Question, QuestionError, RuleFrom};
pub use reader::Reader;
pub(crate) use text_lines::is_line_end;
pub use text_lines::{Line, TextLines};
pub use warning::{Contradiction, IllegalSideMove, ProblemWarning, StatedHeader, UnknownRule};
