//! Lines in a changed position: how many of their plies can still be played, and which lines are mates.

use crate::board::{Bitboard, between};
use crate::compose::{Rejection, Wanted};
use crate::movegen::{LineFlaw, PermittedMoves};
use crate::position::Position;
use crate::problem::Question;
use crate::types::{Color, Move, Square};
use num_bigint::BigUint;

/// The number of lines remembered; when there are more, the oldest are forgotten first.
const MOST_LINES: usize = 24;

/// The squares that a move touches: origin, destination and the squares passed.
pub(super) fn squares(mv: Move) -> impl Iterator<Item = Square> {
    let passed = mv.from().map_or(Bitboard::EMPTY, |from| between(from, mv.to()) | Bitboard::square(from));
    (passed | Bitboard::square(mv.to())).into_iter()
}

/// How close a legal problem comes to the intended line of a question: how many plies of the line can be
/// played, with every attacker's move a check, and whether it ends in mate.
pub(super) fn closeness(root: &Position, question: &Question) -> (usize, bool) {
    let (rule, attacker, line) = (question.rule(), question.attacker(), question.line());
    let permitted = PermittedMoves::new(attacker, question.conditions());
    match permitted.line_flaw(root, rule, line) {
        Some(
            LineFlaw::Illegal { ply, .. } | LineFlaw::NoCheck { ply, .. } | LineFlaw::Forbidden { ply, .. },
        ) => (ply - 1, false),
        Some(LineFlaw::NoMate) => (line.len(), false),
        None => (line.len(), true),
    }
}

/// Solutions of positions that were rejected. When they still mate in a changed position, that position can
/// be rejected without a search.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownLines(Vec<Vec<Move>>);

impl KnownLines {
    /// Remembers lines.
    pub fn add(&mut self, lines: impl IntoIterator<Item = Vec<Move>>) {
        for line in lines {
            if !line.is_empty() && !self.0.contains(&line) {
                self.0.push(line);
            }
        }
        let too_many = self.0.len().saturating_sub(MOST_LINES);
        self.0.drain(..too_many);
    }

    /// The reason to reject a problem in which both sides cooperate: a known line mates in fewer plies than
    /// wanted, or more lines than wanted mate in the shortest length. `None` when the known lines do not
    /// decide.
    pub fn rejection(&self, position: &Position, attacker: Color, wanted: &Wanted) -> Option<Rejection> {
        let least = *wanted.plies.start();
        let permitted = wanted.permitted(attacker);
        let mut of_least_length = BigUint::ZERO;
        for line in self.0.iter().filter(|line| line.len() as u64 <= least) {
            if permitted.line_flaw(position, wanted.rule, line).is_some() {
                continue;
            }
            if (line.len() as u64) < least {
                return Some(Rejection::Shorter);
            }
            of_least_length += 1u8;
            if of_least_length > wanted.solutions {
                return Some(Rejection::Unsound);
            }
        }
        None
    }
}
