//! Formats in and out: convert, solve --format, show --svg, encodings.

use crate::run::{
    Folder, HEAVY, NONE, THREE, TWO, assert_refused, names, run, run_with_stdin, succeed, text,
};
use std::fs;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records");
const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/helpmate");

#[test]
fn a_set_goes_through_all_formats_and_comes_back() {
    let folder = Folder::new("convert-chain");
    let set = format!("{PROBLEMS}/checks.sfen");
    let mut from = set.clone();
    for name in ["a.kif", "b.jkf", "c.ki2", "d.csa", "e.kifu", "f.sfen"] {
        let to = folder.path(name);
        assert_eq!(succeed(&["convert", &from, &to]), "");
        from = to;
    }
    assert_eq!(text(&from), succeed(&["convert", &set, "-", "--format", "usi"]));
    assert_eq!(
        succeed(&["convert", &from, "-", "--format", "kif"]),
        fs::read_to_string(folder.path("a.kif")).expect("a file")
    );
}

#[test]
fn a_folder_gets_a_file_for_each_problem() {
    let folder = Folder::new("convert-folder");
    let set = folder.file("set.sfen", format!("{TWO} ; id=two\n{THREE}\n{NONE} ; id=two\n"));
    let out = folder.path("out/");
    assert_eq!(succeed(&["convert", &set, &out, "--format", "kif"]), "");
    assert_eq!(names(&out), ["set.sfen-2.kif", "two-2.kif", "two.kif"]);
    let again = run(&["convert", &set, &out, "--format", "kif"]);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("already exists: give --force"), "{}", again.stderr);
    assert_eq!(succeed(&["convert", &set, &out, "--format", "kif", "--force"]), "");
}

#[test]
fn the_name_of_a_file_for_answers_tells_the_format() {
    let folder = Folder::new("out-name");
    let written = |command: &[&str], name: &str| {
        let out = folder.path(name);
        assert_eq!(run(&[command, &["-q", "--out", &out]].concat()).code, Some(0), "{command:?} {name}");
        fs::read_to_string(out).expect("a file")
    };
    let solve = ["solve", TWO];
    for (name, format) in [
        ("a.kif", "kif"),
        ("a.KI2", "ki2"),
        ("a.csa", "csa"),
        ("a.jkf", "jkf"),
        ("a.svg", "svg"),
        ("a.sfen", "usi"),
    ] {
        assert_eq!(written(&solve, name), succeed(&["solve", "-q", "--format", format, TWO]), "{name}");
    }
    for name in ["a.json", "a.jsonl"] {
        assert!(written(&solve, name).starts_with("{\"schema\":1,"), "{name}");
        assert!(written(&["extend", "9/6g1k/9/9/6N2/9/9/9/9 b g 1"], name).starts_with("{\"schema\":1,"));
    }
    for name in ["a.txt", "answers", "a.b"] {
        assert_eq!(
            written(&solve, name).lines().next(),
            succeed(&["solve", "-q", TWO]).lines().next(),
            "{name}"
        );
    }
    let asked = written(&["solve", "--format", "text", TWO], "b.kif");
    assert!(!asked.contains("手数----指手"), "what is asked for stands above: {asked}");
    let extended = written(&["extend", "9/6g1k/9/9/6N2/9/9/9/9 b g 1"], "c.kif");
    assert!(extended.contains("手数----指手"), "{extended}");
    let game = ["analyse", "--nodes", "100", "startpos moves 7g7f"];
    assert!(written(&game, "game.kif").contains("手数----指手"));
    assert_eq!(written(&game, "game.sfen").lines().next(), written(&game, "game.txt").lines().next());
}

