//! A diagram with gaps, and the requirements on its fillings.

use crate::compose::Wanted;
use crate::position::Position;
use crate::types::{Color, Hand, Move, Piece, PieceKind, Square};
use std::ops::RangeInclusive;

/// A diagram with gaps and the conditions on its fillings, read from a text (`docs/compose.md`).
///
/// ```
/// use tsumugi::compose::Template;
///
/// // A gold or a silver on 1c, and one piece of four kinds in hand.
/// let template: Template = "8k/9/8[GS]/9/9/9/9/9/9 b [GSNL] 1 ; plies=1".parse()?;
/// assert_eq!(template.count(), 8u8.into());
/// # Ok::<(), tsumugi::compose::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The fixed part: pieces, stones and the side to move; the hands are empty.
    pub(super) base: Position,
    pub(super) gaps: Vec<Gap>,
    pub(super) groups: Vec<Group>,
    /// The number of ways to place the pieces of all groups.
    pub(super) placements: u128,
    /// The hands that each side may have, in ascending order.
    pub(super) hands: [Vec<Hand>; 2],
    pub(super) conditions: Conditions,
    pub(super) attacker: Color,
    pub(super) names_rule: bool,
}

/// A square with several possible contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub square: Square,
    /// The possible contents; `None` for no piece.
    pub choices: Vec<Option<Piece>>,
}

/// Pieces that may stand anywhere in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The number of pieces.
    pub count: RangeInclusive<usize>,
    /// The places where one of them may stand, in ascending order: squares that are empty on the board, each
    /// with a piece that can stand there and move later.
    pub places: Vec<(Square, Piece)>,
}

/// The requirements on a filling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The requirements on the problem.
    pub wanted: Wanted,
    /// The permitted number of pieces on the board and in the attacker's hand, kings included.
    pub pieces: RangeInclusive<u32>,
    /// A move that its solution must contain.
    pub through: Option<Move>,
    /// The line that its solution must be; empty when any line will do.
    pub line: Vec<Move>,
    /// Whether the defender holds all remaining pieces in hand (玉方持駒は残り全部).
    pub gives_rest: bool,
}

impl Template {
    /// The requirements on a filling.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Whether the text names the rule; otherwise it is helpmate.
    pub fn names_rule(&self) -> bool {
        self.names_rule
    }

    /// The attacker in every filling.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The number of pieces of a position that the condition on pieces counts.
    pub(super) fn pieces_of(&self, position: &Position) -> u32 {
        let board = position.pieces(Color::Black) | position.pieces(Color::White);
        board.count() + position.hand(self.attacker).total()
    }
}

/// Whether a piece could never move away from a square (行き所のない駒).
pub(super) fn is_dead_end(piece: Piece, square: Square) -> bool {
    let ranks = match piece.kind() {
        PieceKind::Pawn | PieceKind::Lance => 1,
        PieceKind::Knight => 2,
        _ => return false,
    };
    let from_far_end = match piece.color() {
        Color::Black => square.rank(),
        Color::White => 10 - square.rank(),
    };
    from_far_end <= ranks
}
