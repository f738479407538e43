//! The positions that result from changes of a problem, smallest changes first.

use super::change::{Change, distance, single_changes};
use super::draft::Draft;
use super::line::{closeness, squares};
use crate::board::Bitboard;
use crate::compose::canonical;
use crate::position::Position;
use crate::problem::{Question, Rule};
use crate::types::{Color, HAND_KINDS, Hand, Move, Piece, PieceKind, Square};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::mem::take;
use std::vec::IntoIter;

/// A position to be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The changes made.
    pub changes: Vec<Change>,
    /// The position.
    pub position: Position,
}

impl Candidate {
    /// The total size of the changes.
    pub fn size(&self) -> u32 {
        self.changes.iter().map(|change| change.size()).sum()
    }
}

/// All candidates: first those with a single change, then those with a pair of changes. Each position comes
/// only once, and none is a twin of another one.
///
/// They come in the order of their sizes. Candidates of the same size are ordered by how much of the intended
/// line can be played, with every attacker's move a check; then by whether that line ends in mate; then those
/// that touch a square of a cook's line come first; then those near the king to be mated. Pairs that are
/// equally good with respect to the intended line keep the order of their single changes.
pub struct Candidates {
    /// The position; without the defender's hand when the defender holds all remaining pieces.
    base: Position,
    question: Question,
    holds_rest: Option<Color>,
    singles: Vec<Change>,
    cook_squares: Bitboard,
    seen: HashSet<u128>,
    next: Next,
    most_changes: usize,
}

/// The changes to be tried next, as indices of single changes.
#[derive(Clone, Debug)]
enum Next {
    Single(usize),
    /// The remaining pairs of one size.
    Pairs {
        size: u32,
        pairs: IntoIter<[usize; 2]>,
    },
}

impl Candidates {
    /// The candidates for the repair of a problem, with at most `most_changes` changes each. `cooks` are the
    /// lines that should not solve the problem.
    pub fn new(draft: &Draft, most_changes: usize, cooks: &[Vec<Move>]) -> Candidates {
        let question = draft.asked();
        let position = question.position();
        let defender = !question.attacker();
        let holds_rest = holds_rest(position, defender).then_some(defender);
        let mut base = position.clone();
        if holds_rest.is_some() {
            base.set_hand(defender, Hand::EMPTY);
        }
        let mut kings = vec![defender, question.mated()];
        kings.dedup();
        kings.retain(|&color| position.king(color).is_none());
        let mut candidates = Candidates {
            singles: single_changes(&base, holds_rest, &kings),
            base,
            question: question.clone(),
            holds_rest,
            cook_squares: cooks.iter().flatten().flat_map(|&mv| squares(mv)).collect(),
            seen: HashSet::new(),
            next: Next::Single(0),
            most_changes,
        };
        candidates.sort_singles();
        // An illegal position is not excluded: it cannot be a twin of a candidate.
        if draft.question().is_some() {
            let first = candidates.form(position);
            candidates.seen.insert(first);
        }
        candidates
    }

    /// The number of changes, and of pairs of changes, to go through. Some of them lead to an illegal
    /// position, or to one that occurred before.
    pub fn len(&self) -> u64 {
        let singles = self.singles();
        if self.most_changes > 1 { singles + singles * singles.saturating_sub(1) / 2 } else { singles }
    }

    /// The number of single changes.
    pub fn singles(&self) -> u64 {
        self.singles.len() as u64
    }

    /// The rule of the problem.
    pub(super) fn rule(&self) -> Rule {
        self.question.rule()
    }

    /// Whether there are no changes to try.
    pub fn is_empty(&self) -> bool {
        self.singles.is_empty()
    }

    /// The squares touched by the lines that should not be solutions.
    pub(super) fn cook_squares(&self) -> Vec<Square> {
        self.cook_squares.into_iter().collect()
    }

    /// Replaces the squares touched by cooks; must be called before any candidate is taken.
    pub(super) fn order_by(&mut self, cook_squares: &[Square]) {
        self.cook_squares = cook_squares.iter().copied().collect();
        self.sort_singles();
    }

    fn sort_singles(&mut self) {
        let cook_squares = self.cook_squares;
        let touches = |change: Change| change.squares().any(|square| cook_squares.contains(square));
        let king = self.base.king(self.question.mated());
        let from_king = |change: Change| {
            let distance = |square| king.map_or(0, |king| distance(king, square));
            change.squares().map(distance).min().unwrap_or(0)
        };
        let mut singles = take(&mut self.singles);
        singles.sort_by_cached_key(|&change| {
            let closeness = Reverse(self.closeness(&[change]));
            (change.size(), closeness, !touches(change), from_king(change), change)
        });
        self.singles = singles;
    }

