//! `go` in a diagram with one king: users play a tsume against the engine.

use super::transcript::Engine;

const THREE: &str = "3sks3/9/4+P4/9/7+B1/9/9/9/9 b S2rb4gs4n4l17p 1";

#[test]
fn the_attacker_mates() {
    let mut engine = Engine::ready("attacker", &["USI_Ponder true"]);
    engine.play(&format!("> position sfen {THREE}\n> go btime 60000 wtime 60000"));
    let best = engine.expect("bestmove * ponder *");
    let infos = engine.infos().join("\n");
    let line = infos.lines().rev().find(|line| line.contains(" pv ")).expect("a line");
    assert!(line.contains(" score mate 3 "), "{infos}");
    let pv: Vec<&str> = line.split(" pv ").nth(1).expect("a line").split(' ').collect();
    assert_eq!(best, format!("bestmove {} ponder {}", pv[0], pv[1]));
    // To the end: both sides by the engine.
    let mut moves = String::new();
    for ply in 0..3 {
        engine.play(&format!("> position sfen {THREE} moves{moves}\n> go btime 60000 wtime 60000"));
        let best = engine.expect("bestmove *");
        moves = format!("{moves} {}", best.split(' ').nth(1).expect("a move"));
        assert!(!best.contains("resign"), "ply {ply}: {best}");
    }
    engine.play(&format!("> position sfen {THREE} moves{moves}\n> go byoyomi 1000\n< bestmove resign"));
    engine.quit();
}

#[test]
fn the_defender_holds_out_longest() {
    let mut engine = Engine::ready("defender", &[]);
    // Mated in four by 1b; the other move loses sooner.
    let sfen = "8k/9/6G2/9/9/9/9/9/9 w 2G 1";
    engine.play(&format!("> position sfen {sfen}\n> go byoyomi 60000\n< bestmove 1a1b"));
    let infos = engine.infos().join("\n");
    assert!(infos.contains(" score mate -4 ") && infos.contains(" pv 1a1b "), "{infos}");
    for (flight, plies) in [("1a1b", 3), ("1a2a", 1)] {
        engine.play(&format!("> position sfen {sfen} moves {flight}\n> go mate infinite"));
        let answer = engine.expect("checkmate *");
        assert_eq!(answer.split(' ').count() - 1, plies, "{answer}");
    }
    engine.quit();
}

#[test]
fn infinite_and_ponder_wait() {
    let mut engine = Engine::ready("one-king-waits", &[]);
    engine.play(&format!(
        "> position sfen {THREE}
         > go infinite
         < info depth 3 seldepth 3 score mate 3 *
         - 300
         > stop
         < bestmove * @ 50
         > go ponder byoyomi 1000
         < info depth 3 seldepth 3 score mate 3 *
         - 200
         > ponderhit
         < bestmove * @ 50
         > go ponder
         - 100
         > ponderhit btime 1000 wtime 1000
         < bestmove * @ 50",
    ));
    engine.quit();
}

#[test]
fn what_is_no_tsume_is_played() {
    let mut engine = Engine::ready("no-tsume-played", &[]);
    engine.play(
        "> position sfen 4k4/9/9/9/9/9/9/9/9 b P 1
         > go movetime 200
         < bestmove P*
         > position sfen 4k4/9/9/9/9/9/9/9/9 w P 1
         > go nodes 500
         < bestmove 5a*
         > position sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1
         > go infinite
         - 300
         > stop
         < bestmove * @ 50
         > go movetime 300
         < bestmove * @ 300",
    );
    engine.quit();
}

#[test]
fn several_lines_of_a_played_tsume() {
    let mut engine = Engine::ready("one-king-lines", &["MultiPV 3"]);
    // The defender has two flights: mated in four, and in two.
    let sfen = "8k/9/6G2/9/9/9/9/9/9 w 2G 1";
    engine.play(&format!("> position sfen {sfen}\n> go byoyomi 60000\n< bestmove 1a1b"));
    let infos = engine.infos();
    let lines: Vec<&str> = infos.into_iter().filter(|line| line.contains(" pv ")).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains(" multipv 2 score mate -2 ") && lines[0].contains(" pv 1a2a "), "{lines:?}");
    assert!(lines[1].contains(" multipv 1 score mate -4 ") && lines[1].contains(" pv 1a1b "), "{lines:?}");
    // The attacker mates in three by more than one move.
    engine.play(&format!("> position sfen {THREE}\n> go byoyomi 60000\n< bestmove *"));
    let infos = engine.infos();
    let last = infos.iter().rev().find(|line| line.contains(" pv ")).expect("a line");
    assert!(last.contains(" multipv 1 score mate 3 "), "{infos:?}");
    engine.quit();
}
