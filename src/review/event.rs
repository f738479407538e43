//! Remarks on the moves of a game.

use crate::types::{Color, Move};

/// A remark on a move, or on the position at the end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The ply, from 1. For what the side to move could have done at the end: one more than the game has moves.
    pub ply: usize,
    /// Whose move it is.
    pub side: Color,
    /// The remark.
    pub kind: EventKind,
}

/// The kind of a remark, and what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// 疑問手: how much of the chance of winning it cost, and the move that the engine prefers.
    Dubious {
        /// The loss, 0 to 1.
        loss: f64,
        /// The engine's move.
        better: Option<Move>,
    },
    /// 悪手, likewise.
    Blunder {
        /// The loss, 0 to 1.
        loss: f64,
        /// The engine's move.
        better: Option<Move>,
    },
    /// 敗着: the mistake after which the loser's chance never came back.
    LosingMove,
    /// A mate by checks was there, and the move played does not keep it.
    MissedMate {
        /// The mate.
        line: Vec<Move>,
        /// Whether its length is proved.
        exact: bool,
        /// Whether it is proved that the move played does not mate by checks. If not, it was a check, and that is not
        /// known.
        is_certain: bool,
    },
    /// A win could be declared (入玉宣言), and was not.
    MissedDeclaration,
    /// The king could win by entering (トライ), and did not.
    MissedTry {
        /// The move that wins.
        better: Move,
    },
}

impl EventKind {
    /// Whether it is a mistake by what it cost.
    pub fn is_mistake(&self) -> bool {
        matches!(self, EventKind::Dubious { .. } | EventKind::Blunder { .. })
    }
}
