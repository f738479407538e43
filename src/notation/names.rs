//! The Japanese names of sides, squares, pieces and numbers.

use crate::types::{Color, Hand, PieceKind, Square};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// ▲ for Black, △ for White.
pub(crate) fn mark(color: Color) -> char {
    match color {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// The name in diagrams of the piece box, which holds the pieces that are neither on the board nor in a hand.
pub(super) const PIECE_BOX: &str = "駒箱";

/// 先手 or 後手.
pub(crate) fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

/// The full-width digit of a square's file.
pub(crate) fn file_name(sq: Square) -> char {
    FILES[usize::from(sq.file()) - 1]
}

/// The kanji of a square's rank.
pub(crate) fn rank_name(sq: Square) -> char {
    RANKS[usize::from(sq.rank()) - 1]
}

/// The name of a square: ７六.
pub(crate) fn square_name(sq: Square) -> String {
    format!("{}{}", file_name(sq), rank_name(sq))
}

/// The name of a piece in a move, such as 歩, 成銀 or 龍.
pub(crate) fn piece_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::Gold => "金",
        PieceKind::King => "玉",
        PieceKind::ProPawn => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}

/// The single character for a piece on a diagram.
pub(super) fn diagram_letter(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::ProLance => "杏",
        PieceKind::ProKnight => "圭",
        PieceKind::ProSilver => "全",
        _ => piece_name(kind),
    }
}

/// The pieces of a hand as diagrams list them: 飛　金二　歩十八, or なし.
pub fn hand_text(hand: Hand) -> String {
    let pieces: Vec<String> = hand
        .iter()
        .map(|(kind, count)| match count {
            1 => piece_name(kind).to_owned(),
            _ => format!("{}{}", piece_name(kind), kanji_number(count)),
        })
        .collect();
    if pieces.is_empty() { "なし".to_owned() } else { pieces.join("　") }
}

/// A number from 1 to 99 in kanji: 十八.
pub(super) fn kanji_number(number: u32) -> String {
    let (tens, ones) = (number / 10, number % 10);
    let digit = |n: u32| (n > 0).then(|| RANKS[n as usize % 10 - 1]);
    let mut text = String::new();
    text.extend(digit(tens).filter(|_| tens > 1));
    text.extend((tens > 0).then_some('十'));
    text.extend(digit(ones));
    text
}
