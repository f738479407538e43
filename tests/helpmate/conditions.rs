//! Conditions on captures (強欲, 禁欲, 取禁) against the plain breadth-first search that takes them word for word
//! (`tests/oracle/condition.rs`): every condition, for either side and both, under both rules, on random positions.
//!
//! `TSUMUGI_CONDITION_POSITIONS=100000 cargo test --release --test helpmate conditions -- --nocapture` is a long run;
//! `TSUMUGI_HELPMATE_SEED` draws other positions.

use crate::mailbox::board::Side;
use crate::mailbox::random::Rng;
use crate::mailbox::search::{Limits, Verdict as Expected};
use crate::mailbox::sfen;
use crate::oracle::{ENOUGH, LARGER, LIMITS, setting};
use crate::problem::Problem;
use std::collections::BTreeMap;
use tsumugi::position::Conditions;

const POSITIONS: u64 = 4_000;

/// What must occur among the problems compared, and in how many of 10,000.
const FEATURES: [(&str, usize); 8] = [
    ("a mate", 2_000),
    ("a mate of more than 4 plies", 150),
    ("another length or none without the condition", 200),
    ("as long, but another number of solutions without the condition", 150),
    ("a mate only by the condition", 50),
    ("the mated side could take, and may not", 50),
    ("a pawn drop is illegal only by the condition", 3),
    ("the defender moves first", 1_000),
];

/// Draws a problem and puts a condition on it.
fn draw(rng: &mut Rng, all: &[Conditions]) -> Option<Problem> {
    let problem = if rng.percent(50) { Problem::draw(rng)? } else { Problem::draw_selfmate(rng) };
    Some(Problem { conditions: all[rng.below(all.len())], ..problem })
}

fn features(problem: &Problem, expected: &Expected) -> [bool; FEATURES.len()] {
    let free = Problem { conditions: Conditions::NONE, board: problem.board.clone(), ..*problem };
    let without = free.expected(LARGER);
    let (told, unbound) = (problem.told(), free.told());
    let mut ends_by_condition = false;
    let mut drops = false;
    let told_of = |expected: &Expected| match expected {
        Expected::Mate { plies, count, .. } => Some((*plies, *count)),
        _ => None,
    };
    if let Expected::Mate { solutions, .. } = expected {
        for line in solutions {
            for ply in 0..line.len() {
                let board = problem.board_after(&line[..ply]);
                let moves = told.moves(&board);
                // What the plain rules permit, this forbids, and no condition of the mover does: a pawn drop.
                let is_free =
                    if board.turn == problem.attacker { told.of_attacker } else { told.of_defender };
                drops |= is_free.is_none() && unbound.moves(&board).len() > moves.len();
            }
            let end = problem.board_after(line);
            ends_by_condition |= told.is_mate(&end) && !unbound.is_mate(&end);
        }
    }
    let (with, without_it) = (told_of(expected), told_of(&without));
    let is_known = without != Expected::Unknown;
    [
        with.is_some(),
        with.is_some_and(|(plies, _)| plies > 4),
        is_known && with.map(|(plies, _)| plies) != without_it.map(|(plies, _)| plies),
        is_known && with != without_it && with.map(|mate| mate.0) == without_it.map(|mate| mate.0),
        with.is_some() && without == Expected::NoMate,
        ends_by_condition,
        drops,
        problem.board.turn != problem.attacker,
    ]
}

#[test]
fn agree_with_breadth_first_search() {
    let all: Vec<Conditions> = Conditions::all().filter(|conditions| !conditions.is_empty()).collect();
    assert_eq!(all.len(), 15);
    let wanted = setting("TSUMUGI_CONDITION_POSITIONS", POSITIONS) as usize;
    let mut rng = Rng::new(setting("TSUMUGI_HELPMATE_SEED", 1));
    let mut counts = [0usize; FEATURES.len()];
    let mut by_kind: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut differences = Vec::new();
    let (mut compared, mut passed_over) = (0, 0);
    while compared < wanted && differences.len() < ENOUGH {
        let Some(problem) = draw(&mut rng, &all) else { continue };
        let expected = problem.expected(if rng.percent(10) { LARGER } else { LIMITS });
        if expected == Expected::Unknown {
            passed_over += 1;
            continue;
        }
        compared += 1;
        *by_kind.entry((problem.rule.to_string(), problem.conditions.to_string())).or_default() += 1;
        for (count, shown) in counts.iter_mut().zip(features(&problem, &expected)) {
            *count += usize::from(shown);
        }
        differences.extend(problem.difference(&expected, &mut rng));
    }
    println!("{compared} compared, {passed_over} passed over, {} different", differences.len());
    FEATURES.iter().zip(counts).for_each(|((name, _), count)| println!("{count:>9}  {name}"));
    by_kind.iter().for_each(|((rule, conditions), count)| println!("{count:>9}  {rule}, {conditions}"));
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert_eq!(by_kind.len(), 30, "{by_kind:?}");
    if wanted >= 1000 {
        for ((name, least), count) in FEATURES.into_iter().zip(counts) {
            assert!(count * 10_000 >= least * compared, "{name}: {count}, less than {least} in 10,000");
        }
    }
}

#[test]
fn shipped_problems_agree_with_breadth_first_search() {
    let limits = Limits { positions: 40_000, ..LIMITS };
    let mut shown = Vec::new();
    for text in [
        include_str!("../../problems/helpmate/conditions.sfen"),
        include_str!("../../problems/helpselfmate/conditions.sfen"),
    ] {
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let stated = |key: &str| {
                line.split(" ; ").find_map(|part| part.strip_prefix(key)?.strip_prefix('=')).expect(line)
            };
            let board = sfen::read(line.split(';').next().expect("an SFEN").trim()).expect(line);
            let (rule, conditions) = (stated("rule").parse(), stated("condition").parse());
            let (rule, conditions) = (rule.expect(line), conditions.expect(line));
            let problem = Problem { board, attacker: Side::Black, rule, conditions };
            let expected = problem.expected(limits);
            let found = match &expected {
                Expected::Mate { plies, count, .. } => (plies.to_string(), count.to_string()),
                Expected::NoMate => ("none".to_owned(), "0".to_owned()),
                Expected::Unknown => panic!("more than 40,000 positions: {line}"),
            };
            assert_eq!(
                (stated("plies"), stated("solutions")),
                (found.0.as_str(), found.1.as_str()),
                "{line}"
            );
            assert_eq!(problem.difference(&expected, &mut Rng::new(1)), None, "{line}");
            shown.push(stated("condition").to_owned());
        }
    }
    assert!(shown.len() >= 8, "{shown:?}");
    for condition in ["must-capture", "avoid-capture", "no-capture"] {
        assert!(shown.iter().any(|shown| shown == condition), "{condition}");
    }
}
