//! Checks of tsume in pieces.

use super::kept::{Leaving, Task, in_pieces, problems};
use serde_json::Value;
use tsumugi::problem::{Futile, Problem, Rule};
use tsumugi::{Choices, Limits, Options};

/// One problem of each finding, and flawed lines.
const SHIPPED: &str = include_str!("../../problems/tsume/soundness.sfen");
const FLAWED: &str = "\
position sfen 8k/9/8G/9/9/9/9/9/9 b 2G 1 moves G*2a 1a2a G*2b
position sfen 8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1 moves 9h1h P*1b 2c1b
position sfen 8k/9/9/8+N/9/9/8R/9/2K6 b Sr2b4g3s3n4l18p 1 moves 1d2c 1a2a S*2b
position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b G*1c
";

fn examples() -> Vec<Problem> {
    problems(&(SHIPPED.to_owned() + FLAWED))
}

fn task(problem: &Problem, policy: Option<Futile>, nodes: Option<u64>) -> Task {
    let choices = Choices { rule: Some(Rule::Tsume), policy, ..Choices::default() };
    let options: Options = Limits { memory: Some(16 << 20), nodes, ..Limits::default() }.into();
    Task::new(problem, &choices, &options)
}

/// The answer without what may be another one as good: of a mate that was found beside the main line, its moves but the
/// first one.
fn essence(answer: &Value) -> Value {
    let mut answer = answer.clone();
    for ply in answer["check"]["plies"].as_array_mut().expect("plies") {
        for finding in ply["findings"].as_array_mut().expect("findings") {
            let moves = finding["line"].as_array().expect("a line").len();
            finding["line"] = moves.into();
        }
    }
    answer
}

/// Whether a limit left something open: a search that goes on may know more by then.
fn is_open(answer: &Value) -> bool {
    let text = answer.to_string();
    let words = ["\"unknown\"", "\"unclear\"", "\"surplus_decided\":false"];
    answer["exact"] != Value::Bool(true) || words.iter().any(|word| text.contains(word))
}

fn assert_same(leaving: Leaving, calls: u64, nodes: u64) {
    let (mut all, mut decided) = (0, 0);
    for problem in examples() {
        for policy in [Futile::Official, Futile::None] {
            let task = task(&problem, Some(policy), Some(5_000));
            let whole = task.whole();
            let (answer, pieces) = in_pieces(&task, leaving, calls, nodes);
            all += pieces;
            if is_open(&whole) || is_open(&answer) {
                let of = |answer: &Value| answer["check"]["soundness"].as_str().map(str::to_owned);
                let verdicts = [of(&whole), of(&answer)].map(|verdict| verdict.expect("a verdict"));
                assert!(
                    verdicts[0] == verdicts[1] || verdicts.iter().any(|verdict| verdict == "unknown"),
                    "{problem} {policy} {leaving:?}: {verdicts:?}"
                );
                continue;
            }
            decided += 1;
            assert_eq!(essence(&answer), essence(&whole), "{problem} {policy} {leaving:?}");
        }
    }
    let least = if leaving == Leaving::StoppedWithin { 10 } else { 100 };
    assert!(all > least && decided > 20, "{all} pieces, {decided} decided");
}

/// The line with which a tsume is sound, of several that are equally long, is the same one.
#[test]
fn with_other_lines_behind_the_examination() {
    let tsume = &problems("2l6/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1\n")[0];
    let task = task(tsume, None, None);
    let whole = task.whole();
    assert!(whole["check"]["sound_line"].is_array(), "{whole}");
    for leaving in [Leaving::Paused, Leaving::Stopped, Leaving::WithoutFolder, Leaving::StoppedWithin] {
        let (answer, pieces) = in_pieces(&task, leaving, 5, 300);
        assert!(pieces > 2, "{leaving:?}: {pieces} pieces");
        assert_eq!(answer["check"]["sound_line"], whole["check"]["sound_line"], "{leaving:?}");
        assert_eq!(answer["check"]["soundness"], "unknown");
    }
}

#[test]
fn left_at_pauses() {
    assert_same(Leaving::Paused, 7, 300);
}

#[test]
fn stopped() {
    assert_same(Leaving::Stopped, 7, 300);
}

#[test]
fn stopped_at_any_moment() {
    assert_same(Leaving::StoppedWithin, 0, 0);
}

#[test]
fn with_nothing_but_what_is_decided() {
    assert_same(Leaving::WithoutFolder, 3, 1000);
}

#[test]
fn with_an_older_folder() {
    assert_same(Leaving::WithOldFolder, 7, 300);
}
