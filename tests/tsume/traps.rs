//! Where a tsume solver is easily wrong: repetitions, pawn-drop mates, tables shared by problems and policies, small
//! tables, limits.

use super::mailbox::board::{Board, Kind, Side};
use super::mailbox::random::Rng;
use super::mailbox::rules::judged_moves;
use super::mailbox::sfen;
use super::mailbox::tsume::{Oracle, Value};
use super::oracle::Problem;
use super::solve::{POLICIES, both_orders, read, solve, within};
use std::collections::HashSet;
use tsumugi::position::Rule;
use tsumugi::problem::default_attacker;
use tsumugi::solve::tsume::{Futile, Options, Prove, Solver, Tables};
use tsumugi::solve::{Budget, Reason, Step, StopFlag, Verdict};
use tsumugi::types::Color;

/// A silver that checks for ever: without care for repetitions the search never ends.
const PERPETUAL: &str = "9/9/9/9/3k5/4S4/9/9/9 w - 1";
/// The rook checks from far away, and seven pieces can be put in between.
const FAR: &str = "k8/p8/9/9/9/9/9/1L7/7R1 b r2b4g4s4n3l17p 1";
const CLASSIC: &str = "3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1";
/// Positions whose mates hinge on pawn drops, non-promotions or a guard.
const PAWN_DROPS: [&str; 4] = [
    "7nk/9/7+P1/9/9/9/9/9/9 b Pr2b4g4s3n4l16p 1",
    "6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1",
    "8k/7p1/6P1N/9/9/9/9/8L/9 b P2r2b4g4s3n3l15p 1",
    "7pk/6R2/7P1/9/9/9/9/9/9 b Pr2b4g4s4n4l15p 1",
];

fn attacker(text: &str) -> Color {
    default_attacker(&read(text), Rule::Tsume).expect("a king")
}

fn verdict(text: &str, options: Options) -> Verdict {
    solve(&read(text), attacker(text), options).verdict
}

#[test]
fn perpetual_check_is_no_mate() {
    for futile in POLICIES {
        assert_eq!(verdict(PERPETUAL, within(futile, 1_000_000)), Verdict::NoMate);
    }
}

/// The defender moves first, is not in check and has no move.
#[test]
fn a_defender_without_a_move_is_not_mated() {
    for futile in POLICIES {
        for prove in [Prove::Length, Prove::None] {
            let options = Options { prove, ..within(futile, 100_000) };
            let outcome = solve(&read("9/9/Op7/kO7/1r7/P8/9/4B4/9 w 2S2N3P 1"), Color::Black, options);
            assert_eq!(outcome.verdict, Verdict::NoMate, "{futile:?} {prove:?}");
        }
    }
}

#[test]
fn pawn_drops_agree_with_brute_force() {
    for text in PAWN_DROPS {
        let board = sfen::read(text).expect("an SFEN");
        for futile in POLICIES {
            let mut oracle = Oracle::new(Side::Black, futile == Futile::Official, true, 2_000_000);
            let found = verdict(text, within(futile, 300_000));
            match oracle.value(&board, 7) {
                Value::Mate(plies) => {
                    assert_eq!(
                        found,
                        Verdict::Mate { plies: plies.into(), exact: true },
                        "{text} {futile:?}"
                    );
                }
                Value::NoMate => assert_eq!(found, Verdict::NoMate, "{text} {futile:?}"),
                Value::NotWithin(most) => {
                    let longer = !matches!(found, Verdict::Mate { plies, .. } if plies <= most.into());
                    assert!(longer, "{text} {futile:?}: {found:?}");
                }
                Value::Undecided => panic!("{text}: too large for brute force"),
            }
        }
    }
}

#[test]
fn policies_problems_and_stones_share_a_table_in_any_order() {
    let with_stone = "k8/p8/9/9/4O4/9/9/1L7/7R1 b r2b4g4s4n3l17p 1";
    let mut tasks = Vec::new();
    for text in [FAR, with_stone, CLASSIC, PERPETUAL] {
        tasks.extend(POLICIES.map(|futile| (text, futile)));
    }
    let alone: Vec<Verdict> =
        tasks.iter().map(|&(text, futile)| verdict(text, within(futile, 2_000_000))).collect();
    for order in both_orders(tasks.len()) {
        let tables = Tables::default();
        for at in order {
            let (text, futile) = tasks[at];
            let options = Options { tables: tables.clone(), goes_on: true, ..within(futile, 2_000_000) };
            assert_eq!(verdict(text, options), alone[at], "{text} {futile:?}");
        }
    }
}

