//! problems/tsume/traps.sfen: the solver gives the stated lengths, and so does brute force, or a certificate bears them
//! out.

use super::mailbox::board::Side;
use super::mailbox::sfen;
use super::mailbox::tsume::{Oracle, Value};
use super::solve::{POLICIES, solve, within};
use tsumugi::certificate::check;
use tsumugi::position::{Position, Rule};
use tsumugi::problem::{ExpectedPlies, Problem, Reader, default_attacker};
use tsumugi::solve::Verdict;
use tsumugi::solve::tsume::{Futile, Tables, certify};
use tsumugi::types::Color;

const NODES: usize = 100_000;
const MOST: u32 = 9;

fn problems() -> Vec<Problem> {
    let text = include_str!("../../problems/tsume/traps.sfen");
    Reader::new(text.as_bytes(), "traps.sfen").map(|problem| problem.expect("a problem")).collect()
}

/// What brute force says, if it gets that far.
fn by_brute_force(position: &Position, attacker: Color, futile: Futile) -> Option<ExpectedPlies> {
    let side = if attacker == Color::Black { Side::Black } else { Side::White };
    let board = sfen::read(&position.sfen()).expect("an SFEN");
    match Oracle::new(side, futile == Futile::Official, true, NODES).value(&board, MOST) {
        Value::Mate(plies) => Some(ExpectedPlies::Mate(plies.into())),
        Value::NoMate => Some(ExpectedPlies::NoMate),
        Value::NotWithin(_) | Value::Undecided => None,
    }
}

#[test]
fn shipped_traps_have_the_stated_lengths() {
    let problems = problems();
    assert!(problems.len() >= 24);
    let mut by_certificate = 0;
    for problem in &problems {
        let position = problem.position();
        let attacker = default_attacker(position, Rule::Tsume).expect("a king");
        for futile in POLICIES {
            let mut options = within(futile, 3_000_000);
            options.tables = Tables::default();
            let outcome = solve(position, attacker, options.clone());
            let found = match outcome.verdict {
                Verdict::Mate { plies, exact: true } => ExpectedPlies::Mate(plies),
                Verdict::NoMate => ExpectedPlies::NoMate,
                verdict => panic!("{problem} {futile:?}: {verdict:?}"),
            };
            if futile == Futile::Official {
                assert_eq!(Some(found), problem.plies, "{problem}");
            }
            if let Some(expected) = by_brute_force(position, attacker, futile) {
                assert_eq!(found, expected, "{problem} {futile:?}");
                continue;
            }
            let mut certificate = Vec::new();
            certify(position, attacker, &outcome, &options, &mut certificate)
                .unwrap_or_else(|error| panic!("{problem} {futile:?}: {error}"));
            let checked =
                check(&certificate[..]).unwrap_or_else(|error| panic!("{problem} {futile:?}: {error}"));
            match found {
                ExpectedPlies::Mate(plies) => {
                    assert_eq!(checked.exact().map(u64::from), Some(plies), "{problem}");
                }
                ExpectedPlies::AtMost(_) => unreachable!("what was found is exact"),
                ExpectedPlies::NoMate => assert!(checked.no_mate, "{problem}"),
            }
            by_certificate += 1;
        }
    }
    assert!(by_certificate > 0, "a problem that is too long for brute force");
}
