//! By how much a quiet move changes the linear part of the evaluation, computed without making the move: a term of move
//! ordering.

use super::features::Perspective;
use super::weights::Weights;
use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// The changes of the linear part that quiet moves of one side make while both kings stay where they are, in
/// [`UNIT`](super::UNIT)s; positive when good for that side.
pub struct QuietGains<'a> {
    weights: &'a Weights,
    us: Color,
    /// The perspective of that side's king, then that of the other king.
    perspectives: [Perspective; 2],
}

impl<'a> QuietGains<'a> {
    /// The gains of side `us`; `perspectives` is indexed by colour.
    #[inline(always)]
    pub(super) fn new(weights: &'a Weights, us: Color, perspectives: [Perspective; 2]) -> QuietGains<'a> {
        let perspectives = [perspectives[us.index()], perspectives[us.opposite().index()]];
        QuietGains { weights, us, perspectives }
    }

    /// The gains of the quiet moves of one kind of piece: either its moves on the board, or its drops.
    #[inline(always)]
    pub fn of_kind(&self, position: &Position, kind: PieceKind, drops: bool) -> KindGains<'_> {
        KindGains {
            // The gain of a king's move is not computed: the move changes all features of a perspective.
            is_known: kind != PieceKind::King,
            unpromoted: self.square_weights(kind),
            promoted: self.square_weights(kind.promoted().unwrap_or(kind)),
            hand_loss: if drops { self.hand_loss(position, kind) } else { 0 },
        }
    }

    #[inline(always)]
    fn square_weights(&self, kind: PieceKind) -> SquareWeights<'_> {
        let piece = Piece::new(self.us, kind);
        SquareWeights(
            self.perspectives.each_ref().map(|perspective| {
                perspective.square_weights(self.weights.row(perspective.king_bucket), piece)
            }),
        )
    }

    /// By how much the hand loses value when one piece of a kind is dropped.
    #[inline(always)]
    fn hand_loss(&self, position: &Position, kind: PieceKind) -> i32 {
        let count = position.hand(self.us).count(kind);
        let [own, other] = self.perspectives.each_ref().map(|perspective| {
            let row = self.weights.row(perspective.king_bucket);
            let weight =
                |count| if count == 0 { 0 } else { row[perspective.hand(self.us, kind, count).index].into() };
            weight(count) - weight(count.saturating_sub(1))
        });
        own - other
    }
}

/// The gains of quiet moves of one kind of piece.
pub struct KindGains<'a> {
    is_known: bool,
    unpromoted: SquareWeights<'a>,
    promoted: SquareWeights<'a>,
    hand_loss: i32,
}

impl KindGains<'_> {
    /// The gain of a move; 0 for a king's move.
    #[inline(always)]
    pub fn of(&self, mv: Move) -> i32 {
        if !self.is_known {
            return 0;
        }
        let before = mv.from().map_or(self.hand_loss, |from| self.unpromoted.at(from));
        let after = if mv.promotes() { &self.promoted } else { &self.unpromoted };
        after.at(mv.to()) - before
    }
}

/// The weights of a piece by oriented square, and the table that maps squares to oriented squares; for both
/// perspectives.
struct SquareWeights<'a>([(&'a [i16; 81], &'a [u8; Square::TABLE]); 2]);

impl SquareWeights<'_> {
    #[inline(always)]
    fn at(&self, sq: Square) -> i32 {
        let [own, other] =
            self.0.map(|(weights, oriented)| i32::from(weights[usize::from(oriented[sq.index()])]));
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
                let linear = |eval: &Evaluation| {
                    let sums = &eval.path[eval.top].accumulators;
                    sums[us.index()].linear - sums[us.opposite().index()].linear
                };
                for &mv in &moves {
                    let moved = mv.from().and_then(|from| position.piece_at(from)).map(Piece::kind);
                    let Some(kind) = moved.or(mv.dropped()) else { panic!("{mv} in {position}") };
                    if kind == PieceKind::King || position.piece_at(mv.to()).is_some() {
                        continue;
                    }
                    let mut after = position.clone();
                    after.do_move(mv);
                    let gain = linear(&Evaluation::new(&after)) - linear(&before);
                    let gains = before.quiet_gains(us);
                    let gains = gains.of_kind(&position, kind, moved.is_none());
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
