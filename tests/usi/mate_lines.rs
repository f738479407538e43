//! What `go mate` says while it searches.

use super::transcript::Engine;
use tsumugi::movegen::{is_mate, play_line};
use tsumugi::position::Position;
use tsumugi::types::Move;

/// 将棋図巧 4, a tsume in 39: the mate is found soon, and its length proved much later.
const LONG: &str = "6S+Pl/5s3/4L2l1/5gkBr/4pn3/5Gp2/9/6N2/7+R+n b BN2g2sl15p 1";
/// A helpmate that takes longer than a test can wait: 4,197 plies (加藤徹).
const HEAVY: &str = "2S6/1S1S1G1GG/S1LpNNpNN/rL7/R1PP5/3k5/8P/2l1pp1l+p/K2b2b1g b 3P7p 1";

/// A line without what is new in every line.
fn content(line: &str) -> String {
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "nodes" | "nps" | "hashfull" | "time" => drop(words.next()),
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

#[test]
fn nothing_is_said_twice() {
    let mut engine = Engine::ready("mate-lines", &["PvInterval 0"]);
    engine
        .play(&format!("> setoption name MateRule value Helpmate\n> position sfen {HEAVY}\n> go mate 1500"));
    engine.expect("checkmate timeout");
    let said: Vec<String> =
        engine.infos().iter().map(|line| content(line)).filter(|line| line != "info").collect();
    assert!(said.len() > 5, "{said:?}");
    assert!(said.windows(2).all(|pair| pair[0] != pair[1]), "{said:?}");
    assert!(!said.iter().any(|line| line.contains(" in 0 plies")), "{said:?}");
    engine.quit();
}

#[test]
fn a_mate_is_shown_as_soon_as_it_is_known_and_is_the_answer_to_stop() {
    let mut engine = Engine::ready("mate-known", &[]);
    engine.play(&format!("> position sfen {LONG}\n> go mate infinite"));
    let shown = engine.expect("info depth * seldepth * score mate * pv *");
    let line = |text: &str| -> Vec<Move> { text.split(' ').map(|mv| mv.parse().expect("a move")).collect() };
    let (_, pv) = shown.split_once(" pv ").expect("a line");
    let mut position = Position::from_sfen(LONG).expect("an SFEN");
    play_line(&mut position, &line(pv)).expect("legal moves");
    assert!(is_mate(&position), "{shown}");
    engine.play("> stop");
    let answer = engine.expect("checkmate *");
    let mut position = Position::from_sfen(LONG).expect("an SFEN");
    let moves = answer.strip_prefix("checkmate ").expect("an answer");
    play_line(&mut position, &line(moves)).expect("legal moves");
    assert!(is_mate(&position), "{answer}");
    engine.quit();
}
