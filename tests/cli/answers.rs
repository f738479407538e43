//! What `solve` answers: text in two languages, JSON, who attacks, several solutions, long ones.

use crate::run::{Folder, HEAVY, NONE, THREE, TWO, command, run};
use serde_json::Value;
use std::fs;

/// 361 plies.
const LONG: &str = "9/G2s4G/LLpNGNpPP/4L1k2/2N3NR1/sg1bpb1ss/1pL3R2/1PPP5/8K b 9p 1";

/// The answer without its last line, which holds figures that change.
#[track_caller]
fn answer(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let (answer, figures) = run.stdout.trim_end().rsplit_once('\n').expect("lines");
    assert!(figures.contains("false hits expected") || figures.contains("局面, "), "{figures}");
    answer.to_owned()
}

#[test]
fn text_in_two_languages() {
    assert_eq!(
        answer(&["solve", "--lang", "en", THREE]),
        "helpmate in 3, 1 solution\n▲５二角成 △同　銀 ▲４二銀 迄3手詰\n1f5b+ 4a5b S*4b"
    );
    assert_eq!(
        answer(&["solve", "--lang", "ja", THREE]),
        "協力詰 3手 (解1)\n▲５二角成 △同　銀 ▲４二銀 迄3手詰\n1f5b+ 4a5b S*4b"
    );
    assert_eq!(answer(&["solve", NONE]), "no mate");
    assert_eq!(answer(&["solve", "--lang", "ja", NONE]), "不詰");
}

#[test]
fn the_language_follows_the_environment() {
    for (variables, japanese) in [
        (&[("LANG", "ja_JP.UTF-8")][..], true),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")], false),
        (&[("LANG", "C"), ("LC_MESSAGES", "ja_JP.UTF-8")], true),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "")], true),
        (&[], false),
    ] {
        let output = command(&["solve", NONE]).envs(variables.iter().copied()).output().expect("the program");
        let expected = if japanese { "不詰\n" } else { "no mate\n" };
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(expected), "{variables:?}");
    }
    let output =
        command(&["solve", "--lang", "en", NONE]).env("LANG", "ja_JP.UTF-8").output().expect("the program");
    assert!(output.stdout.starts_with(b"no mate\n"));
}

#[test]
fn several_solutions_are_numbered() {
    assert_eq!(
        answer(&["solve", TWO]),
        "helpmate in 1, 2 solutions\nsolution 1 of 2\n▲１二金打 迄1手詰\nG*1b\nsolution 2 of 2\n▲２二金打 迄1手詰\nG*2b"
    );
    let one = answer(&["solve", "--max-solutions", "1", TWO]);
    assert!(one.starts_with("helpmate in 1, 2 solutions\nsolution 1 of 2\n"), "{one}");
    assert!(one.ends_with("G*1b\n(1 of them listed; --max-solutions of solve sets how many)"), "{one}");
}

#[test]
fn who_attacks_is_said_when_it_is_not_plain() {
    let white = answer(&["solve", "9/9/9/9/9/9/g8/9/K8 w g 1"]);
    assert!(white.starts_with("helpmate in 1, 2 solutions\nWhite attacks\n"), "{white}");
    assert!(white.contains("△８八金打 迄1手詰"), "{white}");
    let first = answer(&["solve", "8k/8P/8G/9/9/9/9/9/9 w - 1"]);
    assert!(first.contains("\nBlack attacks, the defender (White) moves first"), "{first}");
    let both = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    assert!(!answer(&["solve", both]).contains("attacks"));
    let turned = answer(&["solve", "--attacker", "white", "4k4/9/9/9/9/9/4p4/9/4K4 w g 1"]);
    assert!(turned.starts_with("helpmate in 1, 1 solution\nWhite attacks\n"), "{turned}");
}

#[test]
fn mate_in_0_and_surplus_pieces() {
    let mated = answer(&["solve", "8k/8G/8G/9/9/9/9/9/9 w - 1"]);
    assert!(mated.starts_with("helpmate in 0: the position is mate\n"), "{mated}");
    let surplus = answer(&["solve", "8k/9/8G/9/9/9/9/9/9 b GP 1"]);
    assert!(surplus.contains("G*1b\nsurplus pieces: P"), "{surplus}");
    assert!(answer(&["solve", "--lang", "ja", "8k/9/8G/9/9/9/9/9/9 b GP 1"]).contains("駒余り: 歩"));
}

#[test]
fn the_rest_goes_to_the_defender() {
    // A rook check from afar is mate only as long as White has nothing to put between.
    let sfen = "k8/9/9/9/9/9/PP7/RR6K/9 b G 1";
    let plain = run(&["solve", "--json", sfen]);
    let rest = run(&["solve", "--json", "--rest", sfen]);
    let (plain, rest) = (json(&plain.stdout), json(&rest.stdout));
    assert_eq!(plain["box"], "2B3G4S4N4L16P");
    assert_eq!(rest["box"], "");
    assert_eq!(rest["sfen"], "k8/9/9/9/9/9/PP7/RR6K/9 b G2b3g4s4n4l16p 1");
}

#[test]
fn long_solutions_are_shortened_and_say_so() {
    let short = answer(&["solve", LONG]);
    assert!(short.contains("\n…\n") && short.contains(" … "), "{short}");
    assert!(short.ends_with("(321 plies in the middle are left out; --full shows them)"), "{short}");
    let full = answer(&["solve", "--full", LONG]);
    assert!(!full.contains('…') && full.contains(" 迄361手詰\n"));
    assert_eq!(full.lines().last().expect("USI").split(' ').count(), 361);
    assert_eq!(full.matches(['▲', '△']).count(), 361);
}

