//! Moves in Japanese, by the federation's rules (日本将棋連盟「棋譜の表記方法」): ▲１八龍, △同　玉, ▲５二金右.
//!
//! When several pieces with the same name could go to the square, they are distinguished by the direction of
//! the move (上 寄 引), then by the side they come from (右 左, as the mover sees them; 直 for straight up, but not
//! for horses and dragons), then by both (左上). 打 is added to a drop when a piece on the board could go there
//! too; 成 or 不成 to a move that could promote.
//!
//! A piece "could go" if its way of moving permits it, even if it is pinned. Therefore a name is unique among
//! the legal moves, and also for a reader that does not test legality.

use super::names::{file_name, mark, piece_name, rank_name};
use crate::board::{Bitboard, attacks};
use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// The name of a legal move, with the mark of its side. `previous` is the destination of the move before, for
/// 同.
pub fn japanese(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let us = position.side_to_move();
    let to = mv.to();
    let mut text = String::from(mark(us));
    if previous == Some(to) {
        text.push_str("同　");
    } else {
        text.push(file_name(to));
        text.push(rank_name(to));
    }
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            let Some(piece) = position.piece_at(from) else { return text };
            text.push_str(piece_name(piece.kind()));
            text.push_str(&qualifier(piece, from, to, &rivals(position, piece, to)));
            let zone = Bitboard::promotion_zone(us);
            if mv.promotes() {
                text.push('成');
            } else if piece.kind().promoted().is_some() && (zone.contains(from) || zone.contains(to)) {
                text.push_str("不成");
            }
        }
        (None, dropped) => {
            let kind = dropped.unwrap_or(PieceKind::Pawn);
            text.push_str(piece_name(kind));
            if !rivals(position, Piece::new(us, kind), to).is_empty() {
                text.push('打');
            }
        }
    }
    text
}

/// The squares of all pieces of the same owner and kind that could go to a square.
pub(super) fn rivals(position: &Position, piece: Piece, to: Square) -> Vec<Square> {
    let occupied = position.occupied();
    position
        .pieces(piece.color())
        .into_iter()
        .filter(|&sq| position.piece_at(sq) == Some(piece) && attacks(piece, sq, occupied).contains(to))
        .collect()
}

/// The JKF letters for the words that distinguish moves.
pub(super) const JKF_LETTERS: [(char, char); 7] =
    [('L', '左'), ('C', '直'), ('R', '右'), ('U', '上'), ('M', '寄'), ('D', '引'), ('H', '打')];

/// The direction of a move: 上, 寄 or 引.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Sideways,
    Down,
}

/// The side from which a piece comes, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Straight,
    Right,
}

/// The words added to the name of a piece that moves `from` … `to`, when its rivals (which include the piece)
/// could too.
fn qualifier(piece: Piece, from: Square, to: Square, rivals: &[Square]) -> String {
    if rivals.len() < 2 {
        return String::new();
    }
    let way = |sq: Square| way(piece.color(), sq, to);
    let way_name = match way(from) {
        Way::Up => "上",
        Way::Sideways => "寄",
        Way::Down => "引",
    };
    if is_alone(rivals, |sq| way(sq) == way(from)) {
        return way_name.to_owned();
    }
    // Horses and dragons slide and step, so both of a pair may come from the same side of the target square.
    // They are distinguished by their positions relative to each other.
    let is_pair = matches!(piece.kind(), PieceKind::Horse | PieceKind::Dragon);
    let reference = match rivals.iter().find(|&&sq| sq != from) {
        Some(&other) if is_pair => other,
        _ => to,
    };
    let side = |sq: Square| side(piece.color(), sq, reference);
    let side_name = match side(from) {
        Side::Straight if way(from) == Way::Up => return "直".to_owned(),
        Side::Straight => "",
        Side::Left => "左",
        Side::Right => "右",
    };
    if is_alone(rivals, |sq| side(sq) == side(from)) {
        return side_name.to_owned();
    }
    format!("{side_name}{way_name}")
}

/// Whether exactly one rival satisfies the predicate.
fn is_alone(rivals: &[Square], is_like: impl Fn(Square) -> bool) -> bool {
    rivals.iter().filter(|&&sq| is_like(sq)).count() == 1
}

pub(super) fn way(color: Color, from: Square, to: Square) -> Way {
    let (from, to) = seen_by(color, from, to);
    match from.rank().cmp(&to.rank()) {
        std::cmp::Ordering::Greater => Way::Up,
        std::cmp::Ordering::Equal => Way::Sideways,
        std::cmp::Ordering::Less => Way::Down,
    }
}

pub(super) fn side(color: Color, from: Square, reference: Square) -> Side {
    let (from, reference) = seen_by(color, from, reference);
    match from.file().cmp(&reference.file()) {
        std::cmp::Ordering::Greater => Side::Left,
        std::cmp::Ordering::Equal => Side::Straight,
        std::cmp::Ordering::Less => Side::Right,
    }
}

/// Two squares on the board turned so that `color` moves up.
fn seen_by(color: Color, a: Square, b: Square) -> (Square, Square) {
    match color {
        Color::Black => (a, b),
        Color::White => (a.flip(), b.flip()),
    }
}
