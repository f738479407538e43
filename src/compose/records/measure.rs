//! The measures of a solution.

use crate::types::{Color, Piece, PieceKind};
use core::fmt;

/// One measure of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// The length in plies.
    Plies,
    /// Checks by moves of one kind of piece (its kind after the move).
    Checks(PieceKind),
    /// Checks by two pieces at once (両王手).
    DoubleChecks,
    /// Checks by a piece that did not itself move (開き王手), including double checks.
    DiscoveredChecks,
    /// The largest number of consecutive moves of the attacker's by one piece; a drop counts as the piece's
    /// first move.
    LongestRun,
    /// The attacker's captures.
    AttackersCaptures,
    /// The defender's captures.
    DefendersCaptures,
    /// The attacker's promotions.
    AttackersPromotions,
    /// The defender's promotions.
    DefendersPromotions,
    /// The attacker's moves that could promote but do not (不成).
    AttackersNonPromotions,
    /// The defender's moves that could promote but do not (不成).
    DefendersNonPromotions,
    /// The attacker's drops of one kind of piece.
    Drops(PieceKind),
    /// Interpositions by a drop of one kind of piece (合駒).
    Interpositions(PieceKind),
    /// Interpositions by a move of one kind of piece, its kind after the move (移動合).
    MovedInterpositions(PieceKind),
    /// Moves of the defender's king.
    KingMoves,
    /// The number of different squares on which the defender's king stands, including the first one.
    KingSquares,
    /// The largest number of moves on the board by one piece, other than a king, before it is captured; a
    /// drop is not counted.
    LongestJourney,
    /// Pieces on the board at the start.
    PiecesAtStart,
    /// Pieces on the board at the end.
    PiecesAtEnd,
}

impl Measure {
    /// The measures without a kind of piece, in the order of their definition.
    pub const PLAIN: [Measure; 15] = [
        Measure::Plies,
        Measure::DoubleChecks,
        Measure::DiscoveredChecks,
        Measure::LongestRun,
        Measure::AttackersCaptures,
        Measure::DefendersCaptures,
        Measure::AttackersPromotions,
        Measure::DefendersPromotions,
        Measure::AttackersNonPromotions,
        Measure::DefendersNonPromotions,
        Measure::KingMoves,
        Measure::KingSquares,
        Measure::LongestJourney,
        Measure::PiecesAtStart,
        Measure::PiecesAtEnd,
    ];
    /// The measures that are of a kind of piece.
    pub const OF_KINDS: [fn(PieceKind) -> Measure; 4] =
        [Measure::Checks, Measure::Drops, Measure::Interpositions, Measure::MovedInterpositions];

    /// The kind of piece that the measure is about, if there is one.
    pub const fn kind(self) -> Option<PieceKind> {
        match self {
            Measure::Checks(kind)
            | Measure::Drops(kind)
            | Measure::Interpositions(kind)
            | Measure::MovedInterpositions(kind) => Some(kind),
            _ => None,
        }
    }

    /// The key in JSON; measures that differ only in the kind of piece share it.
    pub const fn key(self) -> &'static str {
        match self {
            Measure::Plies => "plies",
            Measure::Checks(_) => "checks",
            Measure::DoubleChecks => "double_checks",
            Measure::DiscoveredChecks => "discovered_checks",
            Measure::LongestRun => "longest_run",
            Measure::AttackersCaptures => "attackers_captures",
            Measure::DefendersCaptures => "defenders_captures",
            Measure::AttackersPromotions => "attackers_promotions",
            Measure::DefendersPromotions => "defenders_promotions",
            Measure::AttackersNonPromotions => "attackers_non_promotions",
            Measure::DefendersNonPromotions => "defenders_non_promotions",
            Measure::Drops(_) => "drops",
            Measure::Interpositions(_) => "interpositions",
            Measure::MovedInterpositions(_) => "moved_interpositions",
            Measure::KingMoves => "king_moves",
            Measure::KingSquares => "king_squares",
            Measure::LongestJourney => "longest_journey",
            Measure::PiecesAtStart => "pieces_at_start",
            Measure::PiecesAtEnd => "pieces_at_end",
        }
    }
}

/// The name in JSON: `plies`, `checks.G`, `drops.P`.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())?;
        match self.kind() {
            Some(kind) => write!(f, ".{}", Piece::new(Color::Black, kind)),
            None => Ok(()),
        }
    }
}
