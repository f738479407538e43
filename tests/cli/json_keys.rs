//! docs/json.md names every key that `--json` prints, and none that it does not.

use crate::run::{Folder, NONE, THREE, TWO, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

const PAGE: &str = include_str!("../../docs/json.md");

/// The keys in the tables of the sections with these titles.
fn documented(titles: &[&str]) -> BTreeSet<String> {
    let sections =
        PAGE.split("\n## ").filter(|section| titles.contains(&section.lines().next().unwrap_or_default()));
    let keys: BTreeSet<String> = sections
        .flat_map(str::lines)
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(key, _)| key.to_owned())
        .collect();
    assert!(keys.len() > 5, "{titles:?}");
    keys
}

/// The paths of all keys in a value. What has names of kinds for keys, or has the keys of what it stands in, is not
/// looked into.
fn collect(value: &Value, path: &str, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                keys.insert(path.clone());
                if !["kinds", "attack"].contains(&key.as_str()) {
                    collect(value, &path, keys);
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, &format!("{path}[]"), keys)),
        _ => {}
    }
}

/// The keys of what commands print.
fn printed(commands: &[&[&str]]) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for arguments in commands {
        let run = run(arguments);
        assert!(!run.stdout.is_empty(), "{arguments:?}: {}", run.stderr);
        for line in run.stdout.lines() {
            let answer: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(answer["schema"], 1);
            collect(&answer, "", &mut keys);
        }
    }
    keys
}

/// A brinkmate in three plies.
const IN_THREE: &str = "8k/7p1/9/5G3/9/9/9/9/8K b 2G 1";
/// Every longest defence leaves a pawn.
const SURPLUS: &str = "7k1/9/5R3/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";
const TSUME: &str = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";

/// A problem whose author states all there is to state, and the section about it.
const STATED: &str = "8k/9/8G/9/9/9/9/9/9 b G 1 ; title=t ; composer=c ; source=s ; status=u ; twin=a ; \
                      intended-solutions=2";
const STATES: &str = "What the author states";

#[test]
fn the_keys_of_answers_are_documented() {
    let rest = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records/rest.ki2");
    let keys = printed(&[
        &[
            "solve",
            "--json",
            TWO,
            NONE,
            rest,
            "nonsense",
            "8k/9/8X/9/9/9/9/9/9 b G 1",
            "8k/9/8G/9/9/9/9/9/9 b",
        ],
        &["solve", "--json", "--verify", THREE],
        &["solve", "--json", STATED],
        &["solve", "--json", "--condition", "no-capture", TWO],
        &["solve", "--json", "--rule", "tsume", "--variations", TSUME],
        &["solve", "--json", "--rule", "tsume", SURPLUS, &format!("{TSUME} ; plies=5")],
    ]);
    assert_eq!(keys, documented(&["`solve`", STATES, "A problem without an answer"]));
}

#[test]
fn the_keys_of_checks_are_documented() {
    let line = "position sfen 4k4/9/9/9/9/9/9/9/9 b 2G 1 moves G*4a 5a5b 4a4b 5b5c 4b4c 5c6b 4c5c 6b5a G*5b";
    let answers = documented(&["`solve`", STATES]);
    let of_answers = |key: &&String| !answers.contains(*key);
    let keys = printed(&[
        &["check", "--json", "--backward", line],
        &["check", "--json", "--backward", "--nodes", "300", line],
        &["check", "--json", &format!("{TWO} ; intended-solutions=2")],
    ]);
    // The further keys of flaws are in a table of their own.
    let is_plain = |key: &&String| !key.starts_with("check.flaws[].") || *key == "check.flaws[].flaw";
    let keys: BTreeSet<_> = keys.iter().filter(of_answers).filter(is_plain).cloned().collect();
    assert_eq!(keys, documented(&["`check` of a helpmate or helpselfmate"]));

    let folder = Folder::new("json-keys");
    // Of the second one a line is meant that was not found first.
    let equal = "2l6/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1";
    let set = folder
        .file("set.sfen", format!("position sfen {TSUME} moves G*2c 2b1a G*1b\nposition sfen {equal}\n"));
    let keys = printed(&[&["check", "--json", "--rule", "tsume", &set]]);
    let shared = ["check", "check.soundness", "check.flaws", "check.doubt"].map(str::to_owned);
    let inside = ["check.intended.plies", "check.intended.line"].map(str::to_owned);
    let known: BTreeSet<_> =
        documented(&["`check` of a tsume"]).into_iter().chain(shared).chain(inside).collect();
    assert_eq!(keys.iter().filter(of_answers).cloned().collect::<BTreeSet<_>>(), known);
}

