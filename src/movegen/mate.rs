//! Check and mate.

use super::evasions::for_each_evasion;
use crate::position::Position;
use crate::types::Color;
use core::ops::ControlFlow;

/// Whether the king of the side to move is in check.
#[inline]
pub fn in_check(position: &Position) -> bool {
    is_attacked(position, position.side_to_move())
}

/// Whether the king of the side that is *not* to move is attacked. In a legal position it never is: that side
/// would have left its king in check with its last move.
#[inline]
pub fn opponent_in_check(position: &Position) -> bool {
    is_attacked(position, !position.side_to_move())
}

#[inline]
fn is_attacked(position: &Position, color: Color) -> bool {
    position
        .king(color)
        .is_some_and(|king| !position.attackers_to(king, !color, position.occupied()).is_empty())
}

/// Whether the side to move is mated: in check and without a legal move. Stops at the first evasion.
#[inline]
pub fn is_mate(position: &Position) -> bool {
    in_check(position) && for_each_evasion(position, |_| ControlFlow::Break(())).is_continue()
}
