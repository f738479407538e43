//! Conditions on extensions: what must stay unchanged in the problem, and what must not occur in the moves
//! put before it.

use super::extension::Change;
use crate::position::Position;
use crate::types::{Color, Piece, PieceKind, Square};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use thiserror::Error;

/// What a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A square, with the piece on it.
    Square(Square),
    /// All pieces of one kind and side on the board.
    Piece(Piece),
    /// The hand of the attacker (true) or the defender.
    Hand(bool),
    /// Captures.
    Takes,
    /// Moves that promote.
    Promotions,
    /// Drops.
    Drops,
}

/// The error of text that is not the subject of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is neither a square, a piece, attacker-hand, defender-hand, takes, promotions nor drops")]
pub struct ParseSubjectError(pub String);

impl Display for Subject {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Square(sq) => write!(f, "{sq}"),
            Subject::Piece(piece) => write!(f, "{piece}"),
            Subject::Hand(true) => f.write_str("attacker-hand"),
            Subject::Hand(false) => f.write_str("defender-hand"),
            Subject::Takes => f.write_str("takes"),
            Subject::Promotions => f.write_str("promotions"),
            Subject::Drops => f.write_str("drops"),
        }
    }
}

impl FromStr for Subject {
    type Err = ParseSubjectError;

    fn from_str(text: &str) -> Result<Subject, ParseSubjectError> {
        match text {
            "attacker-hand" => return Ok(Subject::Hand(true)),
            "defender-hand" => return Ok(Subject::Hand(false)),
            "takes" => return Ok(Subject::Takes),
            "promotions" => return Ok(Subject::Promotions),
            "drops" => return Ok(Subject::Drops),
            _ => {}
        }
        let square = text.parse().ok().map(Subject::Square);
        square.or_else(|| piece(text).map(Subject::Piece)).ok_or_else(|| ParseSubjectError(text.to_owned()))
    }
}

/// Reads a piece in SFEN notation.
fn piece(text: &str) -> Option<Piece> {
    let (is_promoted, letter) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut letters = letter.chars();
    let (letter, None) = (letters.next()?, letters.next()) else { return None };
    let kind = PieceKind::from_letter(letter.to_ascii_uppercase())?;
    let kind = if is_promoted { kind.promoted()? } else { kind };
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    Some(Piece::new(color, kind))
}

/// The conditions on an extension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// What must stay unchanged in the problem. When it is a kind of moves, all moves put before must be of
    /// that kind.
    pub keep: Vec<Subject>,
    /// What must not occur on the board, in a hand, or among the moves put before.
    pub forbid: Vec<Subject>,
}

impl Conditions {
    /// A subject that is both kept and forbidden although it occurs, so that no result can meet the
    /// conditions. `problem` is the problem to be extended.
    pub fn contradiction(&self, problem: &Position, attacker: Color) -> Option<Subject> {
        // A step puts at least one move before a problem.
        let is_there = |subject: &Subject| match subject {
            Subject::Takes | Subject::Promotions | Subject::Drops => true,
            _ => occurs(*subject, problem, attacker, &[]),
        };
        self.keep.iter().find(|subject| self.forbid.contains(subject) && is_there(subject)).copied()
    }

    /// Whether a result meets the conditions. `problem` is the original problem, before the first step.
    pub fn allow(&self, problem: &Position, attacker: Color, result: &Position, changes: &[Change]) -> bool {
        let is_kept = |subject: &Subject| match *subject {
            Subject::Square(sq) => {
                problem.piece_at(sq) == result.piece_at(sq) && problem.is_stone(sq) == result.is_stone(sq)
            }
            Subject::Piece(piece) => squares(problem, piece).eq(squares(result, piece)),
            Subject::Hand(is_attacker) => {
                let side = side(attacker, is_attacker);
                problem.hand(side) == result.hand(side)
            }
            moves => changes.iter().all(|change| is_such(moves, change)),
        };
        self.keep.iter().all(is_kept)
            && !self.forbid.iter().any(|&subject| occurs(subject, result, attacker, changes))
    }
}

