//! The encoding of records as bytes: numbers in groups of seven bits, positions as differences from the
//! record before.

use super::record::{Claim, Link};
use crate::position::Position;
use crate::types::{Color, HAND_KINDS, Hand, Piece, PieceKind, Square};

/// The beginning of every certificate; the version of the format follows.
pub(super) const MAGIC: &str = "tsumugi certificate ";
pub(super) const VERSION: u32 = 1;

/// The first byte of a record has the claim in its two lowest bits; the byte 0 marks the end.
pub(super) const END: u8 = 0;
pub(super) const ANY_HAND: u8 = 1 << 2;
pub(super) const HAS_LABEL: u8 = 1 << 3;
pub(super) const OTHER_HAND: u8 = 1 << 4;
pub(super) const ATTACKER_MOVES: u8 = 1 << 5;

pub(super) const fn claim_tag(claim: Claim) -> u8 {
    match claim {
        Claim::Within(_) => 1,
        Claim::NotWithin(_) => 2,
        Claim::NoMate => 3,
    }
}

/// Appends a number, lowest groups of bits first.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The encoded number of a link in the record with number `own`.
pub(super) fn link_code(link: Link, own: u32) -> u64 {
    match link {
        Link::Obvious => 0,
        Link::Record(number) => u64::from(own - number) << 1,
        Link::Label(label) => u64::from(label) << 1 | 1,
    }
}

/// The link with an encoded number; `None` when it would lead before the first record.
pub(super) fn link_of(code: u64, own: u32) -> Option<Link> {
    let number = u32::try_from(code >> 1).ok()?;
    match (code, code & 1) {
        (0, _) => Some(Link::Obvious),
        (_, 1) => Some(Link::Label(number)),
        _ => own.checked_sub(number).map(Link::Record),
    }
}

const PAWN_BITS: u32 = 5;
const OTHER_BITS: u32 = 3;

fn widths() -> impl Iterator<Item = (PieceKind, u32)> {
    HAND_KINDS.into_iter().map(|kind| (kind, if kind == PieceKind::Pawn { PAWN_BITS } else { OTHER_BITS }))
}

/// A hand of a legal position as a number.
pub(super) fn hand_code(hand: Hand) -> u32 {
    widths().fold(0, |code, (kind, width)| code << width | hand.count(kind))
}

/// The hand with a number.
pub(super) fn hand_of(code: u64) -> Option<Hand> {
    let mut code = u32::try_from(code).ok()?;
    let mut hand = Hand::EMPTY;
    let mut kinds: Vec<_> = widths().collect();
    kinds.reverse();
    for (kind, width) in kinds {
        hand.set(kind, code & ((1 << width) - 1));
        code >>= width;
    }
    (code == 0).then_some(hand)
}

/// The squares on which two boards differ, each with its contents on the second board.
pub(super) fn changes(before: &Position, after: &Position) -> Vec<(Square, Option<Piece>)> {
    Square::all()
        .filter(|&sq| before.piece_at(sq) != after.piece_at(sq))
        .map(|sq| (sq, after.piece_at(sq)))
        .collect()
}

/// The pieces of a problem that are in play, on the board and in the hands, by unpromoted kind.
pub(super) fn in_play(position: &Position) -> Hand {
    let mut all = on_board(position);
    for color in Color::ALL {
        for (kind, count) in position.hand(color).iter() {
            all.set(kind, all.count(kind) + count);
        }
    }
    all
}

/// The pieces on the board except kings, by unpromoted kind.
pub(super) fn on_board(position: &Position) -> Hand {
    let mut all = Hand::EMPTY;
    for color in Color::ALL {
        for sq in position.pieces(color) {
            if let Some(piece) = position.piece_at(sq)
                && piece.kind() != PieceKind::King
            {
                all.add(piece.kind().unpromoted());
            }
        }
    }
    all
}

/// The pieces `all` without `others`; `None` when `others` has more of some kind.
pub(super) fn without(all: Hand, others: Hand) -> Option<Hand> {
    if !all.contains(others) {
        return None;
    }
    let mut rest = Hand::EMPTY;
    for kind in HAND_KINDS {
        rest.set(kind, all.count(kind) - others.count(kind));
    }
    Some(rest)
}
