//! `go mate`: exactly one of the four answers, and the right one.

use super::transcript::Engine;
use tsumugi::movegen::{in_check, is_mate, play_line};
use tsumugi::position::Position;
use tsumugi::types::Move;

const HELPMATE: [&str; 1] = ["MateRule Helpmate"];
/// A helpmate in three with one solution.
const THREE: &str = "3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1";
/// A helpmate that takes longer than a test can wait: 4,197 plies (加藤徹).
const HEAVY: &str = "2S6/1S1S1G1GG/S1LpNNpNN/rL7/R1PP5/3k5/8P/2l1pp1l+p/K2b2b1g b 3P7p 1";
/// A tsume in three.
const TSUME: &str = "3sks3/9/4+P4/9/7+B1/9/9/9/9 b S2rb4gs4n4l17p 1";
/// 将棋図巧 2, a tsume in 21.
const TWENTY_ONE: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
/// ミクロコスモス, a tsume in 1,525.
const HARD: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

/// Plays the moves of `checkmate …`; every attacker's move must check and the end be mate.
#[track_caller]
fn verified(sfen: &str, answer: &str) -> usize {
    let mut position = Position::from_sfen(sfen).expect("an SFEN");
    let moves: Vec<Move> = answer.split(' ').skip(1).map(|mv| mv.parse().expect("a move")).collect();
    let attacker = if moves.len() % 2 == 1 { position.side_to_move() } else { !position.side_to_move() };
    for &mv in &moves {
        let attacks = position.side_to_move() == attacker;
        play_line(&mut position, &[mv]).expect("a legal move");
        assert!(!attacks || in_check(&position), "{mv} of {answer} does not check");
    }
    assert!(is_mate(&position), "{answer} does not mate");
    moves.len()
}

#[track_caller]
fn solve(engine: &mut Engine, sfen: &str, go: &str) -> String {
    engine.play(&format!("> position sfen {sfen}\n> {go}"));
    engine.expect("checkmate *")
}

#[test]
fn a_helpmate_is_solved() {
    let mut engine = Engine::ready("helpmate", &HELPMATE);
    let answer = solve(&mut engine, THREE, "go mate infinite");
    assert_eq!(answer, "checkmate 1f5b+ 4a5b S*4b");
    let infos = engine.infos().join("\n");
    assert!(infos.contains("info depth 3 seldepth 3 score mate 3 nodes "), "{infos}");
    assert!(infos.contains(" pv 1f5b+ 4a5b S*4b\n"), "{infos}");
    assert!(infos.contains("\ninfo string helpmate in 3, 1 solution\n"), "{infos}");
    assert!(infos.ends_with(" false hits expected"), "{infos}");
    engine.play("- 50");
    engine.quit();
}

/// The nodes that `go mate` takes behind so many moves of a line.
fn nodes_behind(engine: &mut Engine, sfen: &str, moves: &[&str]) -> u64 {
    solve(engine, &format!("{sfen} moves {}", moves.join(" ")), "go mate infinite");
    let infos = engine.infos();
    let counted = infos.iter().rev().find_map(|info| info.split_once(" nodes "));
    let (_, rest) = counted.expect("nodes are counted");
    rest.split(' ').next().and_then(|nodes| nodes.parse().ok()).expect("a number")
}

#[test]
fn what_is_known_of_a_problem_stays_while_its_moves_are_played() {
    let mut engine = Engine::ready("stepping", &[]);
    let answer = solve(&mut engine, TWENTY_ONE, "go mate infinite");
    assert_eq!(verified(TWENTY_ONE, &answer), 21);
    let line: Vec<&str> = answer.split(' ').skip(1).collect();
    let known = nodes_behind(&mut engine, TWENTY_ONE, &line[..2]);
    engine.play("> usinewgame");
    let anew = nodes_behind(&mut engine, TWENTY_ONE, &line[..2]);
    assert!(known < 200 && anew > 2_000, "{known} nodes with what was known, {anew} without");
    engine.quit();
}

#[test]
fn several_solutions_are_shown() {
    let mut engine = Engine::ready("several", &HELPMATE);
    solve(&mut engine, "8k/9/8G/9/9/9/9/9/9 b G 1", "go mate 10000");
    let infos = engine.infos().join("\n");
    assert!(infos.contains(" multipv 1 score mate 1 ") && infos.contains(" pv G*1b\n"), "{infos}");
    assert!(infos.contains(" multipv 2 score mate 1 ") && infos.contains(" pv G*2b\n"), "{infos}");
    assert!(infos.contains("info string helpmate in 1, 2 solutions"), "{infos}");
    engine.quit();
}

#[test]
fn the_defender_may_begin() {
    let mut engine = Engine::ready("defender-first", &HELPMATE);
    let answer = solve(&mut engine, "8k/9/8G/9/9/9/9/9/9 w 2G 1", "go mate 10000");
    let plies = verified("8k/9/8G/9/9/9/9/9/9 w 2G 1", &answer);
    assert_eq!(plies % 2, 0, "{answer}");
    let infos = engine.infos().join("\n");
    assert!(infos.contains("info string Black attacks, the defender (White) moves first"), "{infos}");
    assert!(infos.contains(&format!("score mate -{plies} ")), "{infos}");
    engine.quit();
}

