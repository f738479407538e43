//! After a position that was refused no answer is that of the position before.

use super::transcript::Engine;

/// A mate in one.
const GOOD: &str = "sfen 8k/9/8G/9/9/9/9/9/9 b G 1";

const REFUSED: &[(&str, &str)] = &[
    ("startpos moves 7g7f 3c3c", "position: move 2 of the line, 3c3c, is illegal (3c is occupied) in *"),
    ("startpos moves 7g7f zz9 pass", "position: column 30: `zz9` is not a USI move, *"),
    ("sfen lnsgkgsnl/1r5b1/ppppppppp b -", "position: *`lnsgkgsnl/1r5b1/ppppppppp` is not a board, *"),
    ("sfen kkkkkkkkk/9/9/9/9/9/9/9/KKKKKKKKK b - 1", "position: not a legal position: 9 black kings, *"),
    ("sfen 4k4/9/9/9/9/9/9/9/4K4 b 99P99R 1", "position: *"),
    (
        "sfen 4k4/4G4/9/9/9/9/9/9/9 b - 1",
        "position: not a legal position: black is to move and could capture *",
    ),
    ("sfen 4k4/9/9/9/9/9/9/9/4K4 b P2 x y", "position: *"),
    ("", "position: *"),
];

/// Every kind of `go` behind a refused position, and the one answer to it.
const REFUSED_GO: &str = "
    > go mate 5000
    < info string error: the last position was refused (position: *
    < checkmate notimplemented
    > go mate infinite
    < checkmate notimplemented
    > go nodes 100
    < info string error: the last position was refused (position: *
    < bestmove resign
    > go btime 0 wtime 0 byoyomi 10000
    < bestmove resign
    > go perft 3
    < info string perft refused: the last position was refused (position: *
    - 20";

#[test]
fn every_go_is_refused_until_a_good_position_comes() {
    for rule in ["Helpmate", "Tsume"] {
        let mut engine = Engine::ready(&format!("refused-{rule}"), &[&format!("MateRule {rule}")]);
        // The first position of all is no exception: the start of a game is not what was asked about.
        engine.play("> position\n< info string error: position: *; every go is refused until *");
        engine.play(REFUSED_GO);
        for (position, complaint) in REFUSED {
            engine.play(&format!("> position {GOOD}\n> go mate 5000\n< checkmate G*1b"));
            engine.play(&format!(
                "> position {position}
                 < info string error: {complaint}; every go is refused until a valid position is sent"
            ));
            engine.play(REFUSED_GO);
        }
        engine.play("> usinewgame\n> go mate 5000\n< checkmate notimplemented");
        engine.play(&format!("> position {GOOD}\n> go mate 5000\n< checkmate G*1b"));
        engine.play("> position startpos\n> go nodes 100\n< bestmove *");
        engine.quit();
    }
}

#[test]
fn what_must_wait_for_a_word_waits() {
    let mut engine = Engine::ready("refused-waits", &[]);
    engine.play(&format!("> position {GOOD}\n> position sfen x\n< info string error: *"));
    for (go, word) in [
        ("infinite", "stop"),
        ("ponder", "ponderhit"),
        ("ponder btime 0 wtime 0 byoyomi 100", "ponderhit btime 0 wtime 0 byoyomi 100"),
        ("ponder btime 1000 wtime 1000", "stop"),
        ("infinite", "gameover lose"),
        ("infinite", "usinewgame"),
    ] {
        engine.play(&format!("> go {go}\n- 100\n> {word}\n< bestmove resign @ 50\n> stop\n- 20"));
    }
    // A new question ends the old one.
    engine.play("> go infinite\n> go mate infinite\n< bestmove resign\n< checkmate notimplemented");
    engine.play("> go infinite\n- 20");
    engine.quit();
}

#[test]
fn a_search_that_runs_answers_for_its_own_position() {
    let mut engine = Engine::ready("refused-meanwhile", &[]);
    engine.play(
        "> position startpos
         > go infinite
         > position startpos moves 7g7f 7g7f
         < info string error: *; every go is refused until a valid position is sent
         - 50
         > stop
         < bestmove *",
    );
    let heard = engine.heard.last().expect("an answer");
    assert_ne!(heard, "bestmove resign");
    engine.play("> go nodes 100\n< bestmove resign");
    engine.quit();
}

#[test]
fn a_position_that_is_too_long_is_refused() {
    let mut engine = Engine::ready("refused-long", &[]);
    engine.play(&format!("> position {GOOD}"));
    let moves = " 2h3h 8b7b 3h2h 7b8b".repeat(1_000_000);
    engine.send(&format!("position startpos moves{moves}"));
    engine.play(
        "< info string error: the line is too long: ignored; every go is refused until *
         > go mate 5000
         < checkmate notimplemented
         > go nodes 100
         < bestmove resign",
    );
    engine.send(&format!("position {GOOD}"));
    engine.send(&format!("go mate 1000 searchmoves{moves}"));
    engine.play("< info string error: the line is too long: ignored\n< checkmate notimplemented\n- 20");
    engine.play("> go mate 5000\n< checkmate G*1b");
    engine.quit();
}
