//! Solutions: all counted, some listed, in canonical order, each with what is left in the attacker's hand.

use crate::solve::{assert_same, listing, read, solve};
use tsumugi::movegen::{in_check, is_mate, play_line};
use tsumugi::position::Position;
use tsumugi::solve::helpmate::Options;
use tsumugi::solve::{Limits, Solutions, Verdict};
use tsumugi::types::{Color, Move};

/// Gold and silver against the king alone: 6,043 mates in 9.
const MANY: &str = "9/9/9/9/4k4/9/9/9/9 b GS 1";
const MANY_COUNT: u32 = 6_043;
/// Rook and bishop: 150,696 mates in 9.
const VERY_MANY: &str = "9/9/9/9/4k4/9/9/9/9 b RB 1";
const VERY_MANY_COUNT: u32 = 150_696;

fn solutions(sfen: &str, max_solutions: usize) -> Solutions {
    solve(&read(sfen), Color::Black, listing(max_solutions)).solutions
}

/// Plays a solution by the rules, and returns the final position.
#[track_caller]
fn assert_solves(sfen: &str, line: &[Move]) -> Position {
    let mut position = read(sfen);
    for mv in line {
        play_line(&mut position, &[*mv]).unwrap_or_else(|error| panic!("{error}"));
        assert!(position.side_to_move() == Color::Black || in_check(&position), "{mv} gives no check");
    }
    assert!(is_mate(&position), "no mate in {position}");
    position
}

/// In one of the two a further way leads to a position whose key agrees with that of another position of its layer in
/// the 32 bits by which places of a layer are found.
#[test]
fn a_turned_problem_has_as_many_solutions() {
    let sfens = ["9/9/9/6k2/9/9/9/9/9 b 2RB2G2SL 1", "9/9/9/9/9/6K2/9/9/9 w 2rb2g2sl 1"];
    for (sfen, attacker) in sfens.into_iter().zip([Color::Black, Color::White]) {
        let found = solve(&read(sfen), attacker, listing(1)).solutions;
        assert_eq!((found.count, found.exact), (22_992u32.into(), true), "{sfen}");
    }
}

#[test]
fn all_are_listed_when_there_is_room() {
    let found = solutions(MANY, 10_000);
    assert_eq!((found.count, found.exact), (MANY_COUNT.into(), true));
    assert_eq!((found.listed.len(), found.surplus.len()), (MANY_COUNT as usize, MANY_COUNT as usize));
    for line in &found.listed {
        assert_eq!(line.len(), 9);
        assert_solves(MANY, line);
    }
}

#[test]
fn the_list_is_in_canonical_order_without_repetition() {
    assert!(solutions(MANY, 10_000).listed.is_sorted_by(|a, b| a < b));
    assert!(solutions(VERY_MANY, 1000).listed.is_sorted_by(|a, b| a < b));
}

#[test]
fn a_shorter_list_is_the_beginning_of_a_longer_one() {
    let all = solutions(MANY, 10_000);
    for max in [0, 1, 2, 10, 100, 6_042] {
        let some = solutions(MANY, max);
        assert_eq!((&some.count, some.exact), (&all.count, true), "at most {max}");
        assert_eq!(some.listed, all.listed[..max], "at most {max}");
        assert_eq!(some.surplus, all.surplus[..max], "at most {max}");
    }
}

#[test]
fn the_number_is_exact_although_few_are_listed() {
    let found = solutions(VERY_MANY, 3);
    assert_eq!((found.count, found.exact, found.listed.len()), (VERY_MANY_COUNT.into(), true, 3));
}

#[test]
fn surplus_pieces_are_those_in_the_attackers_hand() {
    // Four pawns: some mates leave one in hand.
    let sfen = "9/9/9/9/4k4/9/9/9/9 b 4P 1";
    let found = solutions(sfen, 100);
    assert_eq!((found.listed.len(), found.surplus.len()), (16, 16));
    for (line, &surplus) in found.listed.iter().zip(&found.surplus) {
        assert_eq!(assert_solves(sfen, line).hand(Color::Black), surplus);
    }
    let left: Vec<String> = found.surplus.iter().map(ToString::to_string).collect();
    assert!(left.contains(&"P".to_owned()), "{left:?}");
}

#[test]
fn a_captured_piece_is_surplus_too() {
    // The gold takes on 1b and mates; the pawn was White's.
    let found = solutions("7Ok/8p/7G1/8L/9/9/9/9/9 b - 1", 10);
    let surplus: Vec<String> = found.surplus.iter().map(ToString::to_string).collect();
    assert!(!found.listed.is_empty() && surplus.iter().all(|hand| hand == "P"), "{found:?}");
}

#[test]
fn surplus_is_the_attackers_when_white_attacks() {
    let position = read("9/9/9/9/4k4/9/9/9/9 b 4P 1");
    let black = solve(&position, Color::Black, listing(100));
    let white = solve(&position.flip(), Color::White, listing(100));
    assert_eq!((white.verdict, &white.solutions.count), (black.verdict, &black.solutions.count));
    let sorted = |solutions: &Solutions| {
        let mut hands: Vec<String> = solutions.surplus.iter().map(ToString::to_string).collect();
        hands.sort();
        hands
    };
    assert_eq!(sorted(&white.solutions), sorted(&black.solutions));
}

#[test]
fn a_mate_in_0_has_one_solution_without_moves() {
    let outcome = solve(&read("7lk/8P/7G1/9/9/9/9/9/9 w P 1"), Color::Black, listing(10));
    assert_eq!(outcome.verdict, Verdict::Mate { plies: 0, exact: true });
    assert_eq!((outcome.solutions.count, outcome.solutions.exact), (1u8.into(), true));
    assert_eq!(outcome.solutions.listed, [vec![]]);
    assert_eq!(outcome.solutions.surplus.iter().map(ToString::to_string).collect::<Vec<_>>(), ["P"]);
}

#[test]
fn no_mate_has_no_solutions() {
    let outcome = solve(&read("9/9/9/9/4k4/9/9/9/9 b R 1"), Color::Black, listing(10));
    assert_eq!(outcome.verdict, Verdict::NoMate);
    assert_eq!(outcome.solutions.count, 0u8.into());
    assert!(outcome.solutions.listed.is_empty() && outcome.solutions.surplus.is_empty());
}

#[test]
fn threads_change_nothing() {
    for sfen in [VERY_MANY, "9/9/9/9/4k4/9/9/9/9 b R9p 1", "9/9/9/9/4k4/9/9/9/9 b B 1"] {
        let alone = solve(&read(sfen), Color::Black, listing(100));
        for threads in [2, 3, 8] {
            let together = solve(&read(sfen), Color::Black, Options { threads, ..listing(100) });
            assert_same(&together, &alone, sfen);
            assert_eq!(together.false_hits_expected, alone.false_hits_expected, "{sfen}");
        }
    }
}

#[test]
fn threads_see_every_position_once() {
    let position = read("9/9/9/9/4k4/9/9/9/R7R b r2b4g4s4n4l18p 1");
    let search = |threads| {
        let limits = Limits { plies: Some(5), ..Limits::default() };
        solve(&position, Color::Black, Options { threads, limits, ..Options::default() })
    };
    let (alone, together) = (search(1), search(2));
    assert_same(&together, &alone, "two rooks, up to 5 plies");
    assert_eq!(together.stats.positions, alone.stats.positions);
    assert_eq!(together.stats.lookups, alone.stats.lookups);
    assert_eq!(together.stats.nodes, alone.stats.nodes);
}
