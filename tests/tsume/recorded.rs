//! Recorded lengths that differ from the proved ones: of which kind the difference is.

use super::solve::{read, solve, tsume, within};
use tsumugi::analysis::LengthDifference;
use tsumugi::solve::tsume::{Futile, Options};
use tsumugi::types::Color;

/// The kind of the difference between a recorded length and what is found under a policy.
#[track_caller]
fn difference(sfen: &str, options: Options, recorded: u64) -> Option<LengthDifference> {
    let position = read(sfen);
    let outcome = solve(&position, Color::Black, Options { stated: Some(recorded), ..options });
    LengthDifference::of(&tsume(&position), &outcome, Some(recorded))
}

#[test]
fn each_kind_of_difference_is_told_from_the_others() {
    use Futile::{None as Every, Official};
    use LengthDifference::{
        Interposition, LongerDefence, NoMate, ShorterMate, ShorterUnderPolicy, Surplus, Undecided,
    };
    // 3 plies; 5 when every interposition counts, by a pawn that is taken.
    let futile = "8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1";
    // 3 plies without an interposition, after which nothing is left.
    let plain = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    // 5 plies that leave a pawn; 3 of them leave nothing.
    let surplus = "7k1/9/5R3/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";
    // 7 plies that leave nothing; but the attacker can keep something unless the defence ends after 5.
    let chosen = "6lnk/9/4+B4/9/9/6R2/9/9/9 b L 1";
    let cases = [
        (futile, Official, 3, None),
        (futile, Official, 5, Some(ShorterUnderPolicy)),
        (futile, Every, 5, None),
        (futile, Every, 7, Some(ShorterMate)),
        (plain, Official, 3, None),
        (plain, Official, 1, Some(LongerDefence)),
        (surplus, Official, 5, None),
        (surplus, Official, 3, Some(Surplus)),
        (surplus, Official, 1, Some(Interposition)),
        (chosen, Official, 5, Some(Surplus)),
        (chosen, Official, 3, Some(LongerDefence)),
        ("8k/9/9/9/9/9/9/9/9 b G 1", Official, 1, Some(NoMate)),
    ];
    for (sfen, policy, recorded, expected) in cases {
        let found = difference(sfen, within(policy, 100_000), recorded);
        assert_eq!(found, expected, "{sfen} {policy:?} {recorded}");
    }
    // Where the surplus was not settled, nothing is said about it.
    let hurried = Options { surplus_nodes: 1, ..within(Official, 100_000) };
    let few = difference(surplus, hurried, 3);
    assert!(matches!(few, Some(Undecided | Surplus)), "{few:?}");
}

/// Where the stated length was not known to the search, the traditional length may be it.
#[test]
fn no_kind_is_named_where_the_traditional_length_was_not_searched() {
    let chosen = "6lnk/9/4+B4/9/9/6R2/9/9/9 b L 1";
    let position = read(chosen);
    let outcome = solve(&position, Color::Black, within(Futile::Official, 100_000));
    assert!(outcome.solutions.surplus[0].is_empty() && !outcome.traditional_is_decided());
    let found = LengthDifference::of(&tsume(&position), &outcome, Some(5));
    assert_eq!(found, Some(LengthDifference::Undecided));
}

#[test]
fn what_is_not_proved_differs_from_nothing() {
    let plain = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    assert_eq!(difference(plain, within(Futile::Official, 1), 1), None);
}
