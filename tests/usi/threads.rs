//! As many threads as are allowed, which is more than this machine has processors.

use super::transcript::Engine;

/// A middlegame with much to calculate.
const MID: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
/// ミクロコスモス, a tsume in 1,525.
const HARD: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

#[test]
fn answers_are_in_time_whatever_is_asked_for() {
    for threads in ["8", "512"] {
        let mut engine = Engine::ready(&format!("threads-{threads}"), &[&format!("Threads {threads}")]);
        engine.play(&format!("> position sfen {MID}"));
        for _ in 0..10 {
            engine.play("> go btime 0 wtime 0 byoyomi 100\n< bestmove * @ 100");
        }
        for _ in 0..5 {
            engine.play("> go infinite\n- 50\n> stop\n< bestmove * @ 50");
        }
        for rule in ["Tsume", "Helpmate"] {
            engine.play(&format!("> setoption name MateRule value {rule}\n> position sfen {HARD}"));
            engine.play("> go mate 300\n< checkmate timeout @ 350");
            engine.play("> go mate infinite\n- 200\n> stop\n< checkmate timeout @ 50");
        }
        engine.play(&format!("> position sfen {MID}\n> go infinite\n- 100"));
        engine.quit();
    }
}

#[test]
fn too_many_threads_are_cut_with_a_word() {
    let mut engine = Engine::ready("threads-cut", &["Threads 8"]);
    engine.play("> isready\n< readyok");
    assert!(!engine.heard.iter().any(|line| line.starts_with("info string Threads: ")));
    if std::thread::available_parallelism().is_ok_and(|cores| cores.get() < 128) {
        engine.play(
            "> setoption name Threads value 512\n< info string Threads: too many for the processors of *",
        );
    }
    engine.quit();
}
