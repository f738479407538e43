//! `--resume` of `extend`, `repair` and `search` goes on with the same work only, and says in what other work differs.

use crate::run::{Folder, THREE, TWO, run};
use serde_json::Value;
use std::fs;

/// A mate before which little can be put.
const GOLD: &str = "position sfen 9/6g1k/9/9/6N2/9/9/9/9 b g 1 ; rule=helpmate\n";

/// The same position under another rule.
const GOLD_TSUME: &str = "position sfen 9/6g1k/9/9/6N2/9/9/9/9 b g 1 ; rule=tsume\n";

/// A template of whose fillings none is decided with a few nodes.
const TEMPLATE: &str = "4k4/9/9/9/9/9/9/9/9 b [RB]2[GS] 1 ; rule=tsume ; plies=5-15";

fn two() -> String {
    format!("position sfen {TWO} ; rule=helpmate\n")
}

/// A command, what it is asked for, and two problems about which there is something to tell.
fn commands() -> [(&'static [&'static str], String, String); 2] {
    let silver = "position sfen 8k/9/8P/9/9/9/9/9/9 b Gs 1 ; rule=helpmate\n".to_owned();
    [
        (&["extend"], GOLD.to_owned(), silver),
        (&["repair", "--most", "4"], two(), two().replace(" b G ", " b S ")),
    ]
}

#[test]
fn other_problems_under_the_same_name_are_refused() {
    for (command, first, second) in commands() {
        let folder = Folder::new(&format!("other-problems-{}", command[0]));
        let input = folder.file("problems.sfen", &first);
        let kept = folder.path("kept.jsonl");
        let arguments = [command, &[&input, "--resume", &kept]].concat();
        assert_eq!(run(&arguments).code, Some(0));
        let [results, state] =
            [kept.clone(), format!("{kept}.state")].map(|file| fs::read(file).expect("a file"));
        assert!(!results.is_empty());
        let refused = |arguments: &[&str]| {
            let refused = run(arguments);
            assert_eq!(refused.code, Some(2), "{}", refused.stderr);
            assert!(refused.stderr.contains("with other problems as inputs"), "{}", refused.stderr);
            assert_eq!(fs::read(&kept).expect("a file"), results);
            assert_eq!(fs::read(format!("{kept}.state")).expect("a file"), state);
        };
        // Another position, another rule, none at all, another one before it.
        for other in [second.clone(), GOLD_TSUME.to_owned(), "# none\n".to_owned(), second.clone() + &first] {
            folder.file("problems.sfen", other);
            refused(&arguments);
        }
        fs::remove_file(&input).expect("a file");
        assert!(run(&arguments).stderr.contains("no such file or folder"));
        // One more behind it is more of the same work.
        folder.file("problems.sfen", first.clone() + &second);
        refused(&[&arguments[..], &["--shard", "2/2"]].concat());
        assert_eq!(run(&arguments).code, Some(0));
        let fresh = folder.path("fresh.jsonl");
        assert_eq!(run(&[command, &[&input, "--resume", &fresh]].concat()).code, Some(0));
        let whole = fs::read(&fresh).expect("a file");
        assert!(whole.len() > results.len());
        assert_eq!(fs::read(&kept).expect("a file"), whole);
        let again = run(&arguments);
        assert_eq!((again.code, again.stdout.as_str()), (Some(0), ""));
        assert!(again.stderr.contains("nothing left to do"), "{}", again.stderr);
    }
}

#[test]
fn an_input_behind_the_others_is_more_of_the_same_work() {
    for (command, first, second) in commands() {
        let folder = Folder::new(&format!("more-inputs-{}", command[0]));
        let [first, second] = [folder.file("1.sfen", first), folder.file("2.sfen", second)];
        let [kept, fresh] = ["kept.jsonl", "fresh.jsonl"].map(|name| folder.path(name));
        let work = |inputs: &[&str], file: &str| run(&[command, inputs, &["--resume", file]].concat());
        assert_eq!(work(&[&first], &kept).code, Some(0));
        for refused in [work(&[&second, &first], &kept), work(&[&second], &kept)] {
            assert_eq!(refused.code, Some(2), "{}", refused.stderr);
            assert!(refused.stderr.contains("INPUT"), "{}", refused.stderr);
        }
        let further = work(&[&first, &second], &kept);
        assert_eq!(further.code, Some(0), "{}", further.stderr);
        assert_eq!(work(&[&first, &second], &fresh).code, Some(0));
        assert_eq!(fs::read(&kept).expect("a file"), fs::read(&fresh).expect("a file"));
        // Without it there would be too much in the file.
        assert_eq!(work(&[&first], &kept).code, Some(2));
    }
}

