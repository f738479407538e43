//! `check`: what is sound, what is wrong with the rest, where solutions differ, intended lines, the backward check.

use crate::run::{Folder, HEAVY, NONE, Run, THREE, TWO, assert_refused, run};
use serde_json::{Value, json};

/// A gold mates at once; the intended line takes three plies.
const DETOUR: &str = "position sfen 8k/9/8G/9/9/9/9/9/9 b 2G 1 moves G*2a 1a2a G*2b";
/// A mate in five, found by a bishop; one solution.
const FIVE: &str = "6g1k/9/9/9/9/9/9/9/9 b B 1";

/// The answer without what changes from run to run.
fn check(arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let Run { code, stdout, stderr, .. } = run(&[&["check"], arguments].concat());
    assert_eq!(stderr, "", "{arguments:?}");
    let mut lines: Vec<String> = stdout.lines().map(str::to_owned).collect();
    let figures = lines.pop().expect("figures");
    assert!(figures.contains(" positions, ") || figures.contains("局面, "), "{figures}");
    lines.retain(|line| !line.starts_with("in the piece box, ") && !line.starts_with("駒箱 "));
    (code, lines)
}

fn check_json(arguments: &[&str]) -> (Option<i32>, Value) {
    let run = run(&[&["check", "--json"], arguments].concat());
    assert_eq!(run.stdout.lines().count(), 1, "{} {}", run.stdout, run.stderr);
    (run.code, serde_json::from_str(&run.stdout).expect("JSON"))
}

/// A file with the shipped problem of 19,447 plies and 2^82 solutions.
fn jugemu(folder: &Folder) -> String {
    let text = include_str!("../../problems/helpmate/long.sfen");
    folder.file("jugemu.sfen", text.lines().find(|line| line.contains("id=jugemu ")).expect("jugemu"))
}

#[test]
fn of_equally_long_lines_of_a_tsume_a_sound_one_is_shown() {
    let tsume = "2l6/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1";
    let (code, answer) = check_json(&["--rule", "tsume", tsume]);
    assert_eq!((code, &answer["check"]["soundness"]), (Some(3), &json!("unknown")));
    let moves = answer["check"]["sound_line"]
        .as_array()
        .expect("a line")
        .iter()
        .map(|mv| mv.as_str().expect("a move"));
    let line = moves.collect::<Vec<_>>().join(" ");
    let text = run(&["check", "--lang", "en", "--rule", "tsume", tsume]).stdout;
    assert!(text.contains("sound if this line is the intended one:\n") && text.contains(&line), "{text}");
    let stated = format!("sfen {tsume} moves {line}");
    let (code, answer) = check_json(&["--rule", "tsume", &stated]);
    assert_eq!((code, answer["check"].get("sound_line")), (Some(0), None));
}

#[test]
fn sound_unsound_unknown() {
    assert_eq!(
        check(&[THREE]),
        (
            Some(0),
            [
                "sound: helpmate in 3, 1 solution",
                "by exhaustive search: exactly 1 solution of at most 3 plies",
                "▲５二角成 △同　銀 ▲４二銀 迄3手詰",
                "1f5b+ 4a5b S*4b",
            ]
            .map(str::to_owned)
            .into()
        )
    );
    assert_eq!(
        check(&["--lang", "ja", TWO]),
        (
            Some(1),
            [
                "不完全作: 協力詰 1手 (解2)",
                "全幅探索により1手以下の解は2つ",
                "最初の分岐: 1手目 (攻方)",
                "  1手目 攻方 ▲１二金打 G*1b",
                "    ▲２二金打 G*2b  打つ場所 (1解)",
                "解の一つ:",
                "▲１二金打 迄1手詰",
                "G*1b",
            ]
            .map(str::to_owned)
            .into()
        )
    );
    let (code, lines) = check(&[NONE]);
    assert_eq!(
        (code, &lines[..]),
        (Some(1), &["unsound: no mate", "by exhaustive search: there is no mate"].map(str::to_owned)[..])
    );
    let (code, lines) = check(&["--nodes", "10000", HEAVY]);
    assert_eq!(code, Some(3));
    assert!(lines[0].starts_with("unknown: nodes (no mate in fewer than "), "{lines:?}");
    assert!(lines[1].starts_with("by exhaustive search: no mate in fewer than "), "{lines:?}");
    let (code, lines) = check(&["--lang", "ja", "--nodes", "10000", HEAVY]);
    assert_eq!(code, Some(3));
    assert!(lines[0].starts_with("不明: 局面数の上限 ("), "{lines:?}");
}

