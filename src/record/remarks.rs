//! What is remarked on moves and positions: comments and times used.

/// The time that a player used for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// The ply of the move, counted from the root; one behind the last move for an ending.
    pub ply: usize,
    /// The time in whole seconds, never 0.
    pub seconds: u32,
}

/// A text that belongs to the position after a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The ply, counted from the root; 0 is the root itself.
    pub ply: usize,
    /// One line or several.
    pub text: String,
}
