//! Where pieces stand well: by their square, and by the way from each king to them. Set by hand; the tables are made by
//! `const fn` from a few rules.
//!
//! Everything is written for Black; for White the board is turned.

use super::values::board_value;
use crate::types::{Color, Piece, PieceKind, Square};

/// Worth of a piece on a square including its material, from Black's point of view (White's pieces count negative).
/// By piece number and square.
static SQUARES: [[i16; Square::TABLE]; 32] = make_squares();

/// The shape of the way from a king to a square: files apart (0 to 8) times 17, plus ranks apart (8 is none, 0 is far ahead of
/// Black's king). By king's and other square; turned for White's king.
static WAYS: [[u8; Square::TABLE]; Square::TABLE] = make_ways();
const WAY_COUNT: usize = 9 * 17;

/// Worth of a piece for its owner because of where it stands beside a king: his own king (0) or the other's (1).
/// By kind number and way.
static NEAR: [[[i16; 256]; 16]; 2] = make_near();

/// Worth of a piece on a square, material and place, from Black's point of view.
#[inline(always)]
pub fn on_square(piece: Piece, sq: Square) -> i32 {
    SQUARES[piece.index()][sq.index()].into()
}

/// Worth of a piece because of where it stands beside the king of `owner`, from Black's point of view.
#[inline(always)]
pub fn near_king(owner: Color, king: Square, piece: Piece, sq: Square) -> i32 {
    let way = match owner {
        Color::Black => WAYS[king.index()][sq.index()],
        Color::White => WAYS[king.flip().index()][sq.flip().index()],
    };
    let side = usize::from(piece.color() as u8 != owner as u8);
    let worth = i32::from(NEAR[side][piece.kind().index()][way as usize]);
    if matches!(piece.color(), Color::Black) { worth } else { -worth }
}

const fn make_ways() -> [[u8; Square::TABLE]; Square::TABLE] {
    let mut table = [[0; Square::TABLE]; Square::TABLE];
    let mut king = 0;
    while king < 81 {
        let mut sq = 0;
        while sq < 81 {
            let files = (sq as i32 / 9 - king as i32 / 9).abs();
            let ranks = sq as i32 % 9 - king as i32 % 9;
            table[king][sq] = (files * 17 + ranks + 8) as u8;
            sq += 1;
        }
        king += 1;
    }
    table
}

const fn make_squares() -> [[i16; Square::TABLE]; 32] {
    let mut table = [[0; Square::TABLE]; 32];
    let mut k = 0;
    while k < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[k];
        let mut index = 0;
        while index < 81 {
            let sq = Square::new(index as u8);
            let worth = (board_value(kind) + place(kind, sq.file() as i32, sq.rank() as i32)) as i16;
            table[Piece::new(Color::Black, kind).index()][sq.index()] = worth;
            table[Piece::new(Color::White, kind).index()][sq.flip().index()] = -worth;
            index += 1;
        }
        k += 1;
    }
    table
}

/// What a square adds to Black's piece.
const fn place(kind: PieceKind, file: i32, rank: i32) -> i32 {
    // 0 in the middle file, 4 on the edge.
    let wing = (file - 5).abs();
    match kind {
        PieceKind::Pawn => {
            // Steps forward gain room; in front of one's own camp they are worth most.
            let steps: [i32; 10] = [0, 0, 30, 26, 22, 14, 6, 0, -4, -10];
            steps[rank as usize] - if wing == 4 { 4 } else { 0 }
        }
        PieceKind::Lance => {
            let ranks: [i32; 10] = [0, 0, -60, -40, -30, -30, -25, -20, -10, 0];
            ranks[rank as usize]
        }
        PieceKind::Knight => {
            // On the fifth rank without support it falls to pawns; on the fourth it is about to promote.
            let ranks: [i32; 10] = [0, 0, 0, 20, 12, -6, -10, 4, -20, -8];
            ranks[rank as usize] - if wing == 4 { 12 } else { 0 }
        }
        PieceKind::Silver => {
            let ranks: [i32; 10] = [0, -30, 0, 10, 16, 18, 14, 4, 2, -10];
            ranks[rank as usize] - 3 * wing
        }
        PieceKind::Gold => {
            let ranks: [i32; 10] = [0, -60, 0, 10, 0, -6, -6, 2, 6, -6];
            ranks[rank as usize] - 4 * wing
        }
        PieceKind::ProPawn | PieceKind::ProLance | PieceKind::ProKnight | PieceKind::ProSilver => {
            let ranks: [i32; 10] = [0, -30, 6, 20, 14, 8, 0, -10, -20, -30];
            ranks[rank as usize] - 4 * wing
        }
        PieceKind::Bishop => {
            if rank >= 7 && wing == 4 {
                -16
            } else {
                3 * (4 - wing)
            }
        }
        PieceKind::Rook => {
            if rank <= 3 {
                20
            } else if rank == 8 {
                8
            } else {
                -12
            }
        }
        PieceKind::Horse => {
            // A horse at home is worth three golds.
            if rank >= 6 { 20 } else { 2 * (4 - wing) }
        }
        PieceKind::Dragon => {
            if rank <= 3 {
                20
            } else {
                0
            }
        }
        PieceKind::King => king_place(wing, rank),
    }
}

