//! What no GUI should send, and some do.

use super::shared_files::shared;
use super::transcript::Engine;
use std::fs;

#[test]
fn garbage_is_answered_by_an_info_string() {
    let mut engine = Engine::ready("garbage", &[]);
    engine.send_bytes(b"\n\n   \n\t\n");
    engine.play("> hello world\n< info string error: unknown command `hello`: ignored");
    engine.send_bytes(b"go\x00perft\n\xe5\xb0\x86\xe6\xa3\x8b\n\x8f\xab\x8a\xbb\n\xff\xfe\x00\x01\n");
    engine.send_bytes(&b"x".repeat(200_000));
    engine.play(
        ">
         < info string error: unknown command `xxxx*...`: ignored
         > setoption
         < info string error: setoption: expected *
         > setoption name
         < info string error: setoption: expected *
         > setoption name NoSuchOption value 1
         < info string error: unknown option `NoSuchOption`: ignored
         > setoption name Threads value x
         < info string error: option Threads: `x` is no value, expected a number from 1 to 512: ignored
         > gameover
         > ponderhit
         > stop
         > position startpos
         > go frobnicate 3 nodes 100
         < info string ignored: frobnicate 3
         < bestmove *
         > go searchmoves 7g7f 5e5d nodes 100
         < info string error: searchmoves: 5e5d is illegal: ignored
         < bestmove 7g7f",
    );
    engine.quit();
}

#[test]
fn a_path_that_is_not_utf_8_is_refused() {
    let mut engine = Engine::ready("path-bytes", &[]);
    for option in ["BookFile", "EvalFile"] {
        engine.send_bytes(format!("setoption name {option} value /").as_bytes());
        engine.send_bytes(b"\x92\xe8\x90\xd5.db\n");
        engine.play(&format!(
            "< info string error: option {option}: `/*.db` has bytes that are not UTF-8, *: ignored"
        ));
    }
    engine.play("> isready\n< readyok");
    engine.quit();
}

#[test]
fn line_ends_and_blanks() {
    let mut engine = Engine::ready("line-ends", &[]);
    engine.send_bytes(b"isready\r\nposition startpos moves 7g7f\r\ngo nodes 100\r\n");
    engine.play("< readyok\n< bestmove *");
    engine.send_bytes(b"  position   startpos\t moves  7g7f \n go  nodes\t 100 \n");
    engine.play("< bestmove *");
    for piece in [&b"posi"[..], b"tion sta", b"rtpos\ngo no", b"des 100"] {
        engine.send_bytes(piece);
        engine.silent(20);
    }
    engine.play(">\n< bestmove *");
    engine.quit();
}

#[test]
fn a_line_of_a_million_characters() {
    let mut engine = Engine::ready("million", &[]);
    // Shuffling rooks: 50 thousand rounds of four moves.
    let line = format!("position startpos moves{}", " 2h3h 8b7b 3h2h 7b8b".repeat(50_000));
    assert!(line.len() > 1_000_000);
    engine.send(&line);
    engine.play("> go nodes 100\n< bestmove *");
    engine.send(&format!("position startpos moves{} 5e5d", " 2h3h 8b7b 3h2h 7b8b".repeat(50_000)));
    engine.play("< info string error: position: move 200001 of the line, 5e5d, is illegal (no piece of the side to move stands on 5e) in *");
    engine.play("> go nodes 100\n< bestmove resign");
    engine.quit();
}

#[test]
fn the_solution_of_jugemu3_as_a_position() {
    let Some(path) = shared("corpus/helpmate-long.tsv") else { return };
    let table = fs::read_to_string(path).expect("the table");
    let sfen = table.lines().find(|line| line.starts_with("jugemu3\t")).expect("the row");
    let sfen = sfen.split('\t').find(|field| field.matches('/').count() == 8).expect("its SFEN");
    let options = ["MateRule Helpmate", "MaxSolutions 1", "USI_Hash 2048"];
    let mut engine = Engine::ready("jugemu3", &options);
    engine.play(&format!("> position sfen {sfen}\n> go mate infinite"));
    let solution = engine.expect("checkmate *");
    let moves: Vec<&str> = solution.split(' ').skip(1).collect();
    assert_eq!(moves.len(), 49_909);
    // All but the last move: the mate in one that is left.
    let (last, line) = moves.split_last().expect("a solution");
    engine.send(&format!("position sfen {sfen} moves {}", line.join(" ")));
    engine.send("go mate infinite");
    engine.expect("info string helpmate in 1, *");
    engine.expect("checkmate *");
    // And the whole: mated, the defender to move.
    engine.send(&format!("position sfen {sfen} moves {} {last}", line.join(" ")));
    engine.play("> go mate infinite\n< info string mate in 0\n< checkmate notimplemented");
    engine.play("> go nodes 10\n< bestmove resign");
    engine.quit();
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_thread_the_session_searches_itself() {
    let mut engine = Engine::start_starved("starved");
    engine.play(
        "> isready
         < readyok
         > setoption name USI_Hash value 16
         > position startpos
         > go nodes 500
         < info string error: the search thread cannot be started *
         < bestmove *
         > go infinite
         - 300
         > stop
         < bestmove *
         > go ponder btime 0 wtime 0 byoyomi 100
         - 200
         > ponderhit
         < bestmove *",
    );
    engine.quit();
}
