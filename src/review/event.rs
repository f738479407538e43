//! What can be worth telling about a move.

use crate::types::{Color, Move};

/// Something about a move, or about the position at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The ply, from 1; one behind the last move for what the side to move could do at the end.
    pub ply: usize,
    /// Whose move it is.
    pub side: Color,
    /// What it is.
    pub kind: EventKind,
}

/// What is told.
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
