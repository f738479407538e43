//! Conditions on captures (強欲, 禁欲, 取禁) on the command line: their names, what they permit, where they are kept.

use crate::run::{Folder, run};
use serde_json::Value;

/// A gold on 1b mates when it cannot be taken, and nothing protects it.
const CORNER: &str = "8k/9/9/9/9/9/9/9/9 b G 1";
/// The same gold protected: two ways to mate.
const PROTECTED: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";

fn answer(arguments: &[&str]) -> Value {
    let run = run(arguments);
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|_| panic!("{arguments:?}: {} {}", run.stdout, run.stderr))
}

/// Length and number of solutions.
fn found(arguments: &[&str]) -> (Value, Value) {
    let mut answer = answer(&[&["solve", "--json"], arguments].concat());
    (answer["plies"].take(), answer["solutions"]["count"].take())
}

#[test]
fn every_name_means_its_condition() {
    assert_eq!(answer(&["solve", "--json", CORNER])["verdict"], "nomate");
    for name in ["取禁", "受方取禁", "玉方取禁", "no-capture", "defender-no-capture", "Defender-No-Capture"]
    {
        assert_eq!(found(&["--condition", name, CORNER]), (1.into(), "2".into()), "{name}");
        let stated = format!("{CORNER} ; condition={name}");
        assert_eq!(found(&[&stated]), (1.into(), "2".into()), "{name}");
        // What is chosen stands above what the problem says.
        assert_eq!(answer(&["solve", "--json", "--condition", "none", &stated])["verdict"], "nomate");
    }
    for name in ["攻方取禁", "attacker-no-capture", "強欲", "禁欲", "なし"] {
        assert_eq!(answer(&["solve", "--json", "--condition", name, CORNER])["verdict"], "nomate", "{name}");
    }
    let both = answer(&["solve", "--json", "--condition", "受方取禁、攻方強欲", CORNER]);
    assert_eq!(both["condition"], "attacker-must-capture,defender-no-capture");
    assert!(answer(&["solve", "--json", CORNER]).get("condition").is_none());
    let text = run(&["solve", "--lang", "ja", "--condition", "defender-no-capture", CORNER]).stdout;
    assert!(text.contains("\n条件: 受方取禁\n"), "{text}");
    let text = run(&["solve", "--condition", "受方取禁", CORNER]).stdout;
    assert!(text.contains("\ncondition: defender-no-capture\n"), "{text}");
}

#[test]
fn what_is_no_condition_is_named() {
    for (lang, condition, expected) in [
        ("en", "強欲,取禁", "must-capture and no-capture contradict each other for the attacker"),
        ("ja", "強欲,受方禁欲", "受方の強欲と禁欲は両立しません"),
        ("en", "greed", "`greed` is not a condition, expected must-capture, avoid-capture or no-capture"),
        ("ja", "無欲", "`無欲` という条件はありません"),
    ] {
        let option = run(&["solve", "--lang", lang, "--condition", condition, CORNER]);
        assert_eq!(option.code, Some(2), "{condition}");
        assert!(option.stderr.contains(expected), "{}", option.stderr);
        let stated = run(&["solve", "--lang", lang, &format!("{CORNER} ; condition={condition}")]);
        assert_eq!(stated.code, Some(2), "{condition}");
        assert!(stated.stderr.contains(expected), "{}", stated.stderr);
    }
    let folder = Folder::new("conditions-kif");
    let kif = run(&["convert", "--format", "kif", &format!("{CORNER} ; condition=no-capture"), "-"]).stdout;
    assert!(kif.contains("条件：取禁\n"), "{kif}");
    let file = folder.file("contradiction.kif", kif.replace("条件：取禁", "条件：取禁、攻方禁欲"));
    let refused = run(&["solve", &file]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("one condition for each side"), "{}", refused.stderr);
}

