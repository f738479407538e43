//! `hisshi`: brinkmates on the command line.

use crate::run::{Folder, TWO, run};
use serde_json::Value;

/// A brinkmate in 1 with five first moves.
const FIVE: &str = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
/// Neither a mate nor a brinkmate in 1.
const NEITHER: &str = "8k/7p1/6G2/9/9/9/9/9/8K b 2G2r 1";

fn json(arguments: &[&str]) -> (Option<i32>, Vec<Value>) {
    let run = run(&[&["hisshi", "-q", "--json"], arguments].concat());
    let values = run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    (run.code, values.collect())
}

#[test]
fn each_answer_has_its_words_and_its_exit_code() {
    for (arguments, code, english, japanese) in [
        (&[FIVE][..], 0, "brinkmate in 1, with 5 first moves", "必至 1手 (初手は5通り)"),
        (&[TWO], 0, "not a brinkmate but a mate: checks alone mate", "必至ではなく詰み: 王手の連続で詰む"),
        (
            &["--max-plies", "1", NEITHER],
            0,
            "none: no brinkmate in at most 1, and no mate by checks",
            "必至なし (1手以内の必至も詰みもない)",
        ),
        (&["--nodes", "0", FIVE], 3, "unknown: nodes", "不明: 局面数の上限"),
    ] {
        for (lang, text) in [("en", english), ("ja", japanese)] {
            let run = run(&[&["hisshi", "-q", "--lang", lang], arguments].concat());
            assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
            assert!(run.stdout.lines().next().is_some_and(|line| line.starts_with(text)), "{}", run.stdout);
        }
    }
}

#[test]
fn json_has_every_first_move_and_every_reply() {
    let (code, answers) = json(&[FIVE, NEITHER, "8k/9/9/9/9/9/9/9/9 x - 1", "--max-plies", "1"]);
    assert_eq!(code, Some(2));
    let [five, neither, failure] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(
        (&five["verdict"], &five["plies"], &five["unique"]),
        (&"hisshi".into(), &1.into(), &false.into())
    );
    let moves: Vec<&str> =
        five["solutions"].as_array().expect("a list").iter().filter_map(|it| it["move"].as_str()).collect();
    assert_eq!(moves.len(), 5);
    assert!(moves.contains(&"G*2c"), "{moves:?}");
    for solution in five["solutions"].as_array().expect("a list") {
        for reply in solution["replies"].as_array().expect("a list") {
            assert!(reply["mate"].as_array().is_some_and(|mate| mate.len() % 2 == 1), "{reply}");
        }
    }
    assert_eq!((&neither["verdict"], &neither["none_within"]), (&"none".into(), &1.into()));
    assert!(failure["error"]["message"].is_string());
}

#[test]
fn the_lines_are_a_record_with_variations() {
    let folder = Folder::new("hisshi");
    let out = folder.file("answer.kif", "");
    let run = run(&["hisshi", "-q", "--format", "kif", "--out", &out, FIVE]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    let text = std::fs::read_to_string(&out).expect("the file");
    assert!(
        text.contains("変化：1手") && text.contains("備考：brinkmate in 1, with 5 first moves"),
        "{text}"
    );
    let read = crate::run::run(&["convert", "-q", &out, "-", "--format", "jkf"]);
    assert_eq!(read.code, Some(0), "{}", read.stderr);
    assert!(read.stdout.contains("\"forks\""), "{}", read.stdout);
}

/// Several at a time: the same answers in the same order.
#[test]
fn jobs_change_nothing() {
    let problems = [FIVE, TWO, FIVE, "8k/9/9/8P/9/9/9/9/9 b G 1", TWO, FIVE];
    let plain = |jobs: &str| {
        let (code, mut answers) = json(&[&["--max-plies", "1", "--jobs", jobs], &problems[..]].concat());
        answers.iter_mut().for_each(|answer| answer["stats"] = Value::Null);
        (code, answers)
    };
    assert_eq!(plain("1"), plain("3"));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let folder = Folder::new("hisshi-input");
    let input = folder.file("set.sfen", format!("{FIVE}\n"));
    for arguments in
        [&["--max-plies", "2", FIVE][..], &["--max-plies", "17", FIVE], &["--out", &input, &input]]
    {
        let run = run(&[&["hisshi"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!run.stderr.is_empty(), "{arguments:?}");
    }
    assert_eq!(std::fs::read_to_string(&input).expect("the file"), format!("{FIVE}\n"));
}
