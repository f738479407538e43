//! `ask` and `records`: what is asked about a problem or its solution.

use crate::run::{Folder, TWO, assert_refused, run};
use serde_json::Value;

const TSUME: &str = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";

fn asked(arguments: &[&str], code: i32) -> Value {
    let run = run(&[&["ask", "--json"], arguments].concat());
    assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
    serde_json::from_str(run.stdout.trim()).expect("one JSON object")
}

#[test]
fn moves_are_read_in_usi_and_in_japanese() {
    let lines = [
        "G*2c 2b1a",
        "▲２三金△１一玉",
        "２三金打、１一玉",
        "☗23金 ☖1一玉",
        "G*2c,△１一玉",
        "  G*2c  2b1a  ",
        "▲２三金 △１一玉 迄2手",
        "23金 11玉 まで2手で詰み",
    ];
    for line in lines {
        let answer = asked(&["--rule", "tsume", "--line", line, TSUME], 0);
        assert_eq!(answer["ask"]["line"], serde_json::json!(["G*2c", "2b1a"]), "{line}");
        assert_eq!((&answer["plies"], &answer["ask"]["plies_in_all"]), (&1.into(), &3.into()), "{line}");
        assert_eq!(answer["sfen"], "7k1/9/7G1/7P1/9/9/9/9/9 b G2r2b2g4s4n4l17p 3".replace("7k1/9", "8k/9"));
    }
}

/// The length of a problem is that from its position on.
#[test]
fn no_length_is_recorded_behind_moves() {
    let stated = format!("{TSUME} ; rule=tsume ; plies=5");
    assert_eq!(asked(&[&stated], 0)["recorded"]["plies"], 5);
    for line in ["G*2c", "G*2c 2b1a"] {
        let answer = asked(&["--line", line, &stated], 0);
        assert_eq!(
            (&answer["recorded"], &answer["ask"]["plies_in_all"]),
            (&Value::Null, &3.into()),
            "{line}"
        );
    }
}

#[test]
fn a_line_that_cannot_be_played_is_named_by_its_column() {
    for (line, column, word) in [
        ("G*2c 2b2b", 6, "2b2b"),
        ("▲２三金△１一金", 5, "１一金"),
        ("G*2c 2b1a 2d2e", 11, "2d2e"),
        ("nonsense", 1, "nonsense"),
    ] {
        let run = run(&["ask", "--lang", "en", "--rule", "tsume", "--line", line, TSUME]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{line}");
        let place = format!("--line:1:{column}: ");
        assert!(run.stderr.contains("--line") && run.stderr.contains(word), "{line}: {}", run.stderr);
        assert!(
            run.stderr.contains(&place) || run.stderr.contains(&format!("column {column}")),
            "{}",
            run.stderr
        );
    }
    // The problem is named, too.
    let problem = format!("{TSUME} ; id=named");
    let json = run(&["ask", "--json", "--rule", "tsume", "--line", "nonsense", &problem]);
    let said: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&said["id"], &said["error"]["column"]), (&"named".into(), &1.into()));
    assert!(json.stderr.contains("(named): --line:1: column 1: "), "{}", json.stderr);
    // A move of the attacker's that gives no check.
    let run = run(&["ask", "--lang", "en", "--rule", "tsume", "--line", "G*5e", TSUME]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("move 1, G*5e, gives no check"), "{}", run.stderr);
}

#[test]
fn records_of_what_is_not_solved_stay_unknown() {
    let unknown = run(&["records", "--json", "--rule", "tsume", "--nodes", "1", TSUME]);
    assert_eq!(unknown.code, Some(3), "{}", unknown.stderr);
    assert!(unknown.stdout.contains("no solution was found within the limits"), "{}", unknown.stdout);
    let no_mate = run(&["records", "--rule", "tsume", crate::run::NONE]);
    assert_eq!(no_mate.code, Some(0), "decided, as by solve: {}", no_mate.stderr);
    assert!(no_mate.stderr.contains("there is no mate, and so no records"), "{}", no_mate.stderr);
}

