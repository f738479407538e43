//! Training samples: quiet positions of games as features, with a target.

use super::game::Game;
use crate::movegen::in_check;
use crate::play::eval::{Perspective, TERMS, count_terms};
use crate::position::Position;
use crate::types::{Color, Move, PieceKind};

/// Centipawns that multiply the odds of winning by e.
pub const SCALE: f32 = 600.0;
/// Positions whose value is beyond this are left out.
const DECIDED: i16 = 2_500;

/// Quiet positions of many games.
#[derive(Default)]
pub struct Samples {
    all: Vec<Row>,
    features: Vec<u16>,
    terms: Vec<i16>,
}

#[derive(Clone, Copy)]
struct Row {
    /// Where its features begin, for each perspective.
    features: [u32; 2],
    king_buckets: [u8; 2],
    target: f32,
}

/// One training sample: the features of a position from both perspectives (the side to move first), its terms, and the
/// chance of winning that is to be predicted.
pub struct Sample<'a> {
    /// The king buckets.
    pub king_buckets: [usize; 2],
    /// The indices of the features.
    pub features: [&'a [u16]; 2],
    /// The terms.
    pub terms: &'a [i16],
    /// Between 0 and 1, for the side to move.
    pub target: f32,
}

impl Samples {
    /// The number of samples.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The sample with this number.
    pub fn get(&self, index: usize) -> Sample<'_> {
        let Row { features: [first, second], king_buckets, target } = self.all[index];
        let end = self.all.get(index + 1).map_or(self.features.len(), |next| next.features[0] as usize);
        let (first, second) = (first as usize, second as usize);
        Sample {
            king_buckets: king_buckets.map(usize::from),
            features: [&self.features[first..second], &self.features[second..end]],
            terms: &self.terms[index * TERMS..][..TERMS],
            target,
        }
    }

    /// Adds the quiet positions of a game: not in check, and the move played neither captures nor promotes. Targets are
    /// a mean of the search's value (as a chance of winning) and the game's result, which has the weight `result` (0 to
    /// 1).
    pub fn add(&mut self, game: &Game, result: f32) {
        let mut position = Position::startpos();
        for (ply, &mv) in game.moves.iter().enumerate() {
            if let Some(&value) = ply.checked_sub(game.opening).and_then(|index| game.values.get(index))
                && value.abs() < DECIDED
                && is_quiet(&position, mv)
            {
                let us = position.side_to_move();
                let won = game.winner.map_or(0.5, |winner| if winner == us { 1.0 } else { 0.0 });
                let expected = 1.0 / (1.0 + (-f32::from(value) / SCALE).exp());
                self.push(&position, result * won + (1.0 - result) * expected);
            }
            position.do_move(mv);
        }
    }

    fn push(&mut self, position: &Position, target: f32) {
        let us = position.side_to_move();
        let mut row = Row { features: [0; 2], king_buckets: [0; 2], target };
        for (index, color) in [us, !us].into_iter().enumerate() {
            let perspective = Perspective::new(color, position.king(color));
            row.features[index] = self.features.len() as u32;
            row.king_buckets[index] = perspective.king_bucket as u8;
            perspective.for_each_feature(position, |feature| self.features.push(feature.index as u16));
        }
        self.terms.extend_from_slice(&count_terms(position));
        self.all.push(row);
    }
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    let kings = Color::ALL.iter().all(|&color| position.king(color).is_some());
    let takes = position.piece_at(mv.to()).is_some_and(|piece| piece.kind() != PieceKind::King);
    kings && !takes && !mv.promotes() && !in_check(position)
}
