//! What the pieces attack: pressure on the squares around both kings, and pieces that hang.

use super::values::capture_value;
use crate::board::{Bitboard, attacks, steps};
use crate::position::{Group, Position};
use crate::types::{Color, Piece, PieceKind, Square};

/// The squares that a side attacks at least once, twice and three times.
#[derive(Clone, Copy)]
struct Planes {
    once: Bitboard,
    twice: Bitboard,
    thrice: Bitboard,
}

/// For the squares at a king's distance 0 or 1, 2, and 3: what each attack on one of them by his own side and by the other side is
/// worth, in sixteenths of a centipawn.
const OWN: [i32; 3] = [192, 120, 48];
const OTHER: [i32; 3] = [600, 300, 120];
/// A square beside the king that the other side attacks more often than his own guards it.
const BREACH: i32 = 28;
/// A square beside the king that he can step to.
const FLIGHT: i32 = 18;
/// The right to move.
const TEMPO: i32 = 24;
/// What a hanging piece costs, in 64ths of what its loss would: of the side to move, which can still save one of them,
/// and of the other.
const HANGING: [i32; 2] = [4, 13];

/// By a king's square: the squares at distance 0 or 1, 2, 3.
static RINGS: [[Bitboard; 3]; Square::TABLE] = make_rings();

const fn make_rings() -> [[Bitboard; 3]; Square::TABLE] {
    let mut table = [[Bitboard::EMPTY; 3]; Square::TABLE];
    let mut king = 0;
    while king < 81 {
        let mut sq = 0;
        while sq < 81 {
            let files = (sq / 9 - king as i32 / 9).abs();
            let ranks = (sq % 9 - king as i32 % 9).abs();
            let far = if files > ranks { files } else { ranks };
            if far <= 3 {
                let ring = if far == 0 { 0 } else { far as usize - 1 };
                table[king][ring] = Bitboard::from_bits(table[king][ring].to_bits() | 1 << sq);
            }
            sq += 1;
        }
        king += 1;
    }
    table
}

/// What attacks are worth for the side to move.
#[inline]
pub fn value(position: &Position) -> i32 {
    let us = position.side_to_move();
    let ours = Planes::new(position, us);
    let theirs = Planes::new(position, !us);
    let mut value = TEMPO;
    value += shelter(position, us, &ours, &theirs) - shelter(position, !us, &theirs, &ours);
    value -= hanging(position, us, &ours, &theirs) * HANGING[0] / 64;
    value += hanging(position, !us, &theirs, &ours) * HANGING[1] / 64;
    value
}

/// How safe the king of `us` is; 0 without one.
#[inline(always)]
fn shelter(position: &Position, us: Color, ours: &Planes, theirs: &Planes) -> i32 {
    let Some(king) = position.king(us) else { return 0 };
    let mut sum = 0;
    for (ring, &squares) in RINGS[king.index()].iter().enumerate() {
        sum += OWN[ring] * ours.count(squares) - OTHER[ring] * theirs.count(squares);
    }
    let around = RINGS[king.index()][0];
    // The king himself guards once; squares that nobody else does fall to two attackers.
    let breached = theirs.once.without(ours.twice) | theirs.twice.without(ours.thrice);
    let flights = around.without(theirs.once | position.pieces(us) | position.stones());
    let breaches = (breached & around).count() as i32;
    let attackers = position.hand(!us);
    // What is in the enemy's hand falls into the breach.
    let reserve = 4 + (attackers.has_more_than_pawns() as i32) * 4 + attackers.total().min(4) as i32;
    sum / 16 - BREACH * breaches * reserve / 8 - breaches * breaches * reserve
        + FLIGHT * (flights.count().min(4) as i32)
}

/// What `us` would lose if everything it leaves unguarded were taken.
#[inline(always)]
fn hanging(position: &Position, us: Color, ours: &Planes, theirs: &Planes) -> i32 {
    let attacked = position.pieces(us) & theirs.once;
    let unguarded = attacked.without(ours.once);
    let outnumbered = attacked & theirs.twice & ours.once.without(ours.twice);
    let mut loss = 0;
    for sq in unguarded {
        loss += position.piece_at(sq).map_or(0, |piece| capture_value(piece.kind()));
    }
    for sq in outnumbered {
        loss += position.piece_at(sq).map_or(0, |piece| capture_value(piece.kind())) / 3;
    }
    loss
}

impl Planes {
    #[inline(always)]
    fn new(position: &Position, us: Color) -> Planes {
        let mut planes = Planes { once: Bitboard::EMPTY, twice: Bitboard::EMPTY, thrice: Bitboard::EMPTY };
        planes.add(position.group(us, Group::Pawn).forward(us));
        let occupied = position.occupied();
        for (group, kind) in [
            (Group::Knight, PieceKind::Knight),
            (Group::Silver, PieceKind::Silver),
            (Group::Gold, PieceKind::Gold),
            (Group::King, PieceKind::King),
        ] {
            for sq in position.group(us, group) {
                planes.add(steps(Piece::new(us, kind), sq));
            }
        }
        // The steps of horses and dragons were counted with the king's.
        for (group, kind) in [
            (Group::Lance, PieceKind::Lance),
            (Group::Bishop, PieceKind::Bishop),
            (Group::Rook, PieceKind::Rook),
        ] {
            for sq in position.group(us, group) {
                planes.add(attacks(Piece::new(us, kind), sq, occupied));
            }
        }
        planes
    }

    #[inline(always)]
    fn add(&mut self, squares: Bitboard) {
        self.thrice |= self.twice & squares;
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    /// Attacks on squares, up to three each.
    #[inline(always)]
    fn count(&self, squares: Bitboard) -> i32 {
        ((self.once & squares).count() + (self.twice & squares).count() + (self.thrice & squares).count())
            as i32
    }
}
