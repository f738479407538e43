//! Pieces in hand (持駒).

use super::{HAND_KINDS, PieceKind};
use core::fmt;

/// The pieces one side holds: one byte for each kind, at `8 × kind number`, so that any diagram can be read
/// (up to [`Hand::MAX`] of a kind) and "holds at least" is one subtraction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u64);

const GUARDS: u64 = 0x8080_8080_8080_8080;

impl Hand {
    /// The empty hand.
    pub const EMPTY: Hand = Hand(0);
    /// The largest count of one kind.
    pub const MAX: u32 = 31;

    #[inline(always)]
    const fn shift(kind: PieceKind) -> u32 {
        debug_assert!((kind as u8) < 8);
        (kind as u32 & 7) * 8
    }

    /// The number of pieces of an unpromoted kind held.
    #[inline(always)]
    pub const fn count(self, kind: PieceKind) -> u32 {
        (self.0 >> Hand::shift(kind)) as u32 & 0xff
    }

    /// Whether at least one piece of an unpromoted kind is held.
    #[inline(always)]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.0 & (0xff << Hand::shift(kind)) != 0
    }

    /// Whether anything but pawns is held.
    #[inline(always)]
    pub const fn has_more_than_pawns(self) -> bool {
        self.0 & !(0xff << Hand::shift(PieceKind::Pawn)) != 0
    }

    /// Whether nothing is held.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The counts, one byte for each kind at `8 × kind number`.
    #[inline(always)]
    pub(crate) const fn to_bits(self) -> u64 {
        self.0
    }

    /// The hand with the given counts, each at most [`Hand::MAX`].
    #[inline(always)]
    pub(crate) const fn from_bits(counts: u64) -> Hand {
        debug_assert!(counts & GUARDS == 0);
        Hand(counts)
    }

    /// Adds one piece of an unpromoted kind; the count must stay within [`Hand::MAX`].
    #[inline(always)]
    pub const fn add(&mut self, kind: PieceKind) {
        self.0 += 1 << Hand::shift(kind);
        debug_assert!(self.0 & GUARDS == 0);
    }

    /// Removes one piece of an unpromoted kind, which must be present.
    #[inline(always)]
    pub const fn remove(&mut self, kind: PieceKind) {
        debug_assert!(self.has(kind));
        self.0 -= 1 << Hand::shift(kind);
    }

    /// Sets the count of an unpromoted kind (at most [`Hand::MAX`]).
    pub const fn set(&mut self, kind: PieceKind, count: u32) {
        assert!(count <= Hand::MAX);
        self.0 = self.0 & !(0xff << Hand::shift(kind)) | (count as u64) << Hand::shift(kind);
    }

    /// Whether this hand holds at least as many of every kind as `other`.
    #[inline(always)]
    pub const fn contains(self, other: Hand) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// The kinds held with their counts, in SFEN order (rook first).
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u32)> {
        HAND_KINDS.into_iter().map(move |kind| (kind, self.count(kind))).filter(|&(_, count)| count > 0)
    }

    /// The number of pieces held.
    pub fn total(self) -> u32 {
        self.iter().map(|(_, count)| count).sum()
    }
}

impl fmt::Display for Hand {
    /// SFEN text with upper-case letters; nothing for an empty hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, count) in self.iter() {
            if count > 1 {
                write!(f, "{count}")?;
            }
            write!(f, "{}", kind.letter())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}
