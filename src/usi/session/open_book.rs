//! An opening book while it is used.

use crate::book::SortedBook;

/// A book that is open.
pub(super) struct OpenBook {
    pub book: SortedBook,
    /// Whether it was said that `BookDepthLimit` leaves none of a position's moves.
    pub is_depth_said: bool,
}
