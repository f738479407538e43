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
    /// Where it may promote.
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
    pub fn new(view: &View, by: Color) -> Slides {
        let mut slides = Slides::none();
        slides.find(view, by);
        slides
    }

    /// Becomes all sliders of a side.
    #[inline(always)]
    pub fn find(&mut self, view: &View, by: Color) {
        self.clear();
        let promoted = view.group(by, Group::King);
        for from in view.group(by, Group::Lance) {
            self.push(view, by, from, PieceKind::Lance);
        }
        for from in view.group(by, Group::Bishop) {
            self.push(
                view,
                by,
                from,
                if promoted.contains(from) { PieceKind::Horse } else { PieceKind::Bishop },
            );
        }
        for from in view.group(by, Group::Rook) {
            self.push(
                view,
                by,
                from,
                if promoted.contains(from) { PieceKind::Dragon } else { PieceKind::Rook },
            );
        }
    }

    /// Becomes the slides in a view that differs from that of `before` by what stands on `changed` squares.
    #[inline(always)]
    pub fn update(&mut self, before: &Slides, view: &View, by: Color, changed: Bitboard) {
        self.clear();
        for slider in &before.sliders {
            if !view.pieces(by).contains(slider.from) {
                continue;
            }
            if slider.attacks.intersects(changed) {
                self.push(view, by, slider.from, slider.kind);
            } else {
                self.add(*slider);
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
    fn push(&mut self, view: &View, by: Color, from: Square, kind: PieceKind) {
        let attacks = match kind {
            PieceKind::Lance => lance_attacks(by, from, view.occupied),
            PieceKind::Bishop => bishop_attacks(from, view.occupied),
            PieceKind::Horse => bishop_attacks(from, view.occupied) | king_attacks(from),
            PieceKind::Rook => rook_attacks(from, view.occupied),
            _ => rook_attacks(from, view.occupied) | king_attacks(from),
        };
        let promotes =
            if kind.is_promoted() { Bitboard::EMPTY } else { attacks & promotion_targets(by, from) };
        self.add(Slider { from, kind, attacks, promotes });
    }

    /// Becomes the slides of `all` as far as their own king allows them as moves.
    #[inline(always)]
    pub fn restrict(&mut self, all: &Slides, duties: &Duties) {
        self.clear();
        for slider in &all.sliders {
            let allowed = duties.allow(slider.from);
            let (attacks, promotes) = (slider.attacks & allowed, slider.promotes & allowed);
            self.add(Slider { attacks, promotes, ..*slider });
        }
        self.attacked = all.attacked;
    }

    /// Whether their own king lets all of them go where they can.
    #[inline(always)]
    pub fn are_free(&self, view: &View, us: Color, duties: &Duties) -> bool {
        duties.answers == Bitboard::ALL && (duties.pinned & view.sliders(us)).is_empty()
    }

    #[inline(always)]
    fn add(&mut self, slider: Slider) {
        self.attacked |= slider.attacks;
        match slider.kind {
            PieceKind::Lance => self.lances |= slider.attacks,
            PieceKind::Bishop | PieceKind::Horse => self.bishops |= slider.attacks,
            _ => self.rooks |= slider.attacks,
        }
        self.steppers |= if slider.kind.is_promoted() { slider.attacks } else { slider.promotes };
        // There are never more than fit in.
        let _ = self.sliders.try_push(slider);
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
        duties: &Duties,
        discoverers: Bitboard,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let takeable = duties.answers.without(view.pieces(us) | view.stones());
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
        for &Slider { from, kind, attacks, promotes } in &self.sliders {
            if !attacks.intersects(hits) && !discoverers.contains(from) {
                continue;
            }
            let (aim, promoted_aim) = aims(us, kind, target);
            let (mut stays, mut promotions) = (aim & seen, promoted_aim & seen);
            if discoverers.contains(from) {
                let opened = !line(target, from);
                stays |= opened.without(dead_end(us, kind));
                promotions |= opened;
            }
            let (stays, promotions) = (attacks & stays & takeable, promotes & promotions & takeable);
            // A slider that was taken is still listed.
            if !(stays | promotions).is_empty() && view.pieces(us).contains(from) {
                let allowed = duties.allow(from);
                emit(from, stays & allowed, promotions & allowed, listener)?;
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
