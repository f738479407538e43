//! Conditions on captures, taken word for word: which moves are left, and what is a mate then.

use super::board::{Board, Cell, Kind, Mv, Side};
use super::rules::{attackers, in_check, pseudo_moves};

/// What a side is told about captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captures {
    /// 強欲.
    Must,
    /// 禁欲.
    Avoid,
    /// 取禁.
    Never,
}

/// What both sides are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    pub attacker: Side,
    pub of_attacker: Option<Captures>,
    pub of_defender: Option<Captures>,
}

impl Told {
    fn to(&self, side: Side) -> Option<Captures> {
        if side == self.attacker { self.of_attacker } else { self.of_defender }
    }

    /// The moves of the side to move: the attacker's give check.
    pub fn moves(&self, board: &Board) -> Vec<Mv> {
        let mut moves = self.legal(board);
        if board.turn == self.attacker {
            moves.retain(|&(_, check)| check);
        }
        self.left(board, moves.into_iter().map(|(mv, _)| mv).collect())
    }

    /// Whether the side to move is in check and nothing is left that gets it out.
    pub fn is_mate(&self, board: &Board) -> bool {
        in_check(board) && !self.can_move(board)
    }

    fn can_move(&self, board: &Board) -> bool {
        let moves = self.legal(board).into_iter().map(|(mv, _)| mv).collect();
        !self.left(board, moves).is_empty()
    }

    /// Moves that leave no own king attacked and drop no pawn for a mate, each with whether it gives check.
    fn legal(&self, board: &Board) -> Vec<(Mv, bool)> {
        let attacked = |next: &Board, side: Side| {
            next.king(side).is_some_and(|king| attackers(next, king, side.other()).next().is_some())
        };
        let judge = |mv: Mv| {
            let next = board.after(mv);
            let check = attacked(&next, next.turn);
            let is_pawn_drop = matches!(mv, Mv::Drop { kind: Kind::Pawn, .. });
            let is_illegal = attacked(&next, board.turn) || check && is_pawn_drop && !self.can_move(&next);
            (!is_illegal).then_some((mv, check))
        };
        pseudo_moves(board).into_iter().filter_map(judge).collect()
    }

    /// What is left of moves of the side to move.
    fn left(&self, board: &Board, moves: Vec<Mv>) -> Vec<Mv> {
        let (captures, others): (Vec<Mv>, Vec<Mv>) =
            moves.iter().partition(|mv| matches!(mv, Mv::Board { to, .. } if board.at(*to) != Cell::Empty));
        match self.to(board.turn) {
            None => moves,
            Some(Captures::Must) if captures.is_empty() => others,
            Some(Captures::Must) => captures,
            Some(Captures::Avoid) if others.is_empty() => captures,
            Some(Captures::Avoid | Captures::Never) => others,
        }
    }
}
