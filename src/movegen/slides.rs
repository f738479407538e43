//! The slides of one side's lances, bishops and rooks, and the checks they lead to.

use super::checks::Duties;
use super::moveset::{MoveSet, dead_end, emit, promotion_targets};
use crate::board::{
    Bitboard, between, bishop_attacks, king_attacks, lance_attacks, line, reach, rook_attacks,
};
use crate::position::{Group, View};
use crate::types::{Color, Piece, PieceKind, Square};
use arrayvec::ArrayVec;
use core::ops::ControlFlow;

/// A slider and what it attacks.
#[derive(Clone, Copy)]
struct Slider {
    from: Square,
    kind: PieceKind,
    attacks: Bitboard,
    /// Where its own king and its side's pieces let it go.
    moves: Bitboard,
    /// Those of its moves after which it has the steps of a king or a gold.
    stepping: Bitboard,
}

impl Slider {
    /// `to`: where its own king and its side's pieces let it go.
    #[inline(always)]
    fn new(by: Color, from: Square, kind: PieceKind, attacks: Bitboard, to: Bitboard) -> Slider {
        let moves = attacks & to;
        let stepping = if kind.is_promoted() { moves } else { moves & promotion_targets(by, from) };
        Slider { from, kind, attacks, moves, stepping }
    }
}

/// What a slider attacks.
#[inline(always)]
fn slides_of(view: &View, by: Color, from: Square, kind: PieceKind) -> Bitboard {
    let slide = match kind {
        PieceKind::Lance => return lance_attacks(by, from, view.occupied),
        PieceKind::Bishop | PieceKind::Horse => bishop_attacks(from, view.occupied),
        _ => rook_attacks(from, view.occupied),
    };
    if kind.is_promoted() { slide | king_attacks(from) } else { slide }
}

/// The sliders of one side and what each attacks.
pub(super) struct Slides {
    sliders: ArrayVec<Slider, { Slides::MAX }>,
    all: Together,
    /// What their king demanded.
    answers: Bitboard,
    pinned: Bitboard,
}

/// What several sliders attack and where they may go.
#[derive(Clone, Copy)]
struct Together {
    /// What they attack.
    attacked: Bitboard,
    /// Where lances, bishops (and horses), rooks (and dragons) may go, by [`Together::way`].
    along: [Bitboard; 4],
    /// Where they can arrive with the steps of a king or a gold: horses, dragons, and what promotes.
    stepping: Bitboard,
}

impl Together {
    const NONE: Together =
        Together { attacked: Bitboard::EMPTY, along: [Bitboard::EMPTY; 4], stepping: Bitboard::EMPTY };

    #[inline(always)]
    fn add(&mut self, slider: &Slider) {
        self.attacked |= slider.attacks;
        self.along[Together::way(slider.kind)] |= slider.moves;
        self.stepping |= slider.stepping;
    }

    /// Where sliders may go that move as a lance, bishop or rook does.
    #[inline(always)]
    fn along(&self, kind: PieceKind) -> Bitboard {
        self.along[Together::way(kind)]
    }

