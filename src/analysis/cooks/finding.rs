//! What a check of a tsume finds, ply by ply.

use crate::analysis::check::Intended;
use crate::analysis::soundness::Soundness;
use crate::position::Position;
use crate::solve::{Limits, Outcome, Reason};
use crate::types::Move;

/// How a move fares that is played in place of the main line's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// Attacker: it mates at the last ply (最終手余詰), at once or later. Accepted.
    LastMove,
    /// Attacker: the same move with or without promotion (成・不成), as long. An inaccuracy (非限定).
    Promotion,
    /// Attacker: the same piece nearer to the king or farther away on one line (以遠), as long. An inaccuracy (非限定).
    Distance,
    /// Attacker: a mate in fewer plies (早詰).
    EarlyMate,
    /// Attacker: a mate that does not come back to the main line, or not later than the line itself (余詰).
    Cook,
    /// Attacker: the main line's moves in another order (手順前後); no other mate begins so.
    Order,
    /// Attacker: every mate that begins so comes back to the main line, and takes longer (迂回手順). A blemish.
    Detour,
    /// Defender: as long as the main line, and nothing is left in the attacker's hand (変同). Tolerated.
    EqualVariation,
    /// Defender: longer than the main line (変長).
    LongerVariation,
    /// Defender: two plies longer than the main line, and pieces are left in the attacker's hand (変長、駒余り).
    LongerWithSurplus,
    /// Defender: no mate follows (不詰).
    Escape,
    /// Attacker: it mates, and how it is to be judged is not known. Defender: how long the mate takes is not.
    Unclear(Reason),
    /// Whether it mates is not known.
    Unknown(Reason),
}

impl FindingKind {
    /// The word used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            FindingKind::LastMove => "last-move",
            FindingKind::Promotion => "promotion",
            FindingKind::Distance => "distance",
            FindingKind::EarlyMate => "early-mate",
            FindingKind::Cook => "cook",
            FindingKind::Order => "order",
            FindingKind::Detour => "detour",
            FindingKind::EqualVariation => "equal-variation",
            FindingKind::LongerVariation => "longer-variation",
            FindingKind::LongerWithSurplus => "longer-variation-with-surplus",
            FindingKind::Escape => "escape",
            FindingKind::Unclear(_) => "unclear",
            FindingKind::Unknown(_) => "unknown",
        }
    }

    /// Whether it is a cook (余詰): the problem is unsound.
    pub const fn is_cook(self) -> bool {
        matches!(self, FindingKind::EarlyMate | FindingKind::Cook | FindingKind::Order)
    }

    /// Whether the defender can last longer than the main line: the problem is unsound.
    pub const fn is_longer(self) -> bool {
        matches!(self, FindingKind::LongerVariation | FindingKind::LongerWithSurplus)
    }
}

/// A move that could be played in place of the main line's, and that is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of the finding.
    pub kind: FindingKind,
    /// The move and, where a mate follows, the line to it.
    pub moves: Vec<Move>,
    /// Whether that mate is proved to have its right length.
    pub is_exact: bool,
    /// The number of plies from the problem's position after which the line is on the main line again.
    pub rejoins: Option<usize>,
}

/// A ply of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyFindings {
    /// The ply, from 1.
    pub ply: usize,
    /// Whether the attacker moves.
    pub is_attackers: bool,
    /// The position in which the move is played.
    pub position: Position,
    /// The main line's move.
    pub main: Move,
    /// How many other moves were tried: checks, or legal replies.
    pub tried: usize,
    /// Attacker: how many of them are proved not to mate.
    pub refuted: usize,
    /// The findings about the others.
    pub findings: Vec<Finding>,
}

/// What is known about a tsume in the end.
#[derive(Clone, Debug, PartialEq)]
pub struct CookExamination {
    /// What the search from the problem's position found.
    pub outcome: Outcome,
    /// What the author states.
    pub intended: Intended,
    /// The line that was examined: the intended one, or the one that was found. Empty when there is none.
    pub main: Vec<Move>,
    /// The verdict.
    pub soundness: Soundness,
    /// Where the verdict depends on which of several equally long lines is meant: one with which the problem is sound, if it
    /// was looked for and found, as [`TsumeCheck`](crate::analysis::TsumeCheck) does.
    pub sound_line: Option<Vec<Move>>,
    /// The plies of the line, the first one first.
    pub plies: Vec<PlyFindings>,
    /// The first ply, from 1, at which it is not known of every other reply whether it lasts as long as the line and leaves
    /// nothing; `None` where it is known of all that were tried.
    pub open_ply: Option<usize>,
    /// The limits of each search but the first.
    pub limits: Limits,
    /// Positions expanded by all searches together.
    pub nodes: u64,
    /// Wall time of all searches in seconds.
    pub seconds: f64,
}

impl CookExamination {
    /// The first ply at which a cook was found.
    pub fn first_cooked(&self) -> Option<&PlyFindings> {
        self.plies.iter().find(|ply| ply.findings.iter().any(|finding| finding.kind.is_cook()))
    }

    /// The number of findings of a kind that a test picks out.
    pub fn count(&self, is_meant: impl Fn(FindingKind) -> bool) -> usize {
        self.plies.iter().flat_map(|ply| &ply.findings).filter(|finding| is_meant(finding.kind)).count()
    }
}