    /// The key of the canonical form that a position shares with its twins.
    fn form(&self, position: &Position) -> u128 {
        canonical(position, self.question.rule(), self.question.attacker()).0.key()
    }

    /// The pairs of one size, in order.
    fn pairs(&self, size: u32) -> IntoIter<[usize; 2]> {
        let seconds_of = |first: usize| {
            let rest = size.saturating_sub(self.singles[first].size());
            let from = self.singles.partition_point(|change| change.size() < rest);
            let to = self.singles.partition_point(|change| change.size() <= rest);
            (from.max(first + 1)..to).map(move |second| [first, second])
        };
        let mut pairs: Vec<[usize; 2]> = (0..self.singles.len()).flat_map(seconds_of).collect();
        if !self.question.line().is_empty() {
            pairs
                .sort_by_cached_key(|pair| Reverse(self.closeness(&pair.map(|number| self.singles[number]))));
        }
        pairs.into_iter()
    }

    /// The indices of the changes to be tried next.
    fn advance(&mut self) -> Option<Vec<usize>> {
        loop {
            let size = match &mut self.next {
                Next::Single(number) if *number < self.singles.len() => {
                    *number += 1;
                    return Some(vec![*number - 1]);
                }
                Next::Single(_) if self.most_changes < 2 => return None,
                Next::Single(_) => 2,
                Next::Pairs { size, pairs } => match pairs.next() {
                    Some(pair) => return Some(pair.to_vec()),
                    None => *size + 1,
                },
            };
            if size > 2 * self.singles.last()?.size() {
                return None;
            }
            self.next = Next::Pairs { size, pairs: self.pairs(size) };
        }
    }

    /// Makes changes one after the other; `None` when one cannot be made after the changes before it.
    fn made(&self, changes: &[Change]) -> Option<Position> {
        let mut position = self.base.clone();
        let defender = !self.question.attacker();
        changes.iter().all(|change| change.make(&mut position, defender)).then_some(position)
    }

    /// The position that results from changes, if it is a legal problem. The changes are put into an order in
    /// which they can be made: a piece is exchanged on the square that it moves from, and before it is
    /// turned.
    fn changed(&self, changes: &mut [Change]) -> Option<Position> {
        let attacker = self.question.attacker();
        let in_order = self.made(changes);
        let mut position = match (in_order, &mut *changes) {
            (Some(position), _) => position,
            (None, [first, second]) => {
                std::mem::swap(first, second);
                self.made(changes)?
            }
            (None, _) => return None,
        };
        let has_more_than_set = HAND_KINDS
            .into_iter()
            .any(|kind| count(&position, kind) > kind.set_count().max(count(&self.base, kind)));
        if let Some(holder) = self.holds_rest {
            position.give_rest(holder);
        }
        let is_legal = || position.problem_defects(self.question.rule(), attacker).is_empty();
        (!has_more_than_set && is_legal()).then_some(position)
    }

    /// How close changes come to the intended line: how many of its plies can be played, and whether it then
    /// ends in mate.
    fn closeness(&self, changes: &[Change]) -> (usize, bool) {
        if self.question.line().is_empty() {
            return (0, false);
        }
        let position = self.changed(&mut changes.to_vec());
        position.map_or((0, false), |position| closeness(&position, &self.question))
    }

    /// The candidate that results from the changes with these indices, if it is a legal problem and a new
    /// one.
    fn candidate(&mut self, numbers: &[usize]) -> Option<Candidate> {
        let mut changes: Vec<Change> = numbers.iter().map(|&number| self.singles[number]).collect();
        let position = self.changed(&mut changes)?;
        let form = self.form(&position);
        self.seen.insert(form).then_some(Candidate { changes, position })
    }
}

/// Whether a side holds all pieces that are neither on the board nor in the other hand, and at least one
/// piece.
fn holds_rest(position: &Position, side: Color) -> bool {
    let mut with_rest = position.clone();
    with_rest.set_hand(side, Hand::EMPTY);
    with_rest.give_rest(side);
    !position.hand(side).is_empty() && with_rest.hand(side) == position.hand(side)
}

/// The number of pieces of a kind on the board and in both hands.
fn count(position: &Position, kind: PieceKind) -> u32 {
    let board = position.pieces(Color::Black) | position.pieces(Color::White);
    let is_kind = |piece: Piece| piece.kind().unpromoted() == kind;
    let on_board = board.into_iter().filter(|&sq| position.piece_at(sq).is_some_and(is_kind)).count();
    on_board as u32 + Color::ALL.iter().map(|&color| position.hand(color).count(kind)).sum::<u32>()
}

impl Iterator for Candidates {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        loop {
            let numbers = self.advance()?;
            if let Some(candidate) = self.candidate(&numbers) {
                return Some(candidate);
            }
        }
    }
}
