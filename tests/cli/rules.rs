//! Which rule a problem is solved under, who said so, and what lacks in its text.

use crate::run::{Folder, TWO, run};
use serde_json::Value;

const TSUME: &str = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";

fn json(arguments: &[&str]) -> (Vec<Value>, Option<String>) {
    let run = run(arguments);
    assert_eq!(run.stderr.lines().filter(|line| !line.contains(" problems: ")).count(), 0, "{}", run.stderr);
    (run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect(), run.hint)
}

#[test]
fn a_rule_that_nobody_said_is_hinted_at_once() {
    let folder = Folder::new("rule-hint");
    let set = folder.file("set.sfen", format!("{TSUME}\n{TWO}\n{TSUME} ; rule=tsume\n"));
    let (answers, hint) = json(&["solve", "--json", &set]);
    let from: Vec<_> = answers.iter().map(|answer| answer["rule_from"].as_str().expect("a word")).collect();
    assert_eq!(from, ["default", "default", "problem"]);
    assert_eq!(
        hint.as_deref(),
        Some(
            "tsumugi: problems that do not state a rule are read as helpmate (協力詰): give --rule tsume for tsume (詰将棋), \
             --rule helpselfmate for helpselfmate (協力自玉詰), or --rule helpmate\n"
        )
    );
    // Also where progress is not wanted, and with several workers.
    for arguments in
        [&["check", "-q", TWO][..], &["solve", "--jobs", "2", &set], &["verify", &format!("{TWO} ; plies=1")]]
    {
        let run = run(arguments);
        assert!(run.hint.is_some() && !run.stderr.contains("no rule"), "{arguments:?}: {}", run.stderr);
    }
    let japanese = run(&["solve", "--lang", "ja", TWO]).hint.expect("a hint");
    assert_eq!(
        japanese,
        "tsumugi: 規則の指定がない問題は協力詰として解きます: 詰将棋なら --rule tsume、協力自玉詰なら --rule helpselfmate、協力詰なら --rule helpmate を付けてください\n"
    );
}

#[test]
fn a_rule_that_was_said_needs_no_hint() {
    for rule in ["tsume", "TSUME", "詰将棋", "詰め将棋", "t"] {
        let (answers, hint) = json(&["solve", "--json", "--rule", rule, TSUME]);
        assert_eq!(
            (&answers[0]["rule"], &answers[0]["rule_from"], hint),
            (&"tsume".into(), &"option".into(), None)
        );
    }
    for rule in ["helpmate", "協力詰", "ばか詰", "h"] {
        let (answers, hint) = json(&["solve", "--json", "--rule", rule, TWO]);
        assert_eq!(
            (&answers[0]["rule"], &answers[0]["rule_from"], hint),
            (&"helpmate".into(), &"option".into(), None)
        );
        let (answers, hint) = json(&["solve", "--json", &format!("{TWO} ; rule={rule}")]);
        assert_eq!(
            (&answers[0]["rule"], &answers[0]["rule_from"], hint),
            (&"helpmate".into(), &"problem".into(), None)
        );
    }
}

#[test]
fn what_makes_problems_says_which_rule_it_takes_too() {
    let repaired = run(&["repair", "-q", "--most", "1", "--plies", "1", TSUME]);
    assert!(repaired.hint.is_some(), "{}", repaired.stderr);
    assert!(
        run(&["repair", "-q", "--rule", "helpmate", "--most", "1", "--plies", "1", TSUME]).hint.is_none()
    );
    let template = "8k/9/8[GS]/9/9/9/9/9/9 b [GS] 1 ; plies=1";
    let told =
        "argument 1: a template that does not state a rule is read as helpmate (協力詰): write rule=tsume";
    let found = run(&["search", "-q", template]);
    assert!(found.stderr.contains(told), "{}", found.stderr);
    let japanese = run(&["search", "-q", "--lang", "ja", template]);
    assert!(japanese.stderr.contains("詰将棋なら rule=tsume"), "{}", japanese.stderr);
    let named = run(&["search", "-q", &format!("{template} ; rule=helpmate")]);
    assert_eq!(named.stderr, "");
}

#[test]
fn rules_are_commands() {
    let (answers, hint) = json(&["tsume", "--json", TSUME]);
    assert_eq!((&answers[0]["rule"], &answers[0]["plies"], hint), (&"tsume".into(), &3.into(), None));
    let (answers, hint) = json(&["helpmate", "--json", "--rule", "helpmate", TWO]);
    assert_eq!((&answers[0]["rule"], &answers[0]["plies"], hint), (&"helpmate".into(), &1.into(), None));
    let both = run(&["tsume", "--rule", "helpmate", TSUME]);
    assert_eq!(both.code, Some(2));
    assert!(both.stderr.contains("--rule names another rule"), "{}", both.stderr);
}

#[test]
fn headers_of_records_name_rules() {
    let folder = Folder::new("rule-headers");
    let board = "後手の持駒：残り全部\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ 金|\n";
    let board = board.to_owned() + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(6) + "先手の持駒：金\n";
    for (value, rule) in
        [("詰将棋", "tsume"), ("詰め将棋 1手", "tsume"), ("バカ詰", "helpmate"), ("tsume", "tsume")]
    {
        let kif = folder.file("rule.kif", format!("分類：{value}\n{board}"));
        let (answers, hint) = json(&["solve", "--json", &kif]);
        assert_eq!(
            (&answers[0]["rule"], &answers[0]["rule_from"], hint),
            (&rule.into(), &"problem".into(), None)
        );
    }
}

