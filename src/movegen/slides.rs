//! The slides of one side's lances, bishops and rooks, and the checks they lead to.

use super::checks::Duties;
use super::moveset::{MoveSet, dead_end, emit, promotion_targets};
use crate::board::{Bitboard, bishop_attacks, king_attacks, lance_attacks, line, reach, rook_attacks};
use crate::position::{Group, View};
use crate::types::{Color, Piece, PieceKind, Square};
use arrayvec::ArrayVec;
use core::ops::ControlFlow;

/// A slider and what it attacks.
#[derive(Clone, Copy)]
pub(super) struct Slider {
    pub from: Square,
    pub kind: PieceKind,
    attacks: Bitboard,
    /// Where its own king lets it go, and where it may promote.
    moves: Bitboard,
    promotes: Bitboard,
}

/// The sliders of one side and what each attacks.
pub(super) struct Slides {
    sliders: ArrayVec<Slider, { Slides::MAX }>,
    /// What all of them attack.
    attacked: Bitboard,
    /// Where lances, bishops (and horses), rooks (and dragons) may go.
    lances: Bitboard,
    bishops: Bitboard,
    rooks: Bitboard,
    /// Where they can arrive with the steps of a king or a gold: horses, dragons, and what promotes.
    steppers: Bitboard,
}

impl Slides {
    /// Helpmates may have more pieces than a set, but no more of a kind than a packed position holds: seven lances,
    /// three bishops and three rooks.
    const MAX: usize = 13;

    /// No slider.
    #[inline(always)]
    pub fn none() -> Slides {
        Slides {
            sliders: ArrayVec::new_const(),
            attacked: Bitboard::EMPTY,
            lances: Bitboard::EMPTY,
            bishops: Bitboard::EMPTY,
            rooks: Bitboard::EMPTY,
            steppers: Bitboard::EMPTY,
        }
    }

    /// All sliders of a side.
    #[inline(always)]
    pub fn new(view: &View, by: Color, duties: &Duties) -> Slides {
        let mut slides = Slides::none();
        slides.find(view, by, duties);
        slides
    }

    /// Becomes all sliders of a side.
    #[inline(always)]
    pub fn find(&mut self, view: &View, by: Color, duties: &Duties) {
        self.clear();
        let promoted = view.group(by, Group::King);
        for from in view.group(by, Group::Lance) {
            self.push(view, by, duties, from, PieceKind::Lance);
        }
        for from in view.group(by, Group::Bishop) {
            let kind = if promoted.contains(from) { PieceKind::Horse } else { PieceKind::Bishop };
            self.push(view, by, duties, from, kind);
        }
        for from in view.group(by, Group::Rook) {
            let kind = if promoted.contains(from) { PieceKind::Dragon } else { PieceKind::Rook };
            self.push(view, by, duties, from, kind);
        }
    }

    /// Becomes the slides in a view that differs from that of `before` by what stands on `changed` squares.
    #[inline(always)]
    pub fn update(&mut self, before: &Slides, view: &View, by: Color, duties: &Duties, changed: Bitboard) {
        self.clear();
        for slider in &before.sliders {
            if !view.pieces(by).contains(slider.from) {
                continue;
            }
            if slider.attacks.intersects(changed) {
                self.push(view, by, duties, slider.from, slider.kind);
            } else {
                self.add(by, duties, slider.from, slider.kind, slider.attacks);
            }
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.sliders.clear();
        self.attacked = Bitboard::EMPTY;
        [self.lances, self.bishops, self.rooks, self.steppers] = [Bitboard::EMPTY; 4];
    }

    #[inline(always)]
    fn push(&mut self, view: &View, by: Color, duties: &Duties, from: Square, kind: PieceKind) {
        let attacks = match kind {
            PieceKind::Lance => lance_attacks(by, from, view.occupied),
            PieceKind::Bishop => bishop_attacks(from, view.occupied),
            PieceKind::Horse => bishop_attacks(from, view.occupied) | king_attacks(from),
            PieceKind::Rook => rook_attacks(from, view.occupied),
            _ => rook_attacks(from, view.occupied) | king_attacks(from),
        };
        self.add(by, duties, from, kind, attacks);
    }

    #[inline(always)]
    fn add(&mut self, by: Color, duties: &Duties, from: Square, kind: PieceKind, attacks: Bitboard) {
        let moves = attacks & duties.allow(from);
        let promotes = if kind.is_promoted() { Bitboard::EMPTY } else { moves & promotion_targets(by, from) };
        self.attacked |= attacks;
        match kind {
            PieceKind::Lance => self.lances |= moves,
            PieceKind::Bishop | PieceKind::Horse => self.bishops |= moves,
            _ => self.rooks |= moves,
        }
        self.steppers |= if kind.is_promoted() { moves } else { promotes };
        // There are never more than fit in.
        let _ = self.sliders.try_push(Slider { from, kind, attacks, moves, promotes });
    }

    /// What all of them attack.
    #[inline(always)]
    pub fn union(&self) -> Bitboard {
        self.attacked
    }

    /// The sliders; some may have been taken since.
    #[inline(always)]
    pub fn sliders(&self) -> &[Slider] {
        &self.sliders
    }

    /// Hands out the checks that the sliders of `us` give on `target`; `discoverers` are the pieces that open a line.
    #[inline(always)]
    pub fn for_each_check(
        &self,
        view: &View,
        us: Color,
        target: Square,
        discoverers: Bitboard,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let takeable = !(view.pieces(us) | view.stones());
        let aim = |kind| reach(Piece::new(!us, kind), target) & takeable;
        let along_lines = self.lances & aim(PieceKind::Lance) | self.rooks & aim(PieceKind::Rook);
        let along_diagonals = self.bishops & aim(PieceKind::Bishop);
        let around = king_attacks(target) & takeable;
        let beside = self.steppers & around;
        if (along_lines | along_diagonals | beside | discoverers).is_empty() {
            return ControlFlow::Continue(());
        }
        // What the king would attack as a rook, as a bishop or with his own steps, as far as it matters.
        let mut seen = around;
        if !along_lines.is_empty() {
            seen |= rook_attacks(target, view.occupied);
        }
        if !along_diagonals.is_empty() {
            seen |= bishop_attacks(target, view.occupied);
        }
        let hits = (along_lines | along_diagonals) & seen | beside;
        if (hits | discoverers).is_empty() {
            return ControlFlow::Continue(());
        }
        for &Slider { from, kind, moves, promotes, .. } in &self.sliders {
            if !moves.intersects(hits) && !discoverers.contains(from) {
                continue;
            }
            let (aim, promoted_aim) = aims(us, kind, target);
            let (mut stays, mut promotions) = (aim & seen, promoted_aim & seen);
            if discoverers.contains(from) {
                let opened = !line(target, from);
                stays |= opened.without(dead_end(us, kind));
                promotions |= opened;
            }
            let (stays, promotions) = (moves & stays & takeable, promotes & promotions & takeable);
            // A slider that was taken is still listed.
            if view.pieces(us).contains(from) {
                emit(from, stays, promotions, listener)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The squares from which a slider of `us` would attack `target` on an empty board, as it is and promoted.
#[inline(always)]
fn aims(us: Color, kind: PieceKind, target: Square) -> (Bitboard, Bitboard) {
    let aim = |kind| reach(Piece::new(!us, kind), target);
    let promoted = match kind {
        PieceKind::Lance => aim(PieceKind::ProLance),
        PieceKind::Bishop => aim(PieceKind::Horse),
        PieceKind::Rook => aim(PieceKind::Dragon),
        _ => Bitboard::EMPTY,
    };
    (aim(kind), promoted)
}