#[test]
fn pieces_left_over_are_a_flaw() {
    let (code, lines) = check(&["1k7/9/9/9/9/9/9/9/9 b 3G 1"]);
    assert_eq!(code, Some(1));
    assert_eq!(lines[..2], ["unsound: helpmate in 3, 1 solution", "- surplus pieces: G"]);
    let (_, lines) = check(&["--lang", "ja", "1k7/9/9/9/9/9/9/9/9 b 3G 1"]);
    assert_eq!(lines[1], "- 駒余り: 金");
    // Of several solutions some leave a piece.
    let (_, lines) = check(&["8k/9/6S2/9/8G/9/9/9/9 b Lg 1"]);
    assert_eq!(lines.last().map(String::as_str), Some("surplus pieces: nothing in 4; G in 2"));
}

#[test]
fn an_intended_line_is_found_or_beaten() {
    let line = |moves: &str| format!("position sfen {THREE} moves {moves}");
    let (code, lines) = check(&[&line("1f5b+ 4a5b S*4b")]);
    assert_eq!((code, lines[2].as_str()), (Some(0), "the intended line is the shortest solution"));
    for (moves, flaw) in [
        ("1f5b+ 4a5b S*5a", "move 3, S*5a, is illegal: 5a is occupied"),
        ("1f5b+ 4a5b S*4c", "move 3, S*4c, gives no check"),
        ("1f5b+ 6a5b S*4b", "it does not end in mate"),
        ("1f5b+ 4a5b", "it does not end in mate"),
    ] {
        let (code, lines) = check(&[&line(moves)]);
        assert_eq!(
            (code, lines[1].as_str()),
            (Some(1), format!("- the intended line is not a mate: {flaw}").as_str())
        );
    }
    let (code, lines) = check(&[&format!("position sfen {TWO} moves G*2b")]);
    assert_eq!((code, lines[2].as_str()), (Some(1), "the intended line is one of the shortest solutions"));
    // The differences are those from the intended line.
    assert_eq!(
        lines[4..6],
        ["  ply 1, attacker: ▲２二金打 G*2b", "    ▲１二金打 G*1b  square of the drop (1 solution)"]
    );
    let stated = format!("{} ; plies=5", line("1f5b+ 4a5b S*4b"));
    let (code, lines) = check(&[&stated]);
    assert_eq!((code, lines[1].as_str()), (Some(1), "- the intended line has 3 plies, 5 are stated"));
}

