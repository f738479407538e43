//! Reports of outcomes: text in Japanese or English, and JSON.
//!
//! Everything here builds strings; nothing is printed. In all forms, a result that depends on fingerprints is
//! reported as exact only when fewer than [`FALSE_HITS_LIMIT`](crate::solve::FALSE_HITS_LIMIT) false hits are
//! to be expected.

mod ask;
mod changes;
mod check;
mod compact;
mod cooks;
mod excluded;
mod extend;
mod found;
mod graph;
mod hisshi;
pub(crate) mod json;
mod kept;
mod lang;
mod line;
mod messages;
mod needs_no_repair;
mod progress;
mod recorded;
mod records;
mod review;
mod solved;
mod stated;
mod text;
mod unplayable;

pub use ask::AskReport;
pub use check::{CheckReport, line_flaw_text};
pub use compact::styled_line;
pub use cooks::CookReport;
pub use extend::ExtendedReport;
pub use found::Made;
pub use graph::{GraphFormat, GraphWriter};
pub use hisshi::HisshiReport;
pub use json::{ProblemError, error_json};
pub use kept::{
    check_note, cook_state_json, extend_state_json, probes_json, read_cook_state, read_extend_state,
    read_extension, read_probes, read_repair_state, read_summary, repair_state_json, summary_json,
};
pub use lang::Lang;
pub use line::line_text;
pub use messages::{Message, system_text};
pub use needs_no_repair::needs_no_repair;
pub use progress::{CertificateProgress, CertificateSoFar, SearchEta, ply_text, progress_text, short_time};
pub use records::{LineFrom, RecordsReport, greatest_json, greatest_text};
pub use review::{ReviewReport, illegal_text, limits_json};
pub use stated::{STATED_KEYS, stated_keys};
pub use text::{attacker_note, bytes_text, conditions_note, counted, lack_text, plies_text, rest_note};
pub use unplayable::why_unplayable;

use crate::analysis::SideLine;
use crate::notation::hand_text;
use crate::problem::{Problem, Question, Rule};
use crate::solve::tsume::Prove;
use crate::solve::{Options, Outcome};
use crate::store::KeyWidth;
use crate::types::{Color, Hand, Piece, PieceKind};

/// A problem, how it was read, and the result.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The problem as stated.
    pub problem: &'a Problem,
    /// The question that was read from it.
    pub question: &'a Question,
    /// The result.
    pub outcome: &'a Outcome,
    /// Tsume: the defender's other replies to the main line, if requested.
    pub side_lines: &'a [SideLine],
    /// The options of the search that the outcome alone does not show.
    pub request: Request,
}

/// The options of a search that its outcome does not show. `None` means that the option does not apply, or is
/// not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Tsume: what was to be proved.
    pub prove: Option<Prove>,
    /// Helpmate: the width of the fingerprints that identify positions.
    pub key: Option<KeyWidth>,
    /// Tsume, if the defender's other replies were requested: the number of replies missing because no mate
    /// after them was found within the limits.
    pub variations_left_out: Option<usize>,
}

impl Request {
    /// The options of a search under a rule.
    pub fn of(rule: Rule, options: &Options) -> Request {
        match rule.is_cooperative() {
            true => Request { key: Some(options.key_width), ..Request::default() },
            false => Request { prove: Some(options.prove), ..Request::default() },
        }
    }
}

impl Report<'_> {
    /// Whether the verdict is proved, also taking fingerprints into account.
    pub fn is_exact(&self) -> bool {
        self.outcome.is_exact()
    }

    /// Whether the number of solutions is exact, also taking fingerprints into account.
    pub fn is_count_exact(&self) -> bool {
        self.outcome.is_count_exact()
    }
}

/// A kind of piece in SFEN notation, as a piece of Black.
fn kind_letters(kind: PieceKind) -> String {
    Piece::new(Color::Black, kind).to_string()
}

/// A hand as text.
fn hand_name(hand: Hand, lang: Lang) -> String {
    match lang {
        Lang::Ja => hand_text(hand),
        Lang::En => hand.to_string(),
    }
}
