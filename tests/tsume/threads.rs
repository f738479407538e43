//! Several threads: the same answers, and a search that rests and ends as one thread does.

use super::solve::{read, solve, within};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tsumugi::movegen::{in_check, is_legal};
use tsumugi::solve::tsume::{Futile, Options, Solver, Tables};
use tsumugi::solve::{Budget, Reason, Step, StopFlag, Verdict};
use tsumugi::types::Color;

const PROBLEMS: &str = include_str!("../../problems/tsume/zukou.sfen");
/// 図巧 8, too hard for the time that the tests give it.
const HARD: u32 = 8;

fn problem(number: u32) -> &'static str {
    let id = format!("id=zukou-{number:03} ");
    PROBLEMS.lines().find(|line| line.contains(&id)).expect("a shipped problem")
}

fn sfen(number: u32) -> &'static str {
    problem(number).split(" ;").next().expect("a position")
}

/// The length that was proved.
fn plies(number: u32) -> u64 {
    assert!(!problem(number).contains("unproved"), "{number}");
    let plies = problem(number).split("; ").find_map(|field| field.trim().strip_prefix("plies="));
    plies.and_then(|plies| plies.parse().ok()).expect("a length")
}

/// Options with threads that join at once.
fn together(threads: usize, futile: Futile, nodes: u64) -> Options {
    Options { threads, nodes_before_helpers: 0, ..within(futile, nodes) }
}

/// Problems that one thread proved to have the length that stands in the file, with some ten thousand nodes each.
#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let (mut with_helpers, mut nodes) = (0, [0, 0]);
    for number in [2, 5, 12, 18, 22, 33, 42, 51, 58, 60, 68, 88, 92, 94] {
        let root = read(sfen(number));
        let expected = Verdict::Mate { plies: plies(number), exact: true };
        let tables = Tables::default();
        // Twice: with nothing in the table, and with what other threads left.
        for threads in [2, 3] {
            let options = together(threads, Futile::Official, 20_000_000);
            let found =
                solve(&root, Color::Black, Options { tables: tables.clone(), goes_on: true, ..options });
            assert_eq!(found.verdict, expected, "{number}, {threads} threads");
            // No helper is started where the table answers all.
            let worked = found.stats.threads as usize;
            assert!(
                worked == threads || threads == 3 && worked == 1,
                "{number}: {worked} of {threads} threads"
            );
            with_helpers += usize::from(threads == 3 && worked == 3);
            nodes[threads - 2] += found.stats.nodes;
            let mut position = root.clone();
            for &mv in &found.solutions.listed[0] {
                assert!(is_legal(&position, mv), "{number}: {mv}");
                position.do_move(mv);
                assert!(position.side_to_move() == Color::Black || in_check(&position), "{number}: {mv}");
            }
            assert_eq!(found.solutions.listed[0].len() as u64, plies(number), "{number}");
        }
    }
    assert!(with_helpers > 0, "helpers meet what other threads left");
    assert!(nodes[1] < nodes[0] / 2, "what was left is used: {nodes:?}");
}

#[test]
fn a_small_table_of_two_threads_contradicts_nothing() {
    for number in [2, 12, 18, 42] {
        let mut options = together(2, Futile::Official, 200_000);
        options.limits.memory = Some(64 << 10);
        let bounds = solve(&read(sfen(number)), Color::Black, options).bounds;
        let plies = plies(number);
        assert!(bounds.lower <= plies && bounds.upper.is_none_or(|upper| upper >= plies), "{bounds:?}");
    }
}

#[test]
fn helpers_rest_while_the_solver_is_not_pulled() {
    let options = together(2, Futile::Official, 10_000_000);
    let mut solver = Solver::new(&read(sfen(HARD)), Color::Black, options).expect("a tsume");
    let mut pull = || match solver.advance(Budget::Nodes(5_000)) {
        Step::Progress(progress) => progress.nodes,
        Step::Done(outcome) => panic!("{outcome:?}"),
    };
    let before = pull();
    let mut now = before;
    for _ in 0..10 {
        sleep(Duration::from_millis(200));
        now = pull();
    }
    // Budgets are overdrawn by what helpers do until the first thread looks again; in two seconds without rest it would
    // be more.
    let spent = now - before;
    assert!(spent < 10 * 20_000, "{spent}");
}

#[test]
fn two_threads_stop_when_told() {
    let stop = StopFlag::new();
    let options = Options { stop: stop.clone(), ..together(2, Futile::Official, u64::MAX) };
    let mut solver = Solver::new(&read(sfen(HARD)), Color::Black, options).expect("a tsume");
    let Step::Progress(_) = solver.advance(Budget::Nodes(20_000)) else { panic!("it is not that easy") };
    stop.stop();
    let told = Instant::now();
    let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { panic!("no outcome") };
    assert_eq!(outcome.reason, Some(Reason::Interrupted));
    // Much more than it takes, for machines that do other things as well.
    assert!(told.elapsed() < Duration::from_secs(5), "{:?}", told.elapsed());
}

#[test]
fn a_solver_with_helpers_can_be_dropped_at_rest() {
    let options = together(2, Futile::Official, u64::MAX);
    let mut solver = Solver::new(&read(sfen(HARD)), Color::Black, options).expect("a tsume");
    let Step::Progress(_) = solver.advance(Budget::Nodes(20_000)) else { panic!("it is not that easy") };
    drop(solver);
}