#[test]
fn what_versions_left_that_did_not_note_the_problems_is_gone_on_with() {
    for (command, first, second) in commands() {
        let folder = Folder::new(&format!("unnoted-problems-{}", command[0]));
        let input = folder.file("problems.sfen", first.clone() + &second);
        let kept = folder.path("kept.jsonl");
        let arguments = [command, &[&input, "--resume", &kept]].concat();
        assert_eq!(run(&arguments).code, Some(0));
        let state = format!("{kept}.state");
        let mut noted: Value =
            serde_json::from_str(&fs::read_to_string(&state).expect("a state")).expect("JSON");
        let removed = noted["progress"].as_object_mut().expect("an object").remove("read");
        assert_eq!(removed.expect("a digest").as_str().map(str::len), Some(64));
        fs::write(&state, noted.to_string()).expect("a state");
        assert!(run(&arguments).stderr.contains("nothing left to do"));
    }
}

#[test]
fn what_differs_is_named() {
    let folder = Folder::new("other-work");
    let input = folder.file("problems.sfen", GOLD);
    let kept = folder.path("kept.jsonl");
    assert_eq!(run(&["extend", &input, "--beam", "20", "--keep", "5e", "--resume", &kept]).code, Some(0));
    let results = fs::read(&kept).expect("a file");
    for (arguments, english, japanese) in [
        (&["extend", &input, "--keep", "5e"][..], "(--beam 20, not 10):", "(--beam は 20、今回は 10):"),
        (
            &["extend", &input, "--beam", "20", "--backtrack"],
            "(--backtrack none, not given; --keep 5e, not none):",
            "(--backtrack は なし、今回は あり; --keep は 5e、今回は なし):",
        ),
    ] {
        let resumed = [arguments, &["--resume", &kept]].concat();
        let refused = run(&resumed);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains(english), "{}", refused.stderr);
        let refused = run(&[&resumed[..], &["--lang", "ja"]].concat());
        assert!(refused.stderr.contains(japanese), "{}", refused.stderr);
    }
    let refused = run(&["repair", &input, "--resume", &kept]);
    // Nothing else is said: each command has flags of its own.
    assert!(refused.stderr.contains("(tsumugi extend, not repair):"), "{}", refused.stderr);
    assert_eq!(fs::read(&kept).expect("a file"), results);
    // Only how fast it goes may differ.
    let same = [
        "extend",
        &input,
        "--beam",
        "20",
        "--keep",
        "5e",
        "--threads",
        "2",
        "--jobs",
        "2",
        "--memory",
        "64M",
    ];
    let same = run(&[&same[..], &["--resume", &kept]].concat());
    assert!(same.stderr.contains("nothing left to do"), "{}", same.stderr);
}

#[test]
fn results_that_the_state_counts_are_missed() {
    let folder = Folder::new("lost-results");
    let kept = folder.path("kept.jsonl");
    let arguments = ["search", "8k/9/[GS-]8/9/9/9/9/9/9 b [RB][GS] 1 ; plies=3-5", "--resume", &kept];
    assert_eq!(run(&arguments).code, Some(0));
    fs::remove_file(&kept).expect("a file");
    let refused = run(&arguments);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("or remove both files to start again"), "{}", refused.stderr);
    assert!(fs::metadata(&kept).is_err(), "no empty file is left");
    fs::remove_file(format!("{kept}.state")).expect("a state");
    assert_eq!(run(&arguments).code, Some(0));
}

/// What was found wrong, or stayed open, with problems that are done is no less so when nothing is left to do.
#[test]
fn a_run_with_nothing_left_ends_as_the_one_before() {
    let cases: [(&[&str], i32); 5] = [
        (&["extend", TWO, THREE], 1),
        (&["extend", "--nodes", "30", THREE], 3),
        (&["repair", "--budget", "1", TWO], 3),
        (&["repair", "--rule", "helpmate", "--plies", "9", "8k/9/9/9/9/9/9/9/9 b - 1"], 1),
        (&["search", "--nodes", "2", TEMPLATE], 3),
    ];
    for (command, code) in cases {
        let folder = Folder::new(&format!("ends-as-before-{}-{code}", command[0]));
        let kept = folder.path("kept.jsonl");
        let arguments = [command, &["--resume", &kept]].concat();
        let first = run(&arguments);
        assert_eq!(first.code, Some(code), "{command:?}: {}", first.stderr);
        let again = run(&arguments);
        assert!(again.stderr.contains("nothing left to do"), "{}", again.stderr);
        assert_eq!(again.code, Some(code), "{command:?}: {}", again.stderr);
    }
}
