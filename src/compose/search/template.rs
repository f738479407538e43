//! A diagram with gaps, and what a filling must be.

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
    /// What is fixed: pieces, stones and the side to move; the hands are empty.
    pub(super) base: Position,
    pub(super) gaps: Vec<Gap>,
    pub(super) groups: Vec<Group>,
    /// The number of ways to give all groups their pieces.
    pub(super) placements: u128,
    /// The hands that each side may have, in ascending order.
    pub(super) hands: [Vec<Hand>; 2],
    pub(super) conditions: Conditions,
    pub(super) attacker: Color,
    pub(super) names_rule: bool,
}

/// A square with several possibilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub square: Square,
    /// What may stand there; `None` for nothing.
    pub choices: Vec<Option<Piece>>,
}

/// Pieces that stand anywhere in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// How many there are.
    pub count: RangeInclusive<usize>,
    /// The places of one of them, in ascending order: squares that the board leaves empty, and the pieces that could
    /// move from there.
    pub places: Vec<(Square, Piece)>,
}

/// What a filling must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The problem that it must be.
    pub wanted: Wanted,
    /// How many pieces it may have, kings included: those on the board and in the attacker's hand.
    pub pieces: RangeInclusive<u32>,
    /// A move that its solution must have.
    pub through: Option<Move>,
    /// The line that its solution must be; empty for any.
    pub line: Vec<Move>,
    /// Whether the defender holds all that stands nowhere else (玉方持駒は残り全部).
    pub gives_rest: bool,
}

impl Template {
    /// What a filling must be.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Whether its text names the rule; without that it is helpmate.
    pub fn names_rule(&self) -> bool {
        self.names_rule
    }

    /// Who attacks in every filling.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The pieces of a position that a condition counts.
    pub(super) fn pieces_of(&self, position: &Position) -> u32 {
        let board = position.pieces(Color::Black) | position.pieces(Color::White);
        board.count() + position.hand(self.attacker).total()
    }
}

/// Whether a piece could never move from a square (行き所のない駒).
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
