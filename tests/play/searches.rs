//! Searches as a session uses them: limits, flags, reports.

use crate::games::{best, depth, mv, nodes, options, read, search, search_with};
use std::collections::HashSet;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tsumugi::movegen::{legal_moves, play_line};
use tsumugi::play::{Best, Bound, Clock, Engine, Info, Limits, Options, Ponder, Score, SearchResult};
use tsumugi::position::Position;
use tsumugi::solve::StopFlag;

const MIDDLE: &str = "sfen l3k2nl/1r1s1g1b1/2npppsp1/p1p3p1p/1p5P1/P1PSP1P1P/1PSP1PN2/2G1G2R1/LNK5L b Bg 1";

#[test]
fn one_thread_with_a_node_limit_repeats_itself() {
    for text in ["startpos", MIDDLE] {
        let key = |(answer, reports): (SearchResult, Vec<Info>)| {
            let lines: Vec<_> =
                reports.iter().map(|info| (info.depth, info.score, info.nodes, info.pv.clone())).collect();
            (answer.best, answer.ponder, answer.nodes, lines)
        };
        let first = key(search_with(options(), text, &nodes(20_000)));
        assert_eq!(first, key(search_with(options(), text, &nodes(20_000))));
        assert_eq!(first.2, 20_000, "the limit is met to the node");
        // A new game forgets everything.
        let (root, moves) = read(text);
        let mut engine = Engine::new(options());
        let again: Vec<_> = (0..2)
            .map(|_| {
                engine.new_game();
                engine.search(&root, &moves, &nodes(20_000), &StopFlag::new(), &Ponder::new(), &mut |_| ())
            })
            .map(|answer| (answer.best, answer.ponder, answer.nodes))
            .collect();
        assert_eq!(again, [(first.0, first.1, first.2), (first.0, first.1, first.2)]);
    }
}

#[test]
fn reports_are_legal_lines_and_the_last_one_is_the_answer() {
    for (threads, limits) in [(1, depth(9)), (3, depth(9)), (3, nodes(50_000)), (3, nodes(150_000))] {
        let (answer, reports) = search_with(Options { threads, ..options() }, MIDDLE, &limits);
        let (root, _) = read(MIDDLE);
        for info in &reports {
            let mut position = root.clone();
            assert!(!info.pv.is_empty());
            play_line(&mut position, &info.pv).expect("a legal line");
            assert!(info.seldepth >= 1 && info.depth >= 1 && info.hashfull <= 1000);
        }
        let last = reports.last().expect("a report");
        assert_eq!(last.bound, Bound::Exact);
        assert!(limits.depth.is_none_or(|depth| depth == last.depth), "{last:?}");
        assert_eq!(answer.best, Best::Move(last.pv[0]));
        assert_eq!(answer.info.expect("a report").score, last.score);
        if let Some(reply) = answer.ponder {
            let mut position = root.clone();
            play_line(&mut position, &[last.pv[0], reply]).expect("a legal reply");
        }
    }
}

