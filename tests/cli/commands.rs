//! `verify`, `show`, `flip`, `mirror`, `perft` and `usi`; the help of all commands.

use crate::run::{Folder, HEAVY, NONE, THREE, TWO, run, run_with_stdin};
use serde_json::{Value, json};

#[test]
fn verify_leaves_out_what_is_unproved_or_heavy() {
    let folder = Folder::new("left-out");
    let set = format!(
        "{THREE} ; plies=3\n{TWO} ; plies=1 ; status=unproved\n{TWO} ; plies=3 ; status=several, heavy"
    );
    let file = folder.file("set.sfen", set);
    let some = run(&["verify", &file]);
    assert_eq!(some.code, Some(0), "{}", some.stdout);
    assert!(
        some.stdout.contains("1 as stated") && some.stdout.contains("2 unproved or heavy and not solved")
    );
    let all = run(&["verify", "--all", &file]);
    assert_eq!(all.code, Some(1), "{}", all.stdout);
    assert!(all.stdout.contains("2 as stated, 1 different") && !all.stdout.contains("not solved"));
}

#[test]
fn verify_shows_what_differs() {
    let folder = Folder::new("verify");
    let file = folder.file(
        "set.sfen",
        [
            format!("{THREE} ; id=good ; plies=3 ; solutions=1"),
            format!("{TWO} ; id=several ; plies=1 ; solutions=>1"),
            format!("{NONE} ; id=none ; plies=none ; solutions=0"),
            format!("{THREE} ; id=short ; plies=5"),
            format!("{TWO} ; id=count ; solutions=1"),
            format!("{NONE} ; id=mate ; plies=1"),
            format!("{TWO} ; id=nomate ; plies=none"),
            format!("position sfen {THREE} moves 1f5b+ 4a5b S*4b ; id=line"),
            format!("position sfen {THREE} moves 1f5b+ 4a5b S*4c ; id=nocheck"),
            format!("position sfen {THREE} moves 1f5b+ 4a5b S*5a ; id=illegal"),
            format!("position sfen {THREE} moves 1f5b+ 6a5b S*4b ; id=notmate"),
            format!("{HEAVY} ; id=heavy ; plies=4197"),
            TWO.to_owned(),
        ]
        .join("\n"),
    );
    let jobs = run(&["verify", "--nodes", "5000", "--jobs", "3", &file]);
    let run = run(&["verify", "--nodes", "5000", &file]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(3), ""));
    assert_eq!((jobs.code, &jobs.stdout), (run.code, &run.stdout));
    let rows: Vec<Vec<&str>> = run
        .stdout
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let expected = [
        &["problem", "what", "stated", "found"][..],
        &["short", "plies", "5", "helpmate in 3, 1 solution"],
        &["count", "solutions", "1", "2"],
        &["mate", "plies", "1", "no mate"],
        &["nomate", "plies", "none", "helpmate in 1, 2 solutions"],
        &["nocheck", "intended line", "a line of 3 plies", "move 3, S*4c, gives no check"],
        &["illegal", "intended line", "a line of 3 plies", "move 3, S*5a, is illegal: 5a is occupied"],
        &["notmate", "intended line", "a line of 3 plies", "it does not end in mate"],
    ];
    assert_eq!(rows[..expected.len()], expected);
    assert!(rows[expected.len()].starts_with(&["heavy", "plies", "4197"]), "{}", run.stdout);
    assert!(rows[expected.len()][3].starts_with("unknown: nodes"), "{}", run.stdout);
    assert_eq!(
        run.stdout.lines().last(),
        Some("4 as stated, 7 different, 1 undecided, 0 unreadable, 1 without a statement")
    );
}

