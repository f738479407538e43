//! `go`: every limit ends a search, and nothing else does.

use super::transcript::Engine;
use std::time::{Duration, Instant};
use tsumugi::movegen::play_line;
use tsumugi::position::Position;

/// A middlegame with much to calculate.
const MID: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

#[test]
fn every_limit_ends_a_search() {
    let mut engine = Engine::ready("limits-play", &[]);
    for go in [
        "btime 0 wtime 0 byoyomi 300 @ 300",
        "btime 3000 wtime 3000 byoyomi 500 @ 3500",
        "btime 400 wtime 400 binc 200 winc 200 @ 600",
        "btime 1 wtime 1 byoyomi 0 @ 100",
        "byoyomi 200 @ 200",
        "movetime 300 @ 300",
        "rtime 100 @ 150",
        "nodes 2000",
        "depth 3",
        "searchmoves 1b1c depth 3",
    ] {
        let (go, deadline) = go.split_once(" @ ").unwrap_or((go, "60000"));
        engine.play(&format!("> position sfen {MID}\n> go {go}\n< bestmove * @ {deadline}"));
    }
    engine.play("> position startpos\n> go searchmoves 9g9f 1g1f depth 3");
    let best = engine.expect("bestmove *");
    assert!(best == "bestmove 9g9f" || best == "bestmove 1g1f", "{best}");
    engine.quit();
}

#[test]
fn stop_is_obeyed_at_once() {
    let mut engine = Engine::ready("stop-play", &[]);
    let times = [(); 5].map(|()| {
        engine.play(&format!("> position sfen {MID}\n> go infinite\n- 100"));
        let start = Instant::now();
        engine.play("> stop\n< bestmove * @ 50");
        start.elapsed()
    });
    // Other programs may run beside one of them, and hardly beside all.
    let least = times.iter().min().expect("some");
    assert!(*least <= Duration::from_millis(50), "{times:?}");
    for _ in 0..30 {
        engine.play("> position startpos\n> go infinite\n> stop\n< bestmove *");
    }
    engine.play("> go\n- 100\n> stop\n< bestmove * @ 50\n> stop\n- 100");
    engine.quit();
}

#[test]
fn infinite_waits_for_stop() {
    let mut engine = Engine::ready("infinite", &[]);
    for (sfen, best) in [
        // One legal move; a mate in one; no move at all.
        ("4k4/9/9/9/9/9/9/4r4/r3K4 b - 1", "bestmove 5i5h"),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "bestmove G*5b"),
        ("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "bestmove resign"),
    ] {
        engine.play(&format!("> position sfen {sfen}\n> go infinite\n- 300\n> stop\n< {best} @ 50"));
    }
    engine.quit();
}

#[test]
fn pondering() {
    let mut engine = Engine::ready("ponder", &["USI_Ponder true"]);
    engine.play(
        "> position startpos moves 7g7f 3c3d
         > go ponder btime 0 wtime 0 byoyomi 500
         - 700
         > ponderhit
         < bestmove * ponder * @ 500
         > go ponder btime 60000 wtime 60000 byoyomi 1000
         - 100
         > stop
         < bestmove * @ 50
         - 100
         > ponderhit
         - 50
         > go ponder
         - 200
         > ponderhit btime 0 wtime 0 byoyomi 300
         < bestmove * @ 300",
    );
    engine.quit();
}

#[test]
fn a_mate_is_played_and_said() {
    let mut engine = Engine::ready("mate-score", &[]);
    engine.play("> position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n> go byoyomi 500\n< bestmove G*");
    let infos = engine.infos();
    let last = infos.last().expect("a line");
    assert!(last.contains(" score mate 1 ") && last.ends_with(" pv G*5b"), "{last}");
    engine.play("> position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\n> go byoyomi 500\n< bestmove resign");
    engine.quit();
}

#[test]
fn the_last_line_begins_with_the_move() {
    let mut engine = Engine::ready("last-line-play", &["PvInterval 0", "USI_Ponder true"]);
    for nodes in [300, 1000, 3000, 9000] {
        engine.play(&format!("> position sfen {MID}\n> go nodes {nodes}"));
        let best = engine.expect("bestmove *");
        let words: Vec<&str> = best.split(' ').collect();
        let infos = engine.infos();
        let last = infos.iter().rev().find(|line| line.contains(" pv ")).expect("a line");
        assert_eq!(last.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next()), Some(words[1]), "{last}");
        assert!(infos.last().expect("a line").contains(" score "));
        for line in infos.iter().filter(|line| line.contains(" pv ")) {
            let pv = line.split(" pv ").nth(1).expect("a line").split(' ');
            let pv: Vec<_> = pv.map(|mv| mv.parse().expect("a move")).collect();
            play_line(&mut Position::from_sfen(MID).expect("an SFEN"), &pv).expect("legal moves");
        }
    }
    engine.quit();
}

#[test]
fn odd_positions_are_played() {
    let mut engine = Engine::ready("odd", &[]);
    engine.play(
        "> go nodes 100
         < info string no position was sent: the start position is used
         < bestmove *
         > position sfen 9/9/9/9/9/9/9/9/9 b 2P 1
         > go nodes 100
         < info string error: this position cannot be played: no king on the board: *
         < bestmove resign
         > position sfen R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1
         > go nodes 1000
         < bestmove *
         > position sfen 4k4/9/4O4/9/9/9/9/9/9 b G 1
         > go nodes 100
         < info string error: this position cannot be played: stones *
         < bestmove resign",
    );
    engine.send(&format!("position startpos moves{}", " 2h3h 8b7b 3h2h 7b8b".repeat(500)));
    engine.play("> go nodes 100\n< bestmove *");
    engine.quit();
}
