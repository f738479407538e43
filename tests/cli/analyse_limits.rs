//! `analyse`: answers that are kept, limits of a whole game, rules by which an entering king wins.

use crate::run::{Folder, Run, command, run};
use crate::running::{wait_until, without_times};
use serde_json::Value;
use std::fs;
use std::thread;
use std::time::Duration;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/mistakes.sfen");
/// Black's king stands before the first square of White's, and steps aside.
const TRY: &str = "position sfen 9/4K4/9/9/9/9/9/4R4/k8 b - 1 moves 5b4b 9i8i";

fn analyse(arguments: &[&str]) -> Run {
    run(&[&["analyse", "-q", "--mate-nodes", "2000", "--lang", "en"], arguments].concat())
}

fn lines(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Three games of a few moves, and the one with everything.
fn games(folder: &Folder) -> String {
    let whole = fs::read_to_string(GAME).expect("the game");
    let short = [2, 6, 10].map(|count| {
        let line = whole.lines().find(|line| line.starts_with("position ")).expect("a game");
        line.split(' ').take(3 + count).collect::<Vec<_>>().join(" ")
    });
    folder.file("games.sfen", short.join("\n") + "\n" + &whole)
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_same_answers() {
    let folder = Folder::new("analyse-resume");
    let games = games(&folder);
    let arguments = |file| ["--nodes", "300", "--resume", file, &games];
    let [once, pieces] = ["once.jsonl", "pieces.jsonl"].map(|name| folder.path(name));
    assert_eq!(analyse(&arguments(&once)).code, Some(0));
    let mut expected = lines(&once);
    assert_eq!(expected.len(), 4);
    // A limit of mates like that above.
    let killed = [&["analyse", "-q", "--mate-nodes", "2000"], &arguments(&pieces)[..]].concat();
    let mut child = command(&killed).spawn().expect("the program");
    wait_until("two answers", || fs::read_to_string(&pieces).is_ok_and(|text| text.lines().count() >= 2));
    child.kill().expect("it runs");
    child.wait().expect("a child");
    // As a kill in the midst of a write leaves it.
    let mut text = fs::read_to_string(&pieces).expect("a file");
    text += "{\"schema\":1,\"id\":";
    fs::write(&pieces, text).expect("written");
    let before = fs::read_to_string(&pieces).expect("a file").lines().next().map(str::to_owned);
    assert_eq!(analyse(&arguments(&pieces)).code, Some(0));
    let after = fs::read_to_string(&pieces).expect("a file");
    // What was there is not looked at again: not even its times changed.
    assert_eq!(after.lines().next().map(str::to_owned), before);
    let mut found = lines(&pieces);
    for answer in expected.iter_mut().chain(&mut found) {
        without_times(answer);
    }
    assert_eq!(found, expected);
    // Nothing is left, and nothing changes.
    let again = run(&[&["analyse", "--mate-nodes", "2000"], &arguments(&pieces)[..]].concat());
    assert!(again.code == Some(0) && again.stderr.contains("nothing left to do: "), "{}", again.stderr);
    assert_eq!(fs::read_to_string(&pieces).expect("a file"), after);
    // With other limits it is another question.
    assert_eq!(analyse(&["--nodes", "200", "--resume", &pieces, &games]).code, Some(0));
    assert_eq!(lines(&pieces).len(), 8);
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_looked_at_again() {
    use crate::running::signal;
    let folder = Folder::new("analyse-interrupted");
    let file = folder.path("answers.jsonl");
    let arguments =
        ["analyse", "-q", "--nodes", "20000", "--resume", &file, "position startpos moves 7g7f", GAME];
    let mut pause = Duration::ZERO;
    let found = loop {
        let child = command(&arguments).spawn().expect("the program");
        wait_until("an answer", || fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n')));
        thread::sleep(pause);
        signal(&child, "INT");
        let ended = child.wait_with_output().expect("a child");
        assert_eq!(ended.status.code(), Some(130));
        let found = lines(&file);
        if found.len() > 1 {
            break found;
        }
        // The signal came before the second game was begun.
        pause += Duration::from_millis(5);
        fs::remove_file(&file).expect("removed");
    };
    assert_eq!((found.len(), &found[1]["interrupted"]), (2, &true.into()));
    let few = ["analyse", "-q", "--nodes", "20000", "--resume", &file, "position startpos moves 7g7f"];
    assert_eq!(run(&few).code, Some(0));
    assert_eq!(lines(&file).len(), 2);
}

#[test]
fn a_file_of_something_else_is_refused() {
    let folder = Folder::new("analyse-foreign");
    let file = folder.file("notes.txt", "my notes\n");
    let refused = analyse(&["--resume", &file, GAME]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains(":1: not an answer of analyse --json"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&file).expect("the file"), "my notes\n");
}

/// What a limit of the whole game leaves is said, in text and JSON, and nothing is claimed about it.
#[test]
fn what_the_limit_of_a_game_leaves_is_said() {
    let run = analyse(&["--json", "--total-nodes", "3000", GAME]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let count = answer["left_out"]["count"].as_u64().expect("a number") as usize;
    assert_eq!(answer["left_out"]["reason"], "nodes");
    let positions = answer["positions"].as_array().expect("a list");
    assert!(count > 10 && count < positions.len(), "{count}");
    for left_out in &positions[..count] {
        assert_eq!((&left_out["search"], &left_out["tsume"]["verdict"]), (&Value::Null, &"unknown".into()));
    }
    let nodes: u64 = positions.iter().filter_map(|found| found["search"]["nodes"].as_u64()).sum();
    assert!(nodes < 3_300, "{nodes}");
    let text = analyse(&["--total-nodes", "3000", GAME]).stdout;
    let told = format!(
        "the nodes of the whole game are used up: the first {count} of its positions were not analysed"
    );
    assert!(text.contains(&told) && !text.contains("nothing to report"), "{text}");
    let quick = analyse(&["--json", "--total-time", "1ms", GAME]);
    assert_eq!(quick.code, Some(3), "{}", quick.stderr);
    let answer: Value = serde_json::from_str(&quick.stdout).expect("JSON");
    assert_eq!(answer["left_out"]["reason"], "time");
}

#[test]
fn the_rule_for_entering_kings_can_be_chosen() {
    let by = |rule: &str| {
        let run = analyse(&["--json", "--nodes", "500", "--entering-king-rule", rule, TRY]);
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let kinds = answer["events"].as_array().expect("a list").iter().map(|event| event["kind"].clone());
        let kinds: Vec<Value> =
            kinds.filter(|kind| kind.as_str().is_some_and(|kind| kind.contains('y'))).collect();
        (kinds, answer["positions"][0]["try"].clone(), answer["positions"][0]["chance_of_black"].clone())
    };
    let (kinds, better, chance) = by("tryrule");
    // Once when he steps aside; and at the end he could still do it.
    assert_eq!(kinds, ["missed-try", "missed-try"]);
    assert_eq!((better, chance), ("5b5a".into(), 1.0.into()));
    assert_eq!(by("CSARule27").1, Value::Null);
    let text = analyse(&["--full", "--nodes", "500", "--entering-king-rule", "TryRule", TRY]).stdout;
    assert!(text.contains("the king could win by entering (try): ") && text.contains("+try"), "{text}");
    // White has 29 points, of which he needs 27 or 31.
    let declares = "K8/9/9/9/9/9/+p+p+p6/+b+b+p+p5/+p+p+p+p3k1 w r5p 1";
    let can = |rule: &str| {
        let run = analyse(&["--json", "--nodes", "500", "--entering-king-rule", rule, declares]);
        let answer: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
        answer["positions"][0]["declaration"].clone()
    };
    assert_eq!(["CSARule27", "CSARule24", "NoEnteringKing"].map(can), [true, false, false].map(Value::from));
    let refused = analyse(&["--entering-king-rule", "CSARule26", TRY]);
    assert_eq!(refused.code, Some(2));
}
