//! Helpselfmates (協力自玉詰) on the command line: the rule's names, what is asked of a position, records, checkpoints.

use crate::run::{Folder, run};
use serde_json::Value;

/// A mate in 4; a pawn is left in the attacker's hand.
const FOUR: &str = "9/9/9/9/8l/9/5k3/9/8K b RPg 1";
/// Its only solution.
const LINE: &str = "R*1g 4g3h 1g1h G*2h";
/// Two solutions in 2 plies.
const TWO_SOLUTIONS: &str = "9/9/9/9/9/9/1kg6/9/1K7 b PL 1";

fn answer(arguments: &[&str]) -> Value {
    let run = run(arguments);
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|_| panic!("{arguments:?}: {} {}", run.stdout, run.stderr))
}

#[test]
fn every_name_of_the_rule_means_it() {
    let expected = answer(&["solve", "--json", "--rule", "helpselfmate", FOUR]);
    assert_eq!((&expected["rule"], &expected["plies"]), (&"helpselfmate".into(), &4.into()));
    assert_eq!(expected["solutions"]["listed"][0], Value::from_iter(LINE.split(' ')));
    assert_eq!((&expected["surplus"], &expected["exact"]), (&"P".into(), &true.into()));
    for rule in ["HELPSELFMATE", "helpself", "hs", "協力自玉詰", "ばか自殺詰"] {
        let found = answer(&["solve", "--json", "--rule", rule, FOUR]);
        assert_eq!(found["solutions"], expected["solutions"], "{rule}");
    }
    let alias = answer(&["helpselfmate", "--json", FOUR]);
    assert_eq!((&alias["solutions"], &alias["rule_from"]), (&expected["solutions"], &"option".into()));
    let stated = answer(&["solve", "--json", &format!("{FOUR} ; rule=協力自玉詰")]);
    assert_eq!((&stated["solutions"], &stated["rule_from"]), (&expected["solutions"], &"problem".into()));
    let contradiction = run(&["helpselfmate", "--rule", "tsume", FOUR]);
    assert_eq!(contradiction.code, Some(2));
    assert!(contradiction.stderr.contains("tsumugi helpselfmate: --rule names another rule"));
}

#[test]
fn a_missing_king_is_named() {
    for (lang, expected) in [
        ("en", "a helpselfmate needs a king to mate: black, the attacker, has none on the board"),
        ("ja", "協力自玉詰の攻方（先手）の玉が盤上にありません"),
    ] {
        let run = run(&["helpselfmate", "--lang", lang, "9/9/9/9/8l/9/5k3/9/9 b RPg 1"]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn what_the_attacker_holds_does_not_matter() {
    let checked = run(&["check", "--rule", "hs", &format!("position sfen {FOUR} moves {LINE}")]);
    assert_eq!(checked.code, Some(0), "{}", checked.stdout);
    assert!(checked.stdout.starts_with("sound: helpselfmate in 4, 1 solution\n"), "{}", checked.stdout);
    assert!(!checked.stdout.contains("surplus"), "{}", checked.stdout);
    let solved = run(&["helpselfmate", "--lang", "ja", FOUR]).stdout;
    assert!(solved.starts_with("協力自玉詰 4手 (解1)\n") && !solved.contains("駒余り"), "{solved}");
    let several = run(&["check", "--rule", "hs", TWO_SOLUTIONS]);
    assert_eq!(several.code, Some(1));
    assert!(several.stdout.starts_with("unsound: helpselfmate in 2, 2 solutions\n"), "{}", several.stdout);
}

#[test]
fn an_intended_line_ends_with_the_attackers_mate() {
    let check = |line: &str| {
        answer(&["check", "--json", "--rule", "hs", &format!("position sfen {FOUR} moves {line}")])
    };
    assert_eq!(check(LINE)["check"]["intended"]["is_solution"], true);
    let short = check("R*1g 4g3h");
    assert_eq!(short["check"]["flaws"][0]["message"], "it does not end in mate");
    let backward = answer(&[
        "check",
        "--json",
        "--backward",
        "--rule",
        "hs",
        &format!("position sfen {FOUR} moves {LINE}"),
    ]);
    assert_eq!(backward["check"]["backward"]["sound_from"], 0);
}

#[test]
fn what_a_limit_of_plies_excludes_has_the_right_parity() {
    let limited = run(&["helpselfmate", "--max-plies", "3", FOUR]);
    assert_eq!(limited.code, Some(3));
    assert!(limited.stdout.contains("(no mate within 2 plies; "), "{}", limited.stdout);
}

#[test]
fn records_keep_the_rule() {
    let folder = Folder::new("selfmates-records");
    for ending in ["kif", "ki2", "csa", "jkf", "jsonl"] {
        let format = if ending == "jsonl" { "json" } else { ending };
        let text = run(&["helpselfmate", "--format", format, FOUR]).stdout;
        assert!(ending != "kif" || text.contains("分類：協力自玉詰\n"), "{text}");
        let file = folder.file(&format!("solved.{ending}"), &text);
        let verified = run(&["verify", &file]);
        assert_eq!(verified.code, Some(0), "{ending}: {} {}", verified.stdout, verified.stderr);
        assert!(verified.stdout.starts_with("1 as stated, 0 different"), "{ending}: {}", verified.stdout);
    }
    // A header that says more.
    let kif = run(&["helpselfmate", "--format", "kif", FOUR]).stdout.replace("協力自玉詰", "ばか自殺詰 4手");
    assert_eq!(answer(&["solve", "--json", &folder.file("other.kif", kif)])["rule"], "helpselfmate");
}

#[test]
fn a_checkpoint_goes_on_under_its_rule() {
    let folder = Folder::new("selfmates-checkpoint");
    let set = folder.file("set.sfen", "9/3R4+B/9/9/r8/2+P6/k8/2p6/K8 b - 1");
    let kept = folder.path("run");
    let stopped = run(&["helpselfmate", "--checkpoint", &kept, "--time", "1ms", &set]);
    assert_eq!(stopped.code, Some(3), "{} {}", stopped.stdout, stopped.stderr);
    let resumed = run(&["resume", &kept]);
    assert_eq!(resumed.code, Some(0), "{} {}", resumed.stdout, resumed.stderr);
    assert!(resumed.stdout.contains("helpselfmate in 12, 1 solution\n"), "{}", resumed.stdout);
}

#[test]
fn the_graph_ends_with_the_mating_answers() {
    let folder = Folder::new("selfmates-graph");
    let graph = folder.path("graph.json");
    let solved = run(&["helpselfmate", "--graph", &graph, TWO_SOLUTIONS]);
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    let graph: Value = serde_json::from_str(&std::fs::read_to_string(graph).expect("a file")).expect("JSON");
    assert_eq!((&graph["plies"], &graph["count"]), (&2.into(), &"2".into()));
    assert_eq!(
        (graph["nodes"].as_array().map(Vec::len), graph["edges"].as_array().map(Vec::len)),
        (Some(5), Some(4))
    );
}