#[test]
fn a_shorter_mate_than_intended_is_a_flaw() {
    let (code, lines) = check(&[DETOUR]);
    assert_eq!(code, Some(1));
    assert!(lines.contains(&"- early mate: in 1 ply, 3 are intended".to_owned()), "{lines:?}");
    assert!(lines.contains(&"the intended line is not among the shortest solutions".to_owned()), "{lines:?}");
    let (code, lines) = check(&["--plies", "7", THREE]);
    assert_eq!((code, lines[1].as_str()), (Some(1), "- early mate: in 3 plies, 7 are intended"));
    assert_eq!(check(&["--plies", "3", THREE]).0, Some(0));
    // Longer mates than intended are not looked for, which makes the answer quick.
    let (code, lines) = check(&["--plies", "1", THREE]);
    assert_eq!(code, Some(1));
    assert_eq!(lines[0], "unsound: no mate in 1 ply or fewer (longer ones were not looked for)");
    assert_eq!(lines[1], "by exhaustive search: no mate in fewer than 3 plies");
    assert_eq!(check(&["--plies", "9", HEAVY]).0, Some(1));
    // No mate has such a length: nothing is searched.
    for rule in ["helpmate", "tsume"] {
        let refused = run(&["check", "--lang", "en", "--rule", rule, "--plies", "4", THREE]);
        let said =
            format!("a length of 4 contradicts the side to move: with it, a {rule} takes an odd number");
        assert_refused(&refused, &said);
    }
    // What the file states counts too, and the flag before it.
    let folder = Folder::new("check-plies");
    let file = folder.file("set.sfen", format!("{THREE} ; plies=5\n"));
    assert_eq!(check(&[&file]).0, Some(1));
    assert_eq!(check(&["--plies", "3", &file]).0, Some(0));
}

#[test]
fn a_stated_length_that_no_mate_has_is_refused_as_that_of_the_flag_is() {
    let folder = Folder::new("check-stated-plies");
    for (rule, plies) in [("helpmate", 4), ("tsume", 0)] {
        let problem = format!("{THREE} ; rule={rule} ; plies={plies}");
        let refused = run(&["check", "--lang", "en", &problem]);
        let said = format!(
            "argument 1:1: a length of {plies} contradicts the side to move: with it, a {rule} takes an odd number"
        );
        assert_refused(&refused, &said);
        assert!(run(&["check", "--lang", "ja", &problem]).stderr.contains(&format!("{plies}手は")));
    }
    // The flag stands above it, and it is the fault of one problem of a set.
    let wrong = format!("{THREE} ; rule=helpmate ; plies=4");
    assert_eq!(check(&["--plies", "3", &wrong]).0, Some(0));
    let set = folder.file("set.sfen", format!("{wrong}\n{THREE} ; rule=helpmate ; plies=3\n"));
    let both = run(&["check", "--lang", "en", &set]);
    assert_eq!(both.code, Some(2));
    assert!(both.stdout.contains("sound: helpmate in 3, 1 solution"), "{}", both.stdout);
    assert!(both.stderr.contains("set.sfen:1: a length of 4 contradicts"), "{}", both.stderr);
}

#[test]
fn the_worst_that_occurred_is_the_exit_code() {
    let folder = Folder::new("check-codes");
    let [sound, unsound, unknown] =
        [("sound", THREE), ("unsound", TWO), ("unknown", HEAVY)].map(|(name, sfen)| folder.file(name, sfen));
    let code = |files: &[&str]| run(&[&["check", "--nodes", "1000"], files].concat()).code;
    assert_eq!(code(&[&sound]), Some(0));
    assert_eq!(code(&[&sound, &unsound]), Some(1));
    assert_eq!(code(&[&unknown, &unsound]), Some(3));
    assert_eq!(code(&[&unsound, "9/9 b", &unknown]), Some(2));
    let tsume = run(&["check", "--rule", "tsume", "--graph", "graph.json", TWO]);
    assert_eq!((tsume.code, tsume.stdout.as_str()), (Some(2), ""));
    assert!(tsume.stderr.contains("check a tsume without them"), "{}", tsume.stderr);
    let no_king = run(&["check", "9/9/8G/9/9/9/9/9/9 b G 1"]);
    assert!(no_king.stderr.contains("put the defender's king there"), "{}", no_king.stderr);
}

#[test]
fn the_box_is_mentioned() {
    let text = |arguments: &[&str]| run(&[&["check"], arguments].concat()).stdout;
    assert!(text(&[TWO]).contains("in the piece box, not used (--rest gives them to the defender): 2R2B2G"));
    assert!(text(&["--lang", "ja", TWO]).contains("駒箱 (使わない。--rest で玉方の持駒): 飛二"));
    assert!(!text(&["--rest", TWO]).contains("in the piece box"));
    assert!(!text(&[THREE]).contains("in the piece box"));
}

