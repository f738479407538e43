//! Tuning: games that are the same from the same seed, compact and read back, weights that learn.

use std::convert::Infallible;
use tsumugi::movegen::{is_legal, legal_moves};
use tsumugi::play::tune::corpus::{Corpus, Set, Target};
use tsumugi::play::tune::fit::{Fit, Settings, StateError};
use tsumugi::play::tune::game::Game;
use tsumugi::play::tune::referee::{self, Player, Reply};
use tsumugi::play::tune::samples::expected;
use tsumugi::play::tune::selfplay::{self, Own};
use tsumugi::play::{Evaluation, Weights};
use tsumugi::position::Position;
use tsumugi::types::{Color, Move};

const SETTINGS: selfplay::Settings = selfplay::Settings { nodes: 60, seed: 3 };

fn games(count: u64) -> Vec<Game> {
    let mut player = Own::new(SETTINGS.nodes);
    (0..count).map(|number| selfplay::play(&mut player, &SETTINGS, number)).collect()
}

#[test]
fn games_follow_from_their_seed_and_number() {
    let all = games(6);
    let mut player = Own::new(SETTINGS.nodes);
    // In another order, after other games.
    for number in [5, 2] {
        assert_eq!(selfplay::play(&mut player, &SETTINGS, number), all[number as usize]);
    }
    assert_ne!(all[0].moves, all[1].moves);
    for game in &all {
        let mut position = Position::startpos();
        for &mv in &game.moves {
            assert!(is_legal(&position, mv), "{mv} in {position}");
            position.do_move(mv);
        }
        assert_eq!(game.values.len(), game.moves.len() - game.opening);
    }
}

#[test]
fn games_are_read_back_and_halves_are_refused() {
    let all = games(3);
    let mut bytes = Vec::new();
    all.iter().for_each(|game| game.write(&mut bytes));
    let mut rest = &bytes[..];
    let read: Vec<Game> = std::iter::from_fn(|| Game::read(&mut rest)).collect();
    assert_eq!(read, all);
    assert!(rest.is_empty());
    for cut in [1, 3, 5, bytes.len() / 2] {
        let mut rest = &bytes[..cut];
        while Game::read(&mut rest).is_some() {}
        assert!(!rest.is_empty(), "{cut} bytes hold no whole number of games");
    }
}

#[test]
fn damaged_games_are_seen_and_old_ones_are_read() {
    let [game] = &games(1)[..] else { unreachable!() };
    let mut bytes = Vec::new();
    game.write(&mut bytes);
    for index in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1 << bit;
            let mut rest = &damaged[..];
            // Without the flag of its winner it reads as a game without a checksum, followed by something else.
            let read = Game::read(&mut rest);
            assert!(read.is_none() || !rest.is_empty(), "byte {index}, bit {bit}");
        }
    }
    let mut old = bytes[..bytes.len() - 4].to_vec();
    old[3] &= 0x7f;
    assert_eq!(Game::read(&mut &old[..]).as_ref(), Some(game));
    // Black's first move is not one that can be played twice.
    let [first, second] = [0, 2].map(|ply| 4 + 2 * ply);
    old.copy_within(first..first + 2, second);
    assert_eq!(Game::read(&mut &old[..]), None);
    assert_eq!(Game::read(&mut &[0; 64][..]), None, "a game without moves is none");
    assert!(Game::is_begun(&bytes[..7]) && !Game::is_begun(&bytes));
}

/// What stands behind it would be lost.
#[test]
fn a_damaged_length_is_no_game_that_was_cut_off() {
    let mut bytes = Vec::new();
    games(2).iter().for_each(|game| game.write(&mut bytes));
    for cut in [0, 3, 4, 5, 40] {
        assert!(Game::is_begun(&bytes[..cut]), "{cut}");
    }
    // More moves than the bytes hold, but no more than a game may have; then more.
    let words = (bytes.len() / 2) as u16;
    for moves in [words.min(400), 401, u16::MAX] {
        bytes[..2].copy_from_slice(&moves.to_le_bytes());
        assert_eq!(Game::read(&mut &bytes[..]), None);
        assert!(!Game::is_begun(&bytes), "{moves}");
    }
}

fn corpus(count: u64) -> Corpus {
    let mut bytes = Vec::new();
    games(count).iter().for_each(|game| game.write(&mut bytes));
    let mut corpus = Corpus::default();
    assert_eq!(corpus.add_games(&bytes), Ok(()));
    corpus
}

