//! A search by several processes that is verified by a second one.

use super::checkpoint::{Setting, assert_answer, folders};
use super::{ClusterOptions, LARGE, NO_MATE, SMALL, assert_same_by_all, helpmate, solve_by};
use tsumugi::solve::helpmate::Options;
use tsumugi::solve::{Limits, Reason, Verdict};
use tsumugi::store::KeyWidth;

fn verifying() -> Options {
    Options { verify: true, max_solutions: 50, ..Options::default() }
}

#[test]
fn verified_answers_are_those_of_one_process() {
    for (processes, widest_alone) in [(1, 0), (2, 0), (2, 50), (3, u64::MAX)] {
        for key_width in [KeyWidth::Narrow, KeyWidth::Wide] {
            let cluster = ClusterOptions { round: 300, widest_alone, ..SMALL };
            let options = Options { key_width, ..verifying() };
            let truth = assert_same_by_all(&helpmate(NO_MATE), &options, cluster, processes);
            assert_eq!(truth.verified(), Some(true));
            let (outcomes, _) = solve_by(&helpmate(NO_MATE), &options, cluster, processes);
            for outcome in &outcomes {
                assert_eq!(outcome.verified(), Some(true), "{processes} processes");
            }
            assert_eq!(outcomes[0].stats.nodes, truth.stats.nodes, "both searches count");
        }
    }
    let cluster = ClusterOptions { round: 3_000, widest_alone: 50, ..SMALL };
    let truth = assert_same_by_all(&helpmate(LARGE), &verifying(), cluster, 2);
    assert_eq!(truth.verified(), Some(true));
}

/// Nothing is verified without an answer.
#[test]
fn a_limit_in_the_first_search_ends_all() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let options = Options { limits, ..verifying() };
    for outcome in solve_by(&helpmate(LARGE), &options, SMALL, 2).0 {
        assert_eq!(outcome.verdict, Verdict::Unknown(Reason::Nodes));
        assert_eq!(outcome.verified(), None);
    }
}

/// A process dies in the first search or in the second one: an answer that was found stands, and the search goes on to
/// the answer that is verified.
#[test]
fn a_killed_search_is_verified_when_it_goes_on() {
    let question = helpmate(NO_MATE);
    for widest_alone in [0, 100, u64::MAX] {
        let cluster = ClusterOptions { round: 400, widest_alone, ..SMALL };
        let setting = Setting { question: &question, options: verifying(), cluster, every: 500 };
        let truth = setting.truth();
        let bound =
            setting.run(&folders(1, true), None, true).remove(0).expect("an end").0.false_hits_expected;
        let (mut in_first, mut in_second, mut exchanges) = (0, 0, 5);
        loop {
            let all = folders(2, true);
            let found = setting.run(&all, Some((1, exchanges)), true);
            let first = &found[0].as_ref().expect("a process that lives").0;
            if first.verified() == Some(true) {
                break;
            }
            match first.verdict {
                Verdict::NoMate => in_second += 1,
                verdict => {
                    assert_eq!(verdict, Verdict::Unknown(Reason::Host));
                    in_first += 1;
                }
            }
            let found = setting.run(&all, None, false);
            assert_eq!(found[0].as_ref().expect("an end").0.verified(), Some(true));
            assert_answer(found, &truth, bound, "after a death");
            exchanges += 9;
        }
        if widest_alone == 0 {
            assert!(in_first > 0 && in_second > 0, "{in_first} and {in_second} deaths");
        }
    }
}
