//! Moves in stages against the plain generators.

use crate::games::visit;
use crate::oracle::random::Rng;
use std::ops::ControlFlow;
use tsumugi::movegen::{MoveSet, Staged, in_check, is_mate, legal_moves, mate_in_one};
use tsumugi::position::Position;
use tsumugi::types::{Color, Move, PieceKind};

/// A promotion that was left out although the piece can do nothing unpromoted that it could not promoted.
fn is_useless(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let Some(from) = mv.from() else { return false };
    let rank = |sq: tsumugi::types::Square| match us {
        Color::Black => sq.rank(),
        Color::White => 10 - sq.rank(),
    };
    let may_promote = rank(from) <= 3 || rank(mv.to()) <= 3;
    !mv.promotes()
        && may_promote
        && match position.piece_at(from).expect("a piece").kind() {
            PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook => true,
            PieceKind::Lance => rank(mv.to()) <= 2,
            _ => false,
        }
}

fn collect(
    generate: impl FnOnce(&mut dyn FnMut(MoveSet) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = generate(&mut |set: MoveSet| {
        set.try_for_each(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        })
    });
    moves.sort();
    moves
}

fn random_move(rng: &mut Rng) -> Option<Move> {
    Move::from_bits(rng.below(1 << 15) as u16)
}

#[test]
fn the_stages_hand_out_every_sensible_move_once() {
    let mut checked = 0;
    visit(150, 11, |rng, _, position| {
        let staged = Staged::new(position);
        assert_eq!(staged.in_check(), in_check(position));
        let legal = legal_moves(position);
        let mut expected: Vec<Move> = legal.iter().copied().filter(|&mv| !is_useless(position, mv)).collect();
        expected.sort();
        let tactical = |mv: &Move| {
            let kind = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind());
            position.piece_at(mv.to()).is_some()
                || mv.promotes()
                    && matches!(kind, Some(PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook))
        };
        if staged.in_check() {
            assert_eq!(collect(|f| staged.for_each_evasion(position, f)), expected, "{position}");
            checked += 1;
        } else {
            let (captures, quiet): (Vec<Move>, Vec<Move>) = expected.iter().partition(|mv| tactical(mv));
            assert_eq!(collect(|f| staged.for_each_tactical(position, f)), captures, "{position}");
            assert_eq!(collect(|f| staged.for_each_quiet(position, f)), quiet, "{position}");
        }
        // Legality of any move, and what gives check.
        for &mv in &legal {
            assert_eq!(staged.allows(position, mv), !is_useless(position, mv), "{mv} in {position}");
            let mut after = position.clone();
            after.do_move(mv);
            assert_eq!(staged.gives_check(position, mv), in_check(&after), "{mv} in {position}");
        }
        for mv in (0..60).filter_map(|_| random_move(rng)) {
            assert_eq!(staged.allows(position, mv), expected.contains(&mv), "{mv} in {position}");
        }
    });
    assert!(checked > 100);
}

#[test]
fn mate_in_one_finds_a_mate_where_there_is_one() {
    let (mut mates, mut none) = (0, 0);
    visit(400, 12, |_, _, position| {
        let mut position = position.clone();
        let mates_now = |position: &mut Position, mv: Move| {
            let undo = position.do_move(mv);
            let mate = is_mate(position);
            position.undo_move(mv, undo);
            mate
        };
        let expected = legal_moves(&position).iter().any(|&mv| mates_now(&mut position, mv));
        match mate_in_one(&position) {
            Some(mv) => {
                assert!(mates_now(&mut position, mv), "{mv} in {position}");
                mates += 1;
            }
            None => {
                assert!(!expected, "{position}");
                none += 1;
            }
        }
    });
    assert!(mates > 100 && none > 1_000, "{mates} {none}");
}