#[test]
fn further_long_solutions_are_shown_by_where_they_differ() {
    let text = include_str!("../../problems/helpmate/long.sfen");
    let jugemu = text.lines().find(|line| line.contains("id=jugemu ")).expect("jugemu");
    let folder = Folder::new("differs");
    let file = folder.file("jugemu.sfen", jugemu);
    let short = answer(&["solve", "--max-solutions", "3", &file]);
    let lines: Vec<&str> = short.lines().collect();
    assert_eq!(lines[3], "solution 1 of 4.835…e24");
    let second = lines.iter().position(|line| *line == "solution 2 of 4.835…e24").expect("a second one");
    assert!(lines[second + 1].starts_with("differs from solution 1 at ply 19"), "{}", lines[second + 1]);
    assert!(lines[second + 1].contains(" (solution 1: "), "{}", lines[second + 1]);
    assert_eq!(lines[second + 2], "solution 3 of 4.835…e24");
    let japanese = answer(&["solve", "--lang", "ja", "--max-solutions", "2", &file]);
    assert!(japanese.contains("手目が解1と違う: "), "{japanese}");
    // Nothing is shortened in JSON, and nothing with --full.
    let listed =
        json(&run(&["solve", "--json", "--max-solutions", "2", &file]).stdout)["solutions"]["listed"].take();
    assert!(
        listed.as_array().expect("a list").iter().all(|line| line.as_array().map(Vec::len) == Some(19_447))
    );
    assert!(!answer(&["solve", "--full", "--max-solutions", "2", &file]).contains("differs from"));
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn json_has_the_promised_keys() {
    let run = run(&["solve", "--json", THREE]);
    assert_eq!((run.code, run.stderr.as_str(), run.stdout.lines().count()), (Some(0), "", 1));
    let mut answer = json(&run.stdout);
    let stats = answer["stats"].take();
    for key in ["positions", "nodes", "seconds", "peak_bytes", "threads"] {
        assert!(stats[key].is_number(), "{key}: {stats}");
    }
    assert!(answer["false_hits_expected"].take().as_f64().is_some_and(|hits| hits < 1e-3));
    let expected = serde_json::json!({
        "schema": 1, "id": "argument 1:1", "sfen": THREE, "rule": "helpmate", "rule_from": "default",
        "attacker": "black", "verdict": "mate", "plies": 3, "exact": true, "bounds": {"lower": 3, "upper": 3},
        "solutions": {"count": "1", "exact": true, "listed": [["1f5b+", "4a5b", "S*4b"]]},
        "false_hits_expected": null, "surplus": "", "box": "", "policy": null, "prove": null,
        "key": "narrow", "reason": null, "stats": null,
    });
    assert_eq!(answer, expected);
}

#[test]
fn json_of_every_verdict_and_of_errors() {
    let folder = Folder::new("json");
    let file = folder.file(
        "set.sfen",
        format!(
            "{NONE};id=none\nnonsense\n{HEAVY};id=heavy\n9/9/9/9/9/9/9/9/9 b - 1;id=kings\n{TWO};rule=tsume\n"
        ),
    );
    let arguments = ["solve", "--json", "--nodes", "10000"];
    let run = run(&[&arguments[..], &[&file]].concat());
    assert_eq!(run.code, Some(2));
    let answers: Vec<Value> = run.stdout.lines().map(json).collect();
    let [none, nonsense, heavy, kings, tsume] = answers.as_slice() else { panic!("{}", run.stdout) };
    assert_eq!(
        (&none["verdict"], &none["exact"], &none["plies"]),
        (&"nomate".into(), &true.into(), &Value::Null)
    );
    assert_eq!((&none["solutions"]["count"], &none["solutions"]["exact"]), (&"0".into(), &true.into()));
    assert_eq!((&heavy["verdict"], &heavy["reason"]), (&"unknown".into(), &"nodes".into()));
    assert_eq!((&heavy["exact"], &heavy["bounds"]["upper"]), (&false.into(), &Value::Null));
    assert_eq!((&nonsense["error"]["line"], &nonsense["error"]["column"]), (&2.into(), &1.into()));
    assert_eq!(nonsense["schema"], 1);
    assert!(nonsense["error"]["message"].as_str().is_some_and(|message| message.contains("`nonsense`")));
    assert_eq!((&kings["id"], &kings["error"]["line"]), (&"kings".into(), &4.into()));
    assert_eq!((&tsume["rule"], &tsume["policy"]), (&"tsume".into(), &"official".into()));
    assert_eq!(none["policy"], Value::Null);
    // Errors are where the answers are, also before the first one; alone they replace nothing.
    let (out, first) = (folder.path("out.jsonl"), folder.file("first.sfen", "nonsense\n"));
    let written = crate::run::run(&[&arguments[..], &["--out", &out, &first, &file]].concat());
    assert_eq!((written.code, written.stdout.as_str()), (Some(2), ""));
    let lines = fs::read_to_string(&out).expect("a file");
    assert_eq!(json(lines.lines().next().expect("a line"))["id"], format!("{first}:1"));
    assert_eq!(
        lines.lines().map(|line| json(line)["id"].clone()).skip(1).collect::<Vec<_>>(),
        answers.iter().map(|answer| answer["id"].clone()).collect::<Vec<_>>()
    );
    let refused = crate::run::run(&[&arguments[..], &["--out", &out, &first]].concat());
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert_eq!(fs::read_to_string(&out).expect("a file"), lines);
}
