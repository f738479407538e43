//! What is counted when a value is asked for: attacks around both kings, pieces that hang, room for the long pieces. Each term is a
//! small number; what it is worth is a weight.

use super::attack_maps::Planes;
use super::piece_values::capture_value;
use crate::board::Bitboard;
use crate::position::{Group, Position};
use crate::types::{Color, PieceKind, Square};

/// The number of terms.
pub const TERMS: usize = 2 * HANGING + SIDE;

/// The terms of a position, for the side to move: first the differences of what both sides have, then what it leaves hanging
/// and what the other side does.
pub type Terms = [i16; TERMS];

/// Parts of a king's surroundings, from where he looks: in front, beside (his own square too) and behind at distance 1, in
/// front and the rest at distance 2, distance 3.
const ZONES: usize = 6;
/// Attacks on a zone: by his own side and by the other at least once, twice, three times; by one of them only.
const ATTACKS: usize = 8;
const SHELTER: usize = ZONES * ATTACKS;
/// Breaches, alone and with what is in the enemy's hand; one flight to five and more; room for lances, bishops and rooks; files
/// open for pawns in hand.
const SIDE: usize = SHELTER + 3 + 5 + 4;
/// Pieces left without a guard, pieces attacked more often than guarded.
const HANGING: usize = 2;
/// The unit of what hangs, in centipawns.
const HANGING_UNIT: i32 = 16;

/// By side, king's square and zone.
static AROUND: [[[Bitboard; ZONES]; Square::TABLE]; 2] = make_zones();

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
    let ours = Planes::new(position, us);
    let theirs = Planes::new(position, !us);
    let mut terms = [0; TERMS];
    let (sides, hanging) = terms.split_at_mut(SIDE);
    let (own, other) = hanging.split_at_mut(HANGING);
    count_hanging(position, us, &ours, &theirs, own);
    count_hanging(position, !us, &theirs, &ours, other);
    count_side(position, us, &ours, &theirs, 1, sides);
    count_side(position, !us, &theirs, &ours, -1, sides);
    terms
}

/// What `us` would lose if everything it leaves unguarded were taken.
#[inline(always)]
fn count_hanging(position: &Position, us: Color, ours: &Planes, theirs: &Planes, terms: &mut [i16]) {
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

/// Adds what `us` has, or takes it away.
#[inline(always)]
fn count_side(position: &Position, us: Color, ours: &Planes, theirs: &Planes, sign: i16, terms: &mut [i16]) {
    let (shelter, rest) = terms.split_at_mut(SHELTER);
    let (breaches, room) = rest.split_at_mut(3 + 5);
    if let Some(king) = position.king(us) {
        let zones = &AROUND[us.index()][king.index()];
        count_attacks(zones, ours, theirs, sign, shelter);
        let around = zones[0] | zones[1] | zones[2];
        count_breaches(position, us, around, ours, theirs, sign, breaches);
    }
    for (term, slides) in room.iter_mut().zip(ours.slides) {
        *term += sign * slides as i16;
    }
    if position.hand(us).has(PieceKind::Pawn) {
        let files = position.group(us, Group::Pawn).empty_files().count() / 9;
        room[3] += sign * files as i16;
    }
}

/// Adds the attacks on the zones around a king.
#[inline(always)]
fn count_attacks(zones: &[Bitboard; ZONES], ours: &Planes, theirs: &Planes, sign: i16, terms: &mut [i16]) {
    let planes = [
        ours.once,
        ours.twice,
        ours.thrice,
        theirs.once,
        theirs.twice,
        theirs.thrice,
        ours.once.without(theirs.once),
        theirs.once.without(ours.once),
    ];
    // Halves of sets side by side, so that the eight of them are counted at once.
    let low = planes.map(|plane| plane.to_bits() as u64);
    let high = planes.map(|plane| (plane.to_bits() >> 64) as u64);
    for (zone, terms) in zones.iter().zip(terms.chunks_exact_mut(ATTACKS)) {
        let (zone_low, zone_high) = (zone.to_bits() as u64, (zone.to_bits() >> 64) as u64);
        for (term, (low, high)) in terms.iter_mut().zip(low.iter().zip(&high)) {
            *term += sign * ((low & zone_low).count_ones() + (high & zone_high).count_ones()) as i16;
        }
    }
}

/// Adds how the other side may break through to the king of `us`, and where he may go.
#[inline(always)]
fn count_breaches(
    position: &Position,
    us: Color,
    around: Bitboard,
    ours: &Planes,
    theirs: &Planes,
    sign: i16,
    terms: &mut [i16],
) {
    // The king himself guards once; squares that nobody else does fall to two attackers.
    let breached = (theirs.once.without(ours.twice) | theirs.twice.without(ours.thrice)) & around;
    let breaches = breached.count() as i16;
    let attackers = position.hand(!us);
    // What is in the enemy's hand falls into the breach.
    let reserve = i16::from(attackers.has_more_than_pawns()) * 4 + attackers.total().min(4) as i16;
    terms[0] += sign * breaches;
    terms[1] += sign * breaches * reserve;
    terms[2] += sign * (breaches * breaches * reserve / 4);
    let flights = around.without(theirs.once | position.pieces(us) | position.stones()).count() as usize;
    if flights > 0 {
        terms[2 + flights.min(5)] += sign;
    }
}
