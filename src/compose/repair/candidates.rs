//! The positions that changes lead to, smallest changes first.

use super::change::{Change, single_changes};
use super::line::{playable, squares};
use crate::board::Bitboard;
use crate::compose::canonical;
use crate::position::Position;
use crate::problem::Question;
use crate::types::{Color, HAND_KINDS, Hand, Move, Piece, PieceKind};
use std::cmp::Reverse;
use std::collections::HashSet;

/// A position to be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What was changed.
    pub changes: Vec<Change>,
    /// The position.
    pub position: Position,
}

impl Candidate {
    /// How large the changes are together.
    pub fn size(&self) -> u32 {
        self.changes.iter().map(|change| change.size()).sum()
    }
}

/// All candidates: first the single changes, then pairs of them. Each position, or twin of it, comes once.
///
/// They come in the order of their sizes. Of single changes of the same size those come first after which more of the
/// intended line can be played, every attacker's move a check, and then those that touch a square of a cook's line;
/// pairs keep that order.
pub struct Candidates {
    /// The position without what the defender holds, where that is all the rest.
    base: Position,
    question: Question,
    holds_rest: Option<Color>,
    singles: Vec<Change>,
    seen: HashSet<u128>,
    next: Next,
    most_changes: usize,
}

/// What is tried next, as numbers of single changes.
#[derive(Clone, Copy, Debug)]
enum Next {
    Single(usize),
    /// A pair of a size.
    Pair {
        size: u32,
        first: usize,
        second: usize,
    },
}

impl Candidates {
    /// The candidates for the repair of a problem with at most so many changes. `cooks`: lines that should not be
    /// there.
    pub fn new(question: &Question, most_changes: usize, cooks: &[Vec<Move>]) -> Candidates {
        let position = question.position();
        let defender = !question.attacker();
        let is_rest = position.piece_box().is_empty() && !position.hand(defender).is_empty();
        let holds_rest = is_rest.then_some(defender);
        let mut base = position.clone();
        if is_rest {
            base.set_hand(defender, Hand::EMPTY);
        }
        let mut candidates = Candidates {
            singles: single_changes(&base, holds_rest),
            base,
            question: question.clone(),
            holds_rest,
            seen: HashSet::new(),
            next: Next::Single(0),
            most_changes,
        };
        let cook_squares = cooks.iter().flatten().flat_map(|&mv| squares(mv)).collect();
        candidates.sort_singles(cook_squares);
        let first = candidates.form(position);
        candidates.seen.insert(first);
        candidates
    }

    /// The number of changes, or pairs of them, to go through; some lead to nothing legal or to what was there before.
    pub fn len(&self) -> u64 {
        let singles = self.singles();
        if self.most_changes > 1 { singles + singles * singles.saturating_sub(1) / 2 } else { singles }
    }

    /// The number of single changes.
    pub fn singles(&self) -> u64 {
        self.singles.len() as u64
    }

    /// Whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.singles.is_empty()
    }

    fn sort_singles(&mut self, cook_squares: Bitboard) {
        let (base, question) = (&self.base, &self.question);
        let touches = |change: Change| change.squares().any(|square| cook_squares.contains(square));
        self.singles.sort_by_cached_key(|&change| {
            let mut changed = base.clone();
            change.make(&mut changed, !question.attacker());
            let plies = playable(&changed, question, question.line());
            (change.size(), Reverse(plies), !touches(change), change)
        });
    }

    /// What a position has in common with its twins.
    fn form(&self, position: &Position) -> u128 {
        canonical(position, self.question.rule(), self.question.attacker()).0.key()
    }

    fn size(&self, single: usize) -> u32 {
        self.singles[single].size()
    }

    /// The numbers of the changes to be tried next.
    fn advance(&mut self) -> Option<Vec<usize>> {
        loop {
            match self.next {
                Next::Single(number) if number < self.singles.len() => {
                    self.next = Next::Single(number + 1);
                    return Some(vec![number]);
                }
                Next::Single(_) if self.most_changes < 2 || self.singles.len() < 2 => return None,
                Next::Single(_) => self.next = Next::Pair { size: 2, first: 0, second: 1 },
                Next::Pair { size, first, second } => {
                    let largest = self.size(self.singles.len() - 1);
                    let is_over = first + 1 >= self.singles.len() || 2 * self.size(first) > size;
                    if size > 2 * largest {
                        return None;
                    }
                    if is_over {
                        self.next = Next::Pair { size: size + 1, first: 0, second: 1 };
                        continue;
                    }
                    let rest = size - self.size(first);
                    let from = self.singles.partition_point(|change| change.size() < rest).max(second);
                    if from < self.singles.len() && self.size(from) == rest {
                        self.next = Next::Pair { size, first, second: from + 1 };
                        return Some(vec![first, from]);
                    }
                    self.next = Next::Pair { size, first: first + 1, second: first + 2 };
                }
            }
        }
    }

    /// The position that changes lead to, if it is a legal problem and a new one.
    fn candidate(&mut self, numbers: &[usize]) -> Option<Candidate> {
        let attacker = self.question.attacker();
        let changes: Vec<Change> = numbers.iter().map(|&number| self.singles[number]).collect();
        let mut position = self.base.clone();
        if !changes.iter().all(|change| change.make(&mut position, !attacker)) {
            return None;
        }
        let has_more_than_set = HAND_KINDS
            .into_iter()
            .any(|kind| count(&position, kind) > kind.set_count().max(count(&self.base, kind)));
        if let Some(holder) = self.holds_rest {
            position.give_rest(holder);
        }
        if has_more_than_set || !position.problem_defects(self.question.rule(), attacker).is_empty() {
            return None;
        }
        let form = self.form(&position);
        self.seen.insert(form).then_some(Candidate { changes, position })
    }
}

/// How many pieces of a kind there are on the board and in the hands.
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
