//! The hand-written terms of the evaluation: attacks around both kings, hanging pieces, mobility of sliders. Each term
//! is a small count, which is multiplied by a tuned weight.

use super::attack_maps::AttackMaps;
use super::piece_values::capture_value;
use crate::board::Bitboard;
use crate::position::{Group, Position};
use crate::types::{Color, PieceKind, Square};

/// The number of terms.
pub const TERMS: usize = 2 * HANGING + SIDE;

/// The terms of a position for the side to move: first the differences between the terms of both sides, then
/// the side to move's hanging pieces, then the other side's.
pub type Terms = [i16; TERMS];

/// The number of zones around a king, seen from his side: at distance 1 in front, beside (with his own
/// square) and behind; at distance 2 in front and the rest; distance 3.
const ZONES: usize = 6;
/// Counts for a zone: squares attacked at least once, twice and three times by the king's side, and by the
/// other side; squares attacked by only one of the sides.
const ATTACKS: usize = 8;
const KING_SAFETY: usize = ZONES * ATTACKS;
/// The number of terms of one side: attacks on the zones; weak squares by the king, alone and weighted by the
/// enemy's hand; one to five or more flight squares; mobility of lances, bishops and rooks; files open to
/// pawn drops.
const SIDE: usize = KING_SAFETY + 3 + 5 + 4;
/// The number of terms for hanging pieces: pieces attacked and not defended, pieces attacked more often than
/// defended.
const HANGING: usize = 2;
/// The unit of hanging material, in centipawns.
const HANGING_UNIT: i32 = 16;

/// The zones of a king, by side, king's square and zone.
static KING_ZONES: [[[Bitboard; ZONES]; Square::TABLE]; 2] = make_zones();

const fn make_zones() -> [[[Bitboard; ZONES]; Square::TABLE]; 2] {
    let mut table = [[[Bitboard::EMPTY; ZONES]; Square::TABLE]; 2];
    let mut king = 0;
    while king < 81 {
        let mut sq = 0;
        while sq < 81 {
            let files = (sq / 9 - king as i32 / 9).abs();
            let ranks = sq % 9 - king as i32 % 9;
            let far = if files > ranks.abs() { files } else { ranks.abs() };
            let mut side = 0;
            while side < 2 {
                let ahead = if side == 0 { -ranks } else { ranks };
                let zone = match far {
                    0 => 1,
                    1 if ahead > 0 => 0,
                    1 if ahead == 0 => 1,
                    1 => 2,
                    2 if ahead > 0 => 3,
                    2 => 4,
                    3 => 5,
                    _ => ZONES,
                };
                if zone < ZONES {
                    let squares = &mut table[side][king][zone];
                    *squares = Bitboard::from_bits(squares.to_bits() | 1 << sq);
                }
                side += 1;
            }
            sq += 1;
        }
        king += 1;
    }
    table
}

/// Counts the terms of a position.
#[inline]
pub fn count(position: &Position) -> Terms {
    let us = position.side_to_move();
    let ours = AttackMaps::new(position, us);
    let theirs = AttackMaps::new(position, !us);
    let mut terms = [0; TERMS];
    let (sides, hanging) = terms.split_at_mut(SIDE);
    let (own, other) = hanging.split_at_mut(HANGING);
    count_hanging(position, us, &ours, &theirs, own);
    count_hanging(position, !us, &theirs, &ours, other);
    count_side(position, us, &ours, &theirs, 1, sides);
    count_side(position, !us, &theirs, &ours, -1, sides);
    terms
}

/// Counts the value of the hanging pieces of `us`.
#[inline(always)]
fn count_hanging(position: &Position, us: Color, ours: &AttackMaps, theirs: &AttackMaps, terms: &mut [i16]) {
    let attacked = position.pieces(us) & theirs.once;
    let unguarded = attacked.without(ours.once);
    let outnumbered = attacked & theirs.twice & ours.once.without(ours.twice);
    for (squares, term) in [unguarded, outnumbered].into_iter().zip(terms) {
        let mut loss = 0;
        for sq in squares {
            loss += position.piece_at(sq).map_or(0, |piece| capture_value(piece.kind()));
        }
        *term = (loss / HANGING_UNIT) as i16;
    }
}

/// Adds the terms of side `us`, multiplied by `sign`.
#[inline(always)]
fn count_side(
    position: &Position,
    us: Color,
    ours: &AttackMaps,
    theirs: &AttackMaps,
    sign: i16,
    terms: &mut [i16],
) {
    let (king_safety, rest) = terms.split_at_mut(KING_SAFETY);
    let (king_danger, mobility) = rest.split_at_mut(3 + 5);
    if let Some(king) = position.king(us) {
        let zones = &KING_ZONES[us.index()][king.index()];
        count_attacks(zones, ours, theirs, sign, king_safety);
        let around = zones[0] | zones[1] | zones[2];
        count_king_danger(position, us, around, ours, theirs, sign, king_danger);
    }
    for (term, squares) in mobility.iter_mut().zip(ours.mobility) {
        *term += sign * squares as i16;
    }
    if position.hand(us).has(PieceKind::Pawn) {
        let files = position.group(us, Group::Pawn).empty_files().count() / 9;
        mobility[3] += sign * files as i16;
    }
}

/// Adds the attacks on the zones around a king.
#[inline(always)]
fn count_attacks(
    zones: &[Bitboard; ZONES],
    ours: &AttackMaps,
    theirs: &AttackMaps,
    sign: i16,
    terms: &mut [i16],
) {
    let maps = [
        ours.once,
        ours.twice,
        ours.thrice,
        theirs.once,
        theirs.twice,
        theirs.thrice,
        ours.once.without(theirs.once),
        theirs.once.without(ours.once),
    ];
    // Splits the bitboards into arrays of low and high halves, so that the eight counts compile to vector
    // instructions.
    let low = maps.map(|map| map.to_bits() as u64);
    let high = maps.map(|map| (map.to_bits() >> 64) as u64);
    for (zone, terms) in zones.iter().zip(terms.chunks_exact_mut(ATTACKS)) {
        let (zone_low, zone_high) = (zone.to_bits() as u64, (zone.to_bits() >> 64) as u64);
        for (term, (low, high)) in terms.iter_mut().zip(low.iter().zip(&high)) {
            *term += sign * ((low & zone_low).count_ones() + (high & zone_high).count_ones()) as i16;
        }
    }
}

/// Adds the weak squares next to the king of `us`, where the other side may break through, and his flight
/// squares.
#[inline(always)]
fn count_king_danger(
    position: &Position,
    us: Color,
    around: Bitboard,
    ours: &AttackMaps,
    theirs: &AttackMaps,
    sign: i16,
    terms: &mut [i16],
) {
    // The king himself defends each of them once, so two attackers win a square that has no other defender.
    let weak = (theirs.once.without(ours.twice) | theirs.twice.without(ours.thrice)) & around;
    let count = weak.count() as i16;
    let hand = position.hand(!us);
    // A weak square counts the more, the more pieces the enemy has in hand to drop there.
    let drops = i16::from(hand.has_more_than_pawns()) * 4 + hand.total().min(4) as i16;
    terms[0] += sign * count;
    terms[1] += sign * count * drops;
    terms[2] += sign * (count * count * drops / 4);
    let flights = around.without(theirs.once | position.pieces(us) | position.stones()).count() as usize;
    if flights > 0 {
        terms[2 + flights.min(5)] += sign;
    }
}
