//! The attacker's checks: every legal move after which the other king is attacked, and no other.
//!
//! Built straight from the king: the squares from which each kind would check him, the few pieces that can get there,
//! the pieces whose leaving opens a line (discovered check), and drops onto those squares.

use super::drops::{has_flight, is_pawn_drop_mate};
use super::flights::{front_of, king_targets};
use super::moveset::{MoveList, MoveSet, emit, split};
use super::slides::Slides;
use crate::board::{
    Bitboard, between, bishop_attacks, king_attacks, lance_attacks, line, rook_attacks, steps,
};
use crate::position::{Group, Position, Threats, View};
use crate::types::{Color, Hand, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// For the stepping kinds, by mover, [`Source`] and the square of the king to be checked: from where one move can
/// bring the piece to check by its own step, promoted or not. Occupied squares aside, so never too small.
static SOURCES: BySource = make_sources();
/// The same table read the other way, by mover, [`Source`] and the piece's square: where it may be able to check a king.
static PREY: BySource = make_prey();
/// By mover, [`Source`] and square: from where a king on the square or beside it may be checked.
static SOURCES_AROUND: BySource = make_sources_around();

/// A set of squares by side, [`Source`] and square.
type BySource = [[[Bitboard; Square::TABLE]; 4]; 2];

/// The ways in which stepping pieces step; golds and the promoted small pieces step alike.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Pawn,
    Knight,
    Silver,
    Gold,
}

impl Source {
    /// How a stepping piece steps.
    #[inline(always)]
    pub fn of(kind: PieceKind) -> Source {
        match kind {
            PieceKind::Pawn => Source::Pawn,
            PieceKind::Knight => Source::Knight,
            PieceKind::Silver => Source::Silver,
            _ => Source::Gold,
        }
    }

    /// The squares on which a king may be checked by a piece of `us` from `from`, in one move. Never too few.
    #[inline(always)]
    pub fn prey(self, us: Color, from: Square) -> Bitboard {
        PREY[us.index()][self as usize][from.index()]
    }

    /// The squares from which a piece of `us` may check, in one move, a king on `king` or beside it. Never too few.
    #[inline(always)]
    pub fn around(self, us: Color, king: Square) -> Bitboard {
        SOURCES_AROUND[us.index()][self as usize][king.index()]
    }
}

const SOURCE_KINDS: [PieceKind; 4] = [PieceKind::Pawn, PieceKind::Knight, PieceKind::Silver, PieceKind::Gold];

const fn make_sources() -> BySource {
    let mut table = [[[Bitboard::EMPTY; Square::TABLE]; 4]; 2];
    let mut c = 0;
    while c < 2 {
        let us = Color::ALL[c];
        let zone = Bitboard::promotion_zone(us);
        let mut k = 0;
        while k < 4 {
            let kind = SOURCE_KINDS[k];
            let mut king = 0;
            while king < 81 {
                let sq = Square::new(king as u8);
                let mut sources = backward(us, kind, backward_from(us, kind, sq)).to_bits();
                if kind.promoted().is_some() {
                    let golds = backward_from(us, PieceKind::Gold, sq);
                    let into = Bitboard::from_bits(golds.to_bits() & zone.to_bits());
                    sources |= backward(us, kind, into).to_bits();
                    sources |= backward(us, kind, golds).to_bits() & zone.to_bits();
                }
                table[c][k][king] = Bitboard::from_bits(sources);
                king += 1;
            }
            k += 1;
        }
        c += 1;
    }
    table
}

const fn make_prey() -> BySource {
    let sources = make_sources();
    let mut table = [[[Bitboard::EMPTY; Square::TABLE]; 4]; 2];
    let mut row = 0;
    while row < 8 {
        let mut king = 0;
        while king < 81 {
            let mut rest = sources[row / 4][row % 4][king].to_bits();
            while rest != 0 {
                let prey = &mut table[row / 4][row % 4][rest.trailing_zeros() as usize];
                *prey = Bitboard::from_bits(prey.to_bits() | 1 << king);
                rest &= rest - 1;
            }
            king += 1;
        }
        row += 1;
    }
    table
}