#[test]
fn where_a_condition_means_nothing_it_is_refused() {
    let stated = format!("{PROTECTED} ; condition=no-capture");
    for (arguments, expected) in [
        (&["tsume", "--condition", "取禁", PROTECTED][..], "this is a tsume: leave it out"),
        (&["check", "--rule", "tsume", &stated], "this is a tsume: leave it out"),
        (&["hisshi", &stated], "this is a tsume: leave it out"),
        (&["extend", "--rule", "tsume", "--condition", "取禁", PROTECTED], "this is a tsume: leave it out"),
        (&["repair", "--rule", "tsume", &stated], "this is a tsume: leave it out"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.code, Some(2), "{arguments:?}: {}", refused.stdout);
        assert!(refused.stderr.contains(expected), "{arguments:?}: {}", refused.stderr);
    }
}

#[test]
fn what_is_made_under_a_condition_states_it() {
    let folder = Folder::new("made-under-conditions");
    let protected = "9/8k/9/8P/9/9/9/9/9 b Gs 1";
    let template = "9/9/9/9/9/9/9/9/9 b [GSN] 1 ; condition=取禁 ; place=k:1a-2a P:1b-3c ; plies=-3";
    for (name, arguments) in [
        ("extend", &["extend", "--rule", "helpmate", "--condition", "取禁", protected][..]),
        (
            "repair",
            &["repair", "--rule", "helpmate", "--condition", "取禁", "--plies", "1", "--most", "4", CORNER],
        ),
        ("search", &["search", template]),
    ] {
        let made = run(arguments);
        assert_eq!(made.code, Some(0), "{name}: {}", made.stderr);
        let set = folder.file(&format!("{name}.sfen"), &made.stdout);
        let problems: Vec<&str> = made.stdout.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(
            !problems.is_empty() && problems.iter().all(|line| line.contains("; condition=no-capture")),
            "{name}"
        );
        for command in ["check", "verify"] {
            let judged = run(&[command, &set]);
            assert_eq!(judged.code, Some(0), "{name}, {command}: {}{}", judged.stdout, judged.stderr);
        }
        let json = run(&[arguments, &["--json"]].concat());
        let first: Value = serde_json::from_str(json.stdout.lines().next().expect("a line")).expect("JSON");
        assert_eq!(first["condition"], "no-capture", "{name}");
    }
}

#[test]
fn a_file_of_resume_belongs_to_its_condition() {
    let folder = Folder::new("resume-under-conditions");
    let kept = folder.path("found.jsonl");
    for (condition, code) in [("取禁", 0), ("no-capture", 0), ("強欲", 2), ("none", 2)] {
        let arguments = ["repair", "--rule", "helpmate", "--plies", "1", "--most", "2", "--resume", &kept];
        let again = run(&[&arguments[..], &["--condition", condition, CORNER]].concat());
        assert_eq!(again.code, Some(code), "{condition}: {}", again.stderr);
    }
}

#[test]
fn records_keep_conditions() {
    let folder = Folder::new("conditions-records");
    for condition in ["defender-no-capture", "attacker-must-capture,defender-no-capture"] {
        for ending in ["kif", "ki2", "csa", "jkf", "jsonl", "sfen"] {
            let format = match ending {
                "jsonl" => "json",
                "sfen" => "usi",
                format => format,
            };
            let text = run(&["helpmate", "--condition", condition, "--format", format, CORNER]).stdout;
            let file = folder.file(&format!("solved.{ending}"), &text);
            let verified = run(&["verify", &file]);
            assert!(
                verified
                    .stdout
                    .ends_with(" as stated, 0 different, 0 undecided, 0 unreadable, 0 without a statement\n"),
                "{ending}: {}",
                verified.stdout
            );
            // Of a problem set the second solution is a line of its own.
            let solved = run(&["solve", "--json", &file]).stdout;
            let said = format!("\"condition\":\"{condition}\"");
            assert!(
                !solved.is_empty() && solved.lines().all(|line| line.contains(&said)),
                "{ending}: {solved}"
            );
        }
    }
    // In one word with the rule, as records have it.
    let kif = run(&["helpmate", "--format", "kif", CORNER]).stdout;
    let file = folder.file("one-word.kif", kif.replace("分類：協力詰", "分類：受方取禁協力詰 1手"));
    assert_eq!(answer(&["solve", "--json", &file])["condition"], "defender-no-capture");
}

