//! Positions of games as a fit sees them: numbers and a target.

use super::game::Game;
use crate::movegen::in_check;
use crate::play::eval::{TERMS, View, count_terms};
use crate::position::Position;
use crate::types::{Color, Move, PieceKind};

/// Centipawns that multiply the odds of winning by e.
pub const SCALE: f32 = 600.0;
/// Values beyond this teach nothing more.
const DECIDED: i16 = 2_500;

/// Quiet positions of many games.
#[derive(Default)]
pub struct Samples {
    all: Vec<Sample>,
    codes: Vec<u16>,
    terms: Vec<i16>,
}

#[derive(Clone, Copy)]
struct Sample {
    /// Where its codes begin; where those of the second king do.
    codes: [u32; 2],
    places: [u8; 2],
    target: f32,
}

/// A position: what both kings see, the side to move first, the terms, and the chance of winning to be predicted.
pub struct Quiet<'a> {
    /// The kings' places.
    pub places: [usize; 2],
    /// What each sees, as codes.
    pub codes: [&'a [u16]; 2],
    /// The terms.
    pub terms: &'a [i16],
    /// Between 0 and 1, for the side to move.
    pub target: f32,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The position with this number.
    pub fn get(&self, index: usize) -> Quiet<'_> {
        let Sample { codes: [first, second], places, target } = self.all[index];
        let end = self.all.get(index + 1).map_or(self.codes.len(), |next| next.codes[0] as usize);
        let (first, second) = (first as usize, second as usize);
        Quiet {
            places: places.map(usize::from),
            codes: [&self.codes[first..second], &self.codes[second..end]],
            terms: &self.terms[index * TERMS..][..TERMS],
            target,
        }
    }

    /// Adds the quiet positions of a game: not in check, and the move played neither takes nor promotes. Their targets are
    /// the values of the searches and, as far as `result` (0 to 1) says, the result.
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
        let mut sample = Sample { codes: [0; 2], places: [0; 2], target };
        for (index, color) in [us, !us].into_iter().enumerate() {
            let view = View::new(color, position.king(color));
            sample.codes[index] = self.codes.len() as u32;
            sample.places[index] = view.place as u8;
            view.each(position, |thing| self.codes.push(thing.code as u16));
        }
        self.terms.extend_from_slice(&count_terms(position));
        self.all.push(sample);
    }
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    let kings = Color::ALL.iter().all(|&color| position.king(color).is_some());
    let takes = position.piece_at(mv.to()).is_some_and(|piece| piece.kind() != PieceKind::King);
    kings && !takes && !mv.promotes() && !in_check(position)
}
