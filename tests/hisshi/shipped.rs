//! `problems/hisshi.sfen`: each problem has the length and the first move that it states.

use crate::solve::{first_moves, options, solve_by};
use tsumugi::hisshi::Verdict;
use tsumugi::problem::{ExpectedPlies, Problem, Reader, Rule};
use tsumugi::solve::Budget;

fn problems() -> Vec<Problem> {
    let text = include_str!("../../problems/hisshi.sfen");
    Reader::new(text.as_bytes(), "hisshi.sfen").map(|problem| problem.expect("a problem")).collect()
}

/// The length and the first move: `hisshi in 3 by G*5b`.
fn stated(problem: &Problem) -> (u16, &str) {
    let status = problem.status.as_deref().expect("a status");
    let (plies, mv) =
        status.strip_prefix("hisshi in ").and_then(|rest| rest.split_once(" by ")).expect("an answer");
    (plies.parse().expect("a length"), mv)
}

#[test]
fn shipped_problems_have_the_stated_answers() {
    let problems = problems();
    assert!(problems.len() >= 20);
    let [mut in_one, mut in_three, mut in_five] = [0; 3];
    for problem in &problems {
        // What `verify` holds: they are no tsume.
        assert_eq!((problem.rule, problem.plies), (Some(Rule::Tsume), Some(ExpectedPlies::NoMate)));
        let (plies, mv) = stated(problem);
        let text = problem.position().sfen();
        let outcome = solve_by(&text, options(plies), Budget::Unlimited);
        assert_eq!(outcome.verdict, Verdict::Hisshi(plies), "{text}");
        assert_eq!((first_moves(&outcome), outcome.is_unique()), (vec![mv.to_owned()], Some(true)), "{text}");
        *match plies {
            1 => &mut in_one,
            3 => &mut in_three,
            _ => &mut in_five,
        } += 1;
    }
    assert!(in_one >= 5 && in_three >= 5 && in_five >= 2, "{in_one} {in_three} {in_five}");
}
