//! Answers verified by a second search with other fingerprints.

use super::limits::{EIGHT, NINE, NONE};
use super::solve::{read, solve};
use tsumugi::solve::helpmate::Options;
use tsumugi::store::KeyWidth;
use tsumugi::types::Color;

fn options(verify: bool, threads: usize) -> Options {
    Options { verify, threads, min_parallel_layer: 1, ..Options::default() }
}

#[test]
fn wide_fingerprints_answer_the_same_with_less_doubt() {
    for sfen in [NINE, EIGHT, NONE] {
        let position = read(sfen);
        for verify in [false, true] {
            let narrow = solve(&position, Color::Black, options(verify, 1));
            let wide = Options { key_width: KeyWidth::Wide, ..options(verify, 1) };
            let wide = solve(&position, Color::Black, wide);
            assert_eq!(
                (wide.verdict, wide.bounds, wide.verified()),
                (narrow.verdict, narrow.bounds, narrow.verified())
            );
            assert_eq!(wide.solutions, narrow.solutions, "{sfen}");
            assert_eq!(wide.stats.positions, narrow.stats.positions, "{sfen}");
            assert!(wide.false_hits_expected <= 1e-4 * narrow.false_hits_expected, "{sfen}");
        }
    }
}

#[test]
fn a_second_search_agrees_and_leaves_next_to_no_doubt() {
    for sfen in [NINE, EIGHT, NONE] {
        let position = read(sfen);
        let once = solve(&position, Color::Black, options(false, 1));
        assert_eq!(once.verified(), None);
        for threads in [1, 2] {
            let twice = solve(&position, Color::Black, options(true, threads));
            assert_eq!(twice.verified(), Some(true), "{sfen}");
            assert_eq!((twice.verdict, twice.bounds), (once.verdict, once.bounds), "{sfen}");
            assert_eq!(twice.solutions, once.solutions, "{sfen}");
            assert!(twice.false_hits_expected <= 1e-9 * once.false_hits_expected, "{sfen}");
            assert!(twice.stats.positions > once.stats.positions, "{sfen}");
        }
    }
}