#[test]
fn what_refutes_is_proved() {
    // After the wrong check one reply is named; it has no mate by itself.
    let answer = asked(&["--rule", "tsume", "--line", "G*2a", TSUME], 0);
    assert_eq!((&answer["verdict"], &answer["ask"]["plies_in_all"]), (&"nomate".into(), &Value::Null));
    let refutations = answer["ask"]["refutations"].as_array().expect("a list");
    assert_eq!((refutations.len(), &refutations[0]["check"]), (1, &Value::Null));
    let reply = refutations[0]["reply"].as_str().expect("a reply");
    let after = asked(&["--rule", "tsume", "--line", &format!("G*2a {reply}"), TSUME], 0);
    assert_eq!(after["verdict"], "nomate");
    // Where the attacker is to move, every check has its reply.
    let checks = after["ask"]["refutations"].as_array().expect("a list");
    assert!(!checks.is_empty());
    for refutation in checks {
        let (check, answer) = (refutation["check"].as_str(), refutation["reply"].as_str());
        let line = format!("G*2a {reply} {} {}", check.expect("a check"), answer.expect("a reply"));
        assert_eq!(asked(&["--rule", "tsume", "--line", &line, TSUME], 0)["verdict"], "nomate", "{line}");
    }
}

#[test]
fn helpmates_count_the_mates_from_there() {
    let answer = asked(&["--line", "G*1b", TWO], 0);
    assert_eq!((&answer["plies"], &answer["solutions"]["count"]), (&0.into(), &"1".into()));
    assert_eq!(answer["ask"]["plies_in_all"], 1);
}

#[test]
fn a_stated_line_is_followed_as_far_as_asked() {
    let folder = Folder::new("ask");
    let set = folder.file("set.sfen", format!("position sfen {TSUME} moves G*2c 2b1a G*1b ; rule=tsume\n"));
    for (ply, plies) in [("0", 3), ("1", 2), ("2", 1), ("3", 0)] {
        let answer = asked(&["--ply", ply, &set], 0);
        assert_eq!((&answer["plies"], &answer["ask"]["plies_in_all"]), (&plies.into(), &3.into()), "{ply}");
    }
    assert_eq!(asked(&[&set], 0)["plies"], 0);
    assert_refused(&run(&["ask", "--ply", "4", &set]), "--ply 4: the problem's line has 3 plies");
}

#[test]
fn what_is_unknown_is_not_called_no_mate() {
    let hard = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
    let answer = asked(&["--rule", "tsume", "--nodes", "100", hard], 3);
    assert_eq!(
        (&answer["verdict"], answer["ask"]["refutations"].as_array().map(Vec::len)),
        (&"unknown".into(), Some(0))
    );
}

/// Neither says anything about the traditional length, so a stated length makes no difference to the search.
#[test]
fn records_and_verify_do_not_search_for_the_traditional_length() {
    let chosen = "6lnk/9/4+B4/9/9/6R2/9/9/9 b L 1";
    let searched = |command: &str, stated: &str| {
        let problem = format!("{chosen} ; id=a ; plies={stated}");
        let run = run(&[command, "-v", "--json", "--rule", "tsume", &problem]);
        let nodes = run.stderr.rsplit(" nodes: ").next().and_then(|rest| rest.split(',').next());
        let nodes: u64 = nodes.and_then(|nodes| nodes.parse().ok()).expect("a number of nodes");
        (nodes, run.stdout)
    };
    assert_eq!(searched("records", "5"), searched("records", "7"));
    assert_eq!(searched("verify", "5").0, searched("verify", "7").0);
}

