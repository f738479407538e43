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
/// Games whose positions are shuffled together.
const WINDOW: usize = 4_096;

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
    /// The order follows from the seed: games are shuffled, then the samples of each [`WINDOW`] of games. `result` is
    /// the weight of the game's result in the target (0 to 1), the rest is that of the search's value.
    pub fn for_each_batch(
        &self,
        set: Set,
        seed: u64,
        result: f32,
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
                for window in games.chunks(WINDOW) {
                    let mut samples = Samples::default();
                    window.iter().for_each(|&game| self.add_samples(game, result, &mut samples));
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

    fn add_samples(&self, game: u32, result: f32, samples: &mut Samples) {
        let stored = &self.games[game as usize];
        let Some(game) = Game::read(&mut &self.bytes[stored.bytes.clone()]) else {
            unreachable!("a game that was read before")
        };
        let mut position = Position::startpos();
        for (ply, &mv) in game.moves.iter().enumerate() {
            if self.used[stored.first_ply + ply] {
                let us = position.side_to_move();
                let won = game.winner.map_or(0.5, |winner| if winner == us { 1.0 } else { 0.0 });
                let searched = expected(f32::from(game.values[ply - game.opening]));
                samples.add(&position, result * won + (1.0 - result) * searched);
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
