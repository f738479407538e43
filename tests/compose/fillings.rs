//! The fillings of templates against plain loops over all choices.

use std::collections::BTreeSet;
use std::sync::Arc;
use tsumugi::compose::{Fillings, Template};
use tsumugi::{Color, HAND_KINDS, Hand, Piece, Position, Square};

/// What a slot may hold: pieces on squares, or nothing.
type Choices = Vec<Option<(Square, Piece)>>;

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn piece(text: &str) -> Piece {
    let board = format!("{text}8/9/9/9/9/9/9/9/9 b - 1");
    Position::from_sfen(&board).expect("an SFEN").piece_at(square("9a")).expect("a piece")
}

/// Pieces (with blanks between them) on any of some squares, perhaps none.
fn anywhere(pieces: &str, squares: &[Square], or_none: bool) -> Choices {
    let pieces: Vec<Piece> = pieces.split_whitespace().map(piece).collect();
    let places = squares.iter().flat_map(|&sq| pieces.iter().map(move |&piece| Some((sq, piece))));
    places.chain(or_none.then_some(None)).collect()
}

fn rectangle(first: &str, last: &str) -> Vec<Square> {
    let (first, last) = (square(first), square(last));
    let is_in = |sq: &Square| {
        (first.file().min(last.file())..=first.file().max(last.file())).contains(&sq.file())
            && (first.rank().min(last.rank())..=first.rank().max(last.rank())).contains(&sq.rank())
    };
    Square::all().filter(is_in).collect()
}

/// All legal diagrams that a base and slots allow, by their SFEN; what is the mirror image of a smaller one of them is
/// left out.
fn plainly(base: &str, slots: &[Choices], hands: &[(&str, &str)], template: &Template) -> BTreeSet<String> {
    let base = Position::from_sfen(base).expect("an SFEN");
    let mut all = vec![base];
    for slot in slots {
        let mut next = Vec::new();
        for position in &all {
            for choice in slot {
                let mut position = position.clone();
                if let Some((square, piece)) = *choice {
                    if position.occupied().contains(square) {
                        continue;
                    }
                    position.put(square, piece);
                }
                next.push(position);
            }
        }
        all = next;
    }
    let hand = |text: &str, color: Color| -> Hand {
        let text = if text.is_empty() { "-".to_owned() } else { text.to_owned() };
        let position = Position::from_sfen(&format!("9/9/9/9/9/9/9/9/9 b {text} 1")).expect("hands");
        position.hand(color)
    };
    let mut legal = BTreeSet::new();
    for position in &all {
        for (black, white) in hands {
            let mut position = position.clone();
            position.set_hand(Color::Black, hand(black, Color::Black));
            position.set_hand(Color::White, hand(white, Color::White));
            let has_more_than_set = HAND_KINDS.into_iter().any(|kind| {
                let held: u32 = Color::ALL.iter().map(|&color| position.hand(color).count(kind)).sum();
                let board = Square::all().filter_map(|sq| position.piece_at(sq));
                held + board.filter(|piece| piece.kind().unpromoted() == kind).count() as u32
                    > kind.set_count()
            });
            let (rule, attacker) = (template.conditions().wanted.rule, template.attacker());
            if !has_more_than_set && position.problem_defects(rule, attacker).is_empty() {
                legal.insert(position.sfen());
            }
        }
    }
    let is_told = |sfen: &&String| {
        let mirror = Position::from_sfen(sfen).expect("an SFEN").mirror().sfen();
        mirror >= **sfen || !legal.contains(&mirror)
    };
    legal.iter().filter(is_told).cloned().collect()
}

#[track_caller]
fn compare(text: &str, base: &str, slots: &[Choices], hands: &[(&str, &str)]) {
    let template: Template = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let expected = plainly(base, slots, hands, &template);
    let mut fillings = Fillings::new(Arc::new(template.clone()));
    let found: Vec<String> = fillings.by_ref().map(|position| position.sfen()).collect();
    let set: BTreeSet<String> = found.iter().cloned().collect();
    assert_eq!(set.len(), found.len(), "{text}: something comes twice");
    assert_eq!(set, expected, "{text}");
    assert!(!set.is_empty(), "{text}");
    let built = found.len() as u64 + fillings.left_out().twins + fillings.left_out().pieces;
    assert!(template.count() >= built.into(), "{text}: {} < {built}", template.count());
}