const fn make_sources_around() -> BySource {
    let sources = make_sources();
    let mut table = sources;
    let mut row = 0;
    while row < 8 {
        let mut king = 0;
        while king < 81 {
            let piece = Piece::new(Color::Black, PieceKind::King);
            let mut rest = crate::board::const_steps(piece, Square::new(king as u8)).to_bits();
            let mut squares = table[row / 4][row % 4][king].to_bits();
            while rest != 0 {
                squares |= sources[row / 4][row % 4][rest.trailing_zeros() as usize].to_bits();
                rest &= rest - 1;
            }
            table[row / 4][row % 4][king] = Bitboard::from_bits(squares);
            king += 1;
        }
        row += 1;
    }
    table
}

/// The squares from which a stepping piece of `us` attacks `sq`.
const fn backward_from(us: Color, kind: PieceKind, sq: Square) -> Bitboard {
    crate::board::const_steps(Piece::new(us.opposite(), kind), sq)
}

/// The squares from which a stepping piece of `us` attacks a square of `targets`.
const fn backward(us: Color, kind: PieceKind, targets: Bitboard) -> Bitboard {
    let mut rest = targets.to_bits();
    let mut sources = 0;
    while rest != 0 {
        sources |= backward_from(us, kind, Square::new(rest.trailing_zeros() as u8)).to_bits();
        rest &= rest - 1;
    }
    Bitboard::from_bits(sources)
}

/// What the mover's own king allows.
#[derive(Clone, Copy)]
pub(super) struct Duties {
    /// Where other pieces than the king may go: everywhere, or where a check is answered.
    pub answers: Bitboard,
    pub pinned: Bitboard,
    king: Option<Square>,
    /// Only the king may move.
    pub double_check: bool,
}

impl Duties {
    /// What a king demands who is neither in check nor shields himself behind a piece; or no king at all.
    #[inline(always)]
    pub fn none(king: Option<Square>) -> Duties {
        Duties { answers: Bitboard::ALL, pinned: Bitboard::EMPTY, king, double_check: false }
    }

    #[inline(always)]
    pub fn new(view: &View, us: Color) -> Duties {
        let mut duties = Duties::none(view.king(us));
        if let Some(king) = duties.king {
            let Threats { checkers, blockers } = view.threats(king, !us);
            duties.pinned = blockers & view.pieces(us);
            if let Some(checker) = checkers.first() {
                duties.answers = checkers | between(king, checker);
                duties.double_check = checkers.has_many();
            }
        }
        duties
    }

    /// A check that is answered on the given squares.
    #[inline(always)]
    pub fn answer(&mut self, squares: Bitboard) {
        self.double_check |= self.answers != Bitboard::ALL;
        self.answers &= squares;
    }

    /// Where a piece on `from` may go as far as the own king is concerned.
    #[inline(always)]
    pub fn allow(&self, from: Square) -> Bitboard {
        if self.pinned.is_empty() || !self.pinned.contains(from) {
            return self.answers;
        }
        self.king.map_or(self.answers, |king| self.answers & line(king, from))
    }
}

/// Hands out the legal moves of the side to move that give check, until the listener breaks.
#[inline]
pub fn for_each_check(
    position: &Position,
    mut listener: impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let view = View::new(position);
    let duties = Duties::new(&view, us);
    let mut slides = Slides::none();
    slides.find(&view, us, &duties);
    for_each_check_in(&view, us, &duties, position.hand(us), (&slides, Bitboard::EMPTY), &mut listener)
}

