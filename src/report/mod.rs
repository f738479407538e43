//! Outcomes for people and for programs: text in Japanese or English, and JSON.
//!
//! Everything here makes strings; nothing prints. What a fingerprint may have spoiled is claimed as exact only
//! when fewer than [`FALSE_HITS_LIMIT`] false hits are to be expected, in every form alike.

mod compact;
mod json;
mod lang;
mod line;
mod solved;
mod text;

pub use compact::styled_line;
pub use json::{ProblemError, error_json};
pub use lang::Lang;
pub use line::line_text;
pub use text::{attacker_note, bytes_text, rest_note};

use crate::notation::hand_text;
use crate::position::Position;
use crate::problem::{Problem, Rule};
use crate::solve::{Outcome, Verdict};
use crate::types::{Color, Hand};

/// `shortest`, `no mate` and the number of solutions are claimed as exact below this number of expected false hits.
pub const FALSE_HITS_LIMIT: f64 = 1e-3;

/// A problem, how it was read, and what came out.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The problem as stated.
    pub problem: &'a Problem,
    /// The position that was solved; not the stated one when the box went to a hand.
    pub position: &'a Position,
    /// The rule.
    pub rule: Rule,
    /// Who attacks.
    pub attacker: Color,
    /// What came out.
    pub outcome: &'a Outcome,
}

impl Report<'_> {
    /// Whether the verdict is proved, fingerprints included.
    pub fn is_exact(&self) -> bool {
        let is_proved = match self.outcome.verdict {
            Verdict::Mate { exact, .. } => exact,
            Verdict::NoMate => true,
            Verdict::Unknown(_) => false,
        };
        is_proved && self.trusts_fingerprints()
    }

    /// Whether the number of solutions is exact, fingerprints included.
    pub fn is_count_exact(&self) -> bool {
        match self.outcome.verdict {
            // None: as sure as the verdict.
            Verdict::NoMate => self.is_exact(),
            _ => self.outcome.solutions.exact && self.trusts_fingerprints(),
        }
    }

    fn trusts_fingerprints(&self) -> bool {
        self.outcome.false_hits_expected < FALSE_HITS_LIMIT
    }
}

/// A hand as people read it.
fn hand_name(hand: Hand, lang: Lang) -> String {
    match lang {
        Lang::Ja => hand_text(hand),
        Lang::En => hand.to_string(),
    }
}
