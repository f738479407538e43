//! Limits: whatever a search runs out of, it says so, and never anything wrong.

use crate::solve::{assert_same, listing, read, solve, solver};
use std::thread;
use std::time::{Duration, Instant};
use tsumugi::solve::helpmate::Options;
use tsumugi::solve::{Budget, Limits, Outcome, Reason, Step, StopFlag, Verdict};
use tsumugi::types::Color;

/// Mate in 9, after some thousand positions.
pub const NINE: &str = "9/9/9/9/9/9/2+R6/9/k6B1 b P 1";
/// Mate in 8, the defender first.
pub const EIGHT: &str = "2OkO4/4O4/3P5/9/9/9/9/9/9 w 3P 1";
/// A rook alone does not mate.
pub const NONE: &str = "9/9/9/9/4k4/9/9/9/9 b R 1";
/// Mate in 13, after several hundred thousand positions.
const LARGE: &str = "9/9/9/9/4k4/9/9/9/9 b R9p 1";

fn with(limits: Limits) -> Options {
    Options { limits, ..Options::default() }
}

fn unlimited(sfen: &str) -> Outcome {
    solve(&read(sfen), Color::Black, Options::default())
}

/// Nothing found: the reason is given, nothing is claimed but a lower bound that holds.
#[track_caller]
fn assert_unknown(outcome: &Outcome, reason: Reason, truth: &Outcome) {
    assert_eq!((outcome.verdict, outcome.reason), (Verdict::Unknown(reason), Some(reason)));
    assert_eq!(outcome.bounds.upper, None);
    assert_eq!(outcome.solutions.count, 0u8.into());
    assert!(!outcome.solutions.exact && outcome.solutions.listed.is_empty());
    if let Verdict::Mate { plies, .. } = truth.verdict {
        assert!(outcome.bounds.lower <= plies, "{} is no lower bound of {plies}", outcome.bounds.lower);
    }
}

/// Either unknown for that reason or the whole truth; whether it is known.
#[track_caller]
fn is_known(outcome: &Outcome, reason: Reason, truth: &Outcome) -> bool {
    let known = !matches!(outcome.verdict, Verdict::Unknown(_));
    if known {
        assert_same(outcome, truth, "with a limit");
    } else {
        assert_unknown(outcome, reason, truth);
    }
    known
}

#[test]
fn any_limit_of_nodes_gives_the_truth_or_none() {
    for sfen in [NINE, EIGHT, NONE] {
        let truth = unlimited(sfen);
        let mut was_known = false;
        // All limits up to a hundred, then some between, then more than needed.
        for nodes in (1..100).chain((100..30_000).step_by(137)) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let outcome = solve(&read(sfen), Color::Black, with(limits));
            let known = is_known(&outcome, Reason::Nodes, &truth);
            assert!(known || !was_known, "{sfen}: with {nodes} nodes less is known than with fewer");
            assert!(outcome.stats.nodes <= nodes + 100_000, "{} nodes", outcome.stats.nodes);
            was_known = known;
        }
        assert!(was_known, "{sfen} was never solved");
    }
}

#[test]
fn a_limit_of_no_nodes_leaves_everything_unknown() {
    let limits = Limits { nodes: Some(0), ..Limits::default() };
    assert_unknown(&solve(&read(NINE), Color::Black, with(limits)), Reason::Nodes, &unlimited(NINE));
}

#[test]
fn any_limit_of_plies_gives_the_truth_or_none() {
    for (sfen, length) in [(NINE, 9), (EIGHT, 8)] {
        let truth = unlimited(sfen);
        assert_eq!(truth.verdict, Verdict::Mate { plies: length, exact: true });
        for plies in 0..=length + 3 {
            let limits = Limits { plies: Some(plies), ..Limits::default() };
            let outcome = solve(&read(sfen), Color::Black, with(limits));
            assert_eq!(is_known(&outcome, Reason::Plies, &truth), plies >= length, "at most {plies} plies");
            if plies < length {
                assert!(outcome.bounds.lower > plies, "the limit was searched: {:?}", outcome.bounds);
            }
        }
    }
    let truth = unlimited(NONE);
    for plies in 0..40 {
        let limits = Limits { plies: Some(plies), ..Limits::default() };
        is_known(&solve(&read(NONE), Color::Black, with(limits)), Reason::Plies, &truth);
    }
}

#[test]
fn a_mate_in_0_needs_no_plies() {
    let mated = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1";
    let limits = Limits { plies: Some(0), ..Limits::default() };
    let outcome = solve(&read(mated), Color::Black, with(limits));
    assert_eq!(outcome.verdict, Verdict::Mate { plies: 0, exact: true });
}

#[test]
fn no_time_leaves_everything_unknown() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for sfen in [NINE, NONE, LARGE] {
        assert_unknown(&solve(&read(sfen), Color::Black, with(limits)), Reason::Time, &unlimited(sfen));
    }
}