#[test]
fn several_best_moves_are_different_and_in_order() {
    let (answer, reports) = search_with(Options { multi_pv: 4, ..options() }, MIDDLE, &depth(6));
    let last: Vec<&Info> = reports[reports.len() - 4..].iter().collect();
    assert_eq!(last.iter().map(|info| info.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(last.iter().map(|info| info.pv[0]).collect::<HashSet<_>>().len(), 4);
    let values: Vec<i32> = last
        .iter()
        .map(|info| match info.score {
            Score::Centipawns(value) => value,
            Score::Mate(_) => panic!("{info:?}"),
        })
        .collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!(best(&answer), last[0].pv[0]);
    // More than there are.
    let (_, reports) = search_with(Options { multi_pv: 500, ..options() }, "startpos", &depth(2));
    assert_eq!(reports.iter().map(|info| info.multipv).max(), Some(30));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let limits =
        |moves: &[&str]| Limits { search_moves: moves.iter().map(|text| mv(text)).collect(), ..depth(5) };
    assert_eq!(best(&search("startpos", &limits(&["9g9f"]))), mv("9g9f"));
    assert!([mv("9g9f"), mv("1g1f")].contains(&best(&search("startpos", &limits(&["9g9f", "1g1f"])))));
    // Useless non-promotions too, when somebody wants them; nothing legal among them means all.
    let text = "sfen 4k4/9/9/4P4/9/9/9/9/4K4 b - 1";
    assert_eq!(best(&search(text, &limits(&["5d5c"]))), mv("5d5c"));
    assert_eq!(best(&search(text, &limits(&["1a1b"]))), best(&search(text, &depth(5))));
}

#[test]
fn what_a_few_moves_are_worth_is_not_what_their_position_is() {
    let mut engine = Engine::new(options());
    let mut value = |text: &str, only: &str, plies: u32| {
        let limits = Limits { search_moves: vec![mv(only)], ..depth(plies) };
        let (root, moves) = read(text);
        let found = engine.search(&root, &moves, &limits, &StopFlag::new(), &Ponder::new(), &mut |_| ()).info;
        match found.expect("a value").score {
            Score::Centipawns(value) => value,
            mate @ Score::Mate(_) => panic!("{mate:?}"),
        }
    };
    // White does not take the horse back.
    assert!(value("startpos moves 7g7f 3c3d 8h2b+", "9a9b", 6) < -1_000);
    assert!(value("startpos moves 7g7f", "3c3d", 4) > -500);
}

#[test]
fn a_search_that_is_stopped_at_once_has_looked_at_its_move() {
    let (root, moves) = read("sfen 4k4/4g4/4p4/9/9/9/9/4R4/4K4 b - 1");
    let stop = StopFlag::new();
    stop.stop();
    let answer =
        Engine::new(options()).search(&root, &moves, &Limits::default(), &stop, &Ponder::new(), &mut |_| ());
    // The first move of the list gives the rook for a pawn.
    assert!(answer.info.is_some() && best(&answer) != mv("5h5c+"), "{answer:?}");
}

/// Runs a search in a thread and gives back what ends it.
fn in_background(text: &'static str, limits: Limits) -> (StopFlag, Ponder, mpsc::Receiver<SearchResult>) {
    let (stop, ponder, (sender, receiver)) = (StopFlag::new(), Ponder::new(), mpsc::channel());
    let flags = (stop.clone(), ponder.clone());
    thread::Builder::new()
        .stack_size(16 << 20)
        .spawn(move || {
            let (root, moves) = read(text);
            let mut engine = Engine::new(Options { threads: 2, ..options() });
            let answer = engine.search(&root, &moves, &limits, &flags.0, &flags.1, &mut |_| ());
            sender.send(answer).expect("somebody waits");
        })
        .expect("a thread");
    (stop, ponder, receiver)
}

/// Time enough for a search that need not wait to end.
const WHILE: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(60);

#[test]
fn no_answer_before_stop_when_infinite_and_none_before_a_hit_when_pondering() {
    // Also when nothing is left to search: mated, or a single ply.
    for text in ["startpos", "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"] {
        for limits in [Limits { infinite: true, ..depth(1) }, Limits { infinite: true, ..Limits::default() }]
        {
            let (stop, _, answers) = in_background(text, limits);
            assert!(answers.recv_timeout(WHILE).is_err());
            stop.stop();
            answers.recv_timeout(LONG).expect("an answer after stop");
        }
        let clock = Some(Clock { byoyomi: Duration::from_millis(1), ..Clock::default() });
        let pondering = Limits { ponder: true, clock, ..Limits::default() };
        let (_stop, ponder, answers) = in_background(text, pondering.clone());
        assert!(answers.recv_timeout(WHILE).is_err());
        ponder.hit(clock);
        answers.recv_timeout(LONG).expect("an answer after the hit");
        let (stop, _ponder, answers) = in_background(text, pondering);
        assert!(answers.recv_timeout(WHILE).is_err());
        stop.stop();
        answers.recv_timeout(LONG).expect("an answer after stop");
    }
}

#[test]
fn a_stopped_search_still_plays_a_legal_move() {
    let stop = StopFlag::new();
    stop.stop();
    let (root, moves) = read(MIDDLE);
    let mut infos = Vec::new();
    let answer = Engine::new(options()).search(
        &root,
        &moves,
        &Limits::default(),
        &stop,
        &Ponder::new(),
        &mut |info| {
            infos.push(info.clone());
        },
    );
    assert!(legal_moves(&root).contains(&best(&answer)));
    // The first line of all is looked at in any case.
    let info = answer.info.as_ref().expect("a value");
    assert!(info.pv[0] == best(&answer) && !infos.is_empty() && info.nodes < 10_000, "{info:?}");
}

#[test]
fn any_legal_diagram_can_be_searched() {
    for sfen in [
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "4k4/9/9/9/9/9/9/9/9 w 2R2B4G4S4N4L18P 1",
        "9/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1",
        "9/9/4p4/9/4P4/9/9/9/9 b - 1",
        "9/9/9/9/4O4/9/9/9/4K4 w 2r2b4g4s4n4l18p 1",
        "8k/9/8G/9/9/9/9/9/9 b G 1",
    ] {
        let position = Position::from_sfen(sfen).expect("an SFEN");
        let answer = search(&format!("sfen {sfen}"), &nodes(3_000));
        assert!(legal_moves(&position).contains(&best(&answer)), "{sfen}: {answer:?}");
    }
    // Nothing to move: lost.
    assert_eq!(search("sfen 9/9/9/9/9/9/9/9/9 b - 1", &depth(3)).best, Best::Resign);
}

#[test]
fn hopeless_games_are_resigned_when_wished() {
    let text = "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g 1";
    assert!(matches!(search(text, &depth(4)).best, Best::Move(_)));
    let resigning = Options { resign_value: 2_000, ..options() };
    assert_eq!(search_with(resigning, text, &depth(4)).0.best, Best::Resign);
    let won = "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G 1";
    assert!(matches!(search_with(resigning, won, &depth(4)).0.best, Best::Move(_)));
}