#[test]
fn what_a_format_cannot_say_is_named_and_the_others_are_written() {
    let stones = "8k/9/8G/4O4/9/9/9/9/9 b G 1";
    let mixed = run(&["convert", TWO, stones, THREE, "-", "--format", "csa"]);
    assert_eq!(mixed.code, Some(2));
    assert!(
        mixed
            .stderr
            .contains("argument 2:1: csa cannot contain stones (石): write the problem as usi, kif or ki2"),
        "{}",
        mixed.stderr
    );
    assert_eq!(mixed.stdout.matches("V2.2").count(), 2);
    // What cannot be written in any of the formats is not searched.
    let long = "4k4/9/4O4/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1 ; rule=tsume";
    for command in ["solve", "hisshi"] {
        let stopped = run(&[command, "-q", "--format", "csa", long]);
        assert!(stopped.stderr.contains("argument 1:1: csa cannot contain stones"), "{}", stopped.stderr);
    }
    for (arguments, message) in [
        (&["convert", TWO, "file.xyz"][..], "the name has no known extension: give --format"),
        (&["convert", TWO, "-", "--format", "json"], "[possible values: usi, kif, ki2, csa, jkf, svg]"),
        (&["convert", TWO], "this is the only path given: give INPUT and OUTPUT"),
        (&["solve", TWO, "--format", "kif,csa", "--out", "/tmp/x.kif"], "several formats need a folder"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn an_answer_in_any_format_says_that_the_problem_stayed_unknown() {
    let limit = |format, more: &[&str]| {
        run(&[&["solve", HEAVY, "--nodes", "1000", "--format", format], more].concat())
    };
    for (format, comment) in [
        ("kif", "\n*不明: 局面数の上限"),
        ("ki2", "\n*不明: 局面数の上限"),
        ("csa", "\n'*不明: 局面数の上限"),
        ("jkf", "\"不明: 局面数の上限"),
    ] {
        let run = limit(format, &[]);
        assert_eq!((run.code, run.said().as_str()), (Some(3), ""), "{format}");
        assert!(run.stdout.contains(comment), "{format}: {}", run.stdout);
        let decided = self::run(&["solve", NONE, "--format", format]);
        assert!(decided.code == Some(0) && !decided.stdout.contains("不明"), "{format}: {}", decided.stdout);
    }
    let usi = limit("usi", &[]);
    assert_eq!((usi.code, usi.stderr.lines().count()), (Some(3), 1), "{}", usi.stderr);
    assert!(usi.stderr.starts_with("tsumugi: argument 1:1: unknown: nodes"), "{}", usi.stderr);
    let japanese = limit("usi", &["--lang", "ja"]);
    assert!(japanese.stderr.contains(": 不明: 局面数の上限"), "{}", japanese.stderr);
    let hisshi = run(&["hisshi", "--nodes", "1", "--format", "kif", "8k/9/9/8P/9/9/9/9/9 b 2G 1"]);
    assert!(hisshi.code == Some(3) && hisshi.stdout.contains("unknown: nodes"), "{}", hisshi.stdout);
}

#[test]
fn names_of_formats_that_are_only_read_are_refused_before_the_work() {
    let folder = Folder::new("formats-only-read");
    let template = "8k/9/[GS-]8/9/9/9/9/9/9 b [RB][GS] 1 ; rule=helpmate ; plies=3-5";
    let commands: [&[&str]; 6] = [
        &["solve", TWO],
        &["hisshi", TWO],
        &["analyse", "position startpos moves 7g7f"],
        &["extend", THREE],
        &["repair", "--most", "1", TWO],
        &["search", template],
    ];
    for arguments in commands {
        for name in ["a.kif.gz", "b.GZ", "c.bod"] {
            let path = folder.path(name);
            let run = run(&[arguments, &["--out", &path]].concat());
            assert_refused(
                &run,
                "can be read but not written: give --format, or a name with one of the endings .sfen",
            );
            assert_eq!((run.stdout.as_str(), fs::metadata(&path).is_err()), ("", true), "{name}");
        }
    }
    for (name, more) in
        [("a.kif.gz", &["--format", "kif"][..]), ("b.bod", &["--json"]), ("c.docx", &[]), ("d", &[])]
    {
        let path = folder.path(name);
        assert_eq!(run(&[&["solve", TWO, "--out", &path], more].concat()).code, Some(0), "{name}");
    }
}

#[test]
fn encodings_are_told_apart_or_forced() {
    let file = format!("{FIXTURES}/tsume-shift-jis.kif");
    let told = succeed(&["show", &file]);
    assert!(told.starts_with("7  金の頭  試作\n後手の持駒："), "{told}");
    assert_eq!(succeed(&["show", &file, "--encoding", "shift-jis"]), told);
    let forced = run(&["show", &file, "--encoding", "utf-8"]);
    assert_eq!(forced.code, Some(2));
    assert!(
        forced.stderr.contains("tsume-shift-jis.kif:2: column 1: the text is not UTF-8"),
        "{}",
        forced.stderr
    );
}

#[test]
fn a_text_in_two_encodings_says_how_it_is_read() {
    let folder = Folder::new("two-encodings");
    let second = fs::read(format!("{FIXTURES}/tsume-shift-jis.kif")).expect("a file");
    let mixed = folder.file("mixed.kif", "* 作\n手合割：平手\n   1 ７六歩(77)\n");
    fs::write(&mixed, [&fs::read(&mixed).expect("a file"), &second[..]].concat()).expect("a file");
    let told = run(&["show", &mixed]);
    assert!(
        told.code == Some(2) && told.stderr.contains("; --encoding shift-jis reads a text"),
        "{}",
        told.stderr
    );
    let told = run(&["show", &mixed, "--lang", "ja"]);
    assert!(told.stderr.contains("なら --encoding shift-jis で読めます"), "{}", told.stderr);
    let read = succeed(&["show", &mixed, "--encoding", "shift-jis"]);
    assert!(read.contains("7  金の頭  試作\n"), "{read}");
}

#[test]
fn players_and_times_of_a_game_are_kept() {
    let game = format!("{FIXTURES}/floodgate.csa");
    assert!(succeed(&["show", &game]).contains("\n先手: alpha_0.1\n後手: beta_0.2\n"));
    let kif = succeed(&["convert", &game, "-", "--format", "kif"]);
    assert!(
        kif.contains("\n先手：alpha_0.1\n後手：beta_0.2\n") && kif.contains("( 0:05/00:00:06)\n"),
        "{kif}"
    );
    let csa = run_with_stdin(&["convert", "-", "-", "--format", "csa"], kif.as_bytes()).stdout;
    assert!(csa.contains("\nN+alpha_0.1\nN-beta_0.2\n") && csa.contains("+8822UM\nT5\n"), "{csa}");
}

#[test]
fn what_readers_have_no_field_for_is_kept() {
    let folder = Folder::new("formats-kept");
    let kif = folder.file("x.kif", "手合割：平手\n   1 ７六歩(77)\n*歩\n&しおり\n   2 ３四歩(33)\n");
    let again = folder.file("y.kif", succeed(&["convert", &kif, "-", "--format", "kif"]));
    assert!(text(&again).contains("\n*歩\n&しおり\n"));
    assert!(succeed(&["convert", &again, "-", "--format", "csa"]).contains("\n'*&しおり\n"));
    let steps = r#"[{"time":{"now":{"m":1,"s":5}}},{"special":"TORYO","time":{"now":{"m":0,"s":5}}}]"#;
    let jkf = folder.file("x.jkf", format!(r#"{{"header":{{}},"moves":{steps}}}"#));
    let text = succeed(&["convert", &jkf, "-", "--format", "kif"]);
    assert!(text.contains("\n*消費時間 1:05\n") && text.contains("投了 ( 0:05/"), "{text}");
    let head = "V3.0\nN+A\n$EVENT:E\n$TIME:300+10+0\n$MAX_MOVES:256\n$NOTE:a, b\n";
    let csa = folder.file("x.csa", format!("{head}PI\n+\n+7776FU,T1.900\n%TORYO\n"));
    for format in ["kif", "csa", "jkf"] {
        let file =
            folder.file(&format!("again.{format}"), succeed(&["convert", &csa, "-", "--format", format]));
        let text = succeed(&["convert", &file, "-", "--format", "kif"]);
        for header in ["棋戦：E", "TIME：300+10+0", "MAX_MOVES：256", "NOTE：a, b"] {
            assert!(text.contains(&format!("{header}\n")), "{format}: {text}");
        }
        assert!(text.contains("７六歩(77) ( 0:01/00:00:01)"), "{text}");
    }
    let reviewed = folder.file("x.jsonl", succeed(&["analyse", "--json", "--nodes", "20", &csa]));
    let game = succeed(&["convert", &reviewed, "-", "--format", "csa"]);
    assert!(game.ends_with("\n+7776FU\n%TORYO\n"), "{game}");
}

#[test]
fn records_are_written_in_shift_jis() {
    let folder = Folder::new("shift-jis");
    let set = folder.file("set.sfen", format!("{TWO} ; title=隅の玉 ; composer=作者\n"));
    for name in ["a.kif", "a.ki2", "a.csa"] {
        let (file, plain) = (folder.path(name), folder.path(&format!("utf-8-{name}")));
        assert_eq!(succeed(&["convert", &set, &file, "--out-encoding", "shift-jis"]), "");
        assert_eq!(succeed(&["convert", &set, &plain]), "");
        let (bytes, plain) = (fs::read(&file).expect("a file"), fs::read_to_string(&plain).expect("UTF-8"));
        assert!(str::from_utf8(&bytes).is_err(), "{name}");
        let (text, _, has_errors) = encoding_rs::SHIFT_JIS.decode(&bytes);
        assert!(!has_errors && text == plain.replace("encoding=UTF-8", "encoding=Shift_JIS"), "{text}");
        assert_eq!(
            succeed(&["show", &file]),
            succeed(&["show", &set]).replace("set.sfen:1", &format!("{name}:1"))
        );
    }
    let solved = folder.path("solved/");
    let arguments = ["-q", "--format", "kif,json", "--out", &solved, "--out-encoding", "shift-jis"];
    succeed(&[&["solve", &set][..], &arguments].concat());
    let kif = fs::read(format!("{solved}set.sfen-1.kif")).expect("a file");
    assert!(kif.starts_with(b"#KIF version=2.0 encoding=Shift_JIS\n") && str::from_utf8(&kif).is_err());
    assert!(fs::read_to_string(format!("{solved}set.sfen-1.json")).expect("UTF-8").contains("schema"));
    // What Shift_JIS does not have is named, and the others are written.
    let set = folder.file("new.sfen", format!("{TWO} ; title=🀄の玉\n{TWO}\n"));
    for (lang, message) in [
        ("en", "new.sfen:1: `🀄` (U+1F004) is not in Shift_JIS: write it in UTF-8"),
        ("ja", "new.sfen:1: `🀄` (U+1F004) は Shift_JIS にありません: UTF-8 で書いてください"),
    ] {
        let kif = folder.path(&format!("{lang}/"));
        let run =
            run(&["convert", &set, &kif, "--format", "kif", "--out-encoding", "shift-jis", "--lang", lang]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert_eq!(names(&kif), ["new.sfen-2.kif"]);
    }
}

#[test]
fn a_diagram_without_whites_hand_means_the_rest_and_says_so() {
    let file = format!("{FIXTURES}/no-white-hand.kif");
    let note = "the diagram does not say where the other pieces are: White holds them, as with --rest";
    assert!(succeed(&["solve", &file]).contains(note));
    assert!(succeed(&["show", &file]).contains(note));
    let json = succeed(&["solve", "--json", &file]);
    assert!(json.contains(r#""box":"","rest":"white""#), "{json}");
    let none = succeed(&["solve", "--json", &format!("{FIXTURES}/none.bod")]);
    assert!(none.contains(r#""box":"2R2B2G4S4N4L18P","policy""#), "{none}");
}

#[test]
fn answers_in_several_formats_hold_when_they_are_verified() {
    let folder = Folder::new("answers");
    let out = folder.path("out/");
    assert_eq!(
        succeed(&[
            "solve",
            TWO,
            THREE,
            NONE,
            "-q",
            "--format",
            "text,usi,kif,ki2,csa,jkf,json,svg",
            "--out",
            &out
        ]),
        ""
    );
    assert_eq!(names(&out).len(), 24);
    for extension in ["kif", "ki2", "jkf", "csa", "sfen"] {
        let file = format!("{out}argument-2-1.{extension}");
        let table = succeed(&["verify", &file]);
        assert!(table.starts_with("1 as stated, 0 different"), "{file}: {table}");
    }
    // Both solutions are in the record.
    let kif = fs::read_to_string(format!("{out}argument-1-1.kif")).expect("a file");
    assert!(kif.contains("   1 １二金打 ( 0:00/00:00:00)+\n   2 詰み"), "{kif}");
    assert!(kif.contains("\n変化：1手\n   1 ２二金打"), "{kif}");
    let usi = fs::read_to_string(format!("{out}argument-1-1.sfen")).expect("a file");
    assert_eq!(usi.lines().count(), 2, "{usi}");
}

/// A gold on 2c, and three ways to go.
const TSUME: &str = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";

#[test]
fn the_defenders_other_replies_are_variations() {
    let arguments = ["solve", "--rule", "tsume", "--variations", TSUME];
    let kif = succeed(&[&arguments[..], &["--format", "kif"]].concat());
    let lines: Vec<&str> =
        kif.lines().filter(|line| line.contains('(') || line.starts_with("変化")).collect();
    assert_eq!(lines[1], "   2 １一玉(22) ( 0:00/00:00:00)+", "{kif}");
    assert_eq!(
        lines[4..],
        [
            "変化：2手",
            "   2 ２一玉(22) ( 0:00/00:00:00)",
            "   3 ２二金打 ( 0:00/00:00:00)",
            "   4 詰み ( 0:00/00:00:00)",
            "変化：2手",
            "   2 ３一玉(22) ( 0:00/00:00:00)",
            "   3 ３二金打 ( 0:00/00:00:00)",
            "   4 詰み ( 0:00/00:00:00)",
        ],
        "{kif}"
    );
    // The same tree goes through the other formats.
    let json = succeed(&[&arguments[..], &["--json"]].concat());
    assert!(json.contains(r#""variations":[{"ply":2,"moves":["2b2a","G*2b"]},{"ply":2,"#), "{json}");
    let tree = |text: &str| {
        let run = run_with_stdin(&["convert", "-", "-", "--format", "ki2"], text.as_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let start = run.stdout.find('▲').expect("moves");
        run.stdout[start..].to_owned()
    };
    let jkf = succeed(&[&arguments[..], &["--format", "jkf"]].concat());
    assert_eq!((tree(&json), tree(&jkf)), (tree(&kif), tree(&kif)));
    let text = succeed(&arguments);
    assert!(text.contains("\nvariation at ply 2: △３一玉 ▲３二金打 迄3手\n"), "{text}");
    // A helpmate has none.
    assert!(!run(&["solve", "--variations", THREE]).stdout.contains("variation"));
}

#[test]
fn a_variation_is_no_longer_than_the_main_line() {
    // Interpositions far from the king that are taken at once (無駄合) are no variations; near ones may be.
    let sfen = "k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1";
    let answer = |futile: &str| -> serde_json::Value {
        let json = succeed(&["solve", "--rule", "tsume", "--variations", "--json", "--futile", futile, sfen]);
        serde_json::from_str(&json).expect("JSON")
    };
    for futile in ["official", "none"] {
        let answer = answer(futile);
        let plies = answer["plies"].as_u64().expect("a mate");
        let ends: Vec<u64> = answer["variations"]
            .as_array()
            .expect("variations")
            .iter()
            .map(|line| {
                line["ply"].as_u64().expect("a ply") - 1 + line["moves"].as_array().map_or(0, Vec::len) as u64
            })
            .collect();
        assert!(ends.len() > 5 && ends.iter().all(|&end| end <= plies && end % 2 == 1), "{futile}: {ends:?}");
    }
}

#[test]
fn answers_are_inputs() {
    let json = succeed(&["solve", "--json", "-q", TWO, THREE, NONE]);
    let back = run_with_stdin(&["convert", "-", "-", "--format", "kif"], json.as_bytes());
    assert_eq!((back.code, back.stderr.as_str()), (Some(0), ""), "{}", back.stdout);
    assert_eq!(back.stdout.matches("#KIF").count(), 3);
    assert!(
        back.stdout.contains("手数：3\n解数：1\n") && back.stdout.contains("手数：不詰\n"),
        "{}",
        back.stdout
    );
    assert!(back.stdout.contains("変化：1手"), "{}", back.stdout);
}

#[test]
fn solution_lists_in_every_style() {
    for (style, line) in [
        ("traditional", "▲５二角成 △同　銀 ▲４二銀 迄3手"),
        ("short", "52角成、同銀、42銀 迄3手"),
        ("english", "B-5b+ Sx5b S*4b"),
        ("usi", "1f5b+ 4a5b S*4b"),
    ] {
        let text = succeed(&["solve", "--notation", style, THREE]);
        assert_eq!(text, format!("helpmate in 3, 1 solution\n{line}\n"));
    }
}

#[test]
fn positions_of_a_line_as_boards_and_diagrams() {
    let line = format!("position sfen {THREE} moves 1f5b+ 4a5b S*4b");
    let end = succeed(&["show", "--apply", "3", &line]);
    assert!(end.contains("| ・ ・ ・ ・v銀 銀") && end.contains("after ply 3: "), "{end}");
    let svg = succeed(&["show", "--svg", "--apply", "1", &line]);
    assert!(svg.starts_with("<svg xmlns=") && svg.contains("fill=\"#d0d0d0\"") && svg.ends_with("</svg>\n"));
    let beyond = run(&["show", "--apply", "4", &line]);
    assert_eq!(beyond.code, Some(2));
    assert!(beyond.stderr.contains("--apply 4: the problem's line has 3 plies"), "{}", beyond.stderr);
    let two = run(&["show", "--svg", TWO, THREE]);
    assert!(two.stderr.contains("a file can hold only one diagram"), "{}", two.stderr);
    let folder = Folder::new("svg-steps");
    succeed(&["solve", "-q", "--svg-steps", &folder.path("steps"), THREE, NONE]);
    assert_eq!(
        names(folder.path("steps")),
        ["argument-1-1-0.svg", "argument-1-1-1.svg", "argument-1-1-3.svg", "argument-2-1-0.svg"]
    );
}

#[test]
fn every_defect_is_named() {
    assert_eq!(succeed(&["validate", TWO]), "argument 1:1: no defects\n");
    let no_check = "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*5e";
    assert_eq!(succeed(&["validate", no_check]), "argument 1:1: no defects\n", "it may be a game");
    for (text, defect) in [
        (format!("{no_check} ; rule=tsume"), "gives no check"),
        (format!("{TWO} ; twin=zz"), "twin=zz: no problem before this one has id=zz"),
    ] {
        let found = run(&["validate", &text]);
        assert!(found.code == Some(1) && found.stdout.contains(defect), "{}", found.stdout);
    }
    let bad = run(&["validate", TWO, "P6kk/9/P8/9/9/9/9/9/9 b G 1", "nonsense"]);
    assert_eq!(bad.code, Some(2));
    let bad = run(&["validate", "P6kk/9/P8/9/9/9/9/9/9 b G 1", "9/9/9/9/9/9/9/9/9 b - 1"]);
    assert_eq!(bad.code, Some(1));
    for defect in ["nifu", "dead end", "2 white kings", "no king on the board"] {
        assert!(bad.stdout.contains(defect), "{defect}: {}", bad.stdout);
    }
    let line = run(&["validate", &format!("position sfen {TWO} moves G*9i 9i9h"), "--lang", "ja"]);
    assert_eq!(
        (line.code, line.stdout.as_str()),
        (Some(1), "argument 1:1: 作意の2手目 ９八金(99) は反則（９九に手番の側の駒がない）\n")
    );
}

#[test]
fn a_record_with_an_illegal_move_is_shown_and_its_move_named() {
    let folder = Folder::new("illegal-record");
    let record = "手合割：詰将棋\n後手の持駒：なし\n\
        | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ 金|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
        先手の持駒：金\n   1 ３三金(13)\n";
    let file = folder.file("bad.kif", record);
    let shown = run(&["show", &file]);
    assert!(shown.code == Some(2) && shown.stdout.contains("8k/9/8G/9/9/9/9/9/9 b G 1"), "{}", shown.stdout);
    assert!(shown.stderr.contains("1c3c"), "{}", shown.stderr);
    let judged = run(&["validate", "--lang", "ja", &file]);
    let named = "作意の1手目 ３三金(13) は反則（１三の駒は３三へ行けない）";
    assert!(judged.code == Some(1) && judged.stdout.contains(named), "{}", judged.stdout);
}

#[test]
fn a_text_without_problems_is_given_up() {
    let folder = Folder::new("hopeless");
    let bytes: Vec<u8> = (0..1_000_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let file = folder.file("binary.sfen", bytes);
    let run = run(&["solve", &file, TWO]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.lines().count() < 110, "{}", run.stderr.lines().count());
    assert!(run.stderr.contains("no problem in the first 100 lines or records: the rest is not read"));
    assert!(run.stdout.contains("helpmate in 1, 2 solutions"));
}

#[test]
fn flags_about_other_formats_are_refused() {
    let (english, japanese) = (["--lang", "en"], ["--lang", "ja"]);
    for (arguments, said, said_in_japanese) in [
        (
            &["solve", "--json", "--notation", "short", THREE][..],
            "--notation is for text",
            "--notation はテキスト",
        ),
        (&["solve", "--no-rest-hand", THREE], "--no-rest-hand is for diagrams", "--no-rest-hand は図"),
        (
            &["solve", "--format", "text,svg", THREE],
            "a diagram cannot be written to standard output together with",
            "図をほかの形式と一緒に",
        ),
        (
            &["solve", "--format", "svg,kif", THREE],
            "a diagram cannot be written to standard output together with",
            "図をほかの形式と一緒に",
        ),
        (&["show", "--svg", "--full", THREE], "--full is for boards", "--full は盤面"),
        (&["solve", "--json", "--full", THREE], "--full is for text", "--full はテキスト"),
        (&["solve", "--full", "--format", "kif,csa", THREE], "--full is for text", "--full はテキスト"),
        (
            &["solve", "--variations", "--format", "csa,usi,svg", THREE],
            "--variations is for text (without --notation), JSON, KIF",
            "--variations はテキスト (--notation なし)、JSON、KIF",
        ),
        (&["solve", "--variations", "--notation", "usi", THREE], "--variations is for", "--variations は"),
        (
            &["solve", "--format", "usi", "--out-encoding", "shift-jis", THREE],
            "is for KIF, KI2",
            "KIF, KI2, CSA のため",
        ),
        (&["convert", "--format", "kif", "--no-rest-hand", THREE, "-"], "is for diagrams", "は図のため"),
        (
            &["convert", "--format", "jkf", "--out-encoding", "shift-jis", THREE, "-"],
            "is for KIF",
            "KIF, KI2",
        ),
        (&["analyse", "--out-encoding", "shift-jis", "startpos moves 7g7f"], "is for KIF", "KIF, KI2"),
    ] {
        for (lang, said) in [(english, said), (japanese, said_in_japanese)] {
            let refused = run(&[&lang[..], arguments].concat());
            assert_eq!(
                (refused.code, refused.stdout.as_str()),
                (Some(2), ""),
                "{arguments:?}: {}",
                refused.stderr
            );
            assert!(refused.stderr.contains(said), "{arguments:?}: {}", refused.stderr);
        }
    }
    // With diagrams beside the answer, and with one of several formats, there is what they are for.
    let folder = Folder::new("idle-formats");
    let steps = folder.path("steps");
    assert_eq!(run(&["solve", "--no-rest-hand", "--svg-steps", &steps, THREE]).code, Some(0));
    let kif = [
        "solve",
        "--format",
        "kif,usi",
        "--out-encoding",
        "shift-jis",
        "--out",
        &folder.path("answers/"),
        THREE,
    ];
    assert_eq!(run(&kif).code, Some(0));
}

#[test]
fn full_lines_are_not_asked_for_where_none_is_shortened() {
    for arguments in [
        &["check", "--json", "--full", TWO][..],
        &["ask", "--json", "--full", TWO],
        &["solve", "--notation", "usi", "--full", TWO],
    ] {
        let refused = run(arguments);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(refused.stderr.contains("'--full'"), "{}", refused.stderr);
    }
}

#[test]
fn what_a_problem_line_leaves_out_is_said() {
    let folder = Folder::new("flip-losses");
    let game = folder.file("game.kif", "先手：甲\n後手：乙\n手合割：平手\n   1 ７六歩(77)\n*a comment\n");
    for command in ["flip", "mirror"] {
        let changed = run(&[command, "--lang", "en", &game]);
        assert_eq!((changed.code, changed.stdout.lines().count()), (Some(0), 1), "{}", changed.stderr);
        let said = "left out, because usi cannot contain it: comments (1), headers of the game (2)";
        assert!(changed.stderr.contains(said), "{}", changed.stderr);
        assert!(run(&[command, THREE]).stderr.is_empty());
    }
}
