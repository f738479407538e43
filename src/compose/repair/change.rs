//! One change of a position: the kinds of changes, their sizes, and how to make them.

use crate::position::Position;
use crate::types::{Color, HAND_KINDS, Hand, Piece, PieceKind, Square};

/// A single change of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// A piece is promoted, or a promoted piece is unpromoted.
    Promote {
        /// The square of the piece.
        square: Square,
    },
    /// A piece changes sides (駒の向きを変える).
    Turn {
        /// The square of the piece.
        square: Square,
    },
    /// One more piece in a hand, taken from the box.
    More {
        /// The side whose hand changes.
        color: Color,
        /// The kind of the piece.
        kind: PieceKind,
    },
    /// One piece fewer in a hand.
    Less {
        /// The side whose hand changes.
        color: Color,
        /// The kind of the piece.
        kind: PieceKind,
    },
    /// A piece is moved to an empty square.
    Move {
        /// The square that the piece leaves.
        from: Square,
        /// The square that it moves to.
        to: Square,
    },
    /// A piece is replaced by another piece of the same side.
    Exchange {
        /// The square of the piece.
        square: Square,
        /// The new piece.
        piece: Piece,
    },
    /// A piece is removed; a king only when its side has another king.
    Remove {
        /// The square of the piece.
        square: Square,
    },
    /// A piece is added on an empty square.
    Add {
        /// The square.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// The defender gets all remaining pieces in hand (玉方持駒は残り全部).
    GiveRest,
}

impl Change {
    /// The size of the change: 1 to promote or unpromote a piece; 2 to turn it, exchange it, move it to an
    /// adjacent square (and 1 more for each further square), or to add a piece to or remove one from a hand;
    /// 3 to remove a piece from the board; 4 to add one, or to give all remaining pieces to the defender.
    pub fn size(self) -> u32 {
        match self {
            Change::Promote { .. } => 1,
            Change::Turn { .. } | Change::More { .. } | Change::Less { .. } | Change::Exchange { .. } => 2,
            Change::Move { from, to } => 1 + distance(from, to),
            Change::Remove { .. } => 3,
            Change::Add { .. } | Change::GiveRest => 4,
        }
    }

    /// The word used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Change::Promote { .. } => "promote",
            Change::Turn { .. } => "turn",
            Change::More { .. } => "more",
            Change::Less { .. } => "less",
            Change::Move { .. } => "move",
            Change::Exchange { .. } => "exchange",
            Change::Remove { .. } => "remove",
            Change::Add { .. } => "add",
            Change::GiveRest => "rest",
        }
    }

    /// The squares that it changes.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Change::Promote { square }
            | Change::Turn { square }
            | Change::Exchange { square, .. }
            | Change::Remove { square }
            | Change::Add { square, .. } => (Some(square), None),
            Change::Move { from, to } => (Some(from), Some(to)),
            Change::More { .. } | Change::Less { .. } | Change::GiveRest => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Makes the change; returns false when it cannot be made, for example because another change removed the
    /// piece.
    pub fn make(self, position: &mut Position, defender: Color) -> bool {
        let piece_at = |square| position.piece_at(square).filter(|piece| piece.kind() != PieceKind::King);
        match self {
            Change::Promote { square } => {
                let turned = piece_at(square).and_then(turned_over);
                turned.is_some_and(|piece| put(position, square, piece))
            }
            Change::Turn { square } => {
                let turned = piece_at(square).map(Piece::flip);
                turned.is_some_and(|piece| put(position, square, piece))
            }
            Change::Exchange { square, piece } => {
                let fits = piece_at(square).is_some_and(|old| old.color() == piece.color() && old != piece);
                fits && put(position, square, piece)
            }
            Change::Remove { square } => {
                let is_there = piece_at(square).is_some() || is_spare_king(position, square);
                if is_there {
                    position.remove(square);
                }
                is_there
            }
            Change::Add { square, piece } => {
                !position.occupied().contains(square) && put(position, square, piece)
            }
            Change::Move { from, to } => {
                let Some(piece) = position.piece_at(from) else { return false };
                if position.occupied().contains(to) {
                    return false;
                }
                position.remove(from);
                put(position, to, piece)
            }
            Change::More { color, kind } => {
                let mut hand = position.hand(color);
                hand.set(kind, (hand.count(kind) + 1).min(Hand::MAX));
                position.set_hand(color, hand);
                true
            }
            Change::Less { color, kind } => {
                let mut hand = position.hand(color);
                let has_one = hand.has(kind);
                if has_one {
                    hand.remove(kind);
                    position.set_hand(color, hand);
                }
                has_one
            }
            Change::GiveRest => {
                let has_some = !position.piece_box().is_empty();
                position.give_rest(defender);
                has_some
            }
        }
    }
}

/// The distance between two squares in king's steps.
pub(super) fn distance(one: Square, other: Square) -> u32 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())).into()
}

fn put(position: &mut Position, square: Square, piece: Piece) -> bool {
    position.put(square, piece);
    true
}

/// Whether the square holds a king and its side has another king.
fn is_spare_king(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_at(square).filter(|piece| piece.kind() == PieceKind::King) else {
        return false;
    };
    let own = position.pieces(piece.color()).into_iter();
    own.filter(|&sq| position.piece_at(sq) == Some(piece)).count() > 1
}

/// The promoted form of an unpromoted piece, or the unpromoted form of a promoted one, if it exists.
fn turned_over(piece: Piece) -> Option<Piece> {
    let kind = piece.kind();
    let other = if kind.is_promoted() { Some(kind.unpromoted()) } else { kind.promoted() };
    other.map(|kind| Piece::new(piece.color(), kind))
}

/// All single changes of a position, in the order of their sizes; some of them lead to illegal positions.
/// When a side holds all remaining pieces (`holds_rest`), its hand follows from the rest of the position, so
/// it is not changed directly. `kings` are the sides without a king that are to get one.
pub fn single_changes(position: &Position, holds_rest: Option<Color>, kings: &[Color]) -> Vec<Change> {
    let mut changes = Vec::new();
    let occupied = position.occupied();
    let empty = || Square::all().filter(|&square| !occupied.contains(square));
    let all_kinds = || PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
    for square in occupied {
        // Stones are not changed.
        let Some(piece) = position.piece_at(square) else { continue };
        changes.extend(empty().map(|to| Change::Move { from: square, to }));
        if piece.kind() == PieceKind::King {
            changes.extend(is_spare_king(position, square).then_some(Change::Remove { square }));
            continue;
        }
        changes.extend([Change::Turn { square }, Change::Remove { square }]);
        changes.extend(turned_over(piece).map(|_| Change::Promote { square }));
        let others = all_kinds().filter(|kind| kind.unpromoted() != piece.kind().unpromoted());
        changes
            .extend(others.map(|kind| Change::Exchange { square, piece: Piece::new(piece.color(), kind) }));
    }
    for square in empty() {
        for color in Color::ALL {
            changes.extend(all_kinds().map(|kind| Change::Add { square, piece: Piece::new(color, kind) }));
        }
        let kings = kings.iter().map(|&color| Piece::new(color, PieceKind::King));
        changes.extend(kings.map(|piece| Change::Add { square, piece }));
    }
    for color in Color::ALL.into_iter().filter(|&color| holds_rest != Some(color)) {
        for kind in HAND_KINDS {
            changes.extend([Change::More { color, kind }, Change::Less { color, kind }]);
        }
    }
    if holds_rest.is_none() {
        changes.push(Change::GiveRest);
    }
    changes.sort_by_key(|&change| (change.size(), change));
    changes
}
