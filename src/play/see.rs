//! Static exchange evaluation (SEE): the material balance when both sides capture on one square in turn, the least
//! valuable piece first.
//!
//! Pins, and promotions of the later capturers, are not considered.

use super::eval::{capture_value, hand_value, promotion_gain};
use super::value::Value;
use crate::board::{Bitboard, between};
use crate::position::{Group, Position, View};
use crate::types::{Color, Move, PieceKind, Square};

/// Whether the static exchange value of a legal move is at least `threshold`. Either side may stop capturing at any
/// time.
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
        // A drop itself changes no material, although piece values on the board and in hand differ.
        at_stake = 2 * hand_value(kind);
    }
    // The loop decides whether the balance of the side that has just moved can be kept at or above zero.
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
    // In each round `side` captures and puts its capturing piece at stake. If its balance is not below zero
    // even without that piece, it has won the exchange. The extra 1 is there because the opponent must do
    // better than break even.
    while let Some(taker) = exchange.least_valuable(side) {
        if taker.kind == PieceKind::King && !exchange.attackers(!side).is_empty() {
            // The king cannot capture a defended piece.
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

/// A capturing piece.
struct Taker {
    from: Square,
    kind: PieceKind,
}

/// The pieces of both sides that can capture on a square, and those that can after others have captured.
struct Exchange<'a> {
    position: &'a Position,
    to: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    /// Sliders of both sides that would attack the square on an empty board, but are blocked now.
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

    /// Adds the sliders that are no longer blocked (x-ray attackers).
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

    /// The least valuable attacker of a side.
    #[inline]
    fn least_valuable(&self, side: Color) -> Option<Taker> {
        let attackers = self.attackers(side);
        if attackers.is_empty() {
            return None;
        }
        if let Some(from) = (attackers & self.position.group(side, Group::Pawn)).first() {
            return Some(Taker { from, kind: PieceKind::Pawn });
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

    /// Removes a capturing piece from its square.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;

    /// The gain of the side to move from capturing on `to`, where a piece stands whose capture gains `stake`;
    /// computed by playing out every exchange on a board.
    fn best_exchange(position: &Position, to: Square, side: Color, stake: Value) -> Value {
        let attackers = |side| position.attackers_to(to, side, position.occupied());
        let cost = |from: Square| {
            let kind = position.piece_at(from).expect("an attacker").kind();
            (kind == PieceKind::King, capture_value(kind), kind)
        };
        let Some(from) = attackers(side).into_iter().min_by_key(|&from| (cost(from).0, cost(from).1)) else {
            return 0;
        };
        let (is_king, worth, _) = cost(from);
        let mut after = position.clone();
        after.remove(from);
        if is_king && !after.attackers_to(to, !side, after.occupied()).is_empty() {
            return 0;
        }
        (stake - best_exchange(&after, to, !side, worth)).max(0)
    }

    /// The gain of a move when both sides go on capturing as long as it pays.
    fn exchange(position: &Position, mv: Move) -> Value {
        let (us, to) = (position.side_to_move(), mv.to());
        let mut gain = position.piece_at(to).map_or(0, |piece| capture_value(piece.kind()));
        let mut stake = 2 * mv.dropped().map_or(0, hand_value);
        let mut after = position.clone();
        if let Some(from) = mv.from() {
            let kind = position.piece_at(from).expect("a piece").kind();
            let arrived = if mv.promotes() { kind.promoted().expect("it promotes") } else { kind };
            gain += if mv.promotes() { promotion_gain(kind) } else { 0 };
            stake = capture_value(arrived);
            after.remove(from);
        }
        // A piece must stand on the square, because a slider's line ends there.
        after.put(to, crate::types::Piece::new(us, PieceKind::Pawn));
        gain - best_exchange(&after, to, !us, stake)
    }

    #[test]
    fn agrees_with_exchanges_played_out_on_a_board() {
        let mut seed = 7u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let mut losing = 0;
        for _ in 0..60 {
            let mut position = Position::startpos();
            for _ in 0..150 {
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    let value = exchange(&position, mv);
                    assert!(gains_at_least(&position, mv, value), "{mv} {value} in {position}");
                    assert!(!gains_at_least(&position, mv, value + 1), "{mv} {value} in {position}");
                    losing += u32::from(value < 0);
                }
                position.do_move(moves[random(moves.len())]);
            }
        }
        assert!(losing > 1_000);
    }
}
