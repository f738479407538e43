//! `validate --json`: each defect has a kind, and the line can be read as the problem again.

use crate::run::{Folder, TWO, run};
use serde_json::{Value, json};

fn validated(arguments: &[&str], code: i32) -> Vec<Value> {
    let run = run(&[&["validate", "--json"], arguments].concat());
    assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn kinds(problem: &str) -> Vec<String> {
    let found = validated(&[problem], 1);
    let findings = found[0]["findings"].as_array().expect("a list");
    findings.iter().map(|finding| finding["kind"].as_str().expect("a kind").to_owned()).collect()
}

#[test]
fn every_defect_has_a_kind() {
    for (problem, expected) in [
        ("P6kk/9/P8/9/9/9/9/9/9 b G 1", &["several-kings", "nifu", "dead-end"][..]),
        ("8k/9/9/9/9/9/9/9/9 b 5G 1 ; rule=tsume", &["too-many"]),
        ("R3k4/9/9/9/9/9/9/9/9 b G 1", &["king-en-prise"]),
        ("9/9/9/9/9/9/9/9/9 b G 1", &["no-king"]),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; attacker=white", &["no-defender"]),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; rule=helpselfmate", &["no-attacker"]),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; rule=tsume ; condition=no-capture", &["condition"]),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; rule=tsume ; intended-solutions=2", &["intended-solutions"]),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; twin=none", &["twin"]),
        ("position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1a", &["illegal-move"]),
        ("position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*5e ; rule=tsume", &["no-check"]),
        (
            "position sfen 8k/8p/8L/9/9/9/9/9/9 b G 1 moves 1c1b ; rule=helpmate ; condition=no-capture",
            &["forbidden-move"],
        ),
    ] {
        assert_eq!(kinds(problem), expected, "{problem}");
    }
}

#[test]
fn each_problem_has_a_line_with_its_place() {
    let folder = Folder::new("validate-json");
    let bad = "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*2b 1a1b ; id=b ; rule=tsume ; plies=3";
    let set = folder.file("set.sfen", format!("{TWO}\n\n{bad}\n"));
    let lines = validated(&[&set], 1);
    let place = |line: &Value| (line["place"]["file"].clone(), line["place"]["line"].clone());
    assert_eq!(place(&lines[0]), (json!(set), json!(1)));
    assert_eq!((&lines[0]["result"], &lines[0]["findings"]), (&json!("no-defects"), &json!([])));
    assert_eq!(place(&lines[1]), (json!(set), json!(3)));
    assert_eq!((&lines[1]["id"], &lines[1]["rule"]), (&json!("b"), &json!("tsume")));
    assert_eq!((&lines[1]["result"], &lines[1]["stated"]["plies"]), (&json!("defects"), &json!("3")));
    let finding = &lines[1]["findings"][0];
    assert_eq!((&finding["kind"], &finding["ply"]), (&json!("illegal-move"), &json!(2)));
    assert!(finding["message"].as_str().is_some_and(|text| text.starts_with("intended line: ")), "{finding}");
    // An unreadable problem is an object too, and the others are still judged.
    let lines = validated(&["nonsense", TWO], 2);
    assert!(lines[0]["error"]["message"].is_string() && lines[1]["result"] == "no-defects", "{lines:?}");
}

#[test]
fn a_line_can_be_read_as_the_problem_again() {
    let folder = Folder::new("validate-again");
    let problem =
        "position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b ; id=x ; rule=tsume ; plies=1 ; title=t";
    let text = run(&["validate", "--json", problem]).stdout;
    let file = folder.file("validated.jsonl", &text);
    let [before, again] = [problem, &file].map(|input| run(&["verify", "--json", input]));
    assert_eq!((again.code, again.stdout), (Some(0), before.stdout), "{}", again.stderr);
}
