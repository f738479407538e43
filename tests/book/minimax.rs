//! Values from the leaves up, against the plain recursion.

use crate::{random_book, text};
use tsumugi::book::{Book, BookMove, minimax};
use tsumugi::{Move, Position};

/// The value of a position by its best move; `None` where the book has nothing.
fn plainly(book: &Book, position: &Position, way: &mut Vec<Position>) -> Option<i32> {
    let form =
        if position.side_to_move() == tsumugi::Color::Black { position.clone() } else { position.flip() };
    let values = book.moves(&form).iter().filter_map(|book_move| {
        let mut after = form.clone();
        after.do_move(book_move.mv);
        assert!(!way.iter().any(|before| before.key() == after.key()), "no cycles here");
        way.push(after.clone());
        let below = plainly(book, &after, way).map(|value| -value);
        way.pop();
        below.or(book_move.value)
    });
    values.collect::<Vec<_>>().into_iter().max()
}

#[test]
fn values_are_those_of_the_plain_recursion() {
    // Some books have a cycle by chance: a position that is the turn of an earlier one.
    let is_acyclic = |book: &Book| minimax(&mut book.clone()).repetitions == 0;
    let book =
        (21..).map(|seed| random_book(seed, 60, 12).normalise()).find(is_acyclic).expect("one of many");
    let mut backed = book.clone();
    let done = minimax(&mut backed);
    assert!(done.backed_up > 200 && done.leaves > 30, "{done:?}");
    assert_eq!(done.repetitions, 0);
    for (position, moves) in backed.positions() {
        for found in moves {
            let mut after = position.clone();
            after.do_move(found.mv);
            let below = plainly(&book, &after, &mut vec![position.clone(), after.clone()]);
            let before = book.moves(&position).iter().find(|known| known.mv == found.mv).expect("the move");
            assert_eq!(found.value, below.map(|value| -value).or(before.value), "{position} {}", found.mv);
        }
    }
    // Once more changes nothing.
    let mut again = backed.clone();
    minimax(&mut again);
    assert_eq!(text(&again), text(&backed));
}

#[test]
fn a_move_that_leads_back_is_a_draw() {
    // Both sides move their rook there and back.
    let mut book = Book::default();
    let mut position = Position::startpos();
    for mv in ["2h3h", "8b7b", "3h2h", "7b8b"] {
        let mv: Move = mv.parse().expect("a move");
        book.add(&position, BookMove { value: Some(50), ..BookMove::new(mv) });
        position.do_move(mv);
    }
    let mut book = book.normalise();
    let done = minimax(&mut book);
    assert_eq!((done.repetitions, done.leaves), (1, 0));
    assert!(book.positions().all(|(_, moves)| moves.iter().all(|book| book.value == Some(0))));
}
