//! An opening book that is open.

use crate::book::SortedBook;

/// An opening book that is open.
pub(super) struct OpenBook {
    pub book: SortedBook,
    /// Whether the hint was sent that `BookDepthLimit` excludes all moves of a position.
    pub is_depth_said: bool,
}
