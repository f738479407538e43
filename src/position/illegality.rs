//! The reasons why a move can be illegal.

use crate::types::{PieceKind, Square};
use thiserror::Error;

/// The first rule that a move breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Illegality {
    /// The origin square holds no piece of the side to move.
    #[error("no piece of the side to move stands on {0}")]
    NotOwn(Square),
    /// There is no such piece in hand.
    #[error("no {} in hand", .0.letter())]
    NotHeld(PieceKind),
    /// The destination holds a piece of the same side or a stone; for a drop, any piece or a stone.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// The move would capture a king.
    #[error("a king cannot be captured")]
    TakesKing,
    /// The piece does not move that way, or a piece or a stone is between.
    #[error("the piece on {from} cannot move to {to}")]
    Unreachable {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// The piece has no promotion, or the move neither starts nor ends in the promotion zone.
    #[error("it cannot promote there")]
    NoPromotion,
    /// The piece could never leave its destination.
    #[error("it could never move from there")]
    DeadEnd,
    /// Nifu (二歩): a second unpromoted pawn on the file.
    #[error("nifu: another pawn of that side is on the file")]
    Nifu,
    /// Uchifuzume (打歩詰): a dropped pawn would mate.
    #[error("uchifuzume: a dropped pawn must not mate")]
    PawnDropMate,
    /// For a line in a record: no earlier line leads to its position.
    #[error("the moves before it do not lead there")]
    NotReached,
    /// The king of the side to move would be in check.
    #[error("its own king would be in check")]
    KingInCheck,
}
