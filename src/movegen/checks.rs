//! The attacker's checks: every legal move after which the other king is attacked, and no other.
//!
//! Built straight from the king: the squares from which each kind would check him, the few pieces that can get there,
//! the pieces whose leaving opens a line (discovered check), and drops onto those squares.

use super::drops::is_pawn_drop_mate;
use super::flights::king_targets;
use super::moveset::{MoveList, MoveSet, emit, split};
use crate::board::{
    Bitboard, attacks, between, bishop_attacks, king_attacks, lance_attacks, line, rook_attacks, steps,
};
use crate::position::{Group, Position};
use crate::types::{Color, Hand, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// For the stepping kinds, by mover, [`Source`] and the square of the king to be checked: from where one move can
/// bring the piece to check by its own step, promoted or not. Occupied squares aside, so never too small.
static SOURCES: [[[Bitboard; 81]; 4]; 2] = make_sources();

#[derive(Clone, Copy)]
enum Source {
    Pawn,
    Knight,
    Silver,
    Gold,
}

const SOURCE_KINDS: [PieceKind; 4] = [PieceKind::Pawn, PieceKind::Knight, PieceKind::Silver, PieceKind::Gold];

const fn make_sources() -> [[[Bitboard; 81]; 4]; 2] {
    let mut table = [[[Bitboard::EMPTY; 81]; 4]; 2];
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

/// The squares from which pieces of one side check a king, by way of moving; with the obstacles of the position.
struct CheckSquares {
    pawn: Bitboard,
    lance: Bitboard,
    knight: Bitboard,
    silver: Bitboard,
    gold: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    around: Bitboard,
}

impl CheckSquares {
    #[inline(always)]
    fn new(us: Color, king: Square, occupied: Bitboard) -> CheckSquares {
        let seen = |kind| steps(Piece::new(!us, kind), king);
        CheckSquares {
            pawn: seen(PieceKind::Pawn),
            lance: lance_attacks(!us, king, occupied),
            knight: seen(PieceKind::Knight),
            silver: seen(PieceKind::Silver),
            gold: seen(PieceKind::Gold),
            bishop: bishop_attacks(king, occupied),
            rook: rook_attacks(king, occupied),
            around: king_attacks(king),
        }
    }

    #[inline(always)]
    fn of(&self, kind: PieceKind) -> Bitboard {
        match kind {
            PieceKind::Pawn => self.pawn,
            PieceKind::Lance => self.lance,
            PieceKind::Knight => self.knight,
            PieceKind::Silver => self.silver,
            PieceKind::Bishop => self.bishop,
            PieceKind::Rook => self.rook,
            PieceKind::King => Bitboard::EMPTY,
            PieceKind::Horse => self.bishop | self.around,
            PieceKind::Dragon => self.rook | self.around,
            _ => self.gold,
        }
    }
}

/// What the mover's own king allows.
struct Duties {
    /// Where other pieces than the king may go: everywhere, or where a check is answered.
    answers: Bitboard,
    pinned: Bitboard,
    king: Option<Square>,
    /// Only the king may move.
    double_check: bool,
}

impl Duties {
    #[inline(always)]
    fn new(position: &Position, us: Color, occupied: Bitboard) -> Duties {
        let mut duties =
            Duties { answers: Bitboard::ALL, pinned: Bitboard::EMPTY, king: position.king(us), double_check: false };
        if let Some(king) = duties.king {
            let lines = position.lines_to(king, !us, occupied);
            let checkers = lines.open | position.step_attackers_to(king, !us);
            duties.pinned = lines.blockers & position.pieces(us);
            if let Some(checker) = checkers.first() {
                duties.answers = checkers | between(king, checker);
                duties.double_check = checkers.has_many();
            }
        }
        duties
    }
}

/// Hands out the legal moves of the side to move that give check, until the listener breaks.
#[inline]
pub fn for_each_check(
    position: &Position,
    mut listener: impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let Some(target) = position.king(!us) else { return ControlFlow::Continue(()) };
    let occupied = position.occupied();
    let duties = Duties::new(position, us, occupied);
    let discoverers = position.lines_to(target, us, occupied).blockers & position.pieces(us);

    if let Some(king) = duties.king
        && discoverers.contains(king)
    {
        let to = king_targets(position, king, us).without(line(target, king));
        emit(king, to, Bitboard::EMPTY, &mut listener)?;
    }
    if duties.double_check {
        return ControlFlow::Continue(());
    }
    let hand = position.hand(us);
    let movers = candidates(position, us, target, discoverers).without(king_set(&duties));
    if movers.is_empty() && hand.is_empty() {
        return ControlFlow::Continue(());
    }
    let squares = CheckSquares::new(us, target, occupied);
    let free = duties.answers.without(position.pieces(us) | position.stones());
    for from in movers {
        let Some(piece) = position.piece_at(from) else { continue };
        let mut to = attacks(piece, from, occupied) & free;
        if duties.pinned.contains(from)
            && let Some(king) = duties.king
        {
            to &= line(king, from);
        }
        let discovers =
            if discoverers.contains(from) { !line(target, from) } else { Bitboard::EMPTY };
        let kind = piece.kind();
        let (stay, promote) = split(us, kind, from, to);
        let promoted = kind.promoted().map_or(Bitboard::EMPTY, |kind| squares.of(kind));
        emit(from, stay & (squares.of(kind) | discovers), promote & (promoted | discovers), &mut listener)?;
    }
    checking_drops(position, us, hand, &squares, duties.answers.without(occupied), &mut listener)
}

#[inline(always)]
fn king_set(duties: &Duties) -> Bitboard {
    duties.king.map_or(Bitboard::EMPTY, Bitboard::square)
}

/// The pieces that may be able to give check: those that can step there, all sliders, and the discoverers.
#[inline(always)]
fn candidates(position: &Position, us: Color, target: Square, discoverers: Bitboard) -> Bitboard {
    let near = |source: Source, group| {
        SOURCES[us.index()][source as usize][target.index()] & position.group(us, group)
    };
    near(Source::Pawn, Group::Pawn)
        | near(Source::Knight, Group::Knight)
        | near(Source::Silver, Group::Silver)
        | near(Source::Gold, Group::Gold)
        | position.group(us, Group::Lance)
        | position.group(us, Group::Bishop)
        | position.group(us, Group::Rook)
        | discoverers
}

/// Drops that give check. Squares from which a piece checks are never dead ends for it.
#[inline(always)]
fn checking_drops(
    position: &Position,
    us: Color,
    hand: Hand,
    squares: &CheckSquares,
    empty: Bitboard,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if hand.is_empty() {
        return ControlFlow::Continue(());
    }
    if hand.has(PieceKind::Pawn) {
        let to = squares.pawn & empty & position.group(us, Group::Pawn).empty_files();
        if let Some(sq) = to.first()
            && !is_pawn_drop_mate(position, sq)
        {
            listener(MoveSet::Drops { kind: PieceKind::Pawn, to })?;
        }
    }
    for kind in [
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Rook,
    ] {
        let to = squares.of(kind) & empty;
        if hand.has(kind) && !to.is_empty() {
            listener(MoveSet::Drops { kind, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// The legal moves of the side to move that give check.
pub fn checks(position: &Position) -> MoveList {
    MoveList::collect(|listener| {
        let _ = for_each_check(position, listener);
    })
}