#[test]
fn a_limit_of_time_is_kept() {
    let truth = unlimited(LARGE);
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let started = Instant::now();
    let outcome = solve(&read(LARGE), Color::Black, with(limits));
    if !is_known(&outcome, Reason::Time, &truth) {
        // Generous, for machines that do other things at the same time.
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    }
}

#[test]
fn any_limit_of_memory_gives_the_truth_or_none() {
    for sfen in [NINE, EIGHT, NONE] {
        let truth = unlimited(sfen);
        for shift in 0..32 {
            let limits = Limits { memory: Some(1 << shift), ..Limits::default() };
            let outcome = solve(&read(sfen), Color::Black, with(limits));
            let known = is_known(&outcome, Reason::Memory, &truth);
            assert!(known || shift < 25, "{sfen} is not solved with {} MiB", 1 << (shift - 20));
        }
    }
}

#[test]
fn no_memory_leaves_everything_unknown() {
    let limits = Limits { memory: Some(0), ..Limits::default() };
    assert_unknown(&solve(&read(NINE), Color::Black, with(limits)), Reason::Memory, &unlimited(NINE));
}

#[test]
fn a_limit_of_memory_is_kept() {
    let truth = unlimited(LARGE);
    let mut unknown = 0;
    for mebibytes in [4, 8, 12, 16, 24, 32, 48, 64] {
        let memory = mebibytes << 20;
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let outcome = solve(&read(LARGE), Color::Black, with(limits));
        unknown += u32::from(!is_known_or_uncounted(&outcome, &truth));
        // One slice of work may go beyond it, and the smallest buffers are there in any case.
        let most = memory + (8 << 20);
        assert!(outcome.stats.peak_bytes <= most, "{} of {memory} bytes", outcome.stats.peak_bytes);
    }
    assert!(unknown > 0, "4 MiB are enough for everything");
}

/// A few positions expanded are many megabytes of new ones.
#[test]
fn a_limit_of_memory_is_kept_where_every_position_has_hundreds_of_children() {
    let position = read("9/9/9/9/4k4/9/9/9/9 b RBLrb4g4s4n3l9p 1");
    for threads in [1, 2] {
        for mebibytes in [33, 73] {
            let limits = Limits { memory: Some(mebibytes << 20), ..Limits::default() };
            let outcome = solve(&position, Color::Black, Options { threads, ..with(limits) });
            assert_eq!(outcome.verdict, Verdict::Unknown(Reason::Memory));
            let most = (mebibytes + 8) << 20;
            assert!(outcome.stats.peak_bytes <= most, "{} of {mebibytes} MiB", outcome.stats.peak_bytes);
        }
    }
}

/// Where memory ends while solutions are rebuilt, the length is known and the count is not exact.
#[track_caller]
fn is_known_or_uncounted(outcome: &Outcome, truth: &Outcome) -> bool {
    if matches!(outcome.verdict, Verdict::Mate { .. }) && !outcome.solutions.exact {
        assert_eq!((outcome.verdict, outcome.bounds), (truth.verdict, truth.bounds));
        assert!(outcome.solutions.count <= truth.solutions.count);
        return true;
    }
    is_known(outcome, Reason::Memory, truth)
}

#[test]
fn a_stopped_search_is_interrupted() {
    let stop = StopFlag::new();
    stop.stop();
    for sfen in [NINE, NONE, LARGE] {
        let options = Options { stop: stop.clone(), ..Options::default() };
        assert_unknown(&solve(&read(sfen), Color::Black, options), Reason::Interrupted, &unlimited(sfen));
    }
}

#[test]
fn a_search_is_stopped_between_two_calls() {
    let options = Options::default();
    let stop = options.stop.clone();
    let mut solver = solver(&read(LARGE), Color::Black, options);
    let Step::Progress(progress) = solver.advance(Budget::Nodes(1)) else { panic!("one call is not enough") };
    assert!(progress.plies < 13, "{progress:?}");
    stop.stop();
    let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { panic!("it goes on") };
    assert_unknown(&outcome, Reason::Interrupted, &unlimited(LARGE));
}

#[test]
fn a_search_is_stopped_while_it_runs() {
    let truth = unlimited(LARGE);
    let options = Options::default();
    let stop = options.stop.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        stop.stop();
        Instant::now()
    });
    let outcome = solve(&read(LARGE), Color::Black, options);
    let ended = Instant::now();
    let stopped = stopper.join().expect("the other thread");
    if !is_known(&outcome, Reason::Interrupted, &truth) {
        // 10 ms are promised; a machine that does other things at the same time gets more.
        assert!(ended.saturating_duration_since(stopped) < Duration::from_secs(1));
    }
}

