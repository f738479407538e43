//! The first values of positions that the table does not know, in the bounded search.
//!
//! The constants were fitted to the work that the search itself needed for problems of 図巧, see
//! docs/solver-tsume.md.

use super::search::BoundedSearch;
use super::value::BoundedValue;
use crate::board::king_attacks;
use crate::movegen::{MoveSet, for_each_check, in_check};
use crate::solve::tsume::board::Board;
use crate::solve::tsume::dfpn::root;
use crate::store::Fact;
use crate::types::{Move, PieceKind};
use core::ops::ControlFlow;

/// The share for quiet moves of the king, in quarters; see [`share_of_work`].
const WHOLE: u32 = 4;
/// The share for captures and for moves of other pieces, after which the attacker has lost a piece or a line.
const LESS: u32 = 3;

/// The weight of a check, in quarters.
const FULL: u32 = 4;
/// A lance, bishop or rook dropped at a distance: as a rule the same reply answers all such drops.
const FAR_DROP: u32 = 3;
/// A gold or silver dropped next to the king.
const GENERAL_DROP: u32 = 3;
/// A move on the board without promotion: the piece may check again.
const UNPROMOTED: u32 = 7;

/// The work by the number of pieces in hand, in parts of 32 of that with two pieces. (About the number plus one,
/// to the power of 0.18.)
const HANDS: [u32; 9] = [26, 30, 32, 34, 35, 36, 37, 38, 39];

/// How much work it takes to refute all checks after a reply, in quarters of the work after a quiet move of the
/// king. `board`: before the reply.
pub(super) fn share_of_work(board: &Board, reply: Move) -> u32 {
    let is_quiet = board.position.piece_at(reply.to()).is_none();
    match reply.from() {
        None => WHOLE,
        from if is_quiet && from == board.target() => WHOLE,
        Some(_) => LESS,
    }
}

/// The sum of the weights of all legal checks, in quarters; 0 when there is none.
#[inline]
fn weigh_checks(board: &Board) -> u32 {
    let near = board.target().map(king_attacks);
    let mut weights = 0;
    // The closure never stops the iteration.
    let _ = for_each_check(&board.position, |set| {
        weights += match set {
            MoveSet::Board { stay, promote, .. } | MoveSet::Pawns { stay, promote, .. } => {
                UNPROMOTED * stay.count() + FULL * promote.count()
            }
            MoveSet::Drops { kind: PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook, to } => {
                let near = near.map_or(0, |near| (to & near).count());
                FULL * near + FAR_DROP * (to.count() - near)
            }
            MoveSet::Drops { kind: PieceKind::Gold | PieceKind::Silver, to } => GENERAL_DROP * to.count(),
            MoveSet::Drops { to, .. } => FULL * to.count(),
        };
        ControlFlow::Continue(())
    });
    weights
}

/// The first disproof number of a position with checks of these weights: somewhat more than proportional to the
/// checks but one, since the work of refuting all of them grows faster than their number. With more in hand there
/// will be more checks later. `hand`: the number of pieces. `share`: see [`share_of_work`].
fn disproof_number(weights: u32, hand: u32, share: u32) -> u32 {
    let others = weights.saturating_sub(FULL);
    let work = 3 * others * (12 + root(others)) / 4;
    let with_hand = work * HANDS[(hand as usize).min(HANDS.len() - 1)] / 32;
    ((with_hand * share / WHOLE + 4) / 8).max(2)
}

impl BoundedSearch<'_> {
    /// The initial value of the present position with the attacker to move, when the reply before it is not known.
    pub(super) fn initial_attacking(&mut self, bound: u16) -> BoundedValue {
        self.initial_after_reply(bound, WHOLE)
    }

    /// The initial value of the present position with the attacker to move. It is decided if there are no checks.
    /// The proof number grows with the plies left, since a mate may then be farther away. `share`: see
    /// [`share_of_work`].
    #[inline]
    pub(super) fn initial_after_reply(&mut self, bound: u16, share: u32) -> BoundedValue {
        let board = &self.state.board;
        match (weigh_checks(board), bound) {
            (0, _) => BoundedValue::none_before(Fact::NO_MATE),
            (_, 0) => BoundedValue::none_before(1),
            (weights, _) => {
                let hand = board.position.hand(board.attacker).total();
                let pn = 1 + u32::from(bound.min(63) / 4);
                BoundedValue::open(pn, disproof_number(weights, hand, share))
            }
        }
    }

    /// The initial value of the present position with the defender to move. It is decided if he has no reply, or
    /// if the bound is too small for a mate.
    #[inline]
    pub(super) fn initial_defending(&mut self, bound: u16) -> BoundedValue {
        let board = &mut self.state.board;
        let (moves, drops) = board.count_replies();
        if board.has_no_reply((moves, drops)) {
            let is_mate = in_check(&board.position);
            return if is_mate { BoundedValue::mate(0) } else { BoundedValue::none_before(Fact::NO_MATE) };
        }
        if bound < 2 {
            return BoundedValue::none_before(2);
        }
        BoundedValue::open(1 + (3 * moves + 2) / 4 + u32::from(drops), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::problem::Futile;
    use crate::types::Color;

    fn board(sfen: &str) -> Board {
        Board::new(Position::from_sfen(sfen).expect("a position"), Color::Black, Futile::Official)
    }

    #[test]
    fn checks_have_their_weights() {
        let weight_of = |sfen| weigh_checks(&board(sfen));
        assert_eq!(weight_of("4k4/9/9/9/9/9/9/9/9 b - 1"), 0);
        assert_eq!(weight_of("4k4/9/9/9/9/9/9/9/9 b G 1"), 5 * GENERAL_DROP);
        assert_eq!(weight_of("4k4/9/9/9/9/9/9/9/9 b R 1"), 3 * FULL + 13 * FAR_DROP);
        assert_eq!(weight_of("4k4/9/9/9/9/9/9/9/9 b N 1"), 2 * FULL);
        // The pawn promotes, or gives check as it is.
        assert_eq!(weight_of("9/9/4k4/9/4P4/9/9/9/9 b - 1"), UNPROMOTED);
        assert_eq!(weight_of("9/4k4/9/4P4/9/9/9/9/9 b - 1"), UNPROMOTED + FULL);
    }

    #[test]
    fn captures_and_moves_of_other_pieces_leave_less_work() {
        let share_of = |reply: &str| {
            share_of_work(&board("4k4/3PG4/2b6/9/9/9/9/9/9 w - 1"), reply.parse().expect("a move"))
        };
        assert_eq!(["5a4a", "P*5c"].map(share_of), [WHOLE; 2]);
        assert_eq!(["5a6b", "5a5b", "7c6b"].map(share_of), [LESS; 3]);
    }

    #[test]
    fn the_first_disproof_number_grows_with_checks_and_hand() {
        let numbers: Vec<u32> = (1..10).map(|checks| disproof_number(FULL * checks, 2, WHOLE)).collect();
        assert_eq!(numbers, [2, 5, 11, 17, 24, 30, 36, 45, 51]);
        let by_hand: Vec<u32> = (0..10).map(|hand| disproof_number(FULL * 9, hand, WHOLE)).collect();
        assert_eq!(by_hand, [41, 48, 51, 54, 56, 57, 59, 61, 62, 62]);
        assert_eq!(disproof_number(FULL * 9, 2, LESS), 38);
    }
}
