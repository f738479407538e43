//! A tsume for which another length is recorded than was found: what is said about the difference.

use crate::run::{Folder, run};
use serde_json::Value;
use std::fs;

/// 5 plies that leave a pawn; the longest line that leaves nothing has 3.
const SURPLUS: &str = "7k1/9/5R3/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";

#[test]
fn the_kind_of_the_difference_is_named_in_both_languages() {
    let problem = format!("{SURPLUS} ; rule=tsume ; plies=3");
    for command in ["solve", "check"] {
        let english = run(&[command, "--lang", "en", &problem]).stdout;
        assert!(
            english.contains("\nrecorded: 3 plies; in the defences that last two plies longer"),
            "{english}"
        );
        let japanese = run(&[command, "--lang", "ja", &problem]).stdout;
        assert!(japanese.contains("\n記録は3手: 二手変長駒余り"), "{japanese}");
    }
    let none = format!("{SURPLUS} ; rule=tsume ; plies=none");
    assert!(run(&["solve", "--lang", "en", &none]).stdout.contains("\nrecorded: no mate; there is a mate\n"));
    assert!(run(&["solve", "--lang", "ja", &none]).stdout.contains("\n記録は不詰: 詰みがある\n"));
    let as_found = run(&["solve", "--lang", "en", &format!("{SURPLUS} ; rule=tsume ; plies=5")]).stdout;
    assert!(as_found.contains("tsume in 5") && !as_found.contains("recorded"), "{as_found}");
}

/// The first line found leaves nothing, so that the traditional length is searched for only because of what is stated.
#[test]
fn a_stated_length_is_compared_with_the_traditional_one() {
    let chosen = "6lnk/9/4+B4/9/9/6R2/9/9/9 b L 1";
    let answer = |stated: &str| {
        let text = run(&["tsume", "--json", &format!("{chosen}{stated}")]).stdout;
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    for stated in ["", " ; plies=7"] {
        assert!(answer(stated).get("traditional").is_none(), "{stated}");
    }
    let found = answer(" ; plies=5");
    assert_eq!(found["traditional"].as_array().map(Vec::len), Some(5), "{found}");
    assert_eq!(found["recorded"], serde_json::json!({"plies": 5, "difference": "surplus"}));
    // A limit that is reached only by the additional search takes nothing from the answer.
    let few = run(&["tsume", "--lang", "en", "--nodes", "500", &format!("{chosen} ; plies=5")]);
    assert!(few.code == Some(0) && few.stdout.contains("tsume in 7, proved"), "{}", few.stdout);
    let undecided = "not decided whether the attacker can keep surplus pieces in the longer defences";
    assert!(few.stdout.contains(undecided), "{}", few.stdout);
    let folder = Folder::new("recorded-checkpoint");
    let checkpoint = folder.path("checkpoint");
    let problem = format!("{chosen} ; plies=5");
    run(&["tsume", "--json", "--nodes", "5", "--checkpoint", &checkpoint, &problem]);
    let resumed = run(&["resume", "--nodes", "1000000", &checkpoint]).stdout;
    let resumed: Value = serde_json::from_str(&resumed).expect("JSON");
    assert_eq!(resumed["recorded"], found["recorded"], "{resumed}");
}

/// With few nodes for each move, a check compares the stated length with the traditional one as it does with many.
#[test]
fn a_check_with_few_nodes_compares_the_stated_length_too() {
    let problem = "6lnk/9/4+B4/9/9/6R2/9/9/9 b L 1 ; plies=5";
    for nodes in ["2000", "5000", "5001"] {
        let text = run(&["check", "--rule", "tsume", "--json", "--nodes", nodes, problem]).stdout;
        let found: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(found["recorded"], serde_json::json!({"plies": 5, "difference": "surplus"}), "{nodes}");
    }
}

/// Problems that ask the same share an answer, but not what each of them states.
#[test]
fn a_kept_answer_says_nothing_of_what_another_problem_states() {
    let folder = Folder::new("recorded");
    let line = |id: &str, plies: u32| format!("{SURPLUS} ; id={id} ; rule=tsume ; plies={plies}\n");
    let set = folder.file("set.sfen", line("a", 3) + &line("b", 5) + &line("c", 1));
    let kept = folder.path("kept.jsonl");
    run(&["solve", "--resume", &kept, &set]);
    let text = fs::read_to_string(&kept).expect("kept answers");
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 3, "{text}");
    assert_eq!(answers[0]["recorded"], serde_json::json!({"plies": 3, "difference": "surplus"}));
    assert!(answers[1..].iter().all(|answer| answer.get("recorded").is_none()), "{text}");
}

/// The text of a problem may be corrected after it was solved.
#[test]
fn a_kept_answer_says_what_the_problem_states_now() {
    let folder = Folder::new("recorded-corrected");
    let kept = folder.path("kept.jsonl");
    let answer = |stated: &str| {
        let set = folder.file("set.sfen", format!("{SURPLUS} ; id=a{stated}\n"));
        let run = run(&["solve", "--rule", "tsume", "--resume", &kept, &set]);
        let text = fs::read_to_string(&kept).expect("kept answers");
        let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
        (run.stderr, last)
    };
    let (_, first) = answer(" ; plies=3 ; title=Old");
    assert_eq!(first["recorded"]["plies"], 3);
    let (told, same) = answer(" ; plies=3 ; title=Old");
    assert!(told.contains("nothing left to do") && same == first, "{told}");
    let (told, title) = answer(" ; plies=3 ; title=New ; rule=tsume");
    assert!(told.contains("nothing left to do"), "{told}");
    assert_eq!((&title["title"], &title["recorded"]), (&"New".into(), &first["recorded"]));
    assert_eq!((&first["rule_from"], &title["rule_from"]), (&"option".into(), &"option".into()));
    let (_, length) = answer(" ; plies=5 ; title=New");
    assert!(length.get("recorded").is_none(), "{length}");
}
