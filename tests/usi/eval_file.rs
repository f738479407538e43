//! `EvalFile`: weights of the evaluation from a file.

use super::transcript::Engine;
use std::fs;
use std::path::PathBuf;
use tsumugi::play::Weights;

fn file(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("a file of weights");
    path.display().to_string()
}

/// A position in which weights that count material only give a pawn in hand and nothing else.
const PAWN_UP: &str = "> position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1\n> go depth 1";

#[test]
fn weights_are_taken_from_a_file() {
    let file = file("material.bin", &Weights::material().to_bytes());
    let mut engine = Engine::ready("eval-file", &[]);
    engine.play(&format!("{PAWN_UP}\n< bestmove *"));
    let own = engine.heard.iter().any(|line| line.contains(" score cp 115 "));
    engine.play(&format!(
        "> setoption name EvalFile value {file}\n{PAWN_UP}\n< info * score cp 115 *\n< bestmove *"
    ));
    assert!(!own, "the program's own weights say something else: {:?}", engine.heard);
    engine.play(&format!(
        "> setoption name EvalFile value <empty>\n> isready\n< readyok\n{PAWN_UP}\n< bestmove *"
    ));
    assert!(!engine.heard.last_chunk::<2>().is_some_and(|[info, _]| info.contains(" score cp 115 ")));
    engine.quit();
}

#[test]
fn weights_of_no_use_are_said_and_played_without() {
    let mut damaged = Weights::material().to_bytes();
    damaged[5_000] ^= 1;
    for (number, (file, why)) in [
        ("/nowhere/weights.bin".to_owned(), "*the previous weights stay in use"),
        (file("other-weights.bin", b"a text"), "*not weights of this evaluation: 6 bytes*"),
        (file("damaged-weights.bin", &damaged), "*the weights are damaged*"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut engine = Engine::start(&format!("eval-bad-{number}"));
        engine.play(&format!(
            "> setoption name EvalFile value {file}\n> isready\n< info string error: EvalFile: {why}\n< readyok"
        ));
        engine.play("> position startpos\n> go depth 1\n< bestmove *");
        let said = engine.heard.iter().filter(|line| line.contains("error: EvalFile: ")).count();
        assert_eq!(said, 1, "it is said once: {:?}", engine.heard);
        engine.quit();
    }
}