    /// A number below four for each way of sliding, the same for a promoted kind as for what it was.
    #[inline(always)]
    const fn way(kind: PieceKind) -> usize {
        kind.index() % 8 / 2
    }
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
            all: Together::NONE,
            answers: Bitboard::ALL,
            pinned: Bitboard::EMPTY,
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
        self.sliders.clear();
        self.all = Together::NONE;
        let takeable = !(view.pieces(by) | view.stones());
        self.find_group(view, by, duties, takeable, [PieceKind::Lance; 2], Group::Lance);
        self.find_group(view, by, duties, takeable, [PieceKind::Bishop, PieceKind::Horse], Group::Bishop);
        self.find_group(view, by, duties, takeable, [PieceKind::Rook, PieceKind::Dragon], Group::Rook);
        (self.answers, self.pinned) = (duties.answers, duties.pinned);
    }

    /// Adds the sliders of a group, which are of one kind or the other.
    #[inline(always)]
    fn find_group(
        &mut self,
        view: &View,
        by: Color,
        duties: &Duties,
        takeable: Bitboard,
        [plain, promoted]: [PieceKind; 2],
        group: Group,
    ) {
        let mut all = self.all;
        for from in view.group(by, group) {
            let kind = if view.group(by, Group::King).contains(from) { promoted } else { plain };
            let attacks = slides_of(view, by, from, kind);
            let slider = Slider::new(by, from, kind, attacks, takeable & duties.allow(from));
            all.add(&slider);
            // There are never more than fit in.
            let _ = self.sliders.try_push(slider);
        }
        self.all = all;
    }

    /// Becomes the slides in a view that differs by what stands on `changed` squares; one on `taken` is none any more.
    /// `before` is filled with what [`restore`](Self::restore) needs.
    // As a part of all its callers it would leave the rest no room in the processor's instruction cache.
    #[inline(never)]
    pub fn change(
        &mut self,
        view: &View,
        by: Color,
        duties: &Duties,
        (changed, taken): (Bitboard, Square),
        before: &mut Before,
    ) {
        before.places.clear();
        before.sliders.clear();
        (before.all, before.answers, before.pinned) = (self.all, self.answers, self.pinned);
        let takeable = !(view.pieces(by) | view.stones());
        let may_go_as_before = self.answers == duties.answers && self.pinned == duties.pinned;
        let mut all = Together::NONE;
        for (place, slider) in (0..).zip(&mut self.sliders) {
            let is_taken = slider.from == taken;
            let is_changed = slider.attacks.intersects(changed);
            if is_taken || is_changed || !may_go_as_before {
                // There are never more than fit in.
                let _ = before.places.try_push(place);
                let _ = before.sliders.try_push(*slider);
                let Slider { from, kind, .. } = *slider;
                if is_taken {
                    slider.attacks = Bitboard::EMPTY;
                } else if is_changed {
                    slider.attacks = slides_of(view, by, from, kind);
                }
                *slider = Slider::new(by, from, kind, slider.attacks, takeable & duties.allow(from));
            }
            all.add(slider);
        }
        (self.all, self.answers, self.pinned) = (all, duties.answers, duties.pinned);
    }

    /// Takes a change back.
    #[inline(always)]
    pub fn restore(&mut self, before: &Before) {
        for (&place, slider) in before.places.iter().zip(&before.sliders) {
            self.sliders[usize::from(place)] = *slider;
        }
        (self.all, self.answers, self.pinned) = (before.all, before.answers, before.pinned);
    }

    /// What all of them attack.
    #[inline(always)]
    pub fn union(&self) -> Bitboard {
        self.all.attacked
    }

    /// Those of `squares` on which a discovered check on a king is possible, be it by a move of the other king.
    /// The sliders are those of `us` in the view.
    #[inline(always)]
    pub fn discoveries(&self, view: &View, us: Color, squares: Bitboard) -> Bitboard {
        let own = view.pieces(us);
        let mut found = Bitboard::EMPTY;
        for slider in &self.sliders {
            // What hides it from the square is the first obstacle on its way.
            if !slider.attacks.intersects(own) {
                continue;
            }
            let aimed_at = reach(Piece::new(us, slider.kind), slider.from) & squares;
            if aimed_at.is_empty() {
                continue;
            }
            for sq in aimed_at {
                let obstacles = between(slider.from, sq) & view.occupied;
                if !obstacles.has_many() && obstacles.intersects(own) {
                    found |= Bitboard::square(sq);
                }
            }
        }
        found
    }

    /// Hands out the checks that the sliders of `us` give on `target`; `discoverers` are the pieces that open a line.
    /// The view may still show a slider that was taken on the target's square.
    #[inline(always)]
    pub fn for_each_check(
        &self,
        view: &View,
        us: Color,
        target: Square,
        discoverers: Bitboard,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let along = |kind| self.all.along(kind) & reach(Piece::new(!us, kind), target);
        let along_lines = along(PieceKind::Lance) | along(PieceKind::Rook);
        let along_diagonals = along(PieceKind::Bishop);
        let around = king_attacks(target);
        let beside = self.all.stepping & around;
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
        for &Slider { from, kind, moves, stepping, .. } in &self.sliders {
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
            let promotes = if kind.is_promoted() { Bitboard::EMPTY } else { stepping };
            // A slider that was taken is still listed.
            if from != target && view.pieces(us).contains(from) {
                emit(from, moves & stays, promotes & promotions, listener)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What a change of slides overwrote.
pub(super) struct Before {
    places: ArrayVec<u8, { Slides::MAX }>,
    sliders: ArrayVec<Slider, { Slides::MAX }>,
    all: Together,
    answers: Bitboard,
    pinned: Bitboard,
}

impl Before {
    /// Room for it.
    pub fn room() -> Before {
        Before {
            places: ArrayVec::new_const(),
            sliders: ArrayVec::new_const(),
            all: Together::NONE,
            answers: Bitboard::ALL,
            pinned: Bitboard::EMPTY,
        }
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