#[test]
fn backward_says_from_where_on_the_line_is_sound() {
    let many = "position sfen 4k4/9/9/9/9/9/9/9/9 b 2G 1 moves G*4a 5a5b 4a4b 5b5c 4b4c 5c6b 4c5c 6b5a G*5b";
    let (code, lines) = check(&["--backward", many]);
    assert_eq!(code, Some(1));
    let from = lines.iter().position(|line| line.starts_with("backward check")).expect("a section");
    assert_eq!(
        lines[from..],
        [
            "backward check: from ply 9 on the intended line is proved the only shortest mate",
            "  from ply 7 on, or from any earlier ply, it is not the only shortest mate",
            "  ply 9 on (1 left): the only shortest mate",
            "  ply 7 on (3 left): 6 of 3 plies, such as 4c5c 6b6a G*6b",
            "  ply 1 on (9 left): 40 of 9 plies, such as G*4a 5a5b 4a4b 5b5c 4b4c 5c6b 4c5c 6b6a G*6b",
        ]
    );
    let sound = format!("position sfen {THREE} moves 1f5b+ 4a5b S*4b");
    let (code, answer) = check_json(&["--backward", &sound]);
    assert_eq!(code, Some(0));
    assert_eq!(
        answer["check"]["backward"],
        json!({"sound_from": 0, "unsound_until": null, "probes": [{"ply": 0, "left": 3, "verdict": "sound"}]})
    );
    let missing = run(&["check", "--backward", THREE]);
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(2), ""));
    assert!(missing.stderr.contains("needs an intended line"), "{}", missing.stderr);
    // A line that is no mate is a flaw, and there is nothing to go back from.
    let (code, answer) = check_json(&["--backward", &format!("position sfen {THREE} moves 1f5b+")]);
    assert_eq!((code, &answer["check"]["backward"]), (Some(1), &Value::Null));
}

#[test]
fn backward_proves_something_where_the_whole_cannot_be_searched() {
    let solved = run(&["solve", "--json", FIVE]);
    let solved: Value = serde_json::from_str(&solved.stdout).expect("JSON");
    let moves: Vec<&str> = solved["solutions"]["listed"][0]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let line = format!("position sfen {FIVE} moves {}", moves.join(" "));
    let (code, answer) = check_json(&["--backward", "--nodes", "20", &line]);
    let backward = &answer["check"]["backward"];
    assert_eq!((code, &answer["check"]["doubt"]), (Some(3), &"nodes".into()), "{answer}");
    assert_eq!((&backward["sound_from"], &backward["unsound_until"]), (&2.into(), &Value::Null), "{answer}");
    // A flaw near the end is a flaw of the whole, which need not be searched.
    let folder = Folder::new("check-backward");
    let solved = run(&["solve", "--json", "--max-solutions", "1", &jugemu(&folder)]);
    let jugemu: Value = serde_json::from_str(&solved.stdout).expect("JSON");
    let moves = jugemu["solutions"]["listed"][0].as_array().expect("moves");
    let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
    let line = format!("position sfen {} moves {}", jugemu["sfen"].as_str().expect("text"), moves.join(" "));
    let line = folder.file("line.sfen", line);
    let (code, answer) = check_json(&["--backward", "--nodes", "400000", &line]);
    assert_eq!((code, &answer["verdict"]), (Some(1), &"unknown".into()), "{}", answer["check"]);
    assert_eq!(answer["check"]["flaws"][0]["flaw"], "rest", "{}", answer["check"]["flaws"]);
}

