//! The line that is examined: its positions, and where other lines return to it.

use crate::movegen::{checks, legal_moves};
use crate::position::Position;
use crate::types::{Color, Move};

/// A line and its positions.
pub(super) struct MainLine {
    pub attacker: Color,
    pub moves: Vec<Move>,
    /// The position before each move, and the one at the end.
    pub positions: Vec<Position>,
}

impl MainLine {
    /// A line of legal moves.
    pub fn new(root: &Position, attacker: Color, moves: Vec<Move>) -> MainLine {
        let mut positions = vec![root.clone()];
        for &mv in &moves {
            let mut next = positions[positions.len() - 1].clone();
            next.do_move(mv);
            positions.push(next);
        }
        MainLine { attacker, moves, positions }
    }

    /// The position at its end.
    pub fn last(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The number of moves left from a ply on, which is counted from 0.
    pub fn moves_left(&self, ply: usize) -> u64 {
        (self.moves.len() - ply) as u64
    }

    /// Whether the attacker moves at a ply.
    pub fn is_attackers(&self, ply: usize) -> bool {
        self.positions[ply].side_to_move() == self.attacker
    }

    /// The position after another move at a ply.
    pub fn after(&self, ply: usize, mv: Move) -> Position {
        let mut position = self.positions[ply].clone();
        position.do_move(mv);
        position
    }

    /// The moves that could be played instead of the line's move: checks, or legal replies.
    pub fn others(&self, ply: usize) -> Vec<Move> {
        let position = &self.positions[ply];
        let all = if self.is_attackers(ply) { checks(position) } else { legal_moves(position) };
        let mut moves: Vec<Move> = all.iter().copied().filter(|&mv| mv != self.moves[ply]).collect();
        moves.sort_unstable();
        moves
    }

    /// The positions with the attacker to move.
    pub fn attackers_positions(&self) -> Vec<Position> {
        let is_attackers = |position: &&Position| position.side_to_move() == self.attacker;
        self.positions.iter().filter(is_attackers).cloned().collect()
    }

    /// The first return to the line of moves played from a ply on: how many of these moves are played by
    /// then, and the ply of the line that they reach.
    pub fn rejoining(&self, ply: usize, moves: &[Move]) -> Option<(usize, usize)> {
        let mut position = self.positions[ply].clone();
        moves.iter().zip(1..).find_map(|(&mv, played)| {
            position.do_move(mv);
            // If both end in the same mate, that is not a return to the line.
            let known = self.positions[..self.moves.len()].iter();
            let at = known.zip(0..).find(|(other, _)| other.key() == position.key());
            at.map(|(_, at)| (played, at))
        })
    }

    /// Whether moves played from a ply on, which return to the line at the ply `meets`, are the line's moves
    /// in another order.
    pub fn is_reordered(&self, ply: usize, moves: &[Move], meets: usize) -> bool {
        if meets <= ply || meets - ply != moves.len() {
            return false;
        }
        let sorted = |moves: &[Move]| {
            let mut attackers: Vec<Move> = moves.iter().step_by(2).copied().collect();
            attackers.sort_unstable();
            attackers
        };
        sorted(moves) == sorted(&self.moves[ply..meets])
    }
}
