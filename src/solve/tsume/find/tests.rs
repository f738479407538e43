//! The search with a bound on the diagrams of the policy.

use super::super::super::limits::{Budget, Limits, StopFlag};
use super::super::Futile;
use super::super::Tables;
use super::super::marks::Marks;
use super::super::number::LONGEST;
use super::super::path::Step;
use super::super::pulse::Pulse;
use super::super::search::Answer;
use super::*;
use crate::position::{Position, Rule};
use crate::problem::default_attacker;
use crate::store::{Fact, Place};
use std::sync::mpsc::channel;
use std::time::Instant;

const PAGE: &str = include_str!("../../../../docs/futile-interpositions.md");

/// The diagrams of the page: position and its values under both policies.
fn diagrams() -> Vec<(Position, u16, u16)> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.map(|row| row.split(['`', '|']).map(str::trim).collect::<Vec<_>>());
    let read = |cells: Vec<&str>| {
        let [sfen, _, official, none, ..] = cells[..] else { panic!("not a diagram: {cells:?}") };
        let position = Position::from_sfen(sfen).expect("a legal diagram");
        (position, official.parse().expect("plies"), none.parse().expect("plies"))
    };
    cells.filter(|cells| cells[0].contains('/')).map(read).collect()
}

/// Runs something with a search of a position.
pub(in super::super) fn searching(root: &Position, futile: Futile, check: impl FnOnce(&mut Search)) {
    let attacker = default_attacker(root, Rule::Tsume).expect("a king");
    let (budgets, inbox) = channel();
    let (outbox, _reports) = channel();
    budgets.send(Budget::Unlimited).expect("the other end is here");
    let pulse = Pulse::begin(Limits::default(), StopFlag::new(), Instant::now(), inbox, outbox);
    let pulse = pulse.expect("a budget was sent");
    let table = Tables::default().take(1 << 20, false);
    check(&mut Search::new(root.clone(), attacker, futile, pulse, table));
}

#[test]
fn a_bounded_search_claims_no_mate_that_is_too_short_and_leaves_no_false_fact_behind() {
    let mut shortened = 0;
    for (root, official, none) in diagrams() {
        for (futile, value) in [(Futile::Official, official), (Futile::None, none)] {
            searching(&root, futile, |search| {
                for bound in (1..=none + 2).chain((1..=none + 2).rev()) {
                    let found = Finder::within(search).find(bound);
                    assert!(found.is_decided(), "{root} {futile:?} {bound}");
                    if found.is_mate() {
                        assert!(found.length >= value && found.length <= bound, "{root} {futile:?} {bound}");
                    }
                    assert!(found.is_mate() || bound < none, "{root} {futile:?} {bound}: not found");
                    shortened += u32::from(found.is_mate());
                }
                assert!(search.ask(value) == Answer::Yes, "{root} {futile:?}");
                assert!(value < 2 || search.ask(value - 2) == Answer::No, "{root} {futile:?}");
            });
        }
    }
    assert!(shortened > 50, "{shortened} mates");
}

/// What a bounded search remembers for its path is wrong where interpositions are futile: it was once taken for known.
#[test]
fn a_bounded_search_keeps_what_it_remembers_to_itself() {
    let root = Position::from_sfen("9/9/9/9/3k5/4S4/9/9/9 w - 1").expect("a position");
    searching(&root, Futile::Official, |search| {
        let (place, bound) = (search.place(), 7);
        let here = Here { board: place.board, hand: root.hand(search.attacker) };
        search.path.push(Step::of_any(Place { board: !place.board, ..place }));
        search.table.store(place, Fact { is_unbounded: true, ..Fact::searched(3, 4) }, 1);
        let mut finder = Finder::within(search);
        let refuted = Value { length: bound + 1, ..Value::none(here.hand.to_bits(), 1) };
        finder.remember(here, &refuted);
        let known = finder.known_defending(here, bound).expect("it is remembered");
        assert_eq!((known.is_none(), known.reach, known.length), (true, 1, bound + 1));
        let known = search.known_defending(place, bound, false).expect("its numbers are known");
        assert!(!known.is_answered());
    });
}

/// A thread that sees another at every board takes ways that it would not take alone: it once chose a check that waits for its promoting
/// twin, with a disproof number beyond the threshold, again and again.
#[test]
fn a_thread_that_finds_every_way_taken_goes_on() {
    for sfen in zukou().take(60) {
        let root = Position::from_sfen(sfen).expect("a legal problem");
        searching(&root, Futile::Official, |search| {
            let [own, other] = <[Marks; 2]>::try_from(Marks::of_threads(2)).ok().expect("two");
            search.marks = Some(other);
            (0..1 << 16).for_each(|board| search.enter(board));
            search.marks = Some(own);
            search.with_nodes(20_000, |search| {
                for is_scrupulous in [false, true] {
                    Finder::new(search, is_scrupulous).find(LONGEST);
                }
            });
            search.with_nodes(20_000, |search| {
                for bound in (1..30).step_by(2) {
                    Finder::within(search).find(bound);
                    search.ask(bound);
                }
            });
        });
    }
}

/// The positions of the shipped classics.
fn zukou() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../../../../problems/tsume/zukou.sfen").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split(" ;").next())
}
