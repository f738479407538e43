//! Sets of moves with a common source, and the plain list of moves.

use crate::board::Bitboard;
use crate::types::{Color, Move, PieceKind, Square};
use core::ops::{ControlFlow, Deref};

/// Legal moves with a common source, as generators pass them to their listeners. Never empty.
#[derive(Clone, Copy, Debug)]
pub enum MoveSet {
    /// One piece's moves.
    Board {
        /// Its square.
        from: Square,
        /// The squares to which it may move without promoting.
        stay: Bitboard,
        /// The squares to which it may move with promotion.
        promote: Bitboard,
    },
    /// One step forward by several pawns of a side.
    Pawns {
        /// Their side.
        color: Color,
        /// The squares where they arrive without promoting.
        stay: Bitboard,
        /// The squares where they arrive with promotion.
        promote: Bitboard,
    },
    /// Drops of one kind.
    Drops {
        /// The kind dropped.
        kind: PieceKind,
        /// The squares.
        to: Bitboard,
    },
}

impl MoveSet {
    /// The number of moves.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        match self {
            MoveSet::Board { stay, promote, .. } | MoveSet::Pawns { stay, promote, .. } => {
                stay.count() + promote.count()
            }
            MoveSet::Drops { to, .. } => to.count(),
        }
    }

    /// Generates the moves one by one, promotions before the others.
    #[inline(always)]
    pub fn try_for_each(&self, mut f: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match *self {
            MoveSet::Board { from, stay, promote } => {
                for to in promote {
                    f(Move::board(from, to, true))?;
                }
                for to in stay {
                    f(Move::board(from, to, false))?;
                }
            }
            MoveSet::Pawns { color, stay, promote } => {
                for to in promote {
                    f(Move::board(to.behind(color), to, true))?;
                }
                for to in stay {
                    f(Move::board(to.behind(color), to, false))?;
                }
            }
            MoveSet::Drops { kind, to } => {
                for to in to {
                    f(Move::drop(kind, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Passes one piece's moves to a listener unless there are none.
#[inline(always)]
pub(super) fn emit(
    from: Square,
    stay: Bitboard,
    promote: Bitboard,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if (stay | promote).is_empty() {
        return ControlFlow::Continue(());
    }
    listener(MoveSet::Board { from, stay, promote })
}

/// The targets on which an unpromoted piece may arrive without promoting, and those on which it may promote.
#[inline(always)]
pub(super) fn split(color: Color, kind: PieceKind, from: Square, targets: Bitboard) -> (Bitboard, Bitboard) {
    let promote =
        if kind.promoted().is_none() { Bitboard::EMPTY } else { targets & promotion_targets(color, from) };
    (targets.without(dead_end(color, kind)), promote)
}

/// The squares on which a piece that left `from` may promote: all squares if `from` is in the promotion zone,
/// otherwise the zone.
#[inline(always)]
pub(super) fn promotion_targets(color: Color, from: Square) -> Bitboard {
    /// By colour and origin square.
    static TARGETS: [[Bitboard; Square::TABLE]; 2] = {
        let mut table = [[Bitboard::EMPTY; Square::TABLE]; 2];
        let mut sq = 0;
        while sq < 81 {
            let mut c = 0;
            while c < 2 {
                let zone = Bitboard::promotion_zone(Color::ALL[c]);
                table[c][sq] = if zone.to_bits() >> sq & 1 != 0 { Bitboard::ALL } else { zone };
                c += 1;
            }
            sq += 1;
        }
        table
    };
    TARGETS[color.index()][from.index()]
}

/// The ranks on which a piece would have no further moves (行き所のない駒).
#[inline(always)]
pub(super) fn dead_end(color: Color, kind: PieceKind) -> Bitboard {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => Bitboard::far_ranks(color, 1),
        PieceKind::Knight => Bitboard::far_ranks(color, 2),
        _ => Bitboard::EMPTY,
    }
}

/// A list of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// Collects all moves of a generator.
    pub(super) fn collect(generate: impl FnOnce(&mut dyn FnMut(MoveSet) -> ControlFlow<()>)) -> MoveList {
        let mut list = MoveList::default();
        generate(&mut |set: MoveSet| {
            set.try_for_each(|mv| {
                list.0.push(mv);
                ControlFlow::Continue(())
            })
        });
        list
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
