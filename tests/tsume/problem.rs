//! Random tsume for the comparison with brute force.

use crate::mailbox::board::{Board, Cell, Kind, Side, Sq};
use crate::mailbox::random::{self, Rng, Setup};
use crate::mailbox::{rules, sfen};
use tsumugi::position::Position;
use tsumugi::types::Color;

/// A random problem.
pub struct Problem {
    pub board: Board,
    pub attacker: Side,
}

impl Problem {
    /// Any legal problem.
    pub fn draw(rng: &mut Rng) -> Option<Problem> {
        let side = if rng.percent(50) { Side::Black } else { Side::White };
        if rng.percent(30) {
            return Problem::far_check(rng, side);
        }
        let setup = match rng.below(20) {
            0..=3 => Setup::TwoKings,
            4 => Setup::Startpos,
            5..=12 => Setup::OneKing(side),
            _ => Setup::Small(side, 3 + rng.below(6)),
        };
        let mut board = random::position(rng, setup);
        if setup == Setup::TwoKings && rng.percent(50) {
            // Full hands make nearly everything a mate at once, or too wide for brute force.
            board.hands = [[0; 7]; 2];
        }
        let plies = if setup == Setup::Startpos { 60 + rng.below(60) } else { rng.below(4) };
        for _ in 0..plies {
            let Some(mv) = random::next_move(rng, &rules::judged_moves(&board)) else { break };
            board.make(mv);
        }
        let attacker = match (board.king(Side::Black), board.king(Side::White)) {
            (None, Some(_)) => Side::Black,
            (Some(_), None) => Side::White,
            (Some(_), Some(_)) if rng.percent(80) => board.turn,
            (Some(_), Some(_)) => board.turn.other(),
            (None, None) => return None,
        };
        // Give most turns to the attacker: a defender who is not in check has too many moves.
        let threatened = rules::in_check(&board);
        if board.turn != attacker && !threatened && rng.percent(80) {
            board.turn = attacker;
        }
        if !rules::is_legal_position(&board) || board.has_surplus() {
            return None;
        }
        Some(Problem { board, attacker })
    }

    /// The position and the attacker, for the solver.
    pub fn read(&self) -> (Position, Color) {
        let attacker = if self.attacker == Side::Black { Color::Black } else { Color::White };
        (Position::from_sfen(&sfen::write(&self.board)).expect("a legal position"), attacker)
    }

    /// A king near the edge, sliders of the attacker anywhere, a few pieces around: checks from a distance.
    pub fn far_check(rng: &mut Rng, attacker: Side) -> Option<Problem> {
        use Kind::*;
        let mut board = Board::empty(Side::Black);
        let king = Sq { file: rng.between(0, 2), rank: rng.between(0, 1) };
        board.set(king, Cell::Man(Side::White, King));
        let sliders = [&[Rook][..], &[Rook, Lance], &[Bishop, Rook], &[Dragon], &[Lance, Bishop]];
        for &kind in rng.pick(&sliders)? {
            let to = Sq { file: rng.between(0, 8), rank: rng.between(2, 8) };
            if board.at(to) == Cell::Empty {
                board.set(to, Cell::Man(Side::Black, kind));
            }
        }
        for man in 0..2 + rng.below(4) {
            let owner = if man < 2 { Side::Black } else { Side::White };
            let kind = rng.pick(&[Gold, Silver, Knight, Pawn, ProPawn, Lance])?;
            let Some(to) = king.offset(rng.between(-2, 2), rng.between(0, 3)) else { continue };
            if board.at(to) == Cell::Empty {
                board.set(to, Cell::Man(owner, kind));
            }
        }
        for _ in 0..rng.below(3) {
            *board.held(Side::Black, rng.pick(&[Gold, Silver, Knight, Pawn])?) += 1;
        }
        for _ in 0..1 + rng.below(4) {
            *board.held(Side::White, rng.pick(&Kind::IN_HAND)?) += 1;
        }
        if attacker == Side::White {
            board = board.flip();
        }
        (rules::is_legal_position(&board) && !board.has_surplus()).then_some(Problem { board, attacker })
    }
}
