//! Tuning: games that are the same from the same seed, compact and read back, weights that learn.

use std::convert::Infallible;
use tsumugi::movegen::{is_legal, legal_moves};
use tsumugi::play::Weights;
use tsumugi::play::tune::fit::{Fit, Settings};
use tsumugi::play::tune::game::Game;
use tsumugi::play::tune::referee::{self, Player, Reply};
use tsumugi::play::tune::samples::Samples;
use tsumugi::play::tune::selfplay::{self, Own};
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
fn a_fit_learns_what_games_say_and_is_repeatable() {
    let (mut samples, mut others) = (Samples::default(), Samples::default());
    for (number, game) in games(40).iter().enumerate() {
        if number % 8 == 0 { &mut others } else { &mut samples }.add(game, 0.0);
    }
    assert!(samples.len() > 500 && others.len() > 50, "{} {}", samples.len(), others.len());
    let settings = Settings { epochs: 20, seed: 1, decay: 10.0 };
    let run = || {
        let mut losses = Vec::new();
        let mut fit = Fit::new(1);
        fit.run(&samples, &others, &settings, |_, known, unknown| losses.push((known, unknown)));
        (fit.weights(), losses)
    };
    let (weights, losses) = run();
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last.0 < 0.7 * first.0, "{losses:?}");
    assert!(last.1 < first.1, "{losses:?}");
    assert!(weights == run().0 && weights != Weights::material());
    assert!(Weights::read(&weights.to_bytes()).is_ok_and(|read| read == weights));
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