#[test]
fn a_tsume_whose_length_is_not_to_be_proved_stays_unknown_for_that_reason() {
    let three = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    for command in ["check", "extend"] {
        let unknown = run(&[command, "--rule", "tsume", "--prove", "none", three]);
        assert_eq!(unknown.code, Some(3), "{}{}", unknown.stdout, unknown.stderr);
        let reason = "--prove none leaves the length unproved: leave it out";
        assert!(unknown.stdout.contains(reason), "{}", unknown.stdout);
    }
    let json = run(&["check", "--json", "--rule", "tsume", "--prove", "none", three]);
    assert!(json.stdout.contains(r#""doubt":"not-proved""#), "{}", json.stdout);
}

#[test]
fn json_has_the_keys_of_solve_and_one_more() {
    let (code, mut answer) = check_json(&[TWO]);
    assert_eq!(code, Some(1));
    let check = answer["check"].take();
    let solved: Value = serde_json::from_str(&run(&["solve", "--json", TWO]).stdout).expect("JSON");
    for (key, value) in solved.as_object().expect("an object") {
        assert!(key == "stats" || answer[key] == *value, "{key}: {} {value}", answer[key]);
    }
    let place = json!({
        "ply": 1, "side": "attacker", "sfen": TWO, "main": "G*1b",
        "alternatives": [{"move": "G*2b", "kind": "drop-square", "solutions": "1", "rejoins": null}],
    });
    assert_eq!(
        check,
        json!({
            "soundness": "unsound",
            "flaws": [{"flaw": "several-solutions", "solutions": "2"}],
            "doubt": null,
            "intended": {"plies": null, "line": null, "is_solution": null},
            "differences": {
                "first_ply": 1, "places": 1, "kinds": {"drop-square": "1"}, "main": ["G*1b"], "listed": [place],
            },
            "surplus": [{"hand": "", "solutions": "2"}],
            "backward": null,
        })
    );
}

/// The kinds of differences that the shipped problems show, by their ids.
const KINDS: [(&str, &[&str]); 11] = [
    ("dual-promotion", &["promotion"]),
    ("dual-distance", &["distance"]),
    ("dual-square", &["drop-square"]),
    ("dual-piece", &["drop-piece"]),
    ("dual-interposition-square", &["distance"]),
    ("dual-interposition-piece", &["drop-piece"]),
    ("dual-defender-promotion", &["promotion"]),
    ("dual-last-move", &["last-move"]),
    ("dual-check", &["other"]),
    ("dual-answer", &["other"]),
    ("dual-order", &["order", "other"]),
];

#[test]
fn shipped_problems_are_what_they_say() {
    let mut seen = 0;
    for name in ["checks", "soundness", "uchifuzume", "verdicts"] {
        let path = format!("{}/problems/helpmate/{name}.sfen", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("a shipped file");
        let answers = run(&["check", "--json", &path]);
        let answers = answers.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        for (answer, line) in
            answers.zip(text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')))
        {
            let id = answer["id"].as_str().expect("an id");
            assert!(line.contains(&format!("id={id} ")), "{id}: {line}");
            let is_sound = answer["check"]["soundness"] == "sound";
            assert_eq!(is_sound, !line.contains("status="), "{id}: {}", answer["check"]);
            if let Some((_, kinds)) = KINDS.iter().find(|(name, _)| *name == id) {
                let found = answer["check"]["differences"]["kinds"].as_object().expect("kinds");
                assert!(found.keys().eq(kinds.iter()), "{id}: {found:?}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, KINDS.len());
}

#[test]
fn numbers_too_large_to_list_are_counted_by_their_differences() {
    let folder = Folder::new("check-jugemu");
    let (code, answer) = check_json(&[&jugemu(&folder)]);
    assert_eq!(code, Some(1));
    let found = &answer["check"]["differences"];
    // Two ways, eighty-two times: 2^82 solutions, and all but one leave the first somewhere.
    assert_eq!((&found["places"], &found["first_ply"]), (&82.into(), &48.into()));
    let count: u128 = answer["solutions"]["count"].as_str().expect("a count").parse().expect("a number");
    assert_eq!(
        (count, &found["kinds"]),
        (1 << 82, &json!({"other": ((1u128 << 82) - 2).to_string(), "promotion": "1"}))
    );
}
