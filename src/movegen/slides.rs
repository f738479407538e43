//! The slides of one side's lances, bishops and rooks, and the checks that they make possible.

use super::legal_mask::LegalMask;
use super::moveset::{MoveSet, dead_end, emit, promotion_targets};
use crate::board::{
    Bitboard, Four, aims_at, between, bishop_attacks, king_attacks, lance_attacks, line, reach, rook_attacks,
};
use crate::position::{Group, View};
use crate::types::{Color, Piece, PieceKind, Square};
use arrayvec::ArrayVec;
use core::ops::ControlFlow;

/// A slider with the squares that it attacks.
#[derive(Clone, Copy)]
struct Slider {
    from: Square,
    kind: PieceKind,
    attacks: Bitboard,
    /// The squares to which it may move with regard to its own king and its side's pieces.
    moves: Bitboard,
    /// The part of `moves` where it arrives with the steps of a king or a gold.
    stepping: Bitboard,
}

impl Slider {
    /// `to` are the squares permitted by its own king and its side's pieces.
    #[inline(always)]
    fn new(by: Color, from: Square, kind: PieceKind, attacks: Bitboard, to: Bitboard) -> Slider {
        let moves = attacks & to;
        let stepping = if kind.is_promoted() { moves } else { moves & promotion_targets(by, from) };
        Slider { from, kind, attacks, moves, stepping }
    }

    /// The squares that it attacks in a view that differs in the contents of the `changed` squares.
    #[inline(always)]
    fn attacks_after(&self, view: &View, by: Color, changed: Bitboard) -> Bitboard {
        if self.attacks.intersects(changed) {
            slides_of(view, by, self.from, self.kind)
        } else {
            self.attacks
        }
    }
}

/// The squares that a slider attacks.
#[inline(always)]
fn slides_of(view: &View, by: Color, from: Square, kind: PieceKind) -> Bitboard {
    let slide = match kind {
        PieceKind::Lance => return lance_attacks(by, from, view.occupied),
        PieceKind::Bishop | PieceKind::Horse => bishop_attacks(from, view.occupied),
        _ => rook_attacks(from, view.occupied),
    };
    if kind.is_promoted() { slide | king_attacks(from) } else { slide }
}

/// The sliders of one side, with the squares that each attacks.
pub(super) struct Slides {
    sliders: ArrayVec<Slider, { Slides::MAX }>,
    /// The squares that any of them attacks.
    attacked: Bitboard,
    /// The squares to which lances, bishops (and horses) and rooks (and dragons) may move; and those where
    /// sliders can arrive with the steps of a king or a gold: horses, dragons, and those that promote.
    ways: Four,
}

impl Slides {
    /// A helpmate may have more pieces than a set, but no more of a kind than a packed position can hold:
    /// seven lances, three bishops and three rooks.
    const MAX: usize = 13;

    /// No slider.
    #[inline(always)]
    pub fn none() -> Slides {
        Slides { sliders: ArrayVec::new_const(), attacked: Bitboard::EMPTY, ways: Four([Bitboard::EMPTY; 4]) }
    }

    /// Replaces the contents by all sliders of a side. (Returning them by value would copy them.)
    #[inline(always)]
    pub fn find(&mut self, view: &View, by: Color, legal_mask: &LegalMask) {
        use PieceKind::{Bishop, Dragon, Horse, Lance, Rook};
        self.sliders.clear();
        self.attacked = Bitboard::EMPTY;
        let mut stepping = Bitboard::EMPTY;
        let to = !(view.pieces(by) | view.stones());
        let mut find = |kinds| self.find_group(view, by, legal_mask, to, kinds, &mut stepping);
        let lances = find((Group::Lance, [Lance; 2]));
        let bishops = find((Group::Bishop, [Bishop, Horse]));
        let rooks = find((Group::Rook, [Rook, Dragon]));
        self.ways = Four([lances, bishops, rooks, stepping]);
    }

    /// Adds the sliders of a group, which are of two kinds, and returns the squares to which they may move.
    /// Adds to `stepping` the squares where they can arrive with the steps of a king or a gold.
    #[inline(always)]
    fn find_group(
        &mut self,
        view: &View,
        by: Color,
        legal_mask: &LegalMask,
        takeable: Bitboard,
        (group, [plain, promoted]): (Group, [PieceKind; 2]),
        stepping: &mut Bitboard,
    ) -> Bitboard {
        let (mut attacked, mut along) = (self.attacked, Bitboard::EMPTY);
        let promotes = view.group(by, Group::King);
        for from in view.group(by, group) {
            let kind = if promotes.contains(from) { promoted } else { plain };
            let attacks = slides_of(view, by, from, kind);
            let slider = Slider::new(by, from, kind, attacks, takeable & legal_mask.targets(from));
            attacked |= slider.attacks;
            along |= slider.moves;
            *stepping |= slider.stepping;
            // The capacity is never exceeded.
            let _ = self.sliders.try_push(slider);
        }
        self.attacked = attacked;
        along
    }

