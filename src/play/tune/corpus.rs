//! The games that weights are fitted to, in their compact form, and the selection of training positions from
//! them.

use super::game::Game;
use super::random::Random;
use super::samples::{Samples, expected};
use crate::movegen::in_check;
use crate::position::Position;
use crate::types::{Color, Move, PieceKind};
use hashbrown::HashSet;
use std::ops::Range;
use std::sync::mpsc;
use std::thread;

/// Positions with a value beyond this are used only near the end of a game, so that weights for the way to a
/// mate are learnt too.
const DECIDED: i16 = 2_500;
/// The number of last plies of a game that count as its end.
const END: usize = 30;
/// One game in this number is kept for validation.
const APART: usize = 20;
/// The number of games in a window. As many positions are shuffled together as a window of games has.
const WINDOW: usize = 4_096;
/// The positions shuffled together come from so many windows, because positions of the same game are too
/// similar.
const SLICES: usize = 8;

/// Games, and the positions of them that are used: quiet ones (not in check, and the move played neither
/// captures nor promotes), each one once.
#[derive(Default)]
pub struct Corpus {
    bytes: Vec<u8>,
    games: Vec<Stored>,
    /// The indices in `games` of the training games and of the validation games.
    sets: [Vec<u32>; 2],
    /// For each ply of all games, whether its position is used.
    used: Vec<bool>,
    counts: [u64; 2],
    seen: HashSet<u64>,
}

/// The weights of the parts that make up the target, the chance of winning to be predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The share of the game's result, 0 to 1; the rest comes from the searches.
    pub result: f32,
    /// The weight of later positions in the part from the searches, 0 to 1: a position's own search has the
    /// weight 1 − λ, the estimate of the next position the weight λ (TD(λ); Sutton 1988).
    pub lambda: f32,
}

impl Target {
    /// The chances of winning, estimated from searches, of the side to move at each of the last moves of a
    /// game. `values` are the values of these moves in centipawns, each for its own side.
    pub fn searched(self, values: &[i16]) -> Vec<f32> {
        let mut chances: Vec<f32> = values.iter().map(|&value| expected(value.into())).collect();
        for index in (1..chances.len()).rev() {
            let next = 1.0 - chances[index];
            let own = &mut chances[index - 1];
            *own += self.lambda * (next - *own);
        }
        chances
    }
}

struct Stored {
    bytes: Range<usize>,
    first_ply: usize,
}

/// A subset of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The games that weights are fitted to.
    Training = 0,
    /// The games by which the fit is measured.
    Validation = 1,
}

impl Corpus {
    /// Adds the games of a file in the format of [`Game::write`].
    ///
    /// # Errors
    /// The offset of the first bytes that are not a game; the games before it have been added.
    pub fn add_games(&mut self, bytes: &[u8]) -> Result<(), usize> {
        Game::read_all(bytes).try_for_each(|read| read.map(|(game, bytes)| self.add(&game, bytes)))
    }

    fn add(&mut self, game: &Game, bytes: &[u8]) {
        let set = if self.games.len() % APART == APART - 1 { Set::Validation } else { Set::Training };
        let number = self.games.len() as u32;
        let first_ply = self.used.len();
        let mut position = Position::startpos();
        for (ply, &mv) in game.moves.iter().enumerate() {
            let value = ply.checked_sub(game.opening).and_then(|index| game.values.get(index));
            let counts = value.is_some_and(|value| {
                (value.unsigned_abs() < DECIDED.unsigned_abs() || ply + END >= game.moves.len())
                    && is_quiet(&position, mv)
            });
            let used = counts && self.seen.insert(position.key() as u64);
            self.counts[set as usize] += u64::from(used);
            self.used.push(used);
            position.do_move(mv);
        }
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.games.push(Stored { bytes: start..self.bytes.len(), first_ply });
        self.sets[set as usize].push(number);
    }

    /// A checksum of all games.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.bytes)
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The number of positions of a set.
    pub fn positions(&self, set: Set) -> u64 {
        self.counts[set as usize]
    }

    /// Visits the samples of a set in batches of at most `batch` samples; `visit` receives samples and the
    /// indices of those that form the batch. The order depends on the seed: the games are shuffled; then, for
    /// [`SLICES`] windows of games at a time, the positions are divided into slices of about the size of one
    /// window, and each slice is shuffled and visited.
    pub fn for_each_batch(
        &self,
        set: Set,
        seed: u64,
        target: Target,
        batch: usize,
        mut visit: impl FnMut(&Samples, &[u32]),
    ) {
        let mut random = Random::new(seed);
        let mut games = self.sets[set as usize].clone();
        shuffle(&mut games, &mut random);
        // The next slice is prepared while one is being learnt from.
        let (sender, receiver) = mpsc::sync_channel(1);
        thread::scope(|scope| {
            scope.spawn(move || {
                let slices = games
                    .chunks(WINDOW * SLICES)
                    .flat_map(|games| (0..SLICES).map(move |slice| (games, slice)));
                for (games, slice) in slices {
                    let mut samples = Samples::default();
                    games.iter().for_each(|&game| self.add_samples(game, slice, target, &mut samples));
                    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
                    shuffle(&mut order, &mut random);
                    if sender.send((samples, order)).is_err() {
                        return;
                    }
                }
            });
            for (samples, order) in receiver {
                // Batches of equal size, so that none is a small remainder.
                let pieces = order.len().div_ceil(batch).max(1);
                let size = order.len().div_ceil(pieces).max(1);
                order.chunks(size).for_each(|piece| visit(&samples, piece));
            }
        });
    }

    /// Adds the samples of a slice of a game.
    fn add_samples(&self, game: u32, slice: usize, target: Target, samples: &mut Samples) {
        // The shift makes the first positions of different games fall into different slices.
        let shift = game as usize;
        let stored = &self.games[game as usize];
        let Some(game) = Game::read(&mut &self.bytes[stored.bytes.clone()]) else {
            unreachable!("a game that was read before")
        };
        let searched = target.searched(&game.values);
        let mut position = Position::startpos();
        for (ply, &mv) in game.moves.iter().enumerate() {
            if self.used[stored.first_ply + ply] && (shift + ply) % SLICES == slice {
                let us = position.side_to_move();
                let won = game.winner.map_or(0.5, |winner| if winner == us { 1.0 } else { 0.0 });
                let searched = searched[ply - game.opening];
                samples.add(&position, target.result * won + (1.0 - target.result) * searched);
            }
            position.do_move(mv);
        }
    }
}

fn shuffle(items: &mut [u32], random: &mut Random) {
    for index in (1..items.len()).rev() {
        items.swap(index, random.below(index + 1));
    }
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    let kings = Color::ALL.iter().all(|&color| position.king(color).is_some());
    let takes = position.piece_at(mv.to()).is_some_and(|piece| piece.kind() != PieceKind::King);
    kings && !takes && !mv.promotes() && !in_check(position)
}