#[test]
fn the_keys_of_twins_are_documented() {
    let folder = Folder::new("json-keys-twins");
    let set = folder.file("set.sfen", format!("{TWO} ; id=a\n{TWO} ; twin=a\n"));
    let printed = run(&["check", "--json", &set]).stdout;
    let last: Value = serde_json::from_str(printed.lines().last().expect("a line")).expect("JSON");
    let mut keys = BTreeSet::new();
    collect(&last, "", &mut keys);
    let section = PAGE.split("\n## ").find(|section| section.starts_with("`check` of twins")).expect("it");
    let named = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    assert_eq!(keys, named.map(|(key, _)| key.to_owned()).collect());
    assert_eq!(last["soundness"], "unsound");
}

#[test]
fn the_keys_of_what_is_verified_are_documented() {
    let folder = Folder::new("json-keys-verify");
    let set =
        folder.file("set.sfen", format!("{TWO} ; id=a ; plies=3\n{TWO} ; twin=a ; plies=1\n{STATED}\n"));
    let under_condition =
        format!("position sfen {TWO} moves G*1b ; condition=no-capture ; plies=1 ; solutions=1");
    let keys = printed(&[
        &["verify", "--json", &set],
        &["verify", "--json", &under_condition],
        &["verify", "--json", "--verify", &set],
    ]);
    assert_eq!(keys, documented(&["`verify`", STATES]));
}

#[test]
fn the_keys_of_what_is_validated_are_documented() {
    let line = format!("position sfen {TWO} moves G*9i 9i9h ; condition=no-capture ; plies=1 ; solutions=1");
    let keys = printed(&[&["validate", "--json", TWO, &line, STATED]]);
    assert_eq!(keys, documented(&["`validate`", STATES]));
}

#[test]
fn the_keys_of_what_is_asked_are_documented() {
    let answers = documented(&["`solve`"]);
    let none = "9/7k1/9/9/9/9/9/9/9 b G 1";
    let keys = printed(&[
        &["ask", "--json", "--rule", "tsume", "--line", "G*2c", TSUME],
        &["ask", "--json", "--rule", "tsume", none],
    ]);
    let of_asking: BTreeSet<_> = keys.into_iter().filter(|key| !answers.contains(key)).collect();
    assert_eq!(of_asking, documented(&["`ask`"]));
}

#[test]
fn the_keys_of_what_a_certificate_is_asked_are_documented() {
    let folder = Folder::new("json-keys-certificate");
    let file = folder.path("proof.cert");
    assert_eq!(run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME]).code, Some(0));
    let keys = printed(&[&["ask", "--json", &file]]);
    assert_eq!(keys, documented(&["`ask` of a certificate"]));
}

#[test]
fn the_keys_of_checked_certificates_are_documented() {
    let folder = Folder::new("json-keys-checked");
    let (file, cut) = (folder.path("proof.cert"), folder.path("cut.cert"));
    assert_eq!(run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME]).code, Some(0));
    let whole = fs::read(&file).expect("a file");
    fs::write(&cut, &whole[..whole.len() - 1]).expect("a file");
    let keys = printed(&[&["verify-certificate", "--json", &file], &["verify-certificate", "--json", &cut]]);
    assert_eq!(keys, documented(&["`verify-certificate`"]));
}

