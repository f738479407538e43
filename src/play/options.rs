//! The options of an engine, which hold for all its searches.

use std::time::Duration;

/// The options of an engine, which apply to all its searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in bytes; the system commits memory only when it is written.
    pub hash_bytes: u64,
    /// The number of threads that search together.
    pub threads: usize,
    /// The number of best moves to report.
    pub multi_pv: usize,
    /// The number of moves after which a game is drawn, counted by the position's move number; `None` for no
    /// limit.
    pub max_moves_to_draw: Option<u32>,
    /// The entering-king rule.
    pub entering_king_rule: EnteringKingRule,
    /// Resign when the score is at or below the negative of this, in centipawns.
    pub resign_value: i32,
    /// The shortest time between two reports of the same search; the last report is always given.
    pub pv_interval: Duration,
}

impl Options {
    /// The rules by which games end.
    pub(super) fn rules(&self) -> GameRules {
        GameRules { max_moves: self.max_moves_to_draw, entering_king: self.entering_king_rule }
    }
}

/// The rules that end a game otherwise than by mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameRules {
    /// The number of moves after which the game is drawn.
    pub max_moves: Option<u32>,
    /// The entering-king rule.
    pub entering_king: EnteringKingRule,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_bytes: 256 << 20,
            threads: 1,
            multi_pv: 1,
            max_moves_to_draw: None,
            entering_king_rule: EnteringKingRule::default(),
            resign_value: i32::MAX,
            pv_interval: Duration::ZERO,
        }
    }
}

/// The rule by which a king in the enemy's camp wins (入玉).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EnteringKingRule {
    /// No win by an entering king.
    NoEnteringKing,
    /// 24-point declaration: 31 points win.
    CsaRule24,
    /// 24-point declaration in which the pieces left out by the giver of a handicap count for the giver.
    CsaRule24Handicap,
    /// 27-point declaration: 28 points win for Black, 27 for White.
    #[default]
    CsaRule27,
    /// 27-point declaration in which the pieces left out by the giver of a handicap count for the giver.
    CsaRule27Handicap,
    /// The king that reaches the other king's starting square wins (5a for Black's king, 5i for White's).
    TryRule,
}

impl EnteringKingRule {
    /// All of them.
    pub const ALL: [EnteringKingRule; 6] = [
        EnteringKingRule::NoEnteringKing,
        EnteringKingRule::CsaRule24,
        EnteringKingRule::CsaRule24Handicap,
        EnteringKingRule::CsaRule27,
        EnteringKingRule::CsaRule27Handicap,
        EnteringKingRule::TryRule,
    ];

    /// The name that USI options use.
    pub fn usi_name(self) -> &'static str {
        match self {
            EnteringKingRule::NoEnteringKing => "NoEnteringKing",
            EnteringKingRule::CsaRule24 => "CSARule24",
            EnteringKingRule::CsaRule24Handicap => "CSARule24H",
            EnteringKingRule::CsaRule27 => "CSARule27",
            EnteringKingRule::CsaRule27Handicap => "CSARule27H",
            EnteringKingRule::TryRule => "TryRule",
        }
    }
}