/// The king's shelter: at home and to the side, or deep in the other camp.
const fn king_place(wing: i32, rank: i32) -> i32 {
    let home: [i32; 10] = [0, 110, 80, 40, -60, -120, -130, -90, -10, 0];
    let aside: [i32; 5] = [-28, -16, 8, 26, 10];
    home[rank as usize] + if rank >= 7 { aside[wing as usize] } else { 0 }
}

const fn make_near() -> [[[i16; 256]; 16]; 2] {
    let mut table = [[[0; 256]; 16]; 2];
    let mut k = 0;
    while k < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[k];
        let mut way = 0;
        while way < WAY_COUNT {
            let (files, ranks) = (way as i32 / 17, way as i32 % 17 - 8);
            table[0][kind.index()][way] = beside_own(kind, files, ranks) as i16;
            table[1][kind.index()][way] = beside_other(kind, files, ranks) as i16;
            way += 1;
        }
        k += 1;
    }
    table
}

const fn farther(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

/// A guard beside his own king: `ranks` is negative in front of him.
const fn beside_own(kind: PieceKind, files: i32, ranks: i32) -> i32 {
    let far = farther(files, ranks.abs());
    let fall: [i32; 9] = [0, 36, 24, 10, 2, 0, -2, -4, -6];
    let guard = fall[far as usize];
    match kind {
        PieceKind::Gold => guard + if ranks > 0 && guard > 0 { -8 } else { 0 },
        PieceKind::Silver => guard * 7 / 8 + if far == 1 && ranks < 0 { 6 } else { 0 },
        PieceKind::ProPawn | PieceKind::ProLance | PieceKind::ProKnight | PieceKind::ProSilver => guard / 2,
        PieceKind::Horse => guard * 5 / 4,
        PieceKind::Knight | PieceKind::Lance if far <= 2 => 8,
        PieceKind::Pawn if files <= 1 && (ranks == -1 || ranks == -2) => {
            if ranks == -1 {
                12
            } else {
                14
            }
        }
        // King and rook too close together are hit together.
        PieceKind::Rook if far <= 2 => -24 + 8 * (far - 1),
        _ => 0,
    }
}

/// An attacker beside the other side's king: `ranks` is negative in front of that king, from where attackers come.
const fn beside_other(kind: PieceKind, files: i32, ranks: i32) -> i32 {
    let far = farther(files, ranks.abs());
    let fall: [i32; 9] = [0, 52, 42, 28, 16, 8, 2, 0, 0];
    // From below a king the gold-like pieces still hold him, but he runs forward.
    let hit = fall[far as usize] - if ranks > 1 { 4 * ranks } else { 0 };
    let hit = if hit > 0 { hit } else { 0 };
    match kind {
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => hit,
        PieceKind::Silver => hit * 7 / 8,
        PieceKind::Knight if ranks < 0 => hit / 2,
        PieceKind::Dragon => 10 + hit * 3 / 4,
        PieceKind::Horse => 6 + hit * 3 / 4,
        PieceKind::Pawn if ranks < 0 && far <= 2 => 12,
        PieceKind::Lance if files <= 1 && ranks < 0 => 10,
        _ => 0,
    }
}