/// What is proved or disproved below an interposition that was judged holds for the hands it was judged with: the same
/// boards with a piece more in the attacker's hand and one less in the defender's, in one table, in both orders.
#[test]
fn dominance_after_a_futile_proof() {
    let mut rng = Rng::new(17);
    let (mut families, mut changed) = (0, 0);
    while families < 40 {
        let side = if rng.percent(50) { Side::Black } else { Side::White };
        let Some(problem) = Problem::far_check(&mut rng, side) else { continue };
        let mut boards = vec![problem.board.clone()];
        for kind in Kind::IN_HAND {
            let mut board = problem.board.clone();
            if *board.held(side.other(), kind) > 0 {
                *board.held(side.other(), kind) -= 1;
                *board.held(side, kind) += 1;
                boards.push(board);
            }
        }
        let mut futile = 0;
        let values: Vec<Value> = boards
            .iter()
            .map(|board| {
                let mut oracle = Oracle::new(side, true, true, 5_000);
                let value = oracle.value(board, 5);
                futile += oracle.seen.futile;
                value
            })
            .collect();
        if futile == 0 || boards.len() < 2 || values.contains(&Value::Undecided) {
            continue;
        }
        families += 1;
        changed += usize::from(values.iter().any(|value| *value != values[0]));
        for order in both_orders(boards.len()) {
            let tables = Tables::default();
            for at in order {
                let text = sfen::write(&boards[at]);
                let attacker = if side == Side::Black { Color::Black } else { Color::White };
                let tables = tables.clone();
                let mut options = Options { tables, goes_on: true, ..within(Futile::Official, 200_000) };
                options.limits.plies = Some(5);
                match (solve(&read(&text), attacker, options).verdict, values[at]) {
                    (Verdict::Mate { plies, exact }, Value::Mate(length)) => {
                        assert!(exact && plies == u64::from(length), "{text}: {plies}, not {length}");
                    }
                    (Verdict::NoMate, Value::NoMate | Value::NotWithin(_)) => {}
                    (Verdict::Unknown(Reason::Plies), Value::NotWithin(_) | Value::NoMate) => {}
                    (found, expected) => panic!("{text}: {found:?}, not {expected:?}"),
                }
            }
        }
    }
    assert!(changed > 10, "{changed}");
}

/// Every position that can be reached in a box of stones, where all lines come back, one after another in one table and
/// in both orders: met on a path that repeats, and as a root of its own.
#[test]
fn positions_with_and_without_a_repetition_in_both_orders() {
    let boxes = [
        "OOOOO3k/OOOOO4/OOOOO4/OOOOO2R1/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b - 1",
        "OOOOOO2k/OOOOOO3/OOOOOOS1S/OOOOOO3/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b - 1",
        "OOOOOO2k/OOOOOO3/OOOOOO1GN/OOOOOOR2/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b - 1",
    ];
    let (mut mates, mut none) = (0, 0);
    for text in boxes {
        let mut boards = vec![sfen::read(text).expect("an SFEN")];
        let mut at = 0;
        while at < boards.len() && boards.len() < 60 {
            let board = boards[at].clone();
            at += 1;
            for (check, _) in judged_moves(&board).into_iter().filter(|&(_, check)| check) {
                let checked = board.after(check);
                let replies = judged_moves(&checked);
                boards.extend(replies.into_iter().map(|(reply, _)| checked.after(reply)));
            }
            let mut seen = HashSet::new();
            boards.retain(|board| {
                seen.insert(sfen::write(board).rsplit_once(' ').map(|(text, _)| text.to_owned()))
            });
        }
        let value = |board: &Board| Oracle::new(Side::Black, true, true, 50_000).value(board, 9);
        let values: Vec<Value> = boards.iter().map(value).collect();
        let both = both_orders(boards.len());
        for (order, prove) in both.iter().flat_map(|order| [(order, Prove::Length), (order, Prove::None)]) {
            let tables = Tables::default();
            for &at in order {
                let text = sfen::write(&boards[at]);
                let (tables, limited) = (tables.clone(), within(Futile::Official, 1_000_000));
                let options = Options { tables, goes_on: true, prove, ..limited };
                match (solve(&read(&text), Color::Black, options).verdict, values[at]) {
                    (Verdict::Mate { plies, exact }, Value::Mate(length)) => {
                        mates += 1;
                        let is_right = plies == u64::from(length) || !exact && plies > u64::from(length);
                        assert!(is_right && (exact || prove == Prove::None), "{text}: {plies}, not {length}");
                    }
                    (Verdict::NoMate, Value::NoMate | Value::NotWithin(_)) => none += 1,
                    (Verdict::Mate { plies, .. }, Value::NotWithin(most)) => assert!(plies > most.into()),
                    (found, expected) => {
                        assert_eq!(expected, Value::Undecided, "{text} {prove:?}: {found:?}");
                    }
                }
            }
        }
    }
    println!("{mates} mates, {none} without");
    assert!(mates > 20 && none > 100, "{mates} mates, {none} without");
}

