//! What can be wrong with a move.

use crate::types::{PieceKind, Square};
use thiserror::Error;

/// What is wrong with a move, by the first rule that it breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Illegality {
    /// The square that it leaves holds no piece of the side to move.
    #[error("no piece of the side to move stands on {0}")]
    NotOwn(Square),
    /// The hand holds no such piece.
    #[error("no {} in hand", .0.letter())]
    NotHeld(PieceKind),
    /// Where it goes stands a piece of the same side or a stone, or of a drop anything.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// It would take a king.
    #[error("a king is never taken")]
    TakesKing,
    /// The piece does not move so, or something stands between.
    #[error("the piece on {from} does not get to {to}")]
    Unreachable {
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// The piece has no promotion, or the move has nothing to do with the promotion zone.
    #[error("it cannot promote there")]
    NoPromotion,
    /// The piece could never leave its new square.
    #[error("it could never move on from there")]
    DeadEnd,
    /// Nifu (二歩): a second unpromoted pawn on the file.
    #[error("nifu: another pawn of that side is on the file")]
    Nifu,
    /// Uchifuzume (打歩詰): a dropped pawn would mate.
    #[error("uchifuzume: a dropped pawn must not mate")]
    PawnDropMate,
    /// Of a line in a record: no line before leads to its position.
    #[error("no line before leads there")]
    NotReached,
    /// The king of the side to move would be in check.
    #[error("the own king would be in check")]
    KingInCheck,
}
