//! What a quiet move does to the linear part of the evaluation, without making it: which of many quiet moves look good at first sight.

use super::features::View;
use super::weights::Weights;
use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// How the kings as they stand see what one side may put where. In the weights' own units, for that side.
pub struct Placing<'a> {
    weights: &'a Weights,
    us: Color,
    /// The side's own king's, and the other's.
    views: [View; 2],
}

impl<'a> Placing<'a> {
    /// As a side sees it, the views of the kings by colour.
    #[inline(always)]
    pub(super) fn new(weights: &'a Weights, us: Color, views: [View; 2]) -> Placing<'a> {
        Placing { weights, us, views: [views[us.index()], views[us.opposite().index()]] }
    }

    /// For quiet moves of one kind of piece, all of them on the board or all from the hand.
    #[inline(always)]
    pub fn gains(&self, position: &Position, kind: PieceKind, drops: bool) -> Gains<'_> {
        Gains {
            // He would see everything anew.
            known: kind != PieceKind::King,
            placed: self.placed(kind),
            promoted: self.placed(kind.promoted().unwrap_or(kind)),
            in_hand: if drops { self.last_in_hand(position, kind) } else { 0 },
        }
    }

    #[inline(always)]
    fn placed(&self, kind: PieceKind) -> Placed<'_> {
        let piece = Piece::new(self.us, kind);
        Placed(self.views.each_ref().map(|view| view.squares(self.weights.row(view.place), piece)))
    }

    /// What the hand loses with one of its pieces of a kind.
    #[inline(always)]
    fn last_in_hand(&self, position: &Position, kind: PieceKind) -> i32 {
        let count = position.hand(self.us).count(kind);
        let [own, other] = self.views.each_ref().map(|view| {
            let row = self.weights.row(view.place);
            let worth = |count| if count == 0 { 0 } else { row[view.hand(self.us, kind, count).code].into() };
            worth(count) - worth(count.saturating_sub(1))
        });
        own - other
    }
}

/// What quiet moves of one kind of piece gain.
pub struct Gains<'a> {
    known: bool,
    placed: Placed<'a>,
    promoted: Placed<'a>,
    in_hand: i32,
}

impl Gains<'_> {
    /// What a move gains; of a king's nothing is known.
    #[inline(always)]
    pub fn of(&self, mv: Move) -> i32 {
        if !self.known {
            return 0;
        }
        let left = mv.from().map_or(self.in_hand, |from| self.placed.on(from));
        let arrives = if mv.promotes() { &self.promoted } else { &self.placed };
        arrives.on(mv.to()) - left
    }
}

/// What a piece is worth on each square: to both kings the weights by the squares as they see them.
struct Placed<'a>([(&'a [i16; 81], &'a [u8; Square::TABLE]); 2]);

impl Placed<'_> {
    #[inline(always)]
    fn on(&self, sq: Square) -> i32 {
        let [own, other] = self.0.map(|(worth, seen)| i32::from(worth[usize::from(seen[sq.index()])]));
        own - other
    }
}

#[cfg(test)]
mod tests {
    use super::super::Evaluation;
    use super::*;
    use crate::movegen::legal_moves;

    #[test]
    fn gains_are_those_of_the_moves_made() {
        let mut seed = 3u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let (mut drops, mut promotions) = (0, 0);
        for _ in 0..20 {
            let mut position = Position::startpos();
            for _ in 0..150 {
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                let us = position.side_to_move();
                let before = Evaluation::new(&position);
                let linear =
                    |eval: &Evaluation| eval.now.sums[us.index()] - eval.now.sums[us.opposite().index()];
                for &mv in &moves {
                    let moved = mv.from().and_then(|from| position.piece_at(from)).map(Piece::kind);
                    let Some(kind) = moved.or(mv.dropped()) else { panic!("{mv} in {position}") };
                    if kind == PieceKind::King || position.piece_at(mv.to()).is_some() {
                        continue;
                    }
                    let mut after = position.clone();
                    after.do_move(mv);
                    let gain = linear(&Evaluation::new(&after)) - linear(&before);
                    let placing = before.placing(us);
                    let gains = placing.gains(&position, kind, moved.is_none());
                    assert_eq!(gains.of(mv), gain, "{mv} in {position}");
                    drops += u32::from(moved.is_none());
                    promotions += u32::from(mv.promotes());
                }
                position.do_move(moves[random(moves.len())]);
            }
        }
        assert!(drops > 1_000 && promotions > 100, "{drops} {promotions}");
    }
}