/// Hands out the checks of `us` in a view; `slides` are those of all sliders of `us` (and may hold some that are no
/// more in the view) before something changed what stands on some squares.
#[inline]
pub(super) fn for_each_check_in(
    view: &View,
    us: Color,
    duties: &Duties,
    hand: Hand,
    (slides, changed): (&Slides, Bitboard),
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(target) = view.king(!us) else { return ControlFlow::Continue(()) };
    let discoverers = view.lines_to(target, us).blockers & view.pieces(us);
    if let Some(king) = duties.king
        && discoverers.contains(king)
    {
        // The other king's own steps are named apart because a view may not hold him among the pieces.
        let to = king_targets(view, king, us).without(line(target, king) | king_attacks(target));
        emit(king, to, Bitboard::EMPTY, listener)?;
    }
    if duties.double_check {
        return ControlFlow::Continue(());
    }
    let takeable = !(view.pieces(us) | view.stones());
    let own_king = duties.king.map_or(Bitboard::EMPTY, Bitboard::square);
    let sliders = view.sliders(us);
    for from in near_steppers(view, us, target) | discoverers.without(sliders | own_king) {
        let Some(piece) = view.piece_at(from) else { continue };
        let to = steps(piece, from) & takeable & duties.allow(from);
        let kind = piece.kind();
        let opened = opened_by(discoverers, target, from);
        let (stay, promote) = split(us, kind, from, to);
        let stay = stay & (steps(Piece::new(!us, kind), target) | opened);
        let promote = promote & (steps(Piece::new(!us, PieceKind::Gold), target) | opened);
        emit(from, stay, promote, listener)?;
    }
    slides.for_each_check_after(view, us, duties, (target, discoverers), changed, listener)?;
    if hand.is_empty() {
        return ControlFlow::Continue(());
    }
    let empty = duties.answers.without(view.occupied);
    if hand.has(PieceKind::Pawn) {
        let to = front_of(target, !us) & empty & view.group(us, Group::Pawn).empty_files();
        if let Some(sq) = to.first()
            && (has_flight(view, target, us, (slides, changed)) || !is_pawn_drop_mate(view, us, sq))
        {
            listener(MoveSet::Drops { kind: PieceKind::Pawn, to })?;
        }
    }
    if hand.has_more_than_pawns() {
        checking_drops(view, us, target, hand, empty, listener)?;
    }
    ControlFlow::Continue(())
}

/// The squares on which a piece gives check by having left its line; none unless it is a discoverer.
#[inline(always)]
fn opened_by(discoverers: Bitboard, target: Square, from: Square) -> Bitboard {
    if discoverers.is_empty() || !discoverers.contains(from) {
        return Bitboard::EMPTY;
    }
    !line(target, from)
}

/// The pieces that may be able to check by a step.
#[inline(always)]
fn near_steppers(view: &View, us: Color, target: Square) -> Bitboard {
    let near =
        |source: Source, group| SOURCES[us.index()][source as usize][target.index()] & view.group(us, group);
    near(Source::Pawn, Group::Pawn)
        | near(Source::Knight, Group::Knight)
        | near(Source::Silver, Group::Silver)
        | near(Source::Gold, Group::Gold)
}

/// Drops that give check, of everything but pawns. Squares from which a piece checks are never dead ends for it.
#[inline(always)]
pub(super) fn checking_drops(
    view: &View,
    us: Color,
    target: Square,
    hand: Hand,
    empty: Bitboard,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    use PieceKind::*;
    let mut drop = |kind, squares: Bitboard| {
        let to = squares & empty;
        if to.is_empty() { ControlFlow::Continue(()) } else { listener(MoveSet::Drops { kind, to }) }
    };
    for kind in [Knight, Silver, Gold] {
        if hand.has(kind) {
            drop(kind, steps(Piece::new(!us, kind), target))?;
        }
    }
    if hand.has(Lance) {
        drop(Lance, lance_attacks(!us, target, view.occupied))?;
    }
    if hand.has(Bishop) {
        drop(Bishop, bishop_attacks(target, view.occupied))?;
    }
    if hand.has(Rook) {
        drop(Rook, rook_attacks(target, view.occupied))?;
    }
    ControlFlow::Continue(())
}

/// The legal moves of the side to move that give check.
pub fn checks(position: &Position) -> MoveList {
    MoveList::collect(|listener| {
        let _ = for_each_check(position, listener);
    })
}
