//! Static exchange evaluation: what is won or lost when both sides take on one square in turn, the cheapest piece first.
//!
//! Pins and promotions of the later takers are left aside.

use super::eval::{capture_value, hand_value, promotion_gain};
use super::value::Value;
use crate::board::{Bitboard, between};
use crate::position::{Group, Position, View};
use crate::types::{Color, Move, PieceKind, Square};

/// Whether a legal move gains at least `threshold` in the exchange on its target square.
///
/// The side to take may stop at any time. Swaps with one value to beat, as in most chess programs since the 1980s.
pub fn gains_at_least(position: &Position, mv: Move, threshold: Value) -> bool {
    let to = mv.to();
    let us = position.side_to_move();
    let mut occupied = position.occupied() | Bitboard::square(to);
    let (mut gain, mut at_stake) = (0, 0);
    if let Some(captured) = position.piece_at(to) {
        gain += capture_value(captured.kind());
    }
    if let Some(from) = mv.from() {
        occupied = occupied.without(Bitboard::square(from));
        if let Some(piece) = position.piece_at(from) {
            let kind = piece.kind();
            at_stake = match kind.promoted() {
                Some(promoted) if mv.promotes() => {
                    gain += promotion_gain(kind);
                    capture_value(promoted)
                }
                _ => capture_value(kind),
            };
        }
    } else if let Some(kind) = mv.dropped() {
        // Dropping changes nothing by itself, whatever pieces are worth in hand.
        at_stake = 2 * hand_value(kind);
    }
    // What is left to prove: that the balance for the side that has just moved stays at or above zero.
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= at_stake;
    if balance >= 0 {
        return true;
    }
    let mut exchange = Exchange::new(position, to, occupied);
    let mut side = !us;
    let mut holds = true;
    // In each round `side` takes and then has its taker at stake; it may rest when its balance stays at or above zero even
    // without that piece. The other side needs one more than to break even.
    while let Some(taker) = exchange.cheapest(side) {
        if taker.kind == PieceKind::King && !exchange.attackers(!side).is_empty() {
            // The king cannot take what is guarded.
            break;
        }
        holds = !holds;
        exchange.take(taker.from);
        balance = -balance - 1 - capture_value(taker.kind);
        side = !side;
        if balance >= 0 {
            break;
        }
    }
    holds
}

/// A piece that takes.
struct Taker {
    from: Square,
    kind: PieceKind,
}

/// Who can take on a square.
struct Exchange<'a> {
    position: &'a Position,
    to: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    /// Sliders of both sides that would attack the square on an empty board.
    aimed: Bitboard,
}

impl<'a> Exchange<'a> {
    #[inline]
    fn new(position: &'a Position, to: Square, occupied: Bitboard) -> Exchange<'a> {
        let view = View::new(position);
        let (mut attackers, mut aimed) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for color in Color::ALL {
            attackers |= view.step_attackers_to(to, color);
            aimed |= view.sliders_aimed_at(to, color);
        }
        let mut exchange = Exchange { position, to, occupied, attackers, aimed: aimed & occupied };
        exchange.open_lines();
        exchange.attackers &= occupied;
        exchange
    }

    /// Adds the sliders whose way is free.
    #[inline(always)]
    fn open_lines(&mut self) {
        for slider in self.aimed {
            if !between(self.to, slider).intersects(self.occupied) {
                self.attackers |= Bitboard::square(slider);
                self.aimed = self.aimed.without(Bitboard::square(slider));
            }
        }
    }

    #[inline(always)]
    fn attackers(&self, side: Color) -> Bitboard {
        self.attackers & self.position.pieces(side)
    }

    /// The piece whose loss would cost a side least.
    #[inline]
    fn cheapest(&self, side: Color) -> Option<Taker> {
        let attackers = self.attackers(side);
        if attackers.is_empty() {
            return None;
        }
        for group in [Group::Pawn, Group::Lance, Group::Knight] {
            if let Some(from) = (attackers & self.position.group(side, group)).first() {
                return Some(Taker { from, kind: self.position.piece_at(from)?.kind() });
            }
        }
        let mut best: Option<(Value, Taker)> = None;
        for from in attackers {
            let kind = self.position.piece_at(from)?.kind();
            let cost = if kind == PieceKind::King { Value::MAX } else { capture_value(kind) };
            if best.as_ref().is_none_or(|&(least, _)| cost < least) {
                best = Some((cost, Taker { from, kind }));
            }
        }
        best.map(|(_, taker)| taker)
    }

    /// A piece leaves its square to take.
    #[inline(always)]
    fn take(&mut self, from: Square) {
        let bit = Bitboard::square(from);
        self.occupied = self.occupied.without(bit);
        self.attackers = self.attackers.without(bit);
        self.aimed = self.aimed.without(bit);
        if !self.aimed.is_empty() {
            self.open_lines();
        }
    }
}
