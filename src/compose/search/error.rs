//! What is wrong with the text of a template.

use crate::compose::ImpossibleLength;
use crate::position::{Defect, ParseConditionsError, Rule, Token};
use crate::problem::ValueKind;
use crate::types::{Piece, PieceKind};
use thiserror::Error;

/// Text that is no template, or one without a filling.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, {at}: {kind}")]
pub struct TemplateError {
    /// The line, from 1.
    pub line: usize,
    /// What is meant, and its column in the line.
    pub at: Token,
    /// What is wrong.
    pub kind: TemplateErrorKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TemplateErrorKind {
    /// The text ends before the position does.
    #[error("the text ends")]
    Ends,
    /// A letter that is no piece.
    #[error("not a piece")]
    Piece,
    /// A set in brackets without an end, or with nothing in it.
    #[error("not a set of pieces")]
    Set,
    /// A board that has not nine ranks.
    #[error("{0} ranks, expected 9")]
    RankCount(usize),
    /// A rank that has not nine squares.
    #[error("rank {rank} has {squares} squares, expected 9")]
    RankLength {
        /// The rank, `a` to `i`.
        rank: char,
        /// Its squares.
        squares: usize,
    },
    /// Not `b` or `w`.
    #[error("not a side to move")]
    Side,
    /// Not what can be in a hand.
    #[error("not a hand")]
    Hand,
    /// More different hands than can be gone through.
    #[error("too many hands")]
    TooManyHands,
    /// More combinations of numbers of pieces placed anywhere, or of ways to place them, than can be counted.
    #[error("too many pieces that may or may not be placed")]
    TooManyPlaced,
    /// A word behind the position.
    #[error("one word too many")]
    Trailing,
    /// Not a condition, which is `key=value`.
    #[error("not a condition")]
    Condition,
    /// A condition that was given before.
    #[error("given twice")]
    Repeated,
    /// A value that the condition cannot have, and what it can be.
    #[error("no value of this condition, expected {0}")]
    Value(ValueKind),
    /// Not conditions on captures, or some that contradict each other.
    #[error("{0}")]
    Captures(ParseConditionsError),
    /// Conditions on captures, and a rule under which the defender resists.
    #[error("a {0} has no conditions")]
    CapturesOf(Rule),
    /// Not squares such as `5a,1a-3c`.
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
    /// No filling: what is fixed is not legal.
    #[error("illegal: {}", .0.iter().map(Defect::to_string).collect::<Vec<_>>().join("; "))]
    Illegal(Vec<Defect>),
    /// A side that needs a king has none: the defender, or the attacker of a helpselfmate.
    #[error("a {rule} needs the king {king}")]
    NoKing {
        /// The rule that needs it.
        rule: Rule,
        /// The king.
        king: Piece,
        /// Whether it is the defender's.
        is_defenders: bool,
    },
    /// Two kings of a side.
    #[error("two kings of a side")]
    TwoKings,
    /// With this side to move a mate has an odd number of plies (or an even one), and no length that is wanted is one.
    #[error("{0}")]
    Length(ImpossibleLength),
    /// All fillings have more pieces, or all have fewer.
    #[error("no filling has so many pieces")]
    Pieces,
    /// The solution or a move of it is wanted, but the problem need not be sound.
    #[error("a solution needs a sound problem")]
    SolutionUnsound,
    /// `plies` or `through` beside `line`, which says both.
    #[error("said by the line already")]
    BesideLine,
    /// Policies are for tsume.
    #[error("a helpmate has no policy")]
    PolicyOfHelpmate,
    /// The defender's hand is given, and is to be all the rest.
    #[error("the defender's hand is given")]
    RestAndHand,
}
