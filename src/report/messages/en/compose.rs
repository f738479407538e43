//! Messages in English about errors in templates.

use super::position::kind_name;
use super::problem::conditions_error;
use crate::compose::{ImpossibleLength, TemplateError, TemplateErrorKind as Kind};
use crate::report::Lang;
use crate::report::messages::Message;

/// The error in a template, after its place.
pub(in crate::report::messages) fn template_error(error: &TemplateError) -> String {
    let TemplateError { line, at, kind } = error;
    let what = match kind {
        Kind::Ends => "is not a complete diagram, expected a board, the side to move and hands".to_owned(),
        Kind::Piece => "is not a piece, expected one of PLNSBRGK (lower case for White), with + before a promoted one; several possibilities in brackets, such as [GS-] or [*]".to_owned(),
        Kind::Set => "is not a set of pieces, expected for example [GS-], [*], [Uu] (- for none only on a square or in a hand)".to_owned(),
        Kind::RankCount(ranks) => format!("is not a board, expected 9 ranks with / between them, not {ranks}"),
        Kind::RankLength { rank, squares } => format!("has {squares} squares as rank {rank}, expected 9 (a set is one)"),
        Kind::Side => "is not a side to move, expected b or w".to_owned(),
        Kind::Hand => "is not a valid hand, expected for example 2P, 0-2g (the smaller number first), [GS-], or a lone - for empty hands".to_owned(),
        Kind::TooManyPlaced => "gives too many combinations together with the place= before it: give narrower ranges".to_owned(),
        Kind::TooManyHands => "gives more than a million different hands: give narrower ranges".to_owned(),
        Kind::Trailing => "is one word too many, expected conditions after `;`".to_owned(),
        Kind::Condition => "is not a condition, expected place=, rule=, attacker=, policy=, condition=, plies=, pieces=, sound=, surplus=, through=, line= or rest=".to_owned(),
        Kind::Repeated => "is given twice, expected it once (only place= may be repeated)".to_owned(),
        Kind::Value(expected) => format!("is not a valid value, expected {expected}"),
        Kind::Captures(error) => format!("cannot be satisfied: {}", conditions_error(error)),
        Kind::CapturesOf(rule) => format!("is for helpmates and helpselfmates: a {rule} has no conditions on captures"),
        Kind::Region => "is not a region, expected squares and rectangles such as 5a,1a-3c".to_owned(),
        Kind::Nowhere => "has no filling: none of its pieces can be placed there (occupied squares are excluded, and pawns, lances and knights must be able to move)".to_owned(),
        Kind::NoRoom => "has no filling: there are more pieces than squares for them".to_owned(),
        Kind::TooMany(kind) => format!("has no filling: there are more than {} {}s", kind.set_count(), kind_name(*kind)),
        Kind::Illegal(defects) => format!("has no filling: {}", defects.message(Lang::En)),
        Kind::NoKing { rule, king, is_defenders } => {
            let side = if *is_defenders { "defender" } else { "attacker" };
            format!("has no king for the {side}, and a {rule} needs one: put it on the board, or write place={king}")
        }
        Kind::TwoKings => "has no filling: a side would have two kings".to_owned(),
        Kind::Length(error) => impossible_length(error),
        Kind::Pieces => "has no filling: every filling has too many or too few pieces".to_owned(),
        Kind::BesideLine => "is already determined by line=: leave it out".to_owned(),
        Kind::SolutionUnsound => "contradicts sound=no: only a sound problem has the one solution that it describes".to_owned(),
        Kind::PolicyOfHelpmate => "is for tsume: a helpmate has no policy for interpositions".to_owned(),
        Kind::RestAndHand => "contradicts rest=yes: the defender's hand is given".to_owned(),
    };
    format!("line {line}, {at} {what}")
}

/// The second half of a sentence: why no mate can have a wanted length.
pub(in crate::report::messages) fn impossible_length(error: &ImpossibleLength) -> String {
    let parity = if error.is_odd { "odd" } else { "even" };
    format!("contradicts the side to move: with it, a {} takes an {parity} number of plies", error.rule)
}