#[test]
fn a_small_table_contradicts_nothing() {
    for text in [FAR, CLASSIC, PERPETUAL] {
        for futile in POLICIES {
            let expected = verdict(text, within(futile, 2_000_000));
            let mut options = within(futile, 300_000);
            options.limits.memory = Some(64 << 10);
            match (verdict(text, options), expected) {
                (Verdict::Unknown(_), _) => {}
                (Verdict::Mate { plies, exact: false }, Verdict::Mate { plies: least, .. }) => {
                    assert!(plies >= least, "{text} {futile:?}");
                }
                (found, expected) => assert_eq!(found, expected, "{text} {futile:?}"),
            }
        }
    }
}

#[test]
fn a_search_that_ends_anywhere_claims_nothing_false() {
    for (futile, length) in POLICIES.into_iter().zip([13, 1]) {
        for prove in [Prove::None, Prove::Length] {
            let mut mates = 0;
            for nodes in (1..60).chain((60..3_000).step_by(60)) {
                let outcome = solve(&read(FAR), attacker(FAR), Options { prove, ..within(futile, nodes) });
                let bounds = outcome.bounds;
                assert!(bounds.lower <= length, "{futile:?} {prove:?} {nodes}: {bounds:?}");
                assert!(
                    bounds.upper.is_none_or(|upper| upper >= length),
                    "{futile:?} {prove:?} {nodes}: {bounds:?}"
                );
                match outcome.verdict {
                    Verdict::Mate { plies, exact } => {
                        mates += 1;
                        assert!(if exact { plies == length } else { plies >= length });
                        assert!(outcome.solutions.listed[0].len() as u64 <= plies);
                    }
                    verdict => assert_eq!(verdict, Verdict::Unknown(Reason::Nodes)),
                }
            }
            assert!(mates > 0, "{futile:?} {prove:?}");
        }
    }
}

#[test]
fn limits_are_no_verdicts() {
    let mut nodes = within(Futile::Official, 3);
    assert_eq!(verdict(FAR, within(Futile::None, 3)), Verdict::Unknown(Reason::Nodes));
    nodes.limits.nodes = None;
    nodes.limits.plies = Some(1);
    assert_eq!(verdict(CLASSIC, nodes), Verdict::Unknown(Reason::Plies));
    let stop = StopFlag::new();
    stop.stop();
    let stopped = Options { stop, ..Options::default() };
    assert_eq!(verdict(CLASSIC, stopped), Verdict::Unknown(Reason::Interrupted));
}

#[test]
fn the_first_mate_can_be_enough() {
    let options = Options { prove: Prove::None, ..within(Futile::None, 2_000_000) };
    let outcome = solve(&read(FAR), attacker(FAR), options);
    assert!(matches!(outcome.verdict, Verdict::Mate { plies, .. } if plies >= 13));
    assert!(outcome.first_mate_seconds().is_some());
}

/// 図巧 42, longer than the lengths that are tried one after the other.
const LONGER: &str = "9/5Bl1G/4+P1n2/6r1S/3G+p2n1/6kP1/4L1B1p/4s1+R2/9 b 3P2g2s2n2l11p 1";

#[test]
fn a_mate_that_was_found_is_kept_wherever_the_search_ends() {
    let position = read(LONGER);
    let mut shortest = None;
    for nodes in (1..=24).map(|i| i * 1_000) {
        let outcome = solve(&position, attacker(LONGER), within(Futile::Official, nodes));
        match (outcome.verdict, shortest) {
            (Verdict::Mate { plies, .. }, _) => {
                assert!(plies <= shortest.unwrap_or(plies), "{nodes}");
                assert!(outcome.solutions.listed[0].len() as u64 <= plies, "{nodes}");
                shortest = Some(plies);
            }
            (verdict, None) => assert_eq!(verdict, Verdict::Unknown(Reason::Nodes), "{nodes}"),
            (verdict, Some(plies)) => panic!("{plies} plies, then {verdict:?} with {nodes} nodes"),
        }
    }
    assert!(shortest.is_some_and(|plies| plies >= 27));
}

#[test]
fn pulling_in_small_steps_gives_the_same() {
    let position = read(FAR);
    let mut solver = Solver::new(&position, Color::Black, within(Futile::None, 2_000_000)).expect("a tsume");
    let mut steps = 0;
    let outcome = loop {
        match solver.advance(Budget::Nodes(50)) {
            Step::Progress(_) => steps += 1,
            Step::Done(outcome) => break outcome,
        }
    };
    assert!(steps > 0);
    assert_eq!(outcome.verdict, Verdict::Mate { plies: 13, exact: true });
}

#[test]
fn a_solver_can_be_dropped_at_rest() {
    let position = read(FAR);
    let mut solver = Solver::new(&position, Color::Black, Options::default()).expect("a tsume");
    let _ = solver.advance(Budget::Nodes(1));
    drop(solver);
}
