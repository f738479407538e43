//! Legal moves in stages, for a search that usually needs only the first few: tests whether a given move is
//! legal or gives check, and generates tactical moves and quiet moves.
//!
//! Unlike the other generators, these leave out useless non-promotions (不成): those of pawns, bishops and
//! rooks always, those of lances on the second rank. Only the playing engine may do so, not the solvers.

use super::drops::{for_each_drop, is_pawn_drop_mate, pawn_checks};
use super::evasions::evade;
use super::flights::king_targets;
use super::moveset::{MoveSet, dead_end, emit, promotion_targets};
use crate::board::{Bitboard, attacks, between, line, reach, steps};
use crate::position::{Group, Position, Threats, View};
use crate::types::{Color, Move, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// The restrictions on the moves of a position by both kings, computed once for all stages. Valid for this
/// position only.
#[derive(Clone, Copy, Debug)]
pub struct Staged {
    checkers: Bitboard,
    /// The pieces of either side that are the only piece between an enemy slider and the king of the side to
    /// move.
    blockers: Bitboard,
    /// Own pieces that open a line to the other king when they leave it.
    discoverers: Bitboard,
}

impl Staged {
    /// Computes the restrictions for a position.
    #[inline]
    pub fn new(position: &Position) -> Staged {
        let us = position.side_to_move();
        let view = View::new(position);
        let Threats { checkers, blockers } = match position.king(us) {
            Some(king) => view.threats(king, !us),
            None => Threats { checkers: Bitboard::EMPTY, blockers: Bitboard::EMPTY },
        };
        let discoverers = match position.king(!us) {
            Some(target) => view.lines_to(target, us).blockers & position.pieces(us),
            None => Bitboard::EMPTY,
        };
        Staged { checkers, blockers, discoverers }
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Generates the legal captures, and the promotions of pawns, bishops and rooks that capture nothing. The
    /// side to move must not be in check.
    #[inline]
    pub fn for_each_tactical(
        &self,
        position: &Position,
        mut listener: impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        board_moves::<true>(position, self.blockers, &mut listener)
    }

    /// Generates the other legal moves. The side to move must not be in check.
    #[inline]
    pub fn for_each_quiet(
        &self,
        position: &Position,
        mut listener: impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        board_moves::<false>(position, self.blockers, &mut listener)?;
        for_each_drop(position, !position.occupied(), &mut listener)
    }

    /// Generates the legal answers to check.
    #[inline]
    pub fn for_each_evasion(
        &self,
        position: &Position,
        mut listener: impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = position.side_to_move();
        let threats = Threats { checkers: self.checkers, blockers: self.blockers };
        let Some(king) = position.king(us) else { return ControlFlow::Continue(()) };
        evade(position, king, threats, &mut |set| {
            let MoveSet::Board { from, stay, promote } = set else { return listener(set) };
            let useless =
                position.piece_at(from).map_or(Bitboard::EMPTY, |piece| useless_stays(us, piece.kind()));
            emit(from, stay.without(promote & useless), promote, &mut listener)
        })
    }

    /// Whether the stages generate a move for this position. `mv` may be any move.
    pub fn allows(&self, position: &Position, mv: Move) -> bool {
        let us = position.side_to_move();
        let to = mv.to();
        if let Some(kind) = mv.dropped() {
            return self.allows_drop(position, kind, to);
        }
        let Some(from) = mv.from() else { return false };
        let Some(piece) = position.piece_at(from).filter(|piece| piece.color() == us) else { return false };
        let (kind, occupied) = (piece.kind(), position.occupied());
        if (position.pieces(us) | position.stones()).contains(to)
            || !attacks(piece, from, occupied).contains(to)
        {
            return false;
        }
        let may_promote = kind.promoted().is_some() && promotion_targets(us, from).contains(to);
        if mv.promotes() && !may_promote || !mv.promotes() && dead_end(us, kind).contains(to) {
            return false;
        }
        if !mv.promotes() && may_promote && useless_stays(us, kind).contains(to) {
            return false;
        }
        let Some(king) = position.king(us) else { return true };
        if kind == PieceKind::King {
            return king_targets(&View::new(position), king, us).contains(to);
        }
        let answers = self.answers(king);
        answers.contains(to) && (!self.blockers.contains(from) || line(king, from).contains(to))
    }

    fn allows_drop(&self, position: &Position, kind: PieceKind, to: Square) -> bool {
        let us = position.side_to_move();
        if !position.hand(us).has(kind) || position.occupied().contains(to) || dead_end(us, kind).contains(to)
        {
            return false;
        }
        if let Some(king) = position.king(us)
            && !self.answers(king).contains(to)
        {
            return false;
        }
        kind != PieceKind::Pawn
            || position.group(us, Group::Pawn).empty_files().contains(to)
                && !(pawn_checks(position, us, to) && is_pawn_drop_mate(&View::new(position), us, to))
    }

    /// The squares to which pieces other than the king may move with regard to checks.
    #[inline(always)]
    fn answers(&self, king: Square) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => self.checkers | between(king, checker),
        }
    }

    /// Whether a legal move gives check.
    #[inline]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let us = position.side_to_move();
        let Some(target) = position.king(!us) else { return false };
        let to = mv.to();
        let mut occupied = position.occupied();
        let kind = if let Some(from) = mv.from() {
            if self.discoverers.contains(from) && !line(target, from).contains(to) {
                return true;
            }
            occupied = occupied.without(Bitboard::square(from));
            let Some(piece) = position.piece_at(from) else { return false };
            if mv.promotes() { piece.kind().promoted().unwrap_or(piece.kind()) } else { piece.kind() }
        } else {
            mv.dropped().unwrap_or(PieceKind::Pawn)
        };
        let arrived = Piece::new(us, kind);
        reach(arrived, to).contains(target)
            && (steps(arrived, to).contains(target) || !between(to, target).intersects(occupied))
    }
}

