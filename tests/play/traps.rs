//! Classical traps for a program that plays: each a small position in which a plain fixed-depth search goes wrong.

use crate::games::{best, depth, mv, search};
use tsumugi::play::{Score, SearchResult};

#[track_caller]
fn centipawns(answer: &SearchResult) -> i32 {
    match answer.info.as_ref().expect("a report").score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) => panic!("mate {plies}"),
    }
}

#[test]
fn a_rook_exchange_is_not_even_for_the_side_that_waits() {
    // The rooks face each other, White's guarded, Black's not: material is even, and whoever takes first is the better.
    let facing = "sfen 4k1g2/7r1/9/9/9/9/9/7R1/2G1K4";
    let taking = search(&format!("{facing} b - 1"), &depth(1));
    assert_eq!(best(&taking), mv("2h2b+"));
    let value = centipawns(&taking);
    // Taking is answered by the gold; without that answer it would look like a rook won.
    assert!((-400..900).contains(&value), "{value}");
    let white = search(&format!("{facing} w - 1"), &depth(1));
    assert_eq!(best(&white), mv("2b2h+"));
    assert!(centipawns(&white) > 1_500, "{white:?}");
}

#[test]
fn a_rook_does_not_take_what_is_guarded() {
    // A silver, guarded by a gold, stands in the rook's way.
    let answer = search("sfen 4k4/6g2/6sp1/9/9/9/9/6R2/4K4 b - 1", &depth(1));
    assert_ne!(best(&answer), mv("3h3c+"));
    assert!(centipawns(&answer) < 300, "{answer:?}");
}

#[test]
fn a_bishop_does_not_die_for_a_pawn() {
    // The only capture loses a bishop for a pawn. Nobody is forced to take: standing pat is an option.
    let start = "sfen 4k4/3g5/2p6/3p5/9/9/6B2/9/4K4 b - 1";
    for plies in 1..=4 {
        let answer = search(start, &depth(plies));
        assert_ne!(best(&answer), mv("3g7c+"), "depth {plies}");
        // Without the bishop it would be some thousand less.
        assert!(centipawns(&answer) > -200, "depth {plies}: {answer:?}");
    }
    let guarded = "sfen 4k4/9/9/3g5/3p5/9/9/6B2/4K4 b - 1";
    let answer = search(guarded, &depth(1));
    assert_ne!(best(&answer), mv("3h6e"));
    assert!(centipawns(&answer) > -200, "{answer:?}");
}

#[test]
fn interpositions_do_not_push_a_mate_over_the_horizon() {
    // The dragon checks from far away, and White may throw in one piece after the other. None of them helps: each is
    // taken with another check. The mate lies deeper than the search is told to look.
    let start = "sfen k7+R/9/1G7/4+B4/9/9/9/9/4K4 w 3n 1";
    for plies in 2..=5 {
        let answer = search(start, &depth(plies));
        match answer.info.as_ref().expect("a report").score {
            Score::Mate(mated) => assert!(-mated > plies as i32, "{mated}"),
            Score::Centipawns(value) => panic!("depth {plies}: {value}"),
        }
    }
}
