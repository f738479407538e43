//! The geometry of the board: sets of squares, steps and slides of pieces, the squares between two squares.
//!
//! There are no positions here, and no rules except how a piece moves on a board with given obstacles. All
//! tables are made by `const fn`, and are small on purpose: they compete with the solver's tables for the
//! cache.

#[forbid(unsafe_code)]
mod attacks;
#[forbid(unsafe_code)]
mod bitboard;
mod cells;
mod fields;
mod four;
mod planes;
#[forbid(unsafe_code)]
mod rays;
mod slides;
mod word;

pub(crate) use attacks::{aims_at, const_steps};
pub use attacks::{attacks, bishop_attacks, king_attacks, lance_attacks, reach, rook_attacks, steps};
pub use bitboard::{Bitboard, SquareIter};
pub(crate) use cells::{CELL_BITS, fill_cells};
pub(crate) use fields::Fields;
pub(crate) use four::Four;
pub(crate) use planes::{REST, join_planes};
pub use rays::{Direction, between, line, ray_attacks};
