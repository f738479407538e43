use super::*;
use crate::position::Position;
use crate::types::Move;
use crate::usi::command::{Clock, Go, MateRequest, PlayRequest};
use proptest::prelude::*;
use std::time::Duration;

fn command(line: &str) -> Command {
    let parsed = parse(line).expect(line).expect(line);
    assert_eq!((parsed.ignored, parsed.error), (Vec::new(), None), "{line}");
    parsed.command
}

fn play(line: &str) -> PlayRequest {
    match command(line) {
        Command::Go(Go::Play(request)) => request,
        other => panic!("{line}: {other:?}"),
    }
}

fn ms(millis: u64) -> Option<Duration> {
    Some(Duration::from_millis(millis))
}

#[test]
fn plain_commands() {
    for (line, expected) in [
        ("usi", Command::Usi),
        ("  isready\t", Command::IsReady),
        ("usinewgame", Command::NewGame),
        ("stop\r", Command::Stop),
        ("quit", Command::Quit),
        ("gameover lose", Command::GameOver),
        ("gameover", Command::GameOver),
        ("ponderhit", Command::PonderHit(Clock::default())),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
    for blank in ["", "  ", "\t\r"] {
        assert_eq!(parse(blank), Ok(None));
    }
}

#[test]
fn unknown_commands_are_named_and_cut() {
    assert_eq!(parse("hello world").unwrap_err().to_string(), "unknown command `hello`: ignored");
    let error = parse(&"x".repeat(200_000)).unwrap_err().to_string();
    assert!(error.len() < 100, "{error}");
}

#[test]
fn positions_with_moves() {
    let Command::Position { root, moves } = command(" position   startpos   moves  7g7f \t 3c3d ") else {
        panic!("a position")
    };
    assert_eq!(*root, Position::startpos());
    assert_eq!(moves.iter().map(Move::to_string).collect::<Vec<_>>(), ["7g7f", "3c3d"]);
    let error = parse("position sfen 4k4/9/9 b -").unwrap_err().to_string();
    assert!(error.starts_with("position: column 15: `4k4/9/9` is not a board"), "{error}");
    assert!(parse("position").is_err());
}

#[test]
fn options_keep_their_values_whole() {
    let set = |name: &str, value: &str| Command::SetOption { name: name.to_owned(), value: value.to_owned() };
    assert_eq!(command("setoption name USI_Hash value 16"), set("USI_Hash", "16"));
    assert_eq!(command("setoption name A value  b  c "), set("A", "b  c"));
    assert_eq!(command("setoption name A value"), set("A", ""));
    assert_eq!(command("setoption name A"), set("A", ""));
    for line in ["setoption", "setoption name", "setoption USI_Hash 16"] {
        assert_eq!(parse(line), Err(CommandError::OptionName), "{line}");
    }
}

#[test]
fn go_reads_every_limit() {
    assert_eq!(play("go"), PlayRequest::default());
    let request = play("go btime 1000 wtime 2000 byoyomi 300 binc 40 winc 50");
    assert_eq!(request.clock.left, [ms(1000), ms(2000)]);
    assert_eq!(request.clock.increment, [ms(40), ms(50)]);
    assert_eq!(request.clock.byoyomi, ms(300));
    assert!(play("go infinite").infinite);
    assert!(play("go ponder btime 1 wtime 1").ponder);
    assert_eq!(play("go depth 7").depth, Some(7));
    assert_eq!(play("go nodes 20000000000").nodes, Some(20_000_000_000));
    assert_eq!(play("go movetime 300").movetime, ms(300));
    assert_eq!(play("go rtime 100").rtime, ms(100));
    let request = play("go searchmoves 7g7f P*5e 8h2b+ depth 3");
    assert_eq!(request.searchmoves.len(), 3);
    assert_eq!(request.depth, Some(3));
}

#[test]
fn clocks_that_ran_out_and_fractions() {
    let request = play("go btime -20 wtime 99.5 byoyomi 1e300");
    assert_eq!(request.clock.left, [ms(0), Some(Duration::from_secs_f64(0.0995))]);
    assert!(request.clock.byoyomi > ms(1_000_000_000_000));
}

#[test]
fn mates_and_perft() {
    let mate = |line: &str| match command(line) {
        Command::Go(Go::Mate(request)) => request,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(mate("go mate infinite"), MateRequest::default());
    assert_eq!(mate("go mate"), MateRequest::default());
    assert_eq!(mate("go mate 5000").time, ms(5000));
    assert_eq!(mate("go mate 5000 nodes 10 depth 9").nodes, Some(10));
    assert_eq!(mate("go mate infinite nodes 10 depth 9").plies, Some(9));
    assert_eq!(command("go perft 4"), Command::Go(Go::Perft(4)));
}

#[test]
fn unknown_words_are_told_and_harm_nothing() {
    let parsed = parse("go frobnicate 3 depth 5 byoyomi 50").unwrap().unwrap();
    assert_eq!((parsed.ignored, parsed.error), (vec!["frobnicate".to_owned(), "3".to_owned()], None));
    let Command::Go(Go::Play(request)) = parsed.command else { panic!("a move") };
    assert_eq!((request.depth, request.clock.byoyomi), (Some(5), ms(50)));
    // `go mate` ignores the limits of a search for a move.
    let parsed = parse("go movetime 50 mate byoyomi 1000 nodes 9 searchmoves 7g7f").unwrap().unwrap();
    assert_eq!(parsed.ignored, ["movetime", "byoyomi", "searchmoves"]);
    let Command::Go(Go::Mate(request)) = parsed.command else { panic!("a mate") };
    assert_eq!((request.time, request.nodes), (None, Some(9)));
}

#[test]
fn a_limit_that_is_none_is_an_error() {
    let error = |line: &str| parse(line).unwrap().unwrap().error.map(|error| error.to_string());
    let is = |line: &str, expected: &str| assert_eq!(error(line).as_deref(), Some(expected), "{line}");
    is("go mate abc", "mate: expected milliseconds or infinite, not `abc`");
    is("go mate -5", "mate: expected milliseconds or infinite, not `-5`");
    is("go mate inf", "mate: expected milliseconds or infinite, not `inf`");
    is("go depth", "depth: expected a number from 0, but the line ends");
    is("go depth x", "depth: expected a number from 0, not `x`");
    is("go depth -3 byoyomi 50", "depth: expected a number from 0, not `-3`");
    is("go nodes 1e6", "nodes: expected a number from 0, not `1e6`");
    is("go nodes infinite", "nodes: expected a number from 0, not `infinite`");
    is("go perft", "perft: expected a number from 0, but the line ends");
    is("go movetime nan", "movetime: expected milliseconds, not `nan`");
    is("go btime wtime 5", "btime: expected milliseconds, not `wtime`");
    is("go byoyomi", "byoyomi: expected milliseconds, but the line ends");
    is("go searchmoves depth 3", "searchmoves: expected moves, not `depth`");
    is("ponderhit btime x", "btime: expected milliseconds, not `x`");
    for line in [
        "go",
        "go frobnicate 3",
        "go mate",
        "go mate depth 9",
        "go mate infinite",
        "go btime -5 wtime 0",
        "go infinite x",
    ] {
        assert_eq!(error(line), None, "{line}");
    }
}

#[test]
fn what_is_refused_keeps_its_kind() {
    let go = |line: &str| match parse(line).unwrap().unwrap().command {
        Command::Go(go) => go,
        other => panic!("{other:?}"),
    };
    assert!(matches!(go("go mate abc depth 3"), Go::Mate(MateRequest { time: None, plies: Some(3), .. })));
    assert!(matches!(go("go perft x"), Go::Perft(_)));
    assert!(matches!(go("go depth infinite"), Go::Play(PlayRequest { infinite: true, depth: None, .. })));
}

#[test]
fn numbers_too_large_for_a_machine_word_are_as_good_as_none() {
    assert_eq!(play("go nodes 99999999999999999999999").nodes, Some(u64::MAX));
    assert_eq!(play("go depth 99999999999").depth, Some(u32::MAX));
}

#[test]
fn ponderhit_may_carry_times() {
    let Command::PonderHit(clock) = command("ponderhit btime 10 wtime 20 byoyomi 500") else { panic!() };
    assert_eq!((clock.left, clock.byoyomi), ([ms(10), ms(20)], ms(500)));
}

proptest! {
    #[test]
    fn no_text_panics(line in "\\PC*") {
        let _ = parse(&line);
    }

    #[test]
    fn no_shuffle_of_words_panics(words in prop::collection::vec(prop::sample::select(vec![
        "usi", "go", "position", "startpos", "sfen", "moves", "mate", "infinite", "perft", "nodes", "btime", "byoyomi",
        "ponder", "depth", "searchmoves", "7g7f", "P*5e", "-1", "0", "18446744073709551616", "1e999", "nan", "setoption",
        "name", "value", "USI_Hash", "4k4/9/9/9/9/9/9/9/9", "b", "w", "-", "99P", "\u{3000}", "王手",
    ]), 0..12)) {
        let _ = parse(&words.join(" "));
    }
}
