//! Wins by an entering king (入玉): declarations (宣言法) and the try rule.

use super::options::EnteringKingRule;
use crate::board::Bitboard;
use crate::movegen::{in_check, legal_moves};
use crate::position::{Group, Position};
use crate::types::{Color, Move, PieceKind, Square};

/// Points of a full set without kings: 5 for each rook and bishop, 1 for each other piece.
const SET_POINTS: u32 = 54;
/// Pieces besides the king that must stand in the enemy's camp.
const PIECES_IN_CAMP: u32 = 10;

/// Whether the side to move wins by declaring it: its king stands in the enemy's camp (the last three ranks)
/// and is not in check, at least ten other pieces of that side stand there too, and these pieces and the hand
/// make enough points.
pub fn can_declare_win(position: &Position, rule: EnteringKingRule) -> bool {
    let us = position.side_to_move();
    let camp = Bitboard::promotion_zone(us);
    if !position.king(us).is_some_and(|king| camp.contains(king)) {
        return false;
    }
    let Some(needed) = points_needed(position, us, rule) else { return false };
    let in_camp = position.pieces(us) & camp;
    // `in_camp` includes the king, hence "more than", not "at least".
    in_camp.count() > PIECES_IN_CAMP && points(position, us, in_camp) >= needed && !in_check(position)
}

/// Whether the side that is not to move has won by the try rule: its king stands on the other king's first square.
pub fn has_lost_by_try(position: &Position, rule: EnteringKingRule) -> bool {
    let them = !position.side_to_move();
    rule == EnteringKingRule::TryRule && position.king(them).is_some() && position.king(them) == goal(them)
}

/// The move with which the side to move wins by the try rule.
pub fn winning_try(position: &Position, rule: EnteringKingRule) -> Option<Move> {
    let us = position.side_to_move();
    let (king, goal) = (position.king(us)?, goal(us)?);
    let is_try = |mv: &Move| mv.from() == Some(king) && mv.to() == goal;
    legal_moves(position).into_iter().find(is_try).filter(|_| rule == EnteringKingRule::TryRule)
}

/// The square on which a king wins by the try rule.
fn goal(side: Color) -> Option<Square> {
    match side {
        Color::Black => Square::from_file_rank(5, 1),
        Color::White => Square::from_file_rank(5, 9),
    }
}

/// The points that a side needs to win; `None` under a rule without declarations.
fn points_needed(position: &Position, us: Color, rule: EnteringKingRule) -> Option<u32> {
    use EnteringKingRule::*;
    let (points, handicap) = match (rule, us) {
        (NoEnteringKing | TryRule, _) => return None,
        (CsaRule24, _) => (31, false),
        (CsaRule24Handicap, _) => (31, true),
        (CsaRule27, Color::Black) => (28, false),
        (CsaRule27, Color::White) => (27, false),
        (CsaRule27Handicap, Color::Black) => (28, true),
        (CsaRule27Handicap, Color::White) => (27, true),
    };
    // White gives the handicap: the points of the pieces that White left out count for White.
    let left_out = if handicap && us == Color::White {
        let there: u32 =
            Color::ALL.map(|color| self::points(position, color, position.pieces(color))).iter().sum();
        SET_POINTS.saturating_sub(there)
    } else {
        0
    };
    Some(points - left_out.min(points))
}

/// The points of a side's pieces on some squares, and of its hand.
fn points(position: &Position, us: Color, squares: Bitboard) -> u32 {
    let hand = position.hand(us);
    let large_groups = position.group(us, Group::Rook) | position.group(us, Group::Bishop);
    let large =
        (large_groups & squares).count() + hand.count(PieceKind::Rook) + hand.count(PieceKind::Bishop);
    let king = position.king(us).map_or(Bitboard::EMPTY, Bitboard::square);
    squares.without(king).count() + hand.total() + 4 * large
}
