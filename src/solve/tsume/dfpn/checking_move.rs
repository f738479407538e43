//! The checks at a node.

use super::value::{Proved, Value};
use crate::position::Position;
use crate::solve::tsume::board::PositionKey;
use crate::types::{Move, PieceKind};

/// A check without promotion is searched only when the proof number of the same check with promotion has reached
/// this number. (Only rarely does the unpromoted piece alone mate, for example to avoid a mate by a pawn drop,
/// 打歩詰.)
pub const UNPROMISING: u32 = 10;

/// A check and the value of the position after it.
#[derive(Clone, Copy)]
pub struct CheckingMove<F> {
    pub mv: Move,
    pub after: PositionKey,
    pub value: Value<F>,
    /// The index, among the node's checks, of the same check with promotion, which is searched first; `None` if
    /// there is none.
    waits_for: Option<u16>,
}

impl<F: Proved> CheckingMove<F> {
    /// A check with an open value; `others`: the checks of the node listed before it.
    #[inline(always)]
    pub fn new(
        mv: Move,
        after: PositionKey,
        position: &Position,
        others: &[CheckingMove<F>],
    ) -> CheckingMove<F> {
        let twin = promoting_twin(position, mv);
        let waits_for = twin.and_then(|twin| others.iter().rposition(|check| check.mv == twin));
        CheckingMove { mv, after, value: Value::open(1, 1), waits_for: waits_for.map(|at| at as u16) }
    }

    /// Whether the check with promotion has to be searched first.
    #[inline(always)]
    pub fn waits(&self, checks: &[CheckingMove<F>]) -> bool {
        self.waits_for.is_some_and(|twin| checks[usize::from(twin)].value.pn < UNPROMISING)
    }
}

/// The same check with promotion, for a check without promotion by a pawn, lance, bishop or rook.
fn promoting_twin(position: &Position, mv: Move) -> Option<Move> {
    use PieceKind::{Bishop, Lance, Pawn, Rook};
    let from = mv.from().filter(|_| !mv.promotes())?;
    let kind = position.piece_at(from)?.kind();
    matches!(kind, Pawn | Lance | Bishop | Rook).then(|| Move::board(from, mv.to(), true))
}
