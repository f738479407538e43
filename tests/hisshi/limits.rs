//! What is not known is never said to be none, and an answer does not depend on how the solver is pulled.

use crate::solve::{first_moves, options, read, solve, solve_by};
use std::time::Duration;
use tsumugi::hisshi::{Options, Outcome, Solver, Verdict};
use tsumugi::solve::{Budget, Limits, Reason, Step, StopFlag};

/// A brinkmate in 1 with five first moves.
const FIVE: &str = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
/// None within three plies, after some hundred thousand nodes.
const NONE: &str = "8k/7p1/6G2/9/9/9/9/9/8K b 2G2r 1";

fn unknown(outcome: &Outcome) -> Reason {
    match outcome.verdict {
        Verdict::Unknown(reason) => reason,
        ref verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn limits_end_in_unknown() {
    for nodes in [0, 1, 10, 100, 1_000, 10_000] {
        let mut limited = options(3);
        limited.limits.nodes = Some(nodes);
        let outcome = solve_by(NONE, limited, Budget::Nodes(100));
        assert_eq!(unknown(&outcome), Reason::Nodes, "{nodes}");
        assert!(outcome.none_within < 3 && outcome.solutions.is_empty(), "{nodes}");
    }
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let outcome = solve_by(NONE, Options { limits, ..options(3) }, Budget::Unlimited);
    assert_eq!(unknown(&outcome), Reason::Time);
    let limits = Limits { memory: Some(1 << 17), ..Limits::default() };
    let outcome = solve_by(NONE, Options { limits, ..options(3) }, Budget::Unlimited);
    assert_eq!(unknown(&outcome), Reason::Memory);
}

#[test]
fn a_stop_flag_ends_the_search() {
    let stop = StopFlag::new();
    let mut solver = Solver::new(&read(NONE), Options { stop: stop.clone(), ..options(5) }).expect("legal");
    assert!(matches!(solver.advance(Budget::Nodes(1_000)), Step::Progress(_)));
    stop.stop();
    let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { panic!("it goes on") };
    assert_eq!(unknown(&outcome), Reason::Interrupted);
    // What was said stays said.
    assert_eq!(solver.advance(Budget::Unlimited), Step::Done(outcome));
}

/// A first move that was found stays one when the limit comes before the others are decided.
#[test]
fn what_is_found_before_the_limit_is_true() {
    let whole = solve(FIVE, 3);
    assert_eq!((&whole.verdict, whole.is_unique()), (&Verdict::Hisshi(1), Some(false)));
    assert_eq!(first_moves(&whole), ["1d1c+", "G*1c", "G*2c", "G*3b", "G*3c"]);
    for nodes in (0..3_000).step_by(50) {
        let mut limited = options(3);
        limited.limits.nodes = Some(nodes);
        let outcome = solve_by(FIVE, limited, Budget::Unlimited);
        for found in first_moves(&outcome) {
            assert!(first_moves(&whole).contains(&found), "{nodes}: {found}");
        }
        match outcome.verdict {
            Verdict::Hisshi(plies) => assert_eq!(plies, 1),
            Verdict::Unknown(reason) => assert_eq!(reason, Reason::Nodes),
            verdict => panic!("{nodes}: {verdict:?}"),
        }
        assert!(outcome.is_unique() != Some(true), "{nodes}");
    }
}

#[test]
fn the_answer_does_not_depend_on_the_budget_of_the_calls() {
    let whole = solve(NONE, 3);
    assert_eq!(whole.verdict, Verdict::None(3));
    for budget in [Budget::Nodes(1), Budget::Nodes(77), Budget::Time(Duration::from_micros(50))] {
        assert_eq!(solve_by(FIVE, options(3), budget).solutions, solve(FIVE, 3).solutions, "{budget:?}");
    }
    assert_eq!(solve_by(NONE, options(3), Budget::Nodes(1_000)).verdict, whole.verdict);
}

#[test]
fn illegal_positions_are_refused() {
    for text in ["9/9/9/9/9/9/9/9/9 b G 1", "8k/8G/9/9/9/9/9/9/9 b - 1", "k7k/9/9/9/9/9/9/9/9 b G 1"] {
        assert!(Solver::new(&read(text), options(1)).is_err(), "{text}");
    }
}
