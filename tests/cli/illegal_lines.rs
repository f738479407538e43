//! Intended lines with an illegal move: whatever format they are in, commands say the same of them.

use crate::run::{Folder, Run, assert_refused, run};
use serde_json::{Value, json};
use std::fs;

/// The third move is a pawn drop that mates.
const LEGAL: &str =
    "position sfen 6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1 moves 3a3b+ 1b1a ; rule=helpmate ; plies=5";
const FLAW: &str = "move 3, P*1b, is illegal: uchifuzume: a dropped pawn must not mate";

/// Not every format holds the rule.
const RULE: &str = "--rule=helpmate";

/// A problem whose line ends with its illegal move, in every format that reads it; none other can be written, so that
/// each gets the move behind what comes before.
fn in_every_format(folder: &Folder) -> Vec<String> {
    let legal = folder.file("legal.sfen", LEGAL);
    let written = |format: &str| {
        let written = run(&["convert", "-q", "--format", format, &legal, "-"]);
        assert_eq!(written.code, Some(0), "{format}: {}", written.stderr);
        written.stdout
    };
    let mut jkf: Value = serde_json::from_str(&written("jkf")).expect("JSON");
    let drop = json!({"move": {"to": {"x": 1, "y": 2}, "color": 0, "piece": "FU"}});
    jkf["moves"].as_array_mut().expect("moves").push(drop);
    [
        ("bad.sfen", LEGAL.replace("1b1a", "1b1a P*1b")),
        ("bad.kif", format!("{}\n   3 １二歩打\n", written("kif").trim_end())),
        ("bad.ki2", format!("{}\n▲１二歩\n", written("ki2").trim_end())),
        ("bad.csa", format!("{}\n+0012FU\n", written("csa").trim_end())),
        ("bad.jkf", jkf.to_string()),
    ]
    .map(|(name, text)| folder.file(name, text))
    .into()
}

#[test]
fn commands_say_the_same_of_every_format() {
    let folder = Folder::new("illegal-lines");
    let files = in_every_format(&folder);
    for (arguments, code, said) in [
        (&["check", RULE][..], 1, format!("- the intended line is not a mate: {FLAW}")),
        (&["verify", RULE], 1, format!("a line of 3 plies  {FLAW}")),
        (&["records", RULE], 0, format!("the stated line is not a solution: {FLAW}")),
        (&["ask", RULE], 2, FLAW.to_owned()),
        (&["ask", RULE, "--ply", "2"], 0, "helpmate in 5, 4 solutions".to_owned()),
        (&["extend", RULE], 2, "intended line: move 3 of the line, P*1b, is illegal".to_owned()),
        (&["repair", RULE], 2, "intended line: move 3 of the line, P*1b, is illegal".to_owned()),
        (&["flip"], 0, " moves 7i7h+ 9h9i P*9h".to_owned()),
        (&["mirror"], 0, " moves 7a7b+ 9b9a P*9b".to_owned()),
        (&["hisshi", "--nodes", "10"], 3, "unknown".to_owned()),
        (&["validate"], 1, "intended line: move 3 of the line, P*1b, is illegal".to_owned()),
    ] {
        for file in &files {
            let asked = [arguments, &[file]].concat();
            let Run { code: found, stdout, stderr, .. } = run(&asked);
            assert_eq!(found, Some(code), "{asked:?}: {stdout} {stderr}");
            assert!(stdout.contains(&said) || stderr.contains(&said), "{asked:?}: {stdout} {stderr}");
        }
    }
}

#[test]
fn what_is_written_again_says_where_its_line_ends() {
    let folder = Folder::new("illegal-lines-written");
    let files = in_every_format(&folder);
    let kif = folder.file("more.kif", fs::read_to_string(&files[1]).expect("a file") + "   4 ２一玉(11)\n");
    let usi = folder.file("more.sfen", LEGAL.replace("1b1a", "1b1a P*1b 1a2a"));
    let (english, japanese) =
        ("later moves of the record, if any, are not written", "棋譜にその後の手があっても書きません");
    for arguments in [&["flip"][..], &["mirror"], &["convert", "-q", "--format", "usi"]] {
        let output: &[&str] = if arguments[0] == "convert" { &["-"] } else { &[] };
        for (lang, said) in [("en", english), ("ja", japanese)] {
            let cut = run(&[arguments, &["--lang", lang, &kif], output].concat());
            assert!(cut.code == Some(0) && cut.stderr.contains(said), "{arguments:?}: {}", cut.stderr);
        }
        let whole = run(&[arguments, &["--lang", "en", &usi], output].concat());
        assert!(whole.code == Some(0) && !whole.stderr.contains(english), "{arguments:?}: {}", whole.stderr);
    }
    // A record has no place for an illegal move, be it in a side line, whose rest would be lost.
    let side = "\n\n変化：2手\n   2 ２一玉(12)\n   3 ２二歩打\n   4 ５五玉(21)\n";
    let side = folder
        .file("side.kif", fs::read_to_string(&files[1]).expect("a file").replace("   3 １二歩打\n", side));
    for file in [&kif, &side] {
        let refused = run(&["convert", "--lang", "en", "--format", "kif", file, "-"]);
        assert_refused(&refused, "expected a legal move");
    }
}

/// The readers leave out what follows it, so it is named by whatever reads the record.
#[test]
fn illegal_moves_of_side_lines_are_named() {
    let folder = Folder::new("illegal-side-lines");
    let side_line = "\n変化：2手\n   2 ８四歩(83)\n   3 ５五玉(59)\n   4 ８五歩(84)\n";
    let game = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let kif = folder.file("game.kif", format!("{game}{side_line}"));
    let english = "game.kif:7: move 3 of a side line, 5i5e, is illegal (the piece on 5i cannot move to 5e): \
                   the side line is read up to the move before it";
    let japanese = "game.kif:7: 変化の3手目 ５五玉(59) は反則です（５九の駒は５五へ行けない）。\
                    この変化はその前の手までを読みました";
    for (lang, said, verdict) in [
        ("en", english, "game.kif:1: side lines with an illegal move: 1\n"),
        ("ja", japanese, "game.kif:1: 反則の手がある変化: 1\n"),
    ] {
        let Run { code, stdout, stderr, .. } = run(&["validate", "--lang", lang, &kif]);
        assert!(stderr.contains(said) && stdout.ends_with(verdict), "{stdout} {stderr}");
        assert_eq!(code, Some(1));
        let checked = run(&["check", "--nodes", "1", "--lang", lang, &kif]);
        assert!(checked.stderr.contains(said), "{}", checked.stderr);
    }
    let many = folder.file("many.kif", format!("{game}{}", side_line.repeat(12)));
    let Run { stdout, stderr, .. } = run(&["validate", &many]);
    assert!(stdout.ends_with("many.kif:1: side lines with an illegal move: 12\n"), "{stdout}");
    assert_eq!(stderr.matches("5i5e").count(), 10, "{stderr}");
    assert!(stderr.contains("many.kif:1: 2 more side lines with an illegal move"), "{stderr}");
}
