//! Who the engine says it is, when it is ready, and how it ends.

use super::transcript::Engine;
use std::time::Duration;

/// Nothing that a test could wait for (ミクロコスモス).
const HARD: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

#[test]
fn nothing_is_said_unasked() {
    let mut engine = Engine::start("unasked");
    assert_eq!(engine.next(Duration::from_millis(300)), None);
    engine.send("hello");
    engine.send("\u{738b}\u{624b}");
    assert_eq!(engine.next(Duration::from_millis(200)), None);
    engine.send("usi");
    assert!(engine.next(Duration::from_secs(10)).expect("a line").starts_with("id name Tsumugi"));
    engine.quit();
}

#[test]
fn options_are_those_of_the_protocol_and_no_others() {
    let mut engine = Engine::start("introduction");
    engine.send("usi");
    let mut names = Vec::new();
    loop {
        let line = engine.next(Duration::from_secs(10)).expect("a line");
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["usiok"] => break,
            ["id", "name" | "author", ..] => {}
            [
                "option",
                "name",
                name,
                "type",
                "check" | "spin" | "combo" | "filename",
                "default",
                default,
                ..,
            ] => {
                assert!(!default.is_empty());
                names.push(name.to_owned());
            }
            _ => panic!("{line}"),
        }
    }
    let expected = "USI_Hash USI_Ponder Threads MultiPV EnteringKingRule ResignValue MaxMovesToDraw NetworkDelay \
                    MinimumThinkingTime PvInterval MateRule MateAttacker MateAttackerCaptures MateDefenderCaptures MateRest MateFutile MaxSolutions WriteDebugLog \
                    EvalFile USI_OwnBook BookFile BookMoves BookEvalDiff BookDepthLimit";
    names.sort_unstable();
    let mut expected: Vec<&str> = expected.split(' ').collect();
    expected.sort_unstable();
    assert_eq!(names, expected);
    // Asked again, it says it again.
    engine.play("> usi\n< id name *");
    engine.quit();
}

#[test]
fn ready_at_once_whatever_the_hash_is() {
    let mut engine = Engine::start("ready");
    engine.play("> usi\n< id name *\n< id author *");
    while engine.next(Duration::from_secs(10)).expect("usiok") != "usiok" {}
    engine.play(
        "> setoption name USI_Hash value 1048576
         > isready
         < readyok @ 100
         > usinewgame
         > isready
         < readyok @ 100
         > position startpos
         > go nodes 100
         < bestmove *",
    );
    engine.quit();
}

#[test]
fn quit_ends_at_any_time() {
    Engine::start("quit-first").quit();
    Engine::ready("quit-idle", &[]).quit();
    for (name, go) in [
        ("infinite", "go infinite"),
        ("ponder", "go ponder btime 1000 wtime 1000"),
        ("mate", "go mate infinite"),
        ("perft", "go perft 9"),
    ] {
        let mut engine = Engine::ready(&format!("quit-{name}"), &[]);
        engine.play(&format!("> position sfen {HARD}\n> {go}\n- 300"));
        engine.quit();
    }
}

#[test]
fn the_end_of_input_ends_the_session_and_the_last_go_is_answered() {
    Engine::start("eof-first").hang_up();
    for (name, go, answer) in [
        ("infinite", "go infinite", Some("bestmove ")),
        ("mate", "go mate infinite", Some("checkmate timeout")),
        ("perft", "go perft 9", None),
    ] {
        let mut engine = Engine::ready(&format!("eof-{name}"), &[]);
        engine.play(&format!("> position sfen {HARD}\n> {go}\n- 200"));
        let answers = engine.last_words(200);
        let is_expected = |line: &String| answer.is_some_and(|answer| line.starts_with(answer));
        assert!(
            answers.len() == usize::from(answer.is_some()) && answers.iter().all(is_expected),
            "{answers:?}"
        );
    }
    // What has a limit goes on to it.
    for (name, go, answer) in [
        ("nodes", "go nodes 20000", "bestmove "),
        ("time", "go movetime 300", "bestmove "),
        ("limited-mate", "go mate 1000", "checkmate timeout"),
    ] {
        let mut engine = Engine::ready(&format!("eof-{name}"), &[]);
        engine.play(&format!("> position sfen {HARD}\n> {go}"));
        let answers = engine.last_words(10_000);
        assert!(answers.len() == 1 && answers[0].starts_with(answer), "{answers:?}");
    }
}

