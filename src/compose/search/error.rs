//! Errors in the text of a template.

use crate::compose::ImpossibleLength;
use crate::position::{Defect, ParseConditionsError, Rule, Token};
use crate::problem::ValueKind;
use crate::types::{Piece, PieceKind};
use thiserror::Error;

/// The error of text that is not a template, or of a template without a filling.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, {at}: {kind}")]
pub struct TemplateError {
    /// The line, from 1.
    pub line: usize,
    /// The faulty part, with its column in the line.
    pub at: Token,
    /// The kind of error.
    pub kind: TemplateErrorKind,
}

/// The kinds of errors in the text of a template.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TemplateErrorKind {
    /// The text ends before the position is complete.
    #[error("the text ends")]
    Ends,
    /// A letter that is not a piece.
    #[error("not a piece")]
    Piece,
    /// A set in brackets that is not closed, or is empty.
    #[error("not a set of pieces")]
    Set,
    /// A board that does not have nine ranks.
    #[error("{0} ranks, expected 9")]
    RankCount(usize),
    /// A rank that does not have nine squares.
    #[error("rank {rank} has {squares} squares, expected 9")]
    RankLength {
        /// The rank, `a` to `i`.
        rank: char,
        /// The number of its squares.
        squares: usize,
    },
    /// Not `b` or `w`.
    #[error("not a side to move")]
    Side,
    /// Text that cannot be a hand.
    #[error("not a hand")]
    Hand,
    /// More different hands than can be enumerated.
    #[error("too many hands")]
    TooManyHands,
    /// More combinations of numbers of pieces placed anywhere, or of ways to place them, than can be counted.
    #[error("too many pieces that may or may not be placed")]
    TooManyPlaced,
    /// A word after the position.
    #[error("one word too many")]
    Trailing,
    /// Text that is not a condition of the form `key=value`.
    #[error("not a condition")]
    Condition,
    /// A condition that was already given.
    #[error("given twice")]
    Repeated,
    /// A value that the condition cannot have, with the expected kind of value.
    #[error("no value of this condition, expected {0}")]
    Value(ValueKind),
    /// Text that is not a list of conditions on captures, or conditions that contradict each other.
    #[error("{0}")]
    Captures(ParseConditionsError),
    /// Conditions on captures under a rule by which the defender resists.
    #[error("a {0} has no conditions")]
    CapturesOf(Rule),
    /// Text that is not a list of squares such as `5a,1a-3c`.
    #[error("not a region")]
    Region,
    /// No filling: none of the pieces can stand on the square or in the region.
    #[error("nothing can stand there")]
    Nowhere,
    /// No filling: there are more pieces than squares for them.
    #[error("no room for all pieces")]
    NoRoom,
    /// No filling: more pieces of a kind than a set has.
    #[error("too many {0:?}s")]
    TooMany(PieceKind),
    /// No filling: the fixed part is illegal.
    #[error("illegal: {}", .0.iter().map(Defect::to_string).collect::<Vec<_>>().join("; "))]
    Illegal(Vec<Defect>),
    /// A king that the rule needs is missing: the defender's, or the attacker's in a helpselfmate.
    #[error("a {rule} needs the king {king}")]
    NoKing {
        /// The rule that needs it.
        rule: Rule,
        /// The king.
        king: Piece,
        /// Whether it is the defender's.
        is_defenders: bool,
    },
    /// Two kings of the same side.
    #[error("two kings of a side")]
    TwoKings,
    /// A mate with this side to move has an odd number of plies (or an even one), and no wanted length does.
    #[error("{0}")]
    Length(ImpossibleLength),
    /// Every filling has too many pieces, or every filling has too few.
    #[error("no filling has this number of pieces")]
    Pieces,
    /// The solution or one of its moves is prescribed, but the problem need not be sound.
    #[error("a solution needs a sound problem")]
    SolutionUnsound,
    /// `plies` or `through` together with `line`, which determines both.
    #[error("already determined by the line")]
    BesideLine,
    /// A policy on futile interpositions, which only a tsume has.
    #[error("a helpmate has no policy")]
    PolicyOfHelpmate,
    /// The defender's hand is given, although it is to hold all remaining pieces.
    #[error("the defender's hand is given")]
    RestAndHand,
}
