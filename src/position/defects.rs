//! Whether a position is legal, and legal as a problem or for a game: every defect, with its squares.
//!
//! Three questions are kept apart. Whether a text is readable is the reader's ([`Position::from_sfen`] takes any
//! diagram; a king in a hand is nothing it could read). Whether the diagram is legal as a position:
//! [`Position::defects`]. Whether it is legal as a problem or for play: [`Position::problem_defects`] and
//! [`Position::play_defects`], which hold the defects of the position too. An empty list means yes. Pieces in the
//! box are no defect.

use super::{Group, Position};
use crate::board::Bitboard;
use crate::types::{Color, HAND_KINDS, Piece, PieceKind, Square};
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// What kind of problem a position is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Helpmate (協力詰): both sides work together to mate the defender's king in the fewest plies.
    Helpmate,
    /// Tsume (詰将棋): the attacker mates against the longest defence.
    Tsume,
}

/// Text that names no rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a rule, expected helpmate or tsume")]
pub struct ParseRuleError(pub String);

impl Rule {
    /// Both rules.
    pub const ALL: [Rule; 2] = [Rule::Helpmate, Rule::Tsume];

    /// The name in English, as it is written in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Helpmate => "helpmate",
            Rule::Tsume => "tsume",
        }
    }

    /// The name in Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            Rule::Helpmate => "協力詰",
            Rule::Tsume => "詰将棋",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        Rule::ALL.into_iter().find(|rule| rule.name() == text).ok_or_else(|| ParseRuleError(text.to_owned()))
    }
}

/// Something that keeps a position from being legal. `Display` says it in English, [`Defect::japanese`] in
/// Japanese, both with the squares.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Defect {
    /// More pieces of a kind than a set has, promoted ones counted as what they came from. Kings are a matter of
    /// [`Defect::SeveralKings`].
    TooMany {
        /// The unpromoted kind.
        kind: PieceKind,
        /// Where they stand on the board.
        squares: Bitboard,
        /// How many are in each hand, Black's first.
        in_hands: [u32; 2],
    },
    /// A side with more than one king.
    SeveralKings {
        /// The side.
        color: Color,
        /// Where its kings stand.
        squares: Bitboard,
    },
    /// Nifu (二歩): several unpromoted pawns of a side on a file.
    Nifu {
        /// The side.
        color: Color,
        /// The file, 1 to 9.
        file: u8,
        /// Where its pawns on this file stand.
        squares: Bitboard,
    },
    /// Dead-end pieces (行き所のない駒): pawns, lances or knights that could never move.
    DeadEnd {
        /// Their kind.
        kind: PieceKind,
        /// Whose they are.
        color: Color,
        /// Where they stand.
        squares: Bitboard,
    },
    /// The side that is not to move stands in check: its king could be taken.
    KingEnPrise {
        /// Whose king.
        color: Color,
        /// Where it stands.
        king: Square,
        /// Where the checking pieces stand.
        checkers: Bitboard,
    },
    /// The defender (玉方) has no king to mate.
    NoDefender {
        /// The rule that wants one.
        rule: Rule,
        /// The defender.
        defender: Color,
    },
    /// Stones (石) on the board of a game.
    Stones {
        /// Where they stand.
        squares: Bitboard,
    },
}

impl Position {
    /// What keeps this diagram from being a legal position.
    pub fn defects(&self) -> Vec<Defect> {
        let mut defects = Vec::new();
        self.find_too_many(&mut defects);
        for color in Color::ALL {
            let squares = self.kings_of(color);
            if squares.has_many() {
                defects.push(Defect::SeveralKings { color, squares });
            }
        }
        for color in Color::ALL {
            self.find_nifu(color, &mut defects);
            self.find_dead_ends(color, &mut defects);
        }
        let waiting = !self.side_to_move();
        for king in self.kings_of(waiting) {
            let checkers = self.attackers_to(king, !waiting, self.occupied());
            if !checkers.is_empty() {
                defects.push(Defect::KingEnPrise { color: waiting, king, checkers });
            }
        }
        defects
    }

    /// What keeps this diagram from being a legal problem under a rule: [`Position::defects`] and a missing king of
    /// the defender's. Whoever is to move, the other side's king must be safe: the defender's when the attacker is
    /// to move, the attacker's (if he has one) when the defender is. Stones and any piece box are fine.
    pub fn problem_defects(&self, rule: Rule, attacker: Color) -> Vec<Defect> {
        let mut defects = self.defects();
        if self.kings_of(!attacker).is_empty() {
            defects.push(Defect::NoDefender { rule, defender: !attacker });
        }
        defects
    }

    /// What keeps this diagram from being played: [`Position::defects`] and stones. Kings may be missing.
    pub fn play_defects(&self) -> Vec<Defect> {
        let mut defects = self.defects();
        if !self.stones().is_empty() {
            defects.push(Defect::Stones { squares: self.stones() });
        }
        defects
    }

    /// Where a side's kings stand, however many an illegal diagram has.
    fn kings_of(&self, color: Color) -> Bitboard {
        self.group(color, Group::King)
            .without(self.group(color, Group::Bishop) | self.group(color, Group::Rook))
    }

    fn find_too_many(&self, defects: &mut Vec<Defect>) {
        for kind in HAND_KINDS {
            let pieces = self.pieces(Color::Black) | self.pieces(Color::White);
            let is_kind = |piece: Piece| piece.kind().unpromoted() == kind;
            let squares: Bitboard =
                pieces.into_iter().filter(|&sq| self.piece_at(sq).is_some_and(is_kind)).collect();
            let in_hands = Color::ALL.map(|color| self.hand(color).count(kind));
            if squares.count() + in_hands[0] + in_hands[1] > kind.set_count() {
                defects.push(Defect::TooMany { kind, squares, in_hands });
            }
        }
    }

    fn find_nifu(&self, color: Color, defects: &mut Vec<Defect>) {
        let pawns = self.group(color, Group::Pawn);
        for file in 1..=9 {
            let squares: Bitboard = pawns.into_iter().filter(|sq| sq.file() == file).collect();
            if squares.has_many() {
                defects.push(Defect::Nifu { color, file, squares });
            }
        }
    }

    fn find_dead_ends(&self, color: Color, defects: &mut Vec<Defect>) {
        let cases = [
            (PieceKind::Pawn, Group::Pawn, 1),
            (PieceKind::Lance, Group::Lance, 1),
            (PieceKind::Knight, Group::Knight, 2),
        ];
        for (kind, group, ranks) in cases {
            let squares = self.group(color, group) & Bitboard::far_ranks(color, ranks);
            if !squares.is_empty() {
                defects.push(Defect::DeadEnd { kind, color, squares });
            }
        }
    }
}
