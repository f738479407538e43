//! Small positions drawn at random: a king near an edge, some pieces of either side around him, and the attacker's king
//! or none. In most of them stones leave a corner of the board, so that a plain search comes to its end.

use crate::mailbox::board::{Board, Cell, Kind, Side, Sq};
use crate::mailbox::random::Rng;
use crate::mailbox::rules::is_legal_position;

/// Kinds as often as they are wanted: golds and silvers make brinkmates.
const KINDS: [Kind; 16] = [
    Kind::Gold,
    Kind::Gold,
    Kind::Gold,
    Kind::Silver,
    Kind::Silver,
    Kind::Silver,
    Kind::Knight,
    Kind::Knight,
    Kind::Lance,
    Kind::Pawn,
    Kind::Pawn,
    Kind::ProPawn,
    Kind::Rook,
    Kind::Bishop,
    Kind::Dragon,
    Kind::Horse,
];

/// A legal position with the attacker to move, who is Black or White. `with_king`: whether the attacker has a king too.
pub fn position(rng: &mut Rng, with_king: bool) -> Board {
    loop {
        let mut board = Board::empty(Side::Black);
        let is_walled = rng.percent(90);
        if is_walled {
            let (files, ranks) = (rng.between(2, 3), rng.between(2, 4));
            let is_free = |sq: &Sq| sq.file <= files && sq.rank <= ranks || sq.file == 8 && sq.rank > 6;
            Sq::all().filter(|sq| !is_free(sq)).for_each(|sq| board.set(sq, Cell::Stone));
        }
        let king = Sq { file: rng.between(0, 2), rank: rng.between(0, 1) };
        board.set(king, Cell::Man(Side::White, Kind::King));
        if with_king {
            // Sometimes near, where replies check him.
            let own =
                if rng.percent(30) { near(rng, king, 3) } else { Sq { file: 8, rank: rng.between(7, 8) } };
            put(&mut board, own, Side::Black, Kind::King);
        }
        for _ in 0..1 + rng.below(3) {
            let (sq, kind) = (near(rng, king, 2), pick(rng));
            put(&mut board, sq, Side::Black, kind);
        }
        for _ in 0..1 + usize::from(rng.percent(25)) {
            *board.held(Side::Black, pick(rng).base()) += 1;
        }
        for _ in 0..rng.below(4) {
            let (sq, kind) = (near(rng, king, 2), pick(rng));
            put(&mut board, sq, Side::White, kind);
        }
        if rng.percent(10) {
            *board.held(Side::White, pick(rng).base()) += 1;
        }
        let has_both = board.king(Side::White).is_some() && board.king(Side::Black).is_some() == with_king;
        if has_both && !board.has_surplus() && is_legal_position(&board) {
            return if rng.percent(30) { board.flip() } else { board };
        }
    }
}

fn pick(rng: &mut Rng) -> Kind {
    rng.pick(&KINDS).expect("there are some")
}

fn near(rng: &mut Rng, sq: Sq, most: i8) -> Sq {
    loop {
        if let Some(sq) = sq.offset(rng.between(-most, most), rng.between(-most, most)) {
            return sq;
        }
    }
}

fn put(board: &mut Board, sq: Sq, side: Side, kind: Kind) {
    if board.at(sq) == Cell::Empty {
        board.set(sq, Cell::Man(side, kind));
    }
}
