//! Defects in words, English and Japanese.

use super::{Defect, Rule};
use crate::board::Bitboard;
use crate::types::{Color, PieceKind, Square};
use core::fmt;

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Defect::TooMany { kind, squares, in_hands } => {
                let places = TooMany { squares, in_hands };
                write!(
                    f,
                    "too many {}s: {}, a set has {} ({})",
                    name(kind),
                    places.count(),
                    kind.set_count(),
                    places.english()
                )
            }
            Defect::SeveralKings { color, squares } => {
                write!(f, "{} {color} kings, one is allowed: {}", squares.count(), usi(squares))
            }
            Defect::Nifu { color, file, squares } => {
                write!(f, "nifu: {} {color} pawns on file {file}: {}", squares.count(), usi(squares))
            }
            Defect::DeadEnd { kind, color, squares } => {
                write!(f, "dead end: a {color} {} can never move from {}", name(kind), usi(squares))
            }
            Defect::KingEnPrise { color, king, checkers } => {
                write!(
                    f,
                    "{} to move could take the {color} king on {king}, checked from {}",
                    !color,
                    usi(checkers)
                )
            }
            Defect::NoDefender { rule, defender } => {
                write!(f, "a {rule} needs a king to mate: {defender}, the defender, has none on the board")
            }
            Defect::Stones { squares } => write!(f, "stones have no place in a game: {}", usi(squares)),
        }
    }
}

impl Defect {
    /// The defect in Japanese.
    pub fn japanese(&self) -> String {
        match *self {
            Defect::TooMany { kind, squares, in_hands } => {
                let places = TooMany { squares, in_hands };
                let (count, set) = (places.count(), kind.set_count());
                format!("{}が{count}枚あります。一組は{set}枚です（{}）", kanji(kind), places.japanese())
            }
            Defect::SeveralKings { color, squares } => {
                format!("{}の玉が{}枚あります（{}）", side(color), squares.count(), japanese_squares(squares))
            }
            Defect::Nifu { color, file, squares } => {
                let (side, squares) = (side(color), japanese_squares(squares));
                format!("二歩：{side}の歩が{}筋に重なっています（{squares}）", full_width(file))
            }
            Defect::DeadEnd { kind, color, squares } => {
                format!("行き所のない駒：{}の{}（{}）", side(color), kanji(kind), japanese_squares(squares))
            }
            Defect::KingEnPrise { color, king, checkers } => {
                let (mover, owner, king) = (side(!color), side(color), japanese_square(king));
                let checkers = japanese_squares(checkers);
                format!(
                    "{mover}の手番ですが、{owner}の玉（{king}）に王手がかかっています（王手の駒：{checkers}）"
                )
            }
            Defect::NoDefender { rule, defender } => {
                format!("{}の玉方（{}）の玉が盤上にありません", Rule::japanese(rule), side(defender))
            }
            Defect::Stones { squares } => {
                format!("指し将棋では石を使えません（{}）", japanese_squares(squares))
            }
        }
    }
}

/// Where the pieces of a kind are of which there are too many.
struct TooMany {
    squares: Bitboard,
    in_hands: [u32; 2],
}

impl TooMany {
    fn count(&self) -> u32 {
        self.squares.count() + self.in_hands[0] + self.in_hands[1]
    }

    fn english(&self) -> String {
        let held = |color: Color, count| format!("{count} in {color}'s hand");
        let board = (!self.squares.is_empty()).then(|| format!("on {}", usi(self.squares)));
        self.places(board, held).join(", ")
    }

    fn japanese(&self) -> String {
        let held = |color: Color, count| format!("{}の持駒{count}枚", side(color));
        let board = (!self.squares.is_empty()).then(|| japanese_squares(self.squares));
        self.places(board, held).join("、")
    }

    /// The board, if any stand on it, and the hands that hold any.
    fn places(&self, board: Option<String>, held: impl Fn(Color, u32) -> String) -> Vec<String> {
        let hands = Color::ALL.into_iter().zip(self.in_hands).filter(|&(_, count)| count > 0);
        board.into_iter().chain(hands.map(|(color, count)| held(color, count))).collect()
    }
}

fn usi(squares: Bitboard) -> String {
    squares.into_iter().map(|sq| sq.to_string()).collect::<Vec<_>>().join(" ")
}

fn japanese_squares(squares: Bitboard) -> String {
    squares.into_iter().map(japanese_square).collect::<Vec<_>>().join("、")
}

/// A full-width file and a rank in kanji, as ５五.
fn japanese_square(sq: Square) -> String {
    const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    format!("{}{}", full_width(sq.file()), RANKS[usize::from(sq.rank()) - 1])
}

fn full_width(digit: u8) -> char {
    const DIGITS: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];
    DIGITS[usize::from(digit % 10)]
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

/// The English name of an unpromoted kind.
const fn name(kind: PieceKind) -> &'static str {
    match kind.unpromoted() {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        _ => "king",
    }
}

/// The one-character Japanese name of an unpromoted kind.
const fn kanji(kind: PieceKind) -> char {
    match kind.unpromoted() {
        PieceKind::Pawn => '歩',
        PieceKind::Lance => '香',
        PieceKind::Knight => '桂',
        PieceKind::Silver => '銀',
        PieceKind::Gold => '金',
        PieceKind::Bishop => '角',
        PieceKind::Rook => '飛',
        _ => '玉',
    }
}