#[test]
fn the_keys_of_counted_books_are_documented() {
    let folder = Folder::new("json-keys-books");
    let book = folder.path("book.db");
    let built = run(&["book", "build", "-q", "--out", &book, "position startpos moves 7g7f 3c3d"]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let keys = printed(&[&["book", "stats", "--json", &book], &["book", "stats", "--json", "nosuch.db"]]);
    let keys: BTreeSet<_> = keys.into_iter().filter(|key| key != "error").collect();
    assert_eq!(keys, documented(&["`book stats`"]));
}

#[test]
fn the_keys_of_records_are_documented() {
    // What has pieces or records for keys.
    let open = ["records.checks.", "records.drops.", "records.interpositions.", "greatest."];
    let under_condition = format!("{TWO} ; condition=no-capture");
    let keys = printed(&[&["records", "--json", THREE, TSUME, STATED, &under_condition]]);
    let keys = keys.into_iter().filter(|key| !open.iter().any(|open| key.starts_with(open)));
    assert_eq!(keys.collect::<BTreeSet<_>>(), documented(&["`records`", STATES]));
}

#[test]
fn the_keys_of_extensions_are_documented() {
    let under_condition = "7k1/9/5N3/9/9/8B/9/9/9 b Gnp 1";
    let keys = printed(&[
        &["extend", "--json", THREE],
        &["extend", "--json", TWO],
        &["extend", "--json", "--condition", "must-capture", under_condition],
    ]);
    // The further keys of flaws are in a table of their own.
    let is_plain = |key: &String| !key.starts_with("flaws[]");
    assert_eq!(keys.into_iter().filter(is_plain).collect::<BTreeSet<_>>(), documented(&["`extend`"]));
}

#[test]
fn the_keys_of_reviews_are_documented() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/mistakes.sfen");
    let keys = printed(&[
        &["analyse", "-q", "--json", "--nodes", "500", "--mate-nodes", "5000", game],
        &["analyse", "-q", "--json", "--total-nodes", "500", game],
    ]);
    assert_eq!(keys, documented(&["`analyse`"]));
}

#[test]
fn the_keys_of_brinkmates_are_documented() {
    let keys = printed(&[
        &["hisshi", "--json", "8k/9/9/8P/9/9/9/9/9 b 2G 1"],
        &["hisshi", "--json", IN_THREE],
        &["hisshi", "--json", STATED],
    ]);
    assert_eq!(keys, documented(&["`hisshi`", STATES]));
}

#[test]
fn the_keys_of_problems_that_are_made_are_documented() {
    let template = "9/9/9/9/9/9/9/9/9 b P[GS] 1 ; place=k:1a-3a [GS]:1c-4d ; plies=-5";
    let under_condition = format!("{template} ; condition=no-capture");
    let keys = printed(&[
        &["search", "-q", "--json", template],
        &["search", "-q", "--json", &under_condition],
        &["repair", "-q", "--json", "--plies", "1", TWO],
        &["repair", "-q", "--json", "--plies", "1", "--most", "40", "--changes", "2", NONE],
    ]);
    assert_eq!(keys, documented(&["`search` and `repair`"]));
}

#[test]
fn the_keys_of_benches_are_documented() {
    let folder = Folder::new("json-keys-bench");
    let file = folder.file("one.sfen", THREE);
    for (name, arguments) in [
        ("movegen", &[file.as_str()][..]),
        ("play", &["--depth", "1"]),
        ("collapses", &["--nodes", "1"]),
        ("tsume", &[]),
        ("helpmate", &[]),
    ] {
        let keys = printed(&[&[&["bench", name, "--json"], arguments].concat()]);
        assert_eq!(keys, documented(&[&format!("`bench {name}`")]), "{name}");
    }
}

/// The words in the first column of the table of flaws, against those that the sources know.
#[test]
fn the_flaws_are_documented() {
    let section = PAGE.split("\n## Flaws\n").nth(1).expect("the section");
    let documented: BTreeSet<&str> =
        section.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0)).collect();
    let source = include_str!("../../src/analysis/soundness.rs");
    let names = source.lines().filter_map(|line| {
        let (before, name) = line.trim().strip_suffix("\",")?.split_once(" => \"")?;
        before.starts_with("Flaw::").then_some(name)
    });
    let known: BTreeSet<&str> = names.collect();
    assert!(known.len() > 8);
    assert_eq!(documented.into_iter().filter(|name| *name != "flaw").collect::<BTreeSet<_>>(), known);
}
