//! Refutations that hold on one path only, and node budgets, in the bounded search.

use super::*;
use crate::position::Position;
use crate::problem::Futile;
use crate::solve::tsume::dfpn::{PathRefutation, PathStep, SearchState};
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::test_support::searching;
use crate::store::{Fact, TableKey};

/// A refutation that holds on one path only may depend on whether an interposition is futile, and then holds for
/// one hand only. It was once assumed to hold for smaller hands too.
#[test]
fn what_is_remembered_holds_for_its_hand_only_if_it_did() {
    let root = Position::from_sfen("9/9/9/9/3k5/4S4/9/9/9 w - 1").expect("a position");
    searching(&root, Futile::Official, |search| {
        let (table_key, bound) = (search.board.table_key(), 7);
        let above = TableKey { board: !table_key.board, ..table_key };
        search.path.push(PathStep { table_key: above, bound: bound + 2, by_pair: false });
        // Refutations stored for the path are probed only for positions that have been searched before.
        search.table.store(table_key, Fact::searched(3, 4), 1);
        for lower_hand_only in [false, true] {
            let refutation = PathRefutation { reach: 1, lower: bound + 1, lower_hand_only };
            search.path.store_refutation(table_key, refutation);
            let exact = BoundedSearch::new(search);
            let value = exact.probe_table_defending(table_key, bound, false).expect("it is remembered");
            assert_eq!((value.dn, value.to_path_refutation()), (0, refutation));
            let further =
                exact.probe_table_defending(table_key, bound + 1, false).expect("its numbers are known");
            assert!(!further.is_decided());
        }
    });
}

/// A nested budget never exceeds the one around it.
#[test]
fn a_part_gets_no_more_nodes_than_the_whole() {
    let root = Position::from_sfen("9/9/9/9/3k5/4S4/9/9/9 w - 1").expect("a position");
    searching(&root, Futile::Official, |search| {
        let count = |search: &mut SearchState| (0..).take_while(|_| !search.control.count_node()).count();
        let (inner, outer) =
            search.with_nodes(100, |search| (search.with_nodes(1_000, count), search.is_over()));
        assert_eq!((inner, outer), (99, true));
        assert_eq!(
            search.with_nodes(1_000, |search| (search.with_nodes(10, count), count(search))),
            (9, 989)
        );
        assert!(!search.is_over());
    });
}