#[test]
fn records_take_the_stated_line_if_it_mates() {
    let folder = Folder::new("records");
    let set = folder.file(
        "set.sfen",
        format!(
            "position sfen {TSUME} moves G*2c 2b1a G*1b ; rule=tsume ; id=mates\n\
             position sfen {TSUME} moves G*2c 2b1a ; rule=tsume ; id=ends-early\n\
             9/7k1/9/9/9/9/9/9/9 b G 1 ; rule=tsume ; id=none\n"
        ),
    );
    let run = run(&["records", "--json", "--lang", "en", &set]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&lines[0]["id"], &lines[0]["line_from"]), (&"mates".into(), &"problem".into()));
    assert_eq!((&lines[1]["id"], &lines[1]["line_from"]), (&"ends-early".into(), &"search".into()));
    assert_eq!(
        (&lines[0]["line_flaw"], &lines[1]["line_flaw"]),
        (&Value::Null, &"it does not end in mate".into())
    );
    assert_eq!(lines[2]["error"]["message"], "there is no mate, and so no records");
    assert_eq!((&lines[3]["problems"], &lines[3]["greatest"]["plies"]["value"]), (&2.into(), &3.into()));
    let solved = crate::run::run(&["records", "--json", "--solve", &set]);
    assert!(!solved.stdout.contains(r#""line_from":"problem""#), "{}", solved.stdout);
    let text = crate::run::run(&["records", &set]);
    let said =
        "length 3 plies (the solution found; the stated line is not a solution: it does not end in mate)";
    assert!(text.stdout.contains(said), "{}", text.stdout);
}

#[test]
fn the_greatest_alone_is_one_table() {
    let run = run(&["records", "--lang", "en", "--greatest", TWO, "8k/9/9/9/9/9/9/9/9 b 2G 1"]);
    assert!(run.stdout.starts_with("the maximum of 2 problems\n"), "{}", run.stdout);
    let json = self::run(&["records", "--json", "--greatest", TWO, TWO]).stdout;
    assert!(json.lines().count() == 1 && json.contains("\"greatest\""), "{json}");
    assert!(!run.stdout.contains("the solution found"), "{}", run.stdout);
}

#[test]
fn a_certificate_is_asked_without_a_search() {
    let folder = Folder::new("ask-certificate");
    let proof = folder.path("proof.cert");
    let solved = run(&["solve", "--json", "--rule", "tsume", "--certificate", &proof, TSUME]);
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    let solved: Value = serde_json::from_str(&solved.stdout).expect("JSON");
    let line: Vec<&str> = solved["solutions"]["listed"][0]
        .as_array()
        .expect("a line")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    // Along the solution both bounds are known, and they are those of a search.
    for plies in 0..=line.len() {
        let moves = line[..plies].join(" ");
        let told = asked(&["--line", &moves, &proof], 0);
        let left = line.len() - plies;
        assert_eq!((&told["mate_within"], &told["exact"]), (&left.into(), &true.into()), "{moves}: {told}");
        let check = line.get(plies).filter(|_| plies % 2 == 0);
        assert_eq!(told["check"].as_str().is_some(), check.is_some(), "{moves}");
        assert_eq!(told["sfen"], asked(&["--rule", "tsume", "--line", &moves, TSUME], 0)["sfen"]);
    }
    // What the proof has no use for is unknown to it, and an illegal move is named.
    let unknown = asked(&["--line", "G*1c 2b3b", &proof], 3);
    assert_eq!((&unknown["records"], &unknown["mate_within"]), (&0.into(), &Value::Null));
    let wrong = run(&["ask", "--lang", "en", "--line", "G*2c 2b2b", &proof]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("--line") && wrong.stderr.contains("2b2b"), "{}", wrong.stderr);
    let quiet = run(&["ask", "--lang", "en", "--line", "G*5e", &proof]);
    assert_eq!((quiet.code, quiet.stdout.as_str()), (Some(2), ""));
    assert!(quiet.stderr.contains("proof.cert: move 1, G*5e, gives no check"), "{}", quiet.stderr);
    // By whose moves and which policy.
    for (lang, question) in [
        ("en", "black attacks, policy for futile interpositions: official"),
        ("ja", "攻方 先手、無駄合の扱い official"),
    ] {
        let told = run(&["ask", "--lang", lang, &proof]);
        assert!(told.stdout.ends_with(&format!("{question}\n")), "{}", told.stdout);
    }
    // It has no line of its own, and its question is the one that was proved.
    for flags in [&["--ply", "1"][..], &["--rule", "helpmate"], &["--attacker", "white"], &["--nodes", "5"]] {
        let refused = run(&[&["ask", "--lang", "en"][..], flags, &[&proof]].concat());
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{flags:?}");
        assert!(refused.stderr.contains(flags[0]), "{}", refused.stderr);
    }
    // A damaged proof is refused.
    let mut bytes = std::fs::read(&proof).expect("the proof");
    let middle = bytes.len() - 6;
    bytes[middle] ^= 1;
    let damaged = folder.file("damaged.cert", &bytes);
    let refused = run(&["ask", "--lang", "en", &damaged]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("damaged.cert"), "{}", refused.stderr);
    let refused = asked(&[&damaged], 2);
    assert_eq!((&refused["file"], &refused["error"]["byte"]), (&damaged.as_str().into(), &0.into()));
}

#[test]
fn a_certificate_says_which_reply_refutes() {
    let folder = Folder::new("ask-certificate-none");
    let proof = folder.path("none.cert");
    let none = "9/7k1/9/9/9/9/9/9/9 b G 1";
    assert_eq!(run(&["solve", "--rule", "tsume", "--certificate", &proof, none]).code, Some(0));
    let told = asked(&[&proof], 0);
    assert_eq!((&told["no_mate"], &told["reply"]), (&true.into(), &Value::Null));
    let told = asked(&["--line", "G*2c", &proof], 0);
    assert_eq!(told["no_mate"], true);
    let reply = told["reply"].as_str().expect("a reply");
    assert_eq!(asked(&["--rule", "tsume", "--line", &format!("G*2c {reply}"), none], 0)["verdict"], "nomate");
    // Where there is no check to give the proof needs no record.
    let told = asked(&["--line", "G*1b 2b1b", &proof], 0);
    assert_eq!((&told["no_mate"], &told["reply"], &told["records"]), (&true.into(), &Value::Null, &0.into()));
}

/// The defence that a doubter tries first: the record of the position before it answers it.
#[test]
fn a_certificate_says_which_interpositions_are_futile() {
    let folder = Folder::new("ask-certificate-futile");
    let proof = folder.path("proof.cert");
    let far = "8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1";
    assert_eq!(run(&["solve", "--rule", "tsume", "--certificate", &proof, far]).code, Some(0));
    let told = asked(&["--line", "9h1h P*1g", &proof], 0);
    assert_eq!((&told["futile"], &told["mate_within"]), (&"1h1g".into(), &Value::Null));
    assert_eq!(asked(&["--line", "9h1h", &proof], 0)["futile"], Value::Null);
    for (lang, said) in [("en", "a futile interposition, proved: "), ("ja", "無駄合 (証明済み): ")] {
        let told = run(&["ask", "--lang", lang, "--line", "9h1h P*1g", &proof]);
        assert!(told.stdout.contains(said) && told.stdout.contains("1h1g"), "{}", told.stdout);
    }
    // Behind the capture the proof says nothing, for this reason; and so it does behind what follows.
    for line in ["9h1h P*1g 1h1g", "9h1h P*1g 1h1g P*1f 1g1f"] {
        let behind = asked(&["--line", line, &proof], 3);
        assert_eq!((&behind["futile_before"], &behind["futile"]), (&2.into(), &Value::Null), "{line}");
        let said = [
            ("en", "ply 2, △１七歩 P*1g, is a futile interposition, proved: "),
            ("ja", "2手目の △１七歩 P*1g は無駄合 (証明済み)"),
        ];
        for (lang, said) in said {
            let told = run(&["ask", "--lang", lang, "--line", line, &proof]);
            assert!(told.stdout.contains(said), "{}", told.stdout);
        }
    }
    // Other lines are not said to be left out.
    assert_eq!(asked(&["--line", "9h1h 1a2a", &proof], 0)["futile_before"], Value::Null);
}