#[test]
fn a_corpus_holds_each_quiet_position_once() {
    let corpus = corpus(40);
    assert_eq!(corpus.games(), 40);
    for set in [Set::Training, Set::Validation] {
        for seed in [1, 2] {
            let mut seen = std::collections::HashSet::new();
            let mut count = 0;
            corpus.for_each_batch(set, seed, Target { result: 0.5, lambda: 0.5 }, 100, |samples, batch| {
                assert!(batch.len() <= 100);
                for &index in batch {
                    let sample = samples.get(index as usize);
                    assert!((0.0..=1.0).contains(&sample.target));
                    assert!(sample.features[0].len() >= 20 && sample.bucket < 8);
                    seen.insert((sample.king_buckets, sample.features.map(<[u16]>::to_vec)));
                    count += 1;
                }
            });
            assert_eq!(count, corpus.positions(set));
            // A position and the same one turned are not told apart by features.
            assert!(seen.len() as u64 * 100 >= count * 99, "{} of {count}", seen.len());
        }
    }
    let training = corpus.positions(Set::Training);
    let mut twice = Corpus::default();
    let mut bytes = Vec::new();
    games(40).iter().for_each(|game| game.write(&mut bytes));
    let again = bytes.repeat(2);
    assert_eq!(twice.add_games(&again), Ok(()));
    assert_eq!((twice.games(), twice.positions(Set::Training)), (80, training));
    bytes.truncate(bytes.len() - 1);
    assert!(Corpus::default().add_games(&bytes).is_err());
}

/// Each position behind counts for less than the one before it, by the same factor; the last one for all that is left.
#[test]
fn positions_behind_tell_of_a_position() {
    let values = [30, -50, 400, -900, 1200, -3000, 8];
    for lambda in [0.0, 0.3, 0.85, 1.0] {
        let told = Target { result: 0.2, lambda }.searched(&values);
        assert_eq!(told.len(), values.len());
        for (ply, told) in told.into_iter().enumerate() {
            let behind = values[ply..].iter().enumerate().map(|(after, &value)| {
                let mover = expected(f32::from(value));
                let is_last = ply + after + 1 == values.len();
                let share = lambda.powi(after as i32) * if is_last { 1.0 } else { 1.0 - lambda };
                share * if after % 2 == 0 { mover } else { 1.0 - mover }
            });
            let expected: f32 = behind.sum();
            assert!((told - expected).abs() < 1e-5, "{lambda} {ply}: {told} {expected}");
        }
    }
    assert!(Target { result: 0.2, lambda: 0.5 }.searched(&[]).is_empty());
}

const FIT: Settings =
    Settings { epochs: 12, seed: 1, decay: 10.0, rate: 1.0, target: Target { result: 0.0, lambda: 0.0 } };

#[test]
fn a_fit_learns_what_games_say_and_is_repeatable() {
    // Of fewer games those that are kept apart tell nothing.
    let corpus = corpus(320);
    assert!(corpus.positions(Set::Training) > 1_000 && corpus.positions(Set::Validation) > 50);
    let run = |threads| {
        let mut fit = Fit::new(1);
        let losses: Vec<_> = (0..FIT.epochs).map(|_| fit.run_epoch(&corpus, &FIT, threads)).collect();
        (fit.weights(), losses)
    };
    let (weights, losses) = run(1);
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last[0] < 0.7 * first[0] && last[1] < first[1], "{losses:?}");
    assert!(run(3) == (weights.clone(), losses), "with three threads");
    assert!(weights != Weights::material());
    assert!(Weights::read(&weights.to_bytes()).is_ok_and(|read| read == weights));
}

/// The evaluation counts in whole numbers and move by move; the fit with fractions and from scratch.
#[test]
fn the_evaluation_is_what_was_fitted() {
    let corpus = corpus(40);
    let mut fit = Fit::new(1);
    for _ in 0..3 {
        fit.run_epoch(&corpus, &FIT, 2);
    }
    let weights: &'static Weights = Box::leak(Box::new(fit.weights()));
    let (mut compared, mut different) = (0, std::collections::HashSet::new());
    for game in games(4) {
        let mut position = Position::startpos();
        let mut evaluation = Evaluation::with_weights(weights, &position);
        for mv in game.moves {
            let undo = position.do_move(mv);
            evaluation.update(&position, mv, undo.captured());
            let (value, fitted) = (evaluation.value(&position), fit.value(&position));
            // Each weight is rounded to a sixteenth of a centipawn, and some terms are counted dozens of times.
            assert!((value as f32 - fitted).abs() <= 10.0, "{value} {fitted} in {position}");
            compared += 1;
            different.insert(value);
        }
    }
    assert!(compared > 200 && different.len() > 100, "{compared} {}", different.len());
}