#[test]
fn the_last_go_of_a_pipe_is_answered_by_its_mate() {
    let mut engine = Engine::ready("eof-mate-found", &[]);
    engine.play("> position sfen 8k/9/8G/9/9/9/9/9/9 b G 1\n> go mate 10000");
    let answers = engine.last_words(10_000);
    assert!(answers.len() == 1 && answers[0].starts_with("checkmate G*"), "{answers:?}");
}

#[test]
fn a_perft_that_nobody_could_wait_for_is_refused() {
    let mut engine = Engine::ready("deep-perft", &[]);
    engine.play("> position startpos\n> go perft 4294967295");
    engine.expect("info string error: perft 4294967295: 100 plies at most");
    engine.quit();
}

#[test]
fn a_last_line_without_an_end_is_obeyed() {
    let mut engine = Engine::start("last-line");
    engine.send_bytes(b"usi\nisready\nquit");
    engine.expect("id name *");
    while engine.next(Duration::from_secs(10)).expect("readyok") != "readyok" {}
    engine.hang_up();
}

#[test]
fn commands_are_read_while_searching() {
    let mut engine = Engine::ready("while-searching", &[]);
    engine.play(
        "> position startpos
         > go infinite
         > isready
         < readyok @ 100
         > setoption name MultiPV value 2
         > position startpos moves 7g7f
         > isready
         < readyok @ 100
         - 100
         > stop
         < bestmove * @ 50
         - 100",
    );
    // What was asked last is not what was being thought about.
    engine.play("> go nodes 200\n< bestmove *\n> stop\n- 100");
    engine.quit();
}

#[test]
fn a_new_question_ends_the_old_one() {
    let mut engine = Engine::ready("new-question", &[]);
    engine.play(&format!(
        "> position startpos
         > go infinite
         > position sfen {HARD}
         > go mate infinite
         < bestmove * @ 50
         > go perft 9
         < checkmate timeout @ 50
         > usinewgame
         < info string perft 9 stopped @ 50
         > go infinite
         > gameover lose
         < bestmove * @ 50
         > isready
         < readyok",
    ));
    engine.quit();
}

#[test]
fn perft() {
    let mut engine = Engine::ready("perft", &[]);
    engine.play("> position startpos\n> go perft 4\n< info string perft 4 nodes 719731 *\n- 50");
    engine.play("> position startpos\n> go perft 0\n< info string perft 0 nodes 1 *");
    engine.play("> go perft 12\n- 50\n> stop\n< info string perft 12 stopped @ 50");
    engine.quit();
}

#[test]
fn the_dialogue_goes_to_a_file() {
    let mut engine = Engine::ready("debug-log", &[]);
    let file = engine.folder.join("tsumugi_io.log");
    assert!(!file.exists());
    engine.play(
        "> setoption name WriteDebugLog value true
         > isready
         < readyok
         > setoption name WriteDebugLog value false
         > isready
         < readyok",
    );
    let text = std::fs::read_to_string(&file).expect("the log");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].contains("Z >> isready") && lines[1].contains("Z << readyok"), "{text}");
    engine.quit();
}

#[test]
fn a_log_that_cannot_be_written_is_told() {
    let mut engine = Engine::ready("no-debug-log", &[]);
    std::fs::create_dir(engine.folder.join("tsumugi_io.log")).expect("a folder in its place");
    engine.play(
        "> setoption name WriteDebugLog value true
         < info string error: WriteDebugLog: tsumugi_io.log cannot be written *
         > isready
         < readyok",
    );
    engine.quit();
}