    /// The squares that any of them attacks in a view that differs in the contents of the `changed` squares,
    /// and in which some of the sliders may have been captured.
    #[inline(always)]
    pub fn union_after(&self, view: &View, us: Color, changed: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for slider in &self.sliders {
            if view.pieces(us).contains(slider.from) {
                attacked |= slider.attacks_after(view, us, changed);
            }
        }
        attacked
    }

    /// The squares that any of them attacks.
    #[inline(always)]
    pub fn union(&self) -> Bitboard {
        self.attacked
    }

    /// The part of `squares` on which a king could get a discovered check, even by a move of the other king.
    /// The sliders are those of `us` in the view.
    #[inline(always)]
    pub fn discoveries(&self, view: &View, us: Color, squares: Bitboard) -> Bitboard {
        let own = view.pieces(us);
        let mut found = Bitboard::EMPTY;
        for slider in &self.sliders {
            // The piece that shields the square must be the first obstacle on the slider's way.
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

    /// Whether the sliders of `us` may be able to check a king on `target`. May be true when they cannot, but
    /// is never false when they can.
    #[inline(always)]
    pub fn may_check(&self, us: Color, target: Square) -> bool {
        self.ways.meets(aims_at(!us, target))
    }

    /// Generates the checks that the sliders of `us` give on a king that moved to `target`. None of them must
    /// attack `target`, and no discovered check must be possible. The view may still show a captured slider
    /// on `target`.
    #[inline(always)]
    pub fn for_each_check(
        &self,
        view: &View,
        us: Color,
        target: Square,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.may_check(us, target) {
            return ControlFlow::Continue(());
        }
        let aim = |kind| reach(Piece::new(!us, kind), target);
        let Four([lances, bishops, rooks, stepping]) = self.ways;
        let along_lines = lances & aim(PieceKind::Lance) | rooks & aim(PieceKind::Rook);
        let along_diagonals = bishops & aim(PieceKind::Bishop);
        let around = king_attacks(target);
        let beside = stepping & around;
        // The squares that the king would attack as a rook, as a bishop or by its own steps, as far as
        // needed.
        let mut seen = around;
        if !along_lines.is_empty() {
            seen |= rook_attacks(target, view.occupied);
        }
        if !along_diagonals.is_empty() {
            seen |= bishop_attacks(target, view.occupied);
        }
        let hits = (along_lines | along_diagonals) & seen | beside;
        if hits.is_empty() {
            return ControlFlow::Continue(());
        }
        for &Slider { from, kind, moves, stepping, .. } in &self.sliders {
            if moves.intersects(hits) && from != target {
                let (aim, promoted_aim) = aims(us, kind, target);
                let promotes = if kind.is_promoted() { Bitboard::EMPTY } else { stepping };
                emit(from, moves & aim & seen, promotes & promoted_aim & seen, listener)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Generates the checks that the sliders of `us` give on `target` in a view that differs from theirs in
    /// the contents of the `changed` squares, and in which some of them may have been captured; `discoverers`
    /// are the pieces that open a line.
    #[inline(always)]
    pub fn for_each_check_after(
        &self,
        view: &View,
        us: Color,
        legal_mask: &LegalMask,
        (target, discoverers): (Square, Bitboard),
        changed: Bitboard,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.sliders.is_empty() {
            return ControlFlow::Continue(());
        }
        let takeable = !(view.pieces(us) | view.stones());
        let seen = king_attacks(target)
            | rook_attacks(target, view.occupied)
            | bishop_attacks(target, view.occupied);
        for slider in &self.sliders {
            let &Slider { from, kind, .. } = slider;
            let (aim, promoted_aim) = aims(us, kind, target);
            let (mut stays, mut promotions) = (aim & seen, promoted_aim & seen);
            if discoverers.contains(from) {
                let opened = !line(target, from);
                stays |= opened.without(dead_end(us, kind));
                promotions |= opened;
            }
            // Most sliders do not reach such a square.
            let attacks = slider.attacks_after(view, us, changed);
            if !attacks.intersects(stays | promotions) || !view.pieces(us).contains(from) {
                continue;
            }
            let Slider { moves, stepping, .. } =
                Slider::new(us, from, kind, attacks, takeable & legal_mask.targets(from));
            let promotes = if kind.is_promoted() { Bitboard::EMPTY } else { stepping };
            emit(from, moves & stays, promotes & promotions, listener)?;
        }
        ControlFlow::Continue(())
    }
}

/// The squares from which a slider of `us` would attack `target` on an empty board, first unpromoted, then
/// promoted.
#[inline(always)]
fn aims(us: Color, kind: PieceKind, target: Square) -> (Bitboard, Bitboard) {
    let aim = |kind| reach(Piece::new(!us, kind), target);
    (aim(kind), aim(kind.promoted_slider()))
}
