//! Remarks on the moves of a game.

use crate::types::{Color, Move};

/// A remark on a move, or on the position at the end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The ply, from 1. A remark on what the side to move could have done at the end of the game has the ply
    /// after the last move.
    pub ply: usize,
    /// The side whose move it is.
    pub side: Color,
    /// The remark.
    pub kind: EventKind,
}

/// The kind of a remark, with its details.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// 疑問手: the loss in the chance of winning, and the move that the engine prefers.
    Dubious {
        /// The loss, 0 to 1.
        loss: f64,
        /// The engine's move.
        better: Option<Move>,
    },
    /// 悪手, with the same details.
    Blunder {
        /// The loss, 0 to 1.
        loss: f64,
        /// The engine's move.
        better: Option<Move>,
    },
    /// 敗着: the mistake after which the loser's chance never recovered.
    LosingMove,
    /// There was a mate by checks, and the move played does not keep it.
    MissedMate {
        /// The mate.
        line: Vec<Move>,
        /// Whether its length is proved.
        exact: bool,
        /// Whether it is proved that the move played does not mate by checks. If false, the move was a check,
        /// and it is not known whether it mates.
        is_certain: bool,
    },
    /// A win could have been declared (入玉宣言), but was not.
    MissedDeclaration,
    /// The king could have won by the try rule (トライ), but did not.
    MissedTry {
        /// The move that wins.
        better: Move,
    },
}

impl EventKind {
    /// Whether it is a mistake, judged by the loss in the chance of winning.
    pub fn is_mistake(&self) -> bool {
        matches!(self, EventKind::Dubious { .. } | EventKind::Blunder { .. })
    }
}