#[test]
fn no_helpmate() {
    let mut engine = Engine::ready("no-helpmate", &HELPMATE);
    engine.play(
        "> position sfen 8k/9/8P/9/9/9/9/9/9 b - 1
         > go mate infinite
         < info string no mate
         < checkmate nomate
         - 50",
    );
    engine.quit();
}

#[test]
fn time_and_stop_are_unknown() {
    for (name, rule, sfen) in [("helpmate", "Helpmate", HEAVY), ("tsume", "Tsume", HARD)] {
        let mut engine = Engine::ready(&format!("{name}-timeout"), &[&format!("MateRule {rule}")]);
        engine.play(&format!("> position sfen {sfen}\n> go mate 400"));
        engine.expect("info depth * seldepth * nodes * nps * hashfull * time * string *");
        engine.expect("info string unknown: time*");
        engine.play("< checkmate timeout @ 400\n- 50");
        engine.play("> go mate infinite\n- 300\n> stop");
        engine.expect("info string unknown: interrupted*");
        engine.play("< checkmate timeout @ 50\n- 100");
        // Whoever asks again is answered again.
        engine.play("> go mate infinite\n> stop\n< checkmate timeout @ 50\n- 50");
        engine.play("> go mate infinite\n- 100");
        engine.quit();
    }
}

#[test]
fn other_limits_are_unknown_too() {
    let mut engine = Engine::ready("limits", &["MateRule Helpmate", "USI_Hash 1"]);
    engine.play(&format!("> position sfen {HEAVY}\n> go mate infinite"));
    engine.expect("info string unknown: memory*");
    engine.play("< checkmate timeout");
    engine.play("> setoption name USI_Hash value 256\n> go mate infinite nodes 1000");
    engine.expect("info string unknown: nodes*");
    engine.play("< checkmate timeout\n> go mate infinite depth 3");
    engine.expect("info string unknown: plies*");
    engine.play("< checkmate timeout");
    engine.quit();
}

#[test]
fn tsume() {
    let mut engine = Engine::ready("tsume", &[]);
    let answer = solve(&mut engine, TSUME, "go mate infinite");
    assert_eq!(verified(TSUME, &answer), 3);
    assert!(engine.infos().join("\n").contains("info string tsume in 3, proved"));
    for (sfen, plies) in [("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1), ("4k4/9/9/9/9/9/4p4/9/4K4 w g 1", 1)] {
        let answer = solve(&mut engine, sfen, "go mate 10000");
        assert_eq!(verified(sfen, &answer), plies, "{answer}");
    }
    engine.quit();
}

#[test]
fn no_tsume() {
    let mut engine = Engine::ready("no-tsume", &[]);
    for sfen in [
        "4k4/9/9/9/9/9/9/9/4K4 b G 1",
        // Only a pawn drop would mate.
        "7lk/9/7G1/9/9/9/9/9/K8 b P 1",
        // An attacker who is mated himself.
        "8k/9/9/9/9/9/9/4g4/4K4 b 3G 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ] {
        assert_eq!(solve(&mut engine, sfen, "go mate 30000"), "checkmate nomate", "{sfen}");
    }
    engine.quit();
}

#[test]
fn mate_in_none() {
    for rule in ["Tsume", "Helpmate"] {
        let mut engine = Engine::ready(&format!("mate-in-0-{rule}"), &[&format!("MateRule {rule}")]);
        engine.play(
            "> position sfen 4k4/4G4/4P4/9/9/9/9/9/9 w - 1
             > go mate infinite
             < info string mate in 0
             < checkmate notimplemented
             - 50",
        );
        engine.quit();
    }
}

#[test]
fn what_is_no_problem() {
    let mut engine = Engine::ready("no-problem", &[]);
    engine.play(
        "> go mate infinite
         < info string error: no position: *
         < checkmate notimplemented
         > position sfen 9/9/9/9/9/9/9/9/9 b 2P 1
         > go mate 100
         < info string error: no king on the board: *
         < checkmate notimplemented
         > position sfen 4k4/9/9/9/9/9/9/9/9 b - 1
         > setoption name MateAttacker value White
         > go mate 100
         < info string error: not a legal problem: *
         < checkmate notimplemented
         - 50",
    );
    engine.quit();
}

#[test]
fn playing_and_solving_in_one_process() {
    let mut engine = Engine::ready("both", &[]);
    for rule in ["Tsume", "Helpmate", "Tsume"] {
        engine.play(&format!("> setoption name MateRule value {rule}"));
        assert!(
            solve(&mut engine, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go mate 10000")
                .starts_with("checkmate G*5b")
        );
        engine.play("> position startpos\n> go nodes 500\n< bestmove *");
    }
    engine.quit();
}
