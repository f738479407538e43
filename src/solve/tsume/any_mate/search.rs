//! The search for any mate: its state, and the initial values of positions.

use super::piece_counts::absent_kinds;
use super::value::{AnyMateFact, AnyMateValue};
use crate::board::{Bitboard, between};
use crate::movegen::{in_check, legal_moves};
use crate::problem::Futile;
use crate::solve::tsume::board::PositionKey;
use crate::solve::tsume::dfpn::{CheckingMove, FREE, LONGEST, SearchState, Thresholds, attack, defend};
use crate::types::{Move, Square};

/// A reply and the value of the position after it.
#[derive(Clone, Copy)]
pub struct Reply {
    pub mv: Move,
    pub board: u128,
    pub value: AnyMateValue,
    /// Whether the table was probed for its position.
    pub is_listed: bool,
    /// Whether it is an interposition by a drop, which is searched only after the drops listed before it.
    pub waits: bool,
}

/// The squares of the line of check on which all drops are answered by the same capture.
#[derive(Default)]
pub struct LineOfCheck {
    /// The checking slider, if it can capture interposed pieces without exposing its own king.
    pub checker: Option<Square>,
    /// The answered squares, and the combined fact of their answers.
    pub answered: Bitboard,
    pub answer: Option<AnyMateFact>,
}

/// A search for mates of any length, or within a bound, on one thread.
pub struct AnyMateSearch<'s> {
    pub(super) state: &'s mut SearchState,
    /// Whether only mates within a bound count.
    pub(super) is_bounded: bool,
    /// The checks and replies of all nodes on the path.
    pub(super) checks: Vec<CheckingMove<AnyMateFact>>,
    pub(super) replies: Vec<Reply>,
}

impl AnyMateSearch<'_> {
    /// A search for mates of any length.
    pub fn new(state: &mut SearchState) -> AnyMateSearch<'_> {
        AnyMateSearch { state, is_bounded: false, checks: Vec::new(), replies: Vec::new() }
    }

    /// A search for mates within a bound.
    pub fn within(state: &mut SearchState) -> AnyMateSearch<'_> {
        AnyMateSearch { is_bounded: true, ..AnyMateSearch::new(state) }
    }

    /// Searches the present position for a mate of any length, and returns its value.
    pub fn search_any(&mut self) -> AnyMateValue {
        self.search(LONGEST)
    }

    /// Searches the present position for a mate within a bound ([`LONGEST`]: of any length), and returns its
    /// value.
    pub fn search(&mut self, bound: u16) -> AnyMateValue {
        let board = &self.state.board;
        let here = board.here();
        if board.attacks() {
            attack(self, here, bound, Thresholds::NONE)
        } else if !in_check(&board.position) && legal_moves(&board.position).is_empty() {
            // Without a check this is no mate: the defender, who moves first, merely has no legal move.
            AnyMateValue::none(here.hand.to_bits(), FREE)
        } else if bound < 2 {
            self.initial_check(here, bound)
        } else {
            defend(self, here, bound, Thresholds::NONE, false)
        }
    }

    /// The initial value of a position with the defender in check. It is decided if the number of replies
    /// suffices for that.
    pub(super) fn initial_check(&mut self, here: PositionKey, bound: u16) -> AnyMateValue {
        let board = &mut self.state.board;
        let (moves, drops) = board.count_replies();
        let plies = match (moves, drops) {
            (0, false) => Some(0),
            (0, true) => board.futile_drops_only(),
            _ => None,
        };
        if let Some(plies) = plies {
            let plies = if board.futile == Futile::Official { 0 } else { plies };
            if plies <= bound {
                return AnyMateValue::mate(plies, self.unheld(self.gap()));
            }
        }
        if bound < 2 {
            // With a larger hand of the attacker the defender might have nothing to drop, so this then holds for
            // no larger hand.
            let hand = if moves > 0 { self.total() } else { here.hand.to_bits() };
            return AnyMateValue::none_before(2, hand, FREE);
        }
        AnyMateValue::open(moves + u32::from(drops), 1)
    }

    /// The number of pieces of each kind in both hands together.
    pub(super) fn total(&self) -> u64 {
        let board = &self.state.board;
        board.position.hand(board.attacker).to_bits() + board.position.hand(!board.attacker).to_bits()
    }

    /// The squares between the king and a single checking slider.
    pub(super) fn gap(&self) -> Bitboard {
        let board = &self.state.board;
        let Some(king) = board.target() else { return Bitboard::EMPTY };
        let occupied = board.position.occupied();
        let checkers = board.position.attackers_to(king, board.attacker, occupied);
        match checkers.first() {
            Some(checker) if !checkers.has_many() => between(king, checker),
            _ => Bitboard::EMPTY,
        }
    }

    /// The attacker's pieces of the kinds that the defender does not have in hand and so cannot interpose. They
    /// belong to the proof pieces: if the attacker had fewer of them, the defender would have one.
    pub(super) fn unheld(&self, gap: Bitboard) -> u64 {
        if gap.is_empty() {
            return 0;
        }
        let board = &self.state.board;
        let held = board.position.hand(!board.attacker).to_bits();
        board.position.hand(board.attacker).to_bits() & absent_kinds(held)
    }
}
