//! The diagrams of docs/futile-interpositions.md, with the solver and by brute force.

use super::certificate::certified;
use super::mailbox::board::Side;
use super::mailbox::sfen;
use super::mailbox::tsume::{Oracle, Value};
use super::page::section;
use super::solve::{POLICIES, read, solve, within};
use tsumugi::certificate::{Claim, Edge, Reader, Role, look_up_after};
use tsumugi::movegen::legal_moves;
use tsumugi::position::{Position, Rule};
use tsumugi::problem::default_attacker;
use tsumugi::solve::Verdict;
use tsumugi::solve::tsume::Futile;
use tsumugi::types::{Color, Move};

/// Position, value under `official`, value under `none`.
fn diagrams() -> Vec<(String, u32, u32)> {
    let page = include_str!("../../docs/futile-interpositions.md");
    let rows = section(page, "diagrams").lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let number = |cell: &str| cell.parse().unwrap_or_else(|_| panic!("a length: {row}"));
        (cells[1].trim_matches('`').to_owned(), number(cells[2]), number(cells[3]))
    })
    .collect()
}

#[test]
fn diagrams_have_the_values_that_the_page_gives() {
    let diagrams = diagrams();
    assert!(diagrams.len() >= 12);
    for (text, official, none) in diagrams {
        let position = read(&text);
        let attacker = default_attacker(&position, Rule::Tsume).expect("a king");
        for (futile, plies) in POLICIES.into_iter().zip([none, official]) {
            let outcome = solve(&position, attacker, within(futile, 10_000_000));
            let expected = Verdict::Mate { plies: plies.into(), exact: true };
            assert_eq!(outcome.verdict, expected, "{text} {futile:?}");
        }
    }
}

#[test]
fn diagrams_have_these_values_by_brute_force() {
    let mut loops = 0;
    for (text, official, none) in diagrams() {
        let board = sfen::read(&text).expect("an SFEN");
        for (futile, plies) in POLICIES.into_iter().zip([none, official]) {
            if plies > 9 {
                continue;
            }
            let attacker = default_attacker(&read(&text), Rule::Tsume).expect("a king");
            let attacker = if attacker == Color::Black { Side::Black } else { Side::White };
            let mut oracle = Oracle::new(attacker, futile == Futile::Official, true, 3_000_000);
            assert_eq!(oracle.value(&board, 9), Value::Mate(plies), "{text} {futile:?}");
            loops += oracle.seen.loops;
        }
    }
    assert!(loops > 0, "no diagram of clause 5");
}

/// The length of the mate in a position.
fn value(position: &Position, attacker: Color, futile: Futile) -> u64 {
    match solve(position, attacker, within(futile, 1_000_000)).verdict {
        Verdict::Mate { plies, exact: true } => plies,
        verdict => panic!("{position}: {verdict:?}"),
    }
}

/// What a certificate says of an interposition that it answers together with others, against searches of their own.
fn check_interposition(bytes: &[u8], before: &Position, drop: Move, edge: &Edge) {
    let Ok(Reader { header, .. }) = Reader::new(bytes) else { panic!("a header") };
    let (attacker, policy) = (header.attacker, header.policy);
    let found = look_up_after(bytes, before, &[drop]).expect("a proof");
    let mut after = before.clone();
    after.do_move(drop);
    if edge.role == Role::Kept {
        let (plies, _) = found.mate.expect("a mate");
        assert!(value(&after, attacker, policy) <= plies.into(), "{before} {drop}: {found:?}");
        return;
    }
    let capture = found.futile.expect("a capture");
    assert_eq!(capture.to(), drop.to());
    after.do_move(capture);
    for (color, hand) in Color::ALL.map(|color| (color, before.hand(color))) {
        after.set_hand(color, hand);
    }
    let others = legal_moves(before).into_iter().filter(|reply| reply.from().is_some()).map(|reply| {
        let mut after = before.clone();
        after.do_move(reply);
        1 + value(&after, attacker, policy)
    });
    assert!(value(&after, attacker, policy) <= others.max().unwrap_or(0), "{before} {drop}");
}

#[test]
fn certificates_say_of_interpositions_what_searches_say() {
    let (mut kept, mut futile) = (0, 0);
    for (text, official, none) in diagrams() {
        let root = read(&text);
        let attacker = default_attacker(&root, Rule::Tsume).expect("a king");
        for (policy, _) in POLICIES.into_iter().zip([none, official]).filter(|(_, plies)| *plies <= 5) {
            let (_, bytes) = certified(&root, attacker, within(policy, 1_000_000));
            let bytes = bytes.expect("a proof");
            let mut reader = Reader::new(&bytes[..]).expect("a header");
            let mut left = 20;
            while left > 0 && reader.read().expect("a record") {
                let (before, edges) = (&reader.position, &reader.edges);
                if before.side_to_move() == attacker || !matches!(reader.statement.claim, Claim::Within(_)) {
                    continue;
                }
                for edge in edges.iter().filter(|edge| matches!(edge.role, Role::Kept | Role::Futile)) {
                    let has_own = |drop: &Move| edges.iter().any(|edge| edge.mv == *drop);
                    let drop = legal_moves(before).into_iter().find(|reply| {
                        reply.from().is_none() && reply.to() == edge.mv.to() && !has_own(reply)
                    });
                    let Some(drop) = drop else { continue };
                    check_interposition(&bytes, before, drop, edge);
                    *(if edge.role == Role::Kept { &mut kept } else { &mut futile }) += 1;
                    left -= 1;
                }
            }
        }
    }
    assert!(kept > 0 && futile > 0, "{kept} {futile}");
}
