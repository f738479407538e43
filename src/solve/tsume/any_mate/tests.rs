//! The search for any mate on the diagrams of the policy and on the shipped classics.

use super::*;
use crate::position::Position;
use crate::problem::Futile;
use crate::solve::tsume::bounded::MateWithin;
use crate::solve::tsume::dfpn::{LONGEST, PathStep, VirtualLoss};
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::test_support::searching;
use crate::store::{Fact, TableKey};

const PAGE: &str = include_str!("../../../../docs/futile-interpositions.md");

/// The diagrams of the page on futile interpositions: each position and its values under both policies.
fn diagrams() -> Vec<(Position, u16, u16)> {
    let (_, table) = PAGE.split_once("<!-- diagrams: begin -->").expect("the table");
    let (table, _) = table.split_once("<!-- diagrams: end -->").expect("its end");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.map(|row| row.split(['`', '|']).map(str::trim).collect::<Vec<_>>());
    let read = |cells: Vec<&str>| {
        let [sfen, _, official, none, ..] = cells[..] else { panic!("not a diagram: {cells:?}") };
        let position = Position::from_sfen(sfen).expect("a legal diagram");
        (position, official.parse().expect("plies"), none.parse().expect("plies"))
    };
    cells.filter(|cells| cells[0].contains('/')).map(read).collect()
}

#[test]
fn a_bounded_search_claims_no_mate_that_is_too_short_and_leaves_no_false_fact_behind() {
    let mut shortened = 0;
    for (root, official, none) in diagrams() {
        for (futile, value) in [(Futile::Official, official), (Futile::None, none)] {
            searching(&root, futile, |search| {
                for bound in (1..=none + 2).chain((1..=none + 2).rev()) {
                    let found = AnyMateSearch::within(search).search(bound);
                    assert!(found.is_decided(), "{root} {futile:?} {bound}");
                    if found.is_proved() {
                        assert!(
                            found.fact.length >= value && found.fact.length <= bound,
                            "{root} {futile:?} {bound}"
                        );
                    }
                    assert!(found.is_proved() || bound < none, "{root} {futile:?} {bound}: not found");
                    shortened += u32::from(found.is_proved());
                }
                assert!(MateWithin::from(search.mate_within(value)) == MateWithin::Yes, "{root} {futile:?}");
                assert!(
                    value < 2 || MateWithin::from(search.mate_within(value - 2)) == MateWithin::No,
                    "{root} {futile:?}"
                );
            });
        }
    }
    assert!(shortened > 50, "{shortened} mates");
}

/// A search for any mate within a bound may store wrong refutations for its path where interpositions are futile.
/// The exact bounded search once took them for facts.
#[test]
fn a_bounded_search_keeps_what_it_remembers_to_itself() {
    let root = Position::from_sfen("9/9/9/9/3k5/4S4/9/9/9 w - 1").expect("a position");
    searching(&root, Futile::Official, |search| {
        let (here, bound) = (search.board.here(), 7);
        let table_key = here.table_key();
        let above = TableKey { board: !table_key.board, ..table_key };
        search.path.push(PathStep { table_key: above, bound: LONGEST, by_pair: false });
        search.table.store(table_key, Fact { is_unbounded: true, ..Fact::searched(3, 4) }, 1);
        let mut bounded = AnyMateSearch::within(search);
        let refuted = AnyMateValue::none_before(bound + 1, here.hand.to_bits(), 1);
        bounded.store_guess_on_path(here, &refuted);
        let known = bounded.probe_defending(here, bound).expect("it is remembered");
        assert_eq!((known.is_refuted(), known.reach, known.fact.length), (true, 1, bound + 1));
        let known = search.probe(bound);
        assert!(!known.is_decided());
    });
}

/// A thread that sees another thread at every board chooses children that it would not choose alone. It once
/// chose, again and again, a check that waits for its promoting twin, with a disproof number above the threshold.
#[test]
fn a_thread_that_finds_every_way_taken_goes_on() {
    for sfen in zukou().take(60) {
        let root = Position::from_sfen(sfen).expect("a legal problem");
        searching(&root, Futile::Official, |search| {
            let [own, other] = <[VirtualLoss; 2]>::try_from(VirtualLoss::of_threads(2)).ok().expect("two");
            search.virtual_loss = other;
            (0..1 << 16).for_each(|board| search.virtual_loss.enter(board));
            search.virtual_loss = own;
            search.with_nodes(20_000, |search| {
                AnyMateSearch::new(search).search_any();
            });
            search.with_nodes(20_000, |search| {
                for bound in (1..30).step_by(2) {
                    AnyMateSearch::within(search).search(bound);
                    search.mate_within(bound);
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
