//! What pieces are worth, in centipawns. Set by hand.

use crate::types::PieceKind;

/// Worth on the board, by kind number. Kings have none: either may be missing.
const BOARD: [i32; 16] = [0, 100, 310, 360, 490, 830, 1000, 560, 0, 520, 500, 510, 550, 1130, 1380, 0];

/// Worth in hand, by the number of an unpromoted kind.
const HAND: [i32; 8] = [0, 115, 340, 390, 530, 890, 1080, 610];

/// What a piece on the board is worth.
#[inline(always)]
pub const fn board_value(kind: PieceKind) -> i32 {
    BOARD[kind.index() & 15]
}

/// What a piece in hand, of an unpromoted kind, is worth.
#[inline(always)]
pub const fn hand_value(kind: PieceKind) -> i32 {
    HAND[kind.index() & 7]
}

/// What a side gains by taking a piece: it leaves the enemy's board and joins the own hand.
#[inline(always)]
pub const fn capture_value(kind: PieceKind) -> i32 {
    const TABLE: [i32; 16] = {
        let mut table = [0; 16];
        let mut i = 0;
        while i < PieceKind::ALL.len() {
            let kind = PieceKind::ALL[i];
            if !matches!(kind, PieceKind::King) {
                table[kind.index()] = board_value(kind) + hand_value(kind.unpromoted());
            }
            i += 1;
        }
        table
    };
    TABLE[kind.index() & 15]
}

/// What a side gains by promoting a piece of a kind that can.
#[inline(always)]
pub const fn promotion_gain(kind: PieceKind) -> i32 {
    match kind.promoted() {
        Some(promoted) => board_value(promoted) - board_value(kind),
        None => 0,
    }
}