#[test]
fn an_answer_is_kept_for_its_condition_alone() {
    let folder = Folder::new("conditions-kept");
    let kept = folder.path("kept.jsonl");
    let solve = |condition: &str| run(&["solve", "--resume", &kept, "--condition", condition, CORNER]).code;
    assert_eq!(solve("none"), Some(0));
    assert_eq!(solve("受方取禁"), Some(0));
    assert_eq!(solve("受方取禁"), Some(0));
    let lines = std::fs::read_to_string(&kept).expect("answers");
    let answers: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let said: Vec<(&Value, Option<&Value>)> =
        answers.iter().map(|answer| (&answer["verdict"], answer.get("condition"))).collect();
    assert_eq!(said, [(&"nomate".into(), None), (&"mate".into(), Some(&"defender-no-capture".into()))]);
}

#[test]
fn a_checkpoint_goes_on_under_its_condition() {
    let folder = Folder::new("conditions-checkpoint");
    let kept = folder.path("run");
    let set = folder.file("set.sfen", "3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1");
    let whole = run(&["solve", "--condition", "攻方取禁", "--max-plies", "5", &set]);
    let stopped = run(&[
        "solve",
        "--condition",
        "攻方取禁",
        "--checkpoint",
        &kept,
        "--nodes",
        "1",
        "--max-plies",
        "5",
        &set,
    ]);
    assert_eq!(stopped.code, Some(3), "{} {}", stopped.stdout, stopped.stderr);
    let manifest = std::fs::read_to_string(format!("{kept}/manifest")).expect("a manifest");
    assert!(manifest.contains("\"tsumugi helpmate checkpoint, attacker-no-capture\""), "{manifest}");
    let resumed = run(&["resume", "--nodes", "1000000", &kept]);
    assert!(resumed.stdout.contains("condition: attacker-no-capture\n"), "{}", resumed.stdout);
    let verdict = "attacker-no-capture helpmate in 3, 1 solution\n";
    assert!(whole.stdout.contains(verdict) && resumed.stdout.contains(verdict), "{}", resumed.stdout);
    // Another condition cannot be put upon it.
    let other = run(&["solve", "--condition", "取禁", "--checkpoint", &kept, &set]);
    assert_eq!(other.code, Some(2), "{} {}", other.stdout, other.stderr);
}

#[test]
fn intended_lines_are_judged_by_the_condition() {
    // The silver takes the promoted bishop: under 受方取禁 it may not.
    let line = "position sfen 3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1 moves 1f5b+ 4a5b S*4b";
    let forbidden = "move 2, 4a5b, is not permitted by the condition no-capture";
    let stated = format!("{line} ; condition=defender-no-capture");
    for command in ["verify", "check", "validate"] {
        assert_eq!(run(&[command, line]).code, Some(0), "{command}");
        let said = run(&[command, &stated]);
        assert_eq!(said.code, Some(1), "{command}: {} {}", said.stdout, said.stderr);
        assert!(said.stdout.contains(forbidden), "{command}: {}", said.stdout);
    }
    let asked = run(&["ask", &stated]);
    assert!(asked.stderr.contains(forbidden), "{}", asked.stderr);
    let japanese = run(&["validate", "--lang", "ja", &stated]);
    assert!(japanese.stdout.contains("作意の2手目 ５二銀(41) は条件 (取禁) に反する"), "{}", japanese.stdout);
    let tsume = run(&["validate", "--rule", "tsume", &format!("{PROTECTED} ; condition=強欲")]);
    assert!(tsume.stdout.contains("the condition must-capture is for helpmates"), "{}", tsume.stdout);
}
