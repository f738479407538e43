//! Piece values in centipawns, set by hand: for exchanges and move ordering, and as the starting point of
//! tuning.

use crate::types::PieceKind;

/// Values on the board by kind number. Kings have the value 0, because either may be missing.
const BOARD: [i32; 16] = [0, 100, 310, 360, 490, 830, 1000, 560, 0, 520, 500, 510, 550, 1130, 1380, 0];

/// Values in hand by the number of an unpromoted kind.
const HAND: [i32; 8] = [0, 115, 340, 390, 530, 890, 1080, 610];

/// The value of a piece on the board.
#[inline(always)]
pub const fn board_value(kind: PieceKind) -> i32 {
    BOARD[kind.index() & 15]
}

/// The value of a piece in hand; `kind` is unpromoted.
#[inline(always)]
pub const fn hand_value(kind: PieceKind) -> i32 {
    HAND[kind.index() & 7]
}

/// The material gained by capturing a piece: its value on the board, which the enemy loses, plus its value in
/// hand, which the capturing side gains.
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

/// The material gained by promoting a piece; 0 for a kind that cannot promote.
#[inline(always)]
pub const fn promotion_gain(kind: PieceKind) -> i32 {
    match kind.promoted() {
        Some(promoted) => board_value(promoted) - board_value(kind),
        None => 0,
    }
}