#[test]
fn small_steps_lead_to_the_same_outcome() {
    for sfen in [NINE, EIGHT, NONE] {
        let truth = unlimited(sfen);
        for budget in [Budget::Nodes(0), Budget::Nodes(1), Budget::Nodes(100), Budget::Time(Duration::ZERO)] {
            let mut solver = solver(&read(sfen), Color::Black, Options::default());
            let mut plies = 0;
            let mut nodes = 0;
            let mut calls = 0;
            let outcome = loop {
                calls += 1;
                match solver.advance(budget) {
                    Step::Done(outcome) => break outcome,
                    Step::Progress(progress) => {
                        assert!(progress.plies >= plies && progress.nodes >= nodes, "{sfen}: {progress:?}");
                        (plies, nodes) = (progress.plies, progress.nodes);
                    }
                }
                assert!(calls < 100_000, "{sfen}: no end with {budget:?}");
            };
            assert!(calls > 3, "{sfen}: {calls} calls with {budget:?}");
            assert_same(&outcome, &truth, sfen);
            assert_eq!(outcome.stats.nodes, truth.stats.nodes, "{sfen}");
        }
    }
}

#[test]
fn further_calls_return_the_same_outcome() {
    let short_of_nodes = with(Limits { nodes: Some(50), ..Limits::default() });
    for (sfen, options) in [
        (NINE, listing(3)),
        (NONE, Options::default()),
        (NINE, short_of_nodes.clone()),
        (EIGHT, short_of_nodes),
    ] {
        let mut solver = solver(&read(sfen), Color::Black, options);
        let first = solver.advance(Budget::Unlimited);
        assert!(matches!(first, Step::Done(_)));
        for budget in [Budget::Nodes(1), Budget::Unlimited, Budget::Time(Duration::ZERO)] {
            assert_eq!(solver.advance(budget), first, "{sfen}");
        }
    }
}

#[test]
fn a_stop_after_the_end_changes_nothing() {
    let options = Options::default();
    let stop = options.stop.clone();
    let mut solver = solver(&read(NINE), Color::Black, options);
    let first = solver.advance(Budget::Unlimited);
    stop.stop();
    assert_eq!(solver.advance(Budget::Unlimited), first);
}

#[test]
fn what_is_no_problem_is_refused() {
    use tsumugi::solve::helpmate::Solver;
    // No king to mate; the attacker, to move, already gives check; nifu.
    for sfen in ["9/9/9/9/9/9/9/9/9 b G 1", "4k4/4G4/9/9/9/9/9/9/9 b - 1", "4k4/9/4P4/4P4/9/9/9/9/9 b - 1"] {
        let refused = Solver::new(&read(sfen), Color::Black, Options::default()).err();
        assert!(refused.is_some_and(|defects| !defects.is_empty()), "{sfen}");
    }
}

/// A search that is stopped while it collects the mates of the last layer has the mate, and says that it may not have
/// all.
#[test]
fn a_stop_holds_among_the_mates_too() {
    let root = read("4k4/9/9/9/9/9/9/9/9 b 2G 1");
    let whole = solve(&root, Color::Black, listing(1));
    let mut cut_short = 0;
    for slices in 0.. {
        let stop = StopFlag::new();
        let mut solver = solver(&root, Color::Black, Options { stop: stop.clone(), ..listing(1) });
        let ended = (0..slices).any(|_| matches!(solver.advance(Budget::Nodes(1)), Step::Done(_)));
        stop.stop();
        let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { panic!("it was stopped") };
        if ended {
            assert_same(&outcome, &whole, "it was done before");
            break;
        }
        assert_eq!(outcome.reason, Some(Reason::Interrupted));
        if let Verdict::Mate { .. } = outcome.verdict {
            assert_eq!(outcome.verdict, whole.verdict);
            assert_eq!((outcome.solutions.exact, outcome.solutions.listed.len()), (false, 1));
            cut_short += 1;
        }
    }
    assert!(cut_short > 0, "never stopped among the mates");
}

/// Where positions have hundreds of children, a few of them are work enough between two checks of the limits.
#[test]
fn limits_are_checked_every_few_thousand_look_ups() {
    let wide = read("9/9/9/9/4k4/9/9/9/9 b RBGSNL4P 1");
    for threads in [1, 4] {
        let options = Options { threads, min_parallel_layer: 8, ..Options::default() };
        let mut solver = solver(&wide, Color::Black, options);
        let (mut before, mut most) = (0, 0);
        for _ in 0..400 {
            // The least that a search does at a time.
            let Step::Progress(progress) = solver.advance(Budget::Nodes(1)) else { panic!("it was solved") };
            most = most.max(progress.lookups - before);
            before = progress.lookups;
        }
        assert!(before > 100_000 && most < 16_000, "{threads} threads: {most} of {before}");
    }
}
