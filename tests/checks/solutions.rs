//! Checks of helpmates and helpselfmates in pieces.

use super::kept::{Leaving, Task, in_pieces, problems};
use tsumugi::problem::{ExpectedPlies, Problem, Rule};
use tsumugi::{Choices, Limits, Options};

/// Of the last one only the end is sound: two golds mate at once.
const LINES: &str = "\
position sfen k8/9/9/1r7/9/9/9/9/9 b N 1 moves N*8c 9a9b 8c9a+ 9b9c 9a9b 9c9d 9b9c 9d9e 9c9d 9e8e 9d8d 8e9f R*8f 9f9e 8d8e
position sfen 4k4/9/9/9/9/9/9/9/9 b 2G 1 moves G*4a 5a5b 4a4b 5b5c 4b4c 5c6b 4c5c 6b5a G*5b
";

/// Sound and unsound ones, twins and several intended solutions, conditions, both rules.
fn examples() -> Vec<(Rule, Problem)> {
    let of = |rule, text: &str| problems(text).into_iter().map(move |problem| (rule, problem));
    let helpmates = [
        include_str!("../../problems/helpmate/soundness.sfen"),
        include_str!("../../problems/helpmate/twins.sfen"),
        include_str!("../../problems/helpmate/conditions.sfen"),
        include_str!("../../problems/helpmate/checks.sfen"),
        LINES,
    ];
    let selfmates = [
        include_str!("../../problems/helpselfmate/last-move.sfen"),
        include_str!("../../problems/helpselfmate/conditions.sfen"),
        include_str!("../../problems/helpselfmate/verdicts.sfen"),
    ];
    let all = helpmates.into_iter().flat_map(|text| of(Rule::Helpmate, text));
    let all = all.chain(selfmates.into_iter().flat_map(|text| of(Rule::Helpselfmate, text)));
    all.filter(|(_, problem)| !matches!(problem.plies, Some(ExpectedPlies::Mate(plies)) if plies > 19))
        .collect()
}

fn task((rule, problem): &(Rule, Problem), backward: bool) -> Task {
    let choices = Choices { rule: Some(*rule), ..Choices::default() };
    let limits = Limits { memory: Some(64 << 20), nodes: Some(20_000), ..Limits::default() };
    let task = Task::new(problem, &choices, &Options { max_solutions: 3, ..limits.into() });
    Task { backward, ..task }
}

fn assert_same(leaving: Leaving, calls: u64, nodes: u64) {
    let (mut all, mut lines) = (0, 0);
    for example in examples() {
        let has_line = !example.1.record.moves.is_empty();
        lines += usize::from(has_line);
        for backward in [false, true].into_iter().filter(|&backward| has_line || !backward) {
            let task = task(&example, backward);
            let whole = task.whole();
            let (answer, pieces) = in_pieces(&task, leaving, calls, nodes);
            assert_eq!(answer, whole, "{} {leaving:?}", example.1);
            all += pieces;
        }
    }
    let least = if leaving == Leaving::StoppedWithin { 10 } else { 80 };
    assert!(all > least && lines > 3, "{all} pieces, {lines} lines");
}

#[test]
fn left_at_pauses() {
    assert_same(Leaving::Paused, 2, 300);
}

#[test]
fn stopped() {
    assert_same(Leaving::Stopped, 2, 300);
}

#[test]
fn stopped_at_any_moment() {
    assert_same(Leaving::StoppedWithin, 0, 0);
}

#[test]
fn with_an_older_folder() {
    assert_same(Leaving::WithOldFolder, 2, 300);
}