#[test]
fn pieces_anywhere_in_regions() {
    let corner = rectangle("1a", "3b");
    let kings = anywhere("k", &corner, false);
    compare(
        "9/9/9/9/9/9/9/9/9 b G 1 ; place=k:1a-3b G:1a-3b [S+R]:1a,2b",
        "9/9/9/9/9/9/9/9/9 b - 1",
        &[kings, anywhere("G", &corner, false), anywhere("S +R", &[square("1a"), square("2b")], false)],
        &[("G", "")],
    );
}

#[test]
fn the_middle_of_the_board_has_mirror_images() {
    let middle = rectangle("4a", "6c");
    compare(
        "9/9/9/9/9/9/9/9/9 b - 1 ; place=k:4a-6c 2G:4a-6c",
        "9/9/9/9/9/9/9/9/9 b - 1",
        &[anywhere("k", &middle, false), anywhere("G", &middle, false), anywhere("G", &middle, false)],
        &[("", "")],
    );
    // What stands beside the middle has its image nowhere.
    let text = "k8/9/9/9/9/9/9/9/9 b - 1 ; place=G:4a-6c";
    compare(text, "k8/9/9/9/9/9/9/9/9 b - 1", &[anywhere("G", &middle, false)], &[("", "")]);
}

#[test]
fn regions_that_overlap_place_nothing_twice() {
    let (left, right) = (rectangle("2a", "3c"), rectangle("1a", "2c"));
    compare(
        "9/9/9/9/9/9/9/9/k8 b - 1 ; place=G:2a-3c [GS]:1a-2c 0-1S:2b-2c",
        "9/9/9/9/9/9/9/9/k8 b - 1",
        &[
            anywhere("G", &left, false),
            anywhere("G S", &right, false),
            anywhere("S", &[square("2b"), square("2c")], true),
        ],
        &[("", "")],
    );
}

#[test]
fn squares_with_several_possibilities() {
    compare(
        "7[kG-]1/8k/8[PLN+p-]/9/9/9/9/9/9 b - 1",
        "9/8k/9/9/9/9/9/9/9 b - 1",
        // A second king is left out as illegal.
        &[anywhere("k G", &[square("2a")], true), anywhere("P L N +p", &[square("1c")], true)],
        &[("", "")],
    );
}

#[test]
fn pawns_and_numbers_of_pieces_are_kept_legal() {
    let file = rectangle("5a", "5e");
    compare(
        "4k4/9/9/9/9/9/9/9/4P4 b 17p 1 ; place=0-1P:5a-5e 0-1[Pp]:5a-5e,4e ; attacker=black",
        "4k4/9/9/9/9/9/9/9/4P4 b - 1",
        &[anywhere("P", &file, true), anywhere("P p", &[&file[..], &[square("4e")]].concat(), true)],
        &[("", "17p")],
    );
}

#[test]
fn hands_with_ranges_and_sets() {
    let hands = ["", "P", "2P", "G", "GP", "G2P", "S", "SP", "S2P"];
    let all: Vec<(&str, &str)> =
        hands.iter().flat_map(|&black| ["", "r"].map(|white| (black, white))).collect();
    let corner = rectangle("1a", "1b");
    let slots = [anywhere("k", &corner, false)];
    compare("9/9/9/9/9/9/9/9/9 b 0-2P[GS-]0-1r 1 ; place=k:1a-1b", "9/9/9/9/9/9/9/9/9 b - 1", &slots, &all);
}

#[test]
fn the_number_of_fillings_is_exact_where_all_are_legal() {
    for (text, count) in [
        ("8k/9/8[GS]/9/9/9/9/9/9 b [GSNL] 1", 8u64),
        ("9/9/9/9/9/9/9/9/9 b LP 1 ; place=k G S", 81 * 80 * 79),
        ("9/9/9/9/9/9/9/9/9 b - 1 ; place=k 2G:1a-9a", 9 * 8 / 2 * 79),
        ("4k4/9/9/9/9/9/9/9/9 b - 1 ; place=0-2G:1a-4a", 1 + 4 + 6),
        ("4k4/9/9/9/9/9/9/9/9 b - 1 ; place=P:1a-1c", 2),
        ("4k4/9/9/9/9/9/9/9/9 b 0-18P0-4L 1", 19 * 5),
        ("4k4/9/9/9/9/9/9/9/9 b 2[GS] 1", 3),
    ] {
        let template: Template = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(template.count(), count.into(), "{text}");
    }
}