/// Weights that are split into what is fitted come out as they were, and learn more.
#[test]
fn a_fit_starts_from_weights() {
    let corpus = corpus(40);
    let mut first = Fit::new(1);
    let losses: Vec<_> = (0..FIT.epochs).map(|_| first.run_epoch(&corpus, &FIT, 2)).collect();
    for weights in [&first.weights(), Weights::tuned()] {
        assert!(Fit::from_weights(weights).weights() == *weights);
    }
    let settings = Settings { epochs: 2, rate: 0.1, ..FIT };
    let mut more = Fit::from_weights(&first.weights());
    let [known, _] = more.run_epoch(&corpus, &settings, 2);
    let [fresh, _] = losses[0];
    let [last, _] = losses[losses.len() - 1];
    assert!(known < 1.5 * last && known < 0.3 * fresh, "{known} after {losses:?}");
    assert!(more.weights() != first.weights());
}

#[test]
fn an_interrupted_fit_goes_on() {
    let corpus = corpus(20);
    let settings = Settings { epochs: 3, ..FIT };
    let mut whole = Fit::new(1);
    whole.run_epoch(&corpus, &settings, 1);
    let state = whole.state(&settings, corpus.checksum());
    let rest: Vec<_> = (0..2).map(|_| whole.run_epoch(&corpus, &settings, 1)).collect();
    let mut fit = Fit::new(1);
    assert_eq!(fit.go_on(&state, &settings, corpus.checksum()), Ok(()));
    assert_eq!(fit.epoch(), 1);
    assert_eq!((0..2).map(|_| fit.run_epoch(&corpus, &settings, 1)).collect::<Vec<_>>(), rest);
    assert!(fit.weights() == whole.weights());
    let with_target = |target| Settings { target, ..settings };
    for other in [
        Settings { seed: 2, ..settings },
        Settings { rate: 0.5, ..settings },
        with_target(Target { result: 0.1, ..settings.target }),
        with_target(Target { lambda: 0.1, ..settings.target }),
    ] {
        assert_eq!(fit.go_on(&state, &other, corpus.checksum()), Err(StateError::Other));
    }
    let mut started = Fit::from_weights(&Weights::material());
    assert_eq!(started.go_on(&state, &settings, corpus.checksum()), Err(StateError::Other));
    assert_eq!(fit.go_on(&state, &settings, !corpus.checksum()), Err(StateError::Other));
    let mut damaged = state.clone();
    damaged[state.len() / 2] ^= 1;
    for bytes in [&damaged[..], &state[..state.len() - 1], &[]] {
        assert_eq!(fit.go_on(bytes, &settings, corpus.checksum()), Err(StateError::Damaged));
    }
}

/// Plays moves of a list, then the first legal one, always worth the same to it.
struct Scripted(Vec<Reply>, i16);

impl Player for Scripted {
    type Error = Infallible;

    fn begin(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn reply(&mut self, moves: &[Move]) -> Result<Reply, Infallible> {
        if !self.0.is_empty() {
            return Ok(self.0.remove(0));
        }
        let mut position = Position::startpos();
        for &mv in moves {
            position.do_move(mv);
        }
        Ok(legal_moves(&position).first().map_or(Reply::Resign, |&mv| Reply::Move(mv, self.1)))
    }
}

fn mv(usi: &str) -> Reply {
    Reply::Move(crate::games::mv(usi), 0)
}

fn winner(black: Vec<Reply>, white: Vec<Reply>, values: [i16; 2]) -> (Option<Color>, usize) {
    let [mut black, mut white] = [Scripted(black, values[0]), Scripted(white, values[1])];
    let Ok(game) = referee::play([&mut black, &mut white], Vec::new());
    (game.winner, game.moves.len())
}

#[test]
fn the_referee_knows_how_games_end() {
    let back_and_forth = |there: &str, back: &str| [mv(there), mv(back)].repeat(10);
    // The fourth repetition is a draw.
    let (black, white) = (back_and_forth("2h3h", "3h2h"), back_and_forth("8b7b", "7b8b"));
    assert_eq!(winner(black, white, [0, 0]), (None, 12));
    // What is illegal, and what does not hold, loses.
    assert_eq!(winner(vec![mv("7g7e")], vec![], [0, 0]), (Some(Color::White), 0));
    assert_eq!(winner(vec![mv("7g7f")], vec![Reply::Win], [0, 0]), (Some(Color::Black), 1));
    assert_eq!(winner(vec![mv("7g7f")], vec![Reply::Resign], [0, 0]), (Some(Color::Black), 1));
    // Both agree that White is winning.
    let (won, moves) = winner(vec![], vec![], [-4_000, 4_000]);
    assert_eq!((won, moves), (Some(Color::White), 4));
    // They do not.
    let (_, moves) = winner(vec![], vec![], [4_000, 4_000]);
    assert!(moves > 4);
}
