//! The games that weights are fitted to, in their compact form, and which of their positions are learnt from.

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

/// Positions whose value is beyond this are learnt from near the end of a game only, so that the way to a mate is known.
const DECIDED: i16 = 2_500;
/// How many of the last plies of a game are its end.
const END: usize = 30;
/// One game in this number is kept apart to measure the fit by.
const APART: usize = 20;
/// A window of games: the positions that are shuffled together are as many as theirs.
const WINDOW: usize = 4_096;
/// They are of so many windows: positions of one game tell much the same.
const SLICES: usize = 8;

/// Games, and the positions of them that are learnt from: quiet (not in check; the move played neither captures nor
/// promotes), each one once.
#[derive(Default)]
pub struct Corpus {
    bytes: Vec<u8>,
    games: Vec<Stored>,
    /// Numbers in `games` of those that are learnt from, and of those to measure by.
    sets: [Vec<u32>; 2],
    /// For each ply of all games, whether its position is used.
    used: Vec<bool>,
    counts: [u64; 2],
    seen: HashSet<u64>,
}

/// What the chance of winning that is to be predicted is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The share of the game's result, 0 to 1; the rest is that of the searches.
    pub result: f32,
    /// How much the positions behind tell of the rest, 0 to 1: a position's own search counts for 1 − λ of it, what the
    /// next position tells for λ (TD(λ); Sutton 1988).
    pub lambda: f32,
}

impl Target {
    /// What searches tell of the chance of winning of the side to move at each of the last moves of a game, from the values
    /// of all of them in centipawns, each for its own side.
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

/// A set of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// What weights are fitted to.
    Training = 0,
    /// What the fit is measured by.
    Validation = 1,
}

impl Corpus {
    /// Adds the games of a file in the form of [`Game::write`].
    ///
    /// # Errors
    /// The offset of what is no game; the games before it are in.
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

    /// Visits the samples of a set in pieces of at most `batch` samples: the numbers of those of a piece among others.
    /// The order follows from the seed: games are shuffled; then of [`SLICES`] windows of games a part of the positions at a
    /// time, as many as those of one window, is shuffled and visited.
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
        // While one window is learnt from, the next one is made.
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
                // Pieces of equal size, so that none is a small rest.
                let pieces = order.len().div_ceil(batch).max(1);
                let size = order.len().div_ceil(pieces).max(1);
                order.chunks(size).for_each(|piece| visit(&samples, piece));
            }
        });
    }

    /// Adds the samples of a slice of a game.
    fn add_samples(&self, game: u32, slice: usize, target: Target, samples: &mut Samples) {
        // In some games the first position is in one slice, in some in another.
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
