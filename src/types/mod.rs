//! The basic types of shogi: colours, squares, pieces, hands, moves and their USI notation.
//!
//! Nothing here depends on positions or rules. Every value is a small `Copy` number, so that it can index
//! tables; the numbers are part of each type's documentation.

mod color;
mod hand;
mod mv;
mod piece;
mod square;

pub use color::Color;
pub use hand::Hand;
pub use mv::{Move, ParseMoveError};
pub use piece::{HAND_KINDS, Piece, PieceKind};
pub use square::{ParseSquareError, Square};
