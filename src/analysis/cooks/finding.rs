//! The findings of a check of a tsume, ply by ply.

use crate::analysis::check::Intended;
use crate::analysis::soundness::Soundness;
use crate::position::Position;
use crate::solve::{Limits, Outcome, Reason};
use crate::types::Move;

/// The result of playing another move instead of the main line's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// Attacker: it mates at the last ply (最終手余詰), immediately or later. Accepted.
    LastMove,
    /// Attacker: the same move with or without promotion (成・不成), with a mate of the same length. An
    /// inaccuracy (非限定).
    Promotion,
    /// Attacker: the same piece nearer to the king or farther away on the same line (以遠), with a mate of the
    /// same length. An inaccuracy (非限定).
    Distance,
    /// Attacker: a mate in fewer plies (早詰).
    EarlyMate,
    /// Attacker: a mate that does not return to the main line, or returns to it without taking longer than
    /// the line (余詰).
    Cook,
    /// Attacker: the main line's moves in another order (手順前後); there is no other mate after this move.
    Order,
    /// Attacker: every mate after this move returns to the main line, and takes longer (迂回手順). A blemish.
    Detour,
    /// Defender: as long as the main line, and nothing is left in the attacker's hand (変同). Tolerated.
    EqualVariation,
    /// Defender: longer than the main line (変長).
    LongerVariation,
    /// Defender: two plies longer than the main line, and pieces are left in the attacker's hand (変長、駒余り).
    LongerWithSurplus,
    /// Defender: no mate follows (不詰).
    Escape,
    /// Attacker: it mates, but the kind of the mate is not known. Defender: the length of the mate is not
    /// known.
    Unclear(Reason),
    /// It is not known whether there is a mate.
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

/// A reported move that could be played instead of the main line's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of the finding.
    pub kind: FindingKind,
    /// The move and, where a mate follows, the line to it.
    pub moves: Vec<Move>,
    /// Whether it is proved that this mate has the right length.
    pub is_exact: bool,
    /// The number of plies from the problem's position after which the moves have returned to the main line.
    pub rejoins: Option<usize>,
}

/// A ply of the main line with its findings.
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
    /// The number of other moves tried: checks, or legal replies.
    pub tried: usize,
    /// Attacker: the number of other moves proved not to mate.
    pub refuted: usize,
    /// The findings about the other moves.
    pub findings: Vec<Finding>,
}

/// The final result of a check of a tsume.
#[derive(Clone, Debug, PartialEq)]
pub struct CookExamination {
    /// The result of the search from the problem's position.
    pub outcome: Outcome,
    /// The author's intentions.
    pub intended: Intended,
    /// The line that was examined: the intended one, or else the one that the search found. Empty when there
    /// is none.
    pub main: Vec<Move>,
    /// The verdict.
    pub soundness: Soundness,
    /// When the verdict depends on which of several equally long lines is the intended one: a line with which
    /// the problem is sound, if one was searched for and found, as
    /// [`TsumeCheck`](crate::analysis::TsumeCheck) does.
    pub sound_line: Option<Vec<Move>>,
    /// The plies of the line in their order.
    pub plies: Vec<PlyFindings>,
    /// The first ply, from 1, at which it was not decided for every other reply whether it lasts as long as
    /// the line and leaves nothing in the attacker's hand; `None` when it was decided for all replies tried.
    pub open_ply: Option<usize>,
    /// The limits of each search except the first.
    pub limits: Limits,
    /// The number of positions expanded by all searches together.
    pub nodes: u64,
    /// Wall time of all searches in seconds.
    pub seconds: f64,
}

impl CookExamination {
    /// The first ply at which a cook was found.
    pub fn first_cooked(&self) -> Option<&PlyFindings> {
        self.plies.iter().find(|ply| ply.findings.iter().any(|finding| finding.kind.is_cook()))
    }

    /// The number of findings whose kind satisfies the predicate.
    pub fn count(&self, is_meant: impl Fn(FindingKind) -> bool) -> usize {
        self.plies.iter().flat_map(|ply| &ply.findings).filter(|finding| is_meant(finding.kind)).count()
    }
}