/// Whether a subject occurs in a position or, if it is a kind of moves, among the moves put before.
fn occurs(subject: Subject, position: &Position, attacker: Color, changes: &[Change]) -> bool {
    match subject {
        Subject::Square(sq) => position.piece_at(sq).is_some(),
        Subject::Piece(piece) => squares(position, piece).next().is_some(),
        Subject::Hand(is_attacker) => !position.hand(side(attacker, is_attacker)).is_empty(),
        moves => changes.iter().any(|change| is_such(moves, change)),
    }
}

fn side(attacker: Color, is_attacker: bool) -> Color {
    if is_attacker { attacker } else { !attacker }
}

fn squares(position: &Position, piece: Piece) -> impl Iterator<Item = Square> + '_ {
    let all = position.pieces(piece.color()).into_iter();
    all.filter(move |&sq| position.piece_at(sq) == Some(piece))
}

/// Whether a move is of the kind that a subject names.
fn is_such(subject: Subject, change: &Change) -> bool {
    match subject {
        Subject::Takes => change.taken.is_some(),
        Subject::Promotions => change.mv.promotes(),
        Subject::Drops => change.mv.dropped().is_some(),
        Subject::Square(_) | Subject::Piece(_) | Subject::Hand(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sfen: &str) -> Position {
        Position::from_sfen(sfen).expect("an SFEN")
    }

    fn allows(keep: &str, forbid: &str, problem: &str, result: &str, moves: &[&str]) -> bool {
        let subjects =
            |text: &str| text.split_whitespace().map(|word| word.parse().expect("a subject")).collect();
        let conditions = Conditions { keep: subjects(keep), forbid: subjects(forbid) };
        let result = read(result);
        let moves: Vec<_> = moves.iter().map(|mv| mv.parse().expect("a move")).collect();
        conditions.allow(&read(problem), Color::Black, &result, &Change::all(&result, &moves))
    }

    #[test]
    fn subjects_are_read() {
        assert_eq!("5e".parse(), Ok(Subject::Square("5e".parse().expect("a square"))));
        assert_eq!("+r".parse(), Ok(Subject::Piece(Piece::new(Color::White, PieceKind::Dragon))));
        for text in ["", "+G", "0a", "PP", "hand", "飛"] {
            assert_eq!(text.parse::<Subject>(), Err(ParseSubjectError(text.to_owned())));
        }
    }

    #[test]
    fn subjects_are_written_as_they_are_read() {
        for text in ["5e", "R", "+p", "attacker-hand", "defender-hand", "takes", "promotions", "drops"] {
            assert_eq!(text.parse::<Subject>().map(|subject| subject.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn results_are_held_against_the_problem() {
        let problem = "8k/9/8G/9/9/9/9/9/9 b G 1";
        // 1b2a was the king's move, capturing a silver; before it a gold was dropped.
        let result = "9/8k/9/8G/9/9/9/9/9 b 2G 1";
        assert!(allows("", "", problem, result, &["G*1c"]));
        assert!(!allows("1c", "", problem, result, &["G*1c"]));
        assert!(allows("5e", "5e", problem, result, &["G*1c"]));
        assert!(!allows("G", "", problem, result, &["G*1c"]));
        assert!(!allows("attacker-hand", "", problem, result, &["G*1c"]));
        assert!(allows("defender-hand", "defender-hand", problem, result, &["G*1c"]));
        assert!(!allows("", "attacker-hand", problem, result, &["G*1c"]));
        assert!(!allows("", "G", problem, result, &["G*1c"]));
        assert!(!allows("", "drops", problem, result, &["G*1c"]));
        assert!(allows("drops", "takes promotions", problem, result, &["G*1c"]));
        assert!(!allows("takes", "", problem, result, &["G*1c"]));
    }
}