#[test]
fn verify_answers_in_json() {
    let folder = Folder::new("verify-json");
    let set = [
        format!("{THREE} ; id=good ; plies=3"),
        format!("position sfen {THREE} moves 1f5b+ 4a5b S*5a ; id=wrong"),
        format!("{HEAVY} ; id=long ; plies=4197"),
        format!("{TWO} ; id=silent"),
        format!("{TWO} ; id=unproved ; plies=1 ; status=unproved"),
        "nonsense".to_owned(),
    ];
    let file = folder.file("set.sfen", set.join("\n"));
    let arguments = ["verify", "--json", "--nodes", "5000", &file];
    let found = run(&arguments);
    assert_eq!(found.code, Some(2), "{}", found.stderr);
    let japanese = run(&[&arguments[..], &["--lang", "ja", "--jobs", "2"]].concat());
    let lines = |run: &crate::run::Run| -> Vec<Value> {
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (lines, others) = (lines(&found), lines(&japanese));
    // But for the words about what cannot be read.
    assert!(lines[..5] == others[..5] && lines[6] == others[6], "{}", japanese.stdout);
    let results = lines.iter().map(|line| line["result"].as_str());
    let expected = ["as-stated", "different", "undecided", "no-statement", "left-out"];
    assert!(results.eq(expected.map(Some).into_iter().chain([None, None])), "{}", found.stdout);
    let finding = &lines[1]["findings"][0];
    assert_eq!((&finding["what"], &finding["differs"]), (&json!("line"), &json!(true)));
    assert_eq!(finding["found"], "move 3, S*5a, is illegal: 5a is occupied");
    assert_eq!(lines[2]["findings"][0]["differs"], false);
    assert!(lines[5]["error"]["message"].is_string());
    let counts = &lines[6]["counts"];
    assert_eq!((&counts["as_stated"], &counts["unreadable"]), (&json!(1), &json!(1)));
}

#[test]
fn a_length_that_is_a_bound_is_verified_as_one() {
    let folder = Folder::new("verify-bound");
    let set = folder
        .file("set.sfen", "2+P1l4/3pg2R1/pl3+PB2/1B1+rk4/3l5/1pP6/9/2L6/9 b 3g4s4n12p 1 ; rule=tsume\n");
    let solve = |format: &str| run(&["solve", "--prove", "none", "--format", format, &set]).stdout;
    for (format, name) in [("json", "x.jsonl"), ("kif", "x.kif"), ("usi", "x.sfen")] {
        let file = folder.file(name, solve(format));
        let verified = run(&["verify", &file]);
        assert_eq!(verified.code, Some(0), "{format}: {}{}", verified.stdout, verified.stderr);
        assert!(verified.stdout.starts_with("1 as stated, 0 different"), "{}", verified.stdout);
    }
    for (plies, code) in [("<=0", 1), ("<=1", 0), ("<=99", 0), ("99", 1)] {
        let stated = format!("{TWO} ; rule=tsume ; plies={plies}");
        assert_eq!(run(&["verify", &stated]).code, Some(code), "{plies}");
    }
    let shown = run(&["show", &format!("{TWO} ; plies=<=5")]);
    assert!(shown.stdout.contains("at most 5"), "{}", shown.stdout);
}

#[test]
fn show_draws_what_solve_refuses() {
    let run_show = run(&["show", "4k3+p/9/4O4/P8/P8/9/9/9/+R+LK6 w 2G10Pb 1"]);
    assert_eq!((run_show.code, run_show.stderr.as_str()), (Some(0), ""));
    for part in
        ["| ・ ・ ・ ・v玉 ・ ・ ・vと|一\n", "石", "先手の持駒：金二　歩十\n", "後手番\n", "not legal: nifu"]
    {
        assert!(run_show.stdout.contains(part), "{part}: {}", run_show.stdout);
    }
    let line =
        run(&["show", "--lang", "ja", &format!("position sfen {THREE} moves 1f5b+ 4a5b S*4b;title=試し")]);
    assert!(
        line.stdout.contains("試し\n") && line.stdout.contains("作意:\n▲５二角成 △同　銀 ▲４二銀\n"),
        "{}",
        line.stdout
    );
    let illegal = run(&["show", &format!("{TWO} moves G*1b 1a1b 9i9h")]);
    assert_eq!(illegal.code, Some(2));
    assert!(
        illegal.stdout.contains("先手番") && illegal.stderr.contains("move 2 of the line"),
        "{}",
        illegal.stderr
    );
}

#[test]
fn flip_and_mirror_turn_positions_moves_and_statements() {
    let line = format!("position sfen {TWO} moves G*1b ; id=x ; attacker=black");
    assert_eq!(run(&["flip", TWO]).stdout, "9/9/9/9/9/9/g8/9/K8 w g 1\n");
    assert_eq!(run(&["mirror", TWO]).stdout, "k8/9/G8/9/9/9/9/9/9 b G 1\n");
    assert_eq!(
        run(&["flip", &line]).stdout,
        "position sfen 9/9/9/9/9/9/g8/9/K8 w g 1 moves G*9h ; id=x ; attacker=white\n"
    );
    assert_eq!(
        run(&["mirror", &line]).stdout,
        "position sfen k8/9/G8/9/9/9/9/9/9 b G 1 moves G*9b ; id=x ; attacker=black\n"
    );
    let turned = "9/9/9/9/9/9/g8/9/K8 w g 1";
    let canonical = [TWO, turned].map(|sfen| run(&["flip", "--canonical", sfen]).stdout);
    assert_eq!(canonical[0], canonical[1]);
    // Diagrams that are not legal can be turned too; text that is no diagram cannot.
    assert_eq!(run(&["flip", "P7k/P8/9/9/9/9/9/9/9 b - 1"]).code, Some(0));
    let bad = run(&["mirror", "8k/9/9 b", TWO]);
    assert_eq!((bad.code, bad.stdout.as_str()), (Some(2), "k8/9/G8/9/9/9/9/9/9 b G 1\n"));
}

#[test]
fn perft_counts() {
    for arguments in [&["perft", "3"][..], &["perft", "--bulk", "3"], &["perft", "--bulk", "3", "startpos"]] {
        let run = run(arguments);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(run.stdout.starts_with("nodes 25470  seconds "), "{}", run.stdout);
    }
    let divided = run(&["perft", "--divide", "2", "position startpos moves 7g7f"]);
    let counts: Vec<u64> = divided
        .stdout
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(mv, _)| *mv != "nodes")
        .filter_map(|(_, count)| count.parse().ok())
        .collect();
    assert_eq!(counts.len(), 30);
    let total = counts.iter().sum::<u64>();
    assert!(divided.stdout.contains(&format!("nodes {total}  ")), "{}", divided.stdout);
    assert!(run(&["perft", "0"]).stdout.starts_with("nodes 1 "));
    // More pieces than a set has: generators are tested on such diagrams, too.
    let many = run(&["perft", "1", "4k4/9/9/9/9/9/9/9/RRR1K4 b 20P5g 1"]);
    assert_eq!((many.code, many.stderr.as_str()), (Some(0), ""));
    assert!(many.stdout.starts_with("nodes 107  "), "{}", many.stdout);
    for bad in
        ["nonsense", "startpos moves 7g7e", "P7k/P8/9/9/9/9/9/9/9 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b 5R 1"]
    {
        let run = run(&["perft", "1", bad]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{bad}");
        assert!(run.stderr.starts_with("tsumugi: perft: "), "{}", run.stderr);
    }
}

#[test]
fn usi_is_the_engine_by_name() {
    let [named, unnamed] = [&["usi"][..], &[]].map(|arguments| run_with_stdin(arguments, b"usi\nquit\n"));
    assert_eq!((named.code, named.stderr.as_str()), (Some(0), ""));
    assert!(named.stdout.ends_with("usiok\n"), "{}", named.stdout);
    assert_eq!(named.stdout, unnamed.stdout);
}

/// Whoever copies a line of an example has a command that runs, with what is said of it.
#[test]
fn remarks_behind_examples_are_comments_of_the_shell() {
    for (page, lang, remark) in [
        (&["search"][..], "en", "plies=-3\"  # neither side may capture\n"),
        (&["search"], "ja", "plies=-3\"  # 取禁\n"),
        (&["convert"], "en", "problems/ kif/ --format kif  # one file per problem\n"),
        (&["book", "build"], "en", "  # 500 positions; after a stop, the same command continues\n"),
    ] {
        let help = run(&[page, &["--help", "--lang", lang]].concat()).stdout;
        assert!(help.contains(remark), "{page:?}: {help}");
    }
}

#[test]
fn the_help_of_every_command_has_examples() {
    let help = run(&["--help"]).stdout;
    let commands = help.split("Commands:\n").nth(1).expect("commands").split("\n\n").next().expect("a list");
    let names: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 12 && names.contains(&"usi"), "{names:?}");
    let bench = ["movegen", "play", "tsume", "helpmate"].map(|name| vec!["bench", name, "--help"]);
    let tune = ["play", "fit", "match", "margins"].map(|name| vec!["tune", name, "--help"]);
    let pages = names.iter().filter(|name| **name != "help").map(|&name| vec![name, "--help"]);
    for arguments in pages.chain(bench).chain(tune).chain([vec!["--help"]]) {
        let run = run(&arguments);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(run.stdout.contains("Example"), "{arguments:?}: {}", run.stdout);
        let shown = format!("tsumugi {}", arguments[..arguments.len() - 1].join(" "));
        assert!(run.stdout.matches(&shown).count() > 1, "{arguments:?}: {}", run.stdout);
    }
}
