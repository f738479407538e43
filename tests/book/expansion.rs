//! Books that grow outwards: best first, the same after a stop as without one, and with an end where moves go round.

use crate::{Numbers, read, text};
use std::collections::HashMap;
use tsumugi::book::{Book, BookMove, Expansion, ExpansionOptions, minimax};
use tsumugi::{Move, Position, legal_moves};

const OPTIONS: ExpansionOptions = ExpansionOptions { positions: 60, plies: 8 };

/// Values that look random and depend on the position alone, of four of its moves.
fn judge(position: &Position) -> Vec<BookMove> {
    let seed = position.key() as u64;
    let mut numbers = Numbers::new(seed);
    let moves = legal_moves(position);
    let mut judged: Vec<BookMove> = Vec::new();
    while judged.len() < moves.len().min(4) {
        let mv = moves[numbers.below(moves.len())];
        if judged.iter().all(|book| book.mv != mv) {
            let value = Some(numbers.below(201) as i32 - 100);
            judged.push(BookMove { value, depth: Some(1), ..BookMove::new(mv) });
        }
    }
    judged
}

/// Grows for so many searches; the positions in their order.
fn grow(expansion: &mut Expansion, searches: usize) -> Vec<Position> {
    let mut searched = Vec::new();
    while searched.len() < searches {
        let Some(position) = expansion.next() else { break };
        expansion.add(&position, judge(&position));
        searched.push(position);
    }
    searched
}

fn startpos(options: ExpansionOptions) -> Expansion {
    Expansion::new(&Book::default(), &[Position::startpos()], options)
}

#[test]
fn a_book_that_was_stopped_anywhere_grows_to_the_same_book() {
    let mut whole = startpos(OPTIONS);
    assert_eq!(grow(&mut whole, usize::MAX).len(), OPTIONS.positions);
    for stop in [1, 7, 30, 59] {
        let mut first = startpos(OPTIONS);
        grow(&mut first, stop);
        let so_far = read(&text(first.book()));
        assert_eq!(so_far.len(), stop);
        let mut second = Expansion::new(&so_far, &[Position::startpos()], OPTIONS);
        grow(&mut second, usize::MAX);
        assert_eq!(text(second.book()), text(whole.book()), "{stop}");
    }
}

/// Without cycles in reach: each position that comes next has the least cost of all that could, by a plain recursion.
#[test]
fn the_least_given_away_comes_next() {
    let mut expansion = startpos(ExpansionOptions { positions: 25, plies: 4 });
    while let Some(position) = expansion.next() {
        let mut backed = expansion.book().clone();
        if !backed.is_empty() {
            assert_eq!(minimax(&mut backed).repetitions, 0);
            let mut costs = HashMap::new();
            plainly(&backed, &Position::startpos(), 0, 0, &mut costs);
            let least = costs.values().min().copied();
            let key = position.sfen();
            assert_eq!(costs.get(key.rsplit_once(' ').expect("a number").0).copied(), least, "{key}");
        }
        expansion.add(&position, judge(&position));
    }
    assert_eq!(expansion.book().len(), 25);
}

/// Of each position outside the book, with Black to move, the cost of its cheapest way: 25 for a ply, and what the
/// moves give away.
fn plainly(book: &Book, position: &Position, plies: usize, cost: u64, costs: &mut HashMap<String, u64>) {
    let moves = book.moves(position);
    if moves.is_empty() {
        let sfen = position.sfen();
        let key = sfen.rsplit_once(' ').expect("a number").0.to_owned();
        let least = costs.entry(key).or_insert(cost);
        *least = cost.min(*least);
        return;
    }
    if plies + 1 >= 4 {
        // What follows would be too far, unless it is in the book.
        return;
    }
    let best = moves.iter().filter_map(|found| found.value).max().expect("values");
    for found in moves {
        let mut after = position.clone();
        after.do_move(found.mv);
        let given = u64::from(best.abs_diff(found.value.expect("a value")));
        plainly(book, &after.flip(), plies + 1, cost + 25 + given, costs);
    }
}

/// Both sides can only move a rook there and back.
#[test]
fn moves_that_go_round_end() {
    let there_and_back = |position: &Position| -> Vec<BookMove> {
        let moves: Vec<Move> = ["2h3h", "3h2h"].iter().map(|mv| mv.parse().expect("a move")).collect();
        let legal = legal_moves(position);
        let moves = moves.into_iter().filter(|mv| legal.contains(mv));
        moves.map(|mv| BookMove { value: Some(10), ..BookMove::new(mv) }).collect()
    };
    let mut expansion = startpos(ExpansionOptions { positions: 1_000, plies: 100 });
    let mut searched = 0;
    while let Some(position) = expansion.next() {
        expansion.add(&position, there_and_back(&position));
        searched += 1;
        assert!(searched < 10, "it goes round");
    }
    // Each rook at home or not, whoever is to move: turned, they are four less one pair.
    assert_eq!(expansion.book().len(), searched);
    let mut book = expansion.book().clone();
    assert!(minimax(&mut book).repetitions > 0);
    assert!(book.positions().all(|(_, moves)| moves.iter().all(|found| found.value == Some(0))));
}

#[test]
fn what_is_too_far_or_over_or_decided_is_left() {
    let mut near = startpos(ExpansionOptions { positions: 1_000, plies: 2 });
    // The root, and what its four moves lead to.
    assert_eq!(grow(&mut near, usize::MAX).len(), 5);
    let mut over = startpos(ExpansionOptions { positions: 10, plies: 10 });
    let root = over.next().expect("the root");
    over.add(&root, Vec::new());
    assert_eq!((over.next(), over.book().len()), (None, 0));
    let mut decided = startpos(OPTIONS);
    let moves = judge(&root).into_iter().map(|found| BookMove { value: Some(2_000), ..found });
    decided.add(&root, moves.collect());
    assert_eq!(decided.next(), None);
}