#[test]
fn an_sfen_without_its_hands_is_named() {
    let cut = "8k/9/8G/9/9/9/9/9/9 b";
    let solved = run(&["solve", "--json", cut]);
    assert_eq!(solved.code, Some(0));
    assert!(
        solved
            .stderr
            .starts_with("tsumugi: argument 1:1: the SFEN has no field for the hands and was read as if"),
        "{}",
        solved.stderr
    );
    let answer: Value = serde_json::from_str(&solved.stdout).expect("JSON");
    assert_eq!(answer["warnings"], serde_json::json!(["no-hands"]));
    let refused = run(&["solve", "--strict", "--lang", "ja", cut, TWO]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("argument 1:1: SFEN に持駒の欄がありません"), "{}", refused.stderr);
    // The other problem is solved, and warns of nothing.
    assert!(refused.stdout.contains("協力詰 1手"), "{}", refused.stdout);
    assert_eq!(json(&["solve", "--json", "--strict", TWO]).0[0]["warnings"], Value::Null);
}

#[test]
fn a_header_with_an_unknown_rule_is_named() {
    let folder = Folder::new("unknown-rule");
    let board = "後手の持駒：残り全部\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ 金|\n";
    let board = board.to_owned() + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(6) + "先手の持駒：金\n";
    let kif = folder.file("annan.kif", format!("分類：安南協力詰\n{board}"));
    let solved = run(&["solve", "--json", &kif]);
    let told = "annan.kif:1: `安南` in the header 分類：安南協力詰 is not a known rule or condition";
    assert!(solved.code == Some(0) && solved.stderr.contains(told), "{}", solved.stderr);
    let answer: Value = serde_json::from_str(&solved.stdout).expect("JSON");
    assert_eq!(answer["warnings"], serde_json::json!(["unknown-rule"]));
    let refused = run(&["solve", "--strict", "--lang", "ja", &kif]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(
        refused.stderr.contains("annan.kif:1: 分類：安南協力詰 の `安南` という規則や条件は知りません"),
        "{}",
        refused.stderr
    );
}

#[test]
fn headers_that_contradict_each_other_are_named() {
    let folder = Folder::new("contradictions");
    let board =
        run(&["convert", "3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1", "-", "--format", "kif"]).stdout;
    let kif = folder.file("two.kif", board.replacen('\n', "\n条件：攻方取禁\n条件：攻方強欲\n", 1));
    let kept = folder.path("run");
    let solve = ["solve", "--json", "--max-plies", "5", "--nodes", "1", "--checkpoint", &kept, &kif];
    let begun = run(&solve);
    let told = "two.kif:1: the headers 条件：攻方取禁 and 条件：攻方強欲 contradict each other: only the \
                first is used";
    assert!(begun.code == Some(3) && begun.stderr.contains(told), "{}", begun.stderr);
    // A checkpoint knows it, too.
    for answer in [begun, run(&["resume", &kept])] {
        let answer: Value = serde_json::from_str(&answer.stdout).expect("JSON");
        assert_eq!(answer["condition"], "attacker-no-capture");
        assert_eq!(answer["warnings"], serde_json::json!(["contradicting-headers"]));
    }
    for command in ["solve", "validate"] {
        let refused = run(&[command, "--strict", "--lang", "ja", &kif]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{command}");
        let told = "two.kif:1: 条件：攻方取禁 と 条件：攻方強欲 は両立しません: どちらか一つにしてください";
        assert!(refused.stderr.contains(told), "{}", refused.stderr);
    }
    let validated = run(&["validate", "--lang", "ja", &kif]);
    let told = "条件：攻方取禁 と 条件：攻方強欲 は両立しないので、前のものだけを読みました";
    assert!(validated.code == Some(0) && validated.stderr.contains(told), "{}", validated.stderr);
}

/// Once for each flag and rule; where problems of both rules are solved, a flag may be meant for the others.
#[test]
fn flags_that_do_nothing_for_a_rule_are_told() {
    let folder = Folder::new("idle-flags");
    let set = folder
        .file("set.sfen", format!("{TSUME} ; rule=tsume\n{TWO} ; rule=helpmate\n{TSUME} ; rule=tsume\n"));
    let flags = ["--verify", "--key", "wide", "--futile", "none", "--prove", "none", "--variations"];
    let flags = [&flags[..], &["--max-solutions", "3"]].concat();
    let run = run(&[&["solve", "-q"], &flags[..], &[&set]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let said: Vec<&str> = run.stderr.lines().collect();
    let expected = [
        "tsumugi: --verify has no effect on a tsume (詰将棋)",
        "tsumugi: --key has no effect on a tsume (詰将棋)",
        "tsumugi: --max-solutions has no effect on a tsume (詰将棋)",
        "tsumugi: --prove has no effect on a helpmate (協力詰)",
        "tsumugi: --futile has no effect on a helpmate (協力詰)",
        "tsumugi: --variations has no effect on a helpmate (協力詰)",
    ];
    assert_eq!(said, expected, "{}", run.stderr);
}
