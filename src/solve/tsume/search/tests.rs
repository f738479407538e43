//! What the search makes of its memory.

use super::super::find::tests::searching;
use super::super::path::Repetition;
use super::*;

/// A refutation that is remembered for its path may have judged an interposition on the way: it was once taken to hold for
/// smaller hands too.
#[test]
fn what_is_remembered_holds_for_its_hand_only_if_it_did() {
    let root = Position::from_sfen("9/9/9/9/3k5/4S4/9/9/9 w - 1").expect("a position");
    searching(&root, Futile::Official, |search| {
        let (place, bound) = (search.place(), 7);
        let above = Place { board: !place.board, ..place };
        search.path.push(Step { place: above, bound: bound + 2, by_pair: false });
        // Only what has been searched is looked up among what is remembered.
        search.table.store(place, Fact::searched(3, 4), 1);
        for lower_hand_only in [false, true] {
            let refutation = Repetition { reach: 1, lower: bound + 1, lower_hand_only };
            search.path.remember(place, refutation);
            let number = search.known_defending(place, bound, false).expect("it is remembered");
            assert_eq!((number.dn, number.repetition()), (0, refutation));
            let further = search.known_defending(place, bound + 1, false).expect("its numbers are known");
            assert!(!further.is_answered());
        }
    });
}

/// How far up a refutation reaches depends on the order of the path.
#[test]
fn what_is_remembered_belongs_to_the_order_of_its_path() {
    let [first, second, below] = [1, 2, 3].map(|board| Place { board, hand: 0 });
    let mut path = Path::new();
    let refutation = Repetition { reach: 2, lower: Fact::NO_MATE, lower_hand_only: false };
    for steps in [[first, second], [second, first]] {
        for place in steps {
            path.push(Step { place, bound: 9, by_pair: false });
        }
        let expected = (steps == [first, second]).then_some(refutation);
        if expected.is_some() {
            path.remember(below, refutation);
        }
        assert_eq!(path.recall(below, 5), expected);
        path.pop();
        path.pop();
    }
}

/// What is asked off the path neither repeats its steps nor is remembered for it.
#[test]
fn steps_that_are_hidden_are_not_repeated() {
    let [above, below] = [1, 2].map(|board| Place { board, hand: 0 });
    let mut path = Path::new();
    path.push(Step { place: above, bound: 9, by_pair: false });
    let refutation = Repetition { reach: 1, lower: Fact::NO_MATE, lower_hand_only: false };
    path.remember(below, refutation);
    assert_eq!((path.returns_to(above), path.recall(below, 5)), (Some(1), Some(refutation)));
    let before = path.hide();
    assert_eq!((path.returns_to(above), path.repeats(above), path.recall(below, 5)), (None, None, None));
    path.push(Step { place: below, bound: 7, by_pair: false });
    assert_eq!(path.returns_to(below), Some(2), "a step that is not hidden keeps its number");
    path.pop();
    path.show(before);
    assert_eq!((path.returns_to(above), path.recall(below, 5)), (Some(1), Some(refutation)));
}

/// Nodes that are allowed for a part are a part of those allowed for the whole.
#[test]
fn a_part_gets_no_more_nodes_than_the_whole() {
    let root = Position::from_sfen("9/9/9/9/3k5/4S4/9/9/9 w - 1").expect("a position");
    searching(&root, Futile::Official, |search| {
        let count = |search: &mut Search| (0..).take_while(|_| !search.pulse.tick()).count();
        let (inner, outer) =
            search.with_nodes(100, |search| (search.with_nodes(1_000, count), search.pulse.is_over()));
        assert_eq!((inner, outer), (99, true));
        assert_eq!(
            search.with_nodes(1_000, |search| (search.with_nodes(10, count), count(search))),
            (9, 989)
        );
        assert!(!search.pulse.is_over());
    });
}