/// The squares on which a piece that may promote there should do so, because the promoted piece can do
/// everything that the unpromoted one can.
#[inline(always)]
fn useless_stays(us: Color, kind: PieceKind) -> Bitboard {
    match kind {
        PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook => Bitboard::ALL,
        PieceKind::Lance => Bitboard::far_ranks(us, 2),
        _ => Bitboard::EMPTY,
    }
}

/// The moves on the board of a side that is not in check: the tactical ones, or the others.
#[inline(always)]
fn board_moves<const TACTICAL: bool>(
    position: &Position,
    blockers: Bitboard,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let occupied = position.occupied();
    let free = !(position.pieces(us) | position.stones());
    let targets = if TACTICAL { position.pieces(!us) } else { !occupied };
    let pinned = blockers & position.pieces(us);
    let king = position.king(us);
    // The squares to which a piece may move with regard to its king.
    let allowed = |from: Square| match king {
        Some(king) if pinned.contains(from) => line(king, from),
        _ => Bitboard::ALL,
    };
    let zone = Bitboard::promotion_zone(us);
    let pawns = position.group(us, Group::Pawn);
    pawn_moves::<TACTICAL>(us, pawns.without(pinned).forward(us), free, targets, listener)?;
    for from in pawns & pinned {
        let to = Bitboard::square(from).forward(us) & allowed(from);
        pawn_moves::<TACTICAL>(us, to, free, targets, listener)?;
    }
    for from in position.group(us, Group::Silver) {
        let to = steps(Piece::new(us, PieceKind::Silver), from) & targets & allowed(from);
        emit(from, to, to & promotion_targets(us, from), listener)?;
    }
    for from in position.group(us, Group::Gold) {
        let to = steps(Piece::new(us, PieceKind::Gold), from) & targets & allowed(from);
        emit(from, to, Bitboard::EMPTY, listener)?;
    }
    for from in position.group(us, Group::Knight) {
        let to = steps(Piece::new(us, PieceKind::Knight), from) & targets & allowed(from);
        emit(from, to.without(dead_end(us, PieceKind::Knight)), to & zone, listener)?;
    }
    for from in position.group(us, Group::Lance) {
        let to = attacks(Piece::new(us, PieceKind::Lance), from, occupied) & targets & allowed(from);
        emit(from, to.without(Bitboard::far_ranks(us, 2)), to & promotion_targets(us, from), listener)?;
    }
    let promoted = position.group(us, Group::King);
    for (group, plain, better) in [
        (Group::Bishop, PieceKind::Bishop, PieceKind::Horse),
        (Group::Rook, PieceKind::Rook, PieceKind::Dragon),
    ] {
        for from in position.group(us, group) {
            if promoted.contains(from) {
                let to = attacks(Piece::new(us, better), from, occupied) & targets & allowed(from);
                emit(from, to, Bitboard::EMPTY, listener)?;
            } else {
                let to = attacks(Piece::new(us, plain), from, occupied) & free & allowed(from);
                let promotes = to & promotion_targets(us, from);
                let promote = if TACTICAL { promotes } else { Bitboard::EMPTY };
                emit(from, to.without(promotes) & targets, promote, listener)?;
            }
        }
    }
    if let Some(king) = king
        && steps(Piece::new(us, PieceKind::King), king).intersects(targets)
    {
        let to = king_targets(&View::new(position), king, us) & targets;
        emit(king, to, Bitboard::EMPTY, listener)?;
    }
    ControlFlow::Continue(())
}

/// The moves of pawns that arrive on the squares `to`.
#[inline(always)]
fn pawn_moves<const TACTICAL: bool>(
    us: Color,
    to: Bitboard,
    free: Bitboard,
    targets: Bitboard,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let zone = Bitboard::promotion_zone(us);
    let promote = if TACTICAL { to & zone & free } else { Bitboard::EMPTY };
    let stay = to.without(zone) & targets;
    if (stay | promote).is_empty() {
        return ControlFlow::Continue(());
    }
    listener(MoveSet::Pawns { color: us, stay, promote })
}
