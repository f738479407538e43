//! The text expected at a place of a game record or a diagram.

use crate::position::{Illegality, NamedMove};
use crate::types::{Color, Hand, Square};
use std::fmt;

/// The text expected where something cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// CSA: the side to move, before an ending.
    SideBeforeEnding,
    /// CSA: the side to move, before a move.
    SideBeforeMove,
    /// A line of CSA.
    CsaLine,
    /// CSA: a square and its piece in the start of a game.
    StartSquare,
    /// CSA: `PI` before all other pieces, at most once.
    StartFirst,
    /// CSA: no ranks of a board after `PI`, which is a board already.
    NoSecondBoard,
    /// CSA: the contents of a square of the board.
    CsaCell(Square),
    /// CSA: a square and a piece.
    CsaPiece,
    /// CSA: a square that is still empty.
    EmptySquare(Square),
    /// A move of CSA.
    CsaMove,
    /// CSA: the end of a statement.
    CommaOrLineEnd,
    /// CSA and JKF: a move of the side to move.
    MoveOf(Color),
    /// CSA: the piece on a square, unchanged or promoted.
    PromotedOrNot(Square),
    /// The end of the line after nine squares.
    EndBehindSquares,
    /// At most as many of a kind as a hand can hold.
    HandCount,
    /// A piece that can be dropped.
    DroppablePiece,
    /// JKF: a move with a piece and its squares.
    JkfMove,
    /// The end of a board of nine ranks.
    EndOfBoard,
    /// The contents of a square of a diagram.
    DiagramCell(Square),
    /// The bar after nine squares of a diagram.
    BarBehindSquares,
    /// A piece that can be in a hand, none, or all remaining pieces.
    HeldPiece,
    /// The owner of a hand.
    HandOwner,
    /// A diagram seen by Black: files 9 to 1 from the left, ranks 一 to 九 from the top.
    BoardSeenByBlack,
    /// A handicap.
    Handicap,
    /// Conditions that do not contradict each other.
    Conditions,
    /// A line of KIF or KI2.
    KifuLine,
    /// The number of the next move.
    Ply(usize),
    /// The time used, or the end of the line.
    TimeOrLineEnd,
    /// KI2: a side's mark and a move.
    MarkedMove,
    /// KI2: a move of the side to move.
    MarkedMoveOf(Color),
    /// The ply at which a variation begins.
    VariationPly,
    /// A piece.
    Piece,
    /// No promotion: the piece has none.
    NoPromotion,
    /// The origin square of the move.
    SquareLeft,
    /// The named piece of the side to move on a square.
    OwnPieceOn(Square),
    /// A piece that can go to the square.
    PieceThatGoesThere,
    /// One of several moves, by their full names.
    OneOf(Vec<String>),
    /// A square: there is no move before to which 同 could refer.
    SquareOfFirstMove,
    /// A square, or 同 for that of the move before.
    Target,
    /// A variation or the end of the text: the line has ended.
    VariationOrEnd,
    /// A legal move.
    LegalMove {
        /// The side to move.
        side: Color,
        /// The ply of the move.
        ply: usize,
        /// The illegal move that was found.
        illegal: NamedMove,
        /// The reason why it is illegal.
        reason: Illegality,
    },
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Expected::SideBeforeEnding => "the side to move before an ending",
            Expected::SideBeforeMove => "the side to move before a move",
            Expected::CsaLine => "a CSA line",
            Expected::StartSquare => "a square and its piece in the start of a game",
            Expected::StartFirst => "PI once, before all other pieces and without P1 to P9",
            Expected::NoSecondBoard => "P+, P- or the side to move, since PI has placed the pieces",
            Expected::CsaPiece => "a square and a piece",
            Expected::CsaMove => "a CSA move",
            Expected::CommaOrLineEnd => "a comma or the end of the line",
            Expected::EndBehindSquares => "the end of the line after nine squares",
            Expected::DroppablePiece => "a piece that can be dropped",
            Expected::JkfMove => "a move with a piece and its squares",
            Expected::EndOfBoard => "the end of the board",
            Expected::BarBehindSquares => "| after nine squares",
            Expected::HeldPiece => "a piece that can be held",
            Expected::HandOwner => "the hand of a side",
            Expected::BoardSeenByBlack => "a board seen from the side of Black",
            Expected::Handicap => "a handicap",
            Expected::Conditions => "conditions that do not contradict each other",
            Expected::KifuLine => "a move, a header or a rank of a board",
            Expected::TimeOrLineEnd => "a time or the end of the line",
            Expected::MarkedMove => "▲ or △ and a move",
            Expected::VariationPly => "the ply at which the variation begins",
            Expected::Piece => "a piece",
            Expected::NoPromotion => "no promotion",
            Expected::SquareLeft => "the square that the piece leaves",
            Expected::PieceThatGoesThere => "a piece that can go there",
            Expected::SquareOfFirstMove => "a square, not 同: there is no move before this one",
            Expected::Target => "a square or 同",
            Expected::VariationOrEnd => "a variation or the end of the text",
            Expected::CsaCell(sq) => return write!(f, "a piece or * on {sq}"),
            Expected::EmptySquare(sq) => {
                return write!(f, "a square other than {sq}, where a piece stands already");
            }
            Expected::MoveOf(side) => return write!(f, "a move of {side}"),
            Expected::PromotedOrNot(sq) => return write!(f, "the piece on {sq}, promoted or not"),
            Expected::HandCount => return write!(f, "at most {} pieces of a kind", Hand::MAX),
            Expected::DiagramCell(sq) => return write!(f, "a piece, ・ or 石 on {sq}"),
            Expected::Ply(ply) => return write!(f, "ply {ply}"),
            Expected::MarkedMoveOf(side) => return write!(f, "a move of {side}"),
            Expected::OwnPieceOn(sq) => return write!(f, "the named piece, of the side to move, on {sq}"),
            Expected::OneOf(names) => return write!(f, "one of {}", names.join(" ")),
            Expected::LegalMove { side, ply, illegal, reason } => {
                return write!(f, "a legal move of {side} as ply {ply} ({illegal} is illegal: {reason})");
            }
        };
        f.write_str(text)
    }
}
