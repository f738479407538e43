//! What the search makes of its memory.

use super::super::find::tests::searching;
use super::*;

/// A refutation that was remembered for its path may have judged an interposition on the way: what was lower than a
/// bound for a larger hand was once taken for lower for this one too.
#[test]
fn what_is_remembered_holds_for_its_hand_only_where_interpositions_are_judged() {
    let root = Position::from_sfen("9/9/9/9/3k5/4S4/9/9/9 w - 1").expect("a position");
    for futile in [Futile::None, Futile::Official] {
        searching(&root, futile, |search| {
            let (place, bound) = (search.place(), 7);
            let above = Place { board: !place.board, ..place };
            search.path.push(Step { place: above, bound: bound + 2, by_pair: false });
            search.path.remember(place, bound, 1);
            // Only what has been searched is looked up among what is remembered.
            search.table.store(place, Fact::searched(3, 4), 1);
            let number = search.known_defending(place, bound, false).expect("it is remembered");
            assert_eq!((number.dn, number.reach, number.fact.lower), (0, 1, bound + 1));
            assert_eq!(number.fact.lower_hand_only, futile == Futile::Official);
        });
    }
}
