//! Every option of `go` has its effect.

use super::transcript::Engine;
use std::time::{Duration, Instant};

/// Black may declare: the king and enough pieces are in the camp.
const DECLARATION: &str = "+L+N+SGKG+S+N+L/1+R5+B1/9/9/9/9/9/9/4k4 b RB2G2S2N2L18P 1";

#[test]
fn ponder_moves_are_named_on_demand() {
    let mut engine = Engine::ready("usi-ponder", &[]);
    engine.play("> position startpos\n> go depth 3");
    assert!(!engine.expect("bestmove *").contains("ponder"));
    engine.play("> setoption name USI_Ponder value true\n> go depth 3\n< bestmove * ponder *");
    engine.quit();
}

#[test]
fn threads_work_together() {
    let mut engine = Engine::ready("threads", &[]);
    if engine.threads_called("go-helper").is_none() {
        println!("skipped: the system does not tell the names of threads");
        return engine.quit();
    }
    for threads in [1, 4, 2] {
        engine.play(&format!("> setoption name Threads value {threads}\n> position startpos\n> go infinite"));
        let begun = Instant::now();
        let is_right = |engine: &Engine| engine.threads_called("go-helper") == Some(threads - 1);
        while !is_right(&engine) && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        // All of them are there until the end, and no more than that.
        for _ in 0..20 {
            assert!(is_right(&engine), "{threads} threads: {:?}", engine.threads_called("go-helper"));
            std::thread::sleep(Duration::from_millis(5));
        }
        engine.play("> stop\n< bestmove *");
    }
    engine.quit();
}

#[test]
fn several_lines() {
    let mut engine = Engine::ready("multipv", &["MultiPV 3"]);
    engine.play("> position startpos\n> go depth 3\n< bestmove *");
    let mut firsts = [""; 3];
    for line in engine.infos() {
        let number: usize =
            line.split(" multipv ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        firsts[number - 1] = line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap();
    }
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2], "{firsts:?}");
    assert!(!firsts.contains(&""), "{firsts:?}");
    engine.quit();
}

#[test]
fn entering_king_rules() {
    let mut engine = Engine::ready("entering", &[]);
    engine.play(&format!("> position sfen {DECLARATION}\n> go byoyomi 500\n< bestmove win"));
    engine.play("> setoption name EnteringKingRule value NoEnteringKing\n> go nodes 500");
    assert_ne!(engine.expect("bestmove *"), "bestmove win");
    // The declaration is the mover's own.
    engine.play("> setoption name EnteringKingRule value CSARule27");
    engine.play("> position sfen +L+N+SGKG+S+N+L/1+R5+B1/9/9/9/9/9/9/4k4 w rb2g2s2n2l18p 1\n> go nodes 500");
    assert_ne!(engine.expect("bestmove *"), "bestmove win");
    engine.quit();
}

#[test]
fn resign_value() {
    let mut engine = Engine::ready("resign", &[]);
    // Black has a king and a pawn against nearly everything.
    let lost = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/4P4/9/4K4 b - 1";
    engine.play(&format!("> position sfen {lost}\n> go nodes 500"));
    assert_ne!(engine.expect("bestmove *"), "bestmove resign");
    engine.play("> setoption name ResignValue value 1000\n> go nodes 500\n< bestmove resign");
    engine.quit();
}

#[test]
fn max_moves_to_draw() {
    // Black is far ahead, but the game ends with the next move.
    let won = "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 300";
    let mut engine = Engine::ready("max-moves", &[]);
    engine.play(&format!("> position sfen {won}\n> go depth 2\n< bestmove *"));
    let score = |engine: &Engine| -> i32 {
        let infos = engine.infos();
        let last = infos.iter().rev().find(|line| line.contains("score cp")).expect("a score");
        last.split("score cp ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    assert!(score(&engine) > 1000);
    engine.play("> setoption name MaxMovesToDraw value 300\n> usinewgame\n> go depth 2\n< bestmove *");
    assert!(score(&engine).abs() < 100, "{}", score(&engine));
    engine.quit();
}

/// How long `go` takes to its `bestmove`.
fn time(engine: &mut Engine, go: &str) -> Duration {
    let start = Instant::now();
    engine.play(&format!("> {go}\n< bestmove *"));
    start.elapsed()
}

#[test]
fn network_delay_is_kept() {
    let mut engine = Engine::ready("network-delay", &["NetworkDelay 0"]);
    engine.play("> position startpos");
    let whole = time(&mut engine, "go byoyomi 1500");
    engine.play("> setoption name NetworkDelay value 1300");
    let short = time(&mut engine, "go byoyomi 1500");
    assert!(short + Duration::from_millis(300) < whole, "{short:?} {whole:?}");
    engine.quit();
}

#[test]
fn minimum_thinking_time() {
    let mut engine = Engine::ready("minimum-time", &["MinimumThinkingTime 1500"]);
    engine.play("> position startpos");
    assert!(time(&mut engine, "go btime 10000 wtime 10000") > Duration::from_millis(1200));
    engine.quit();
}

#[test]
fn pv_interval() {
    let count = |engine: &mut Engine| {
        engine.play("> usinewgame\n> position startpos\n> go depth 6\n< bestmove *");
        engine.infos().iter().filter(|line| line.contains(" pv ")).count()
    };
    let mut engine = Engine::ready("pv-interval", &["PvInterval 0"]);
    let many = count(&mut engine);
    engine.play("> setoption name PvInterval value 100000");
    let few = count(&mut engine);
    assert!(few < many, "{few} {many}");
    engine.quit();
}
