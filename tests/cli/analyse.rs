//! `analyse`: games looked at afterwards.

use crate::run::{Folder, Run, run};
use crate::running::without_times;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use tsumugi::movegen::line_flaw;
use tsumugi::{Color, Move, Position, Rule};

/// A game of the program against itself with few nodes: it has a mistake of every kind, a missed mate and a declaration
/// that was missed.
const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/mistakes.sfen");
/// Black can declare a win (28 points, ten pieces in the camp beside the king) and mates in one, and plays something
/// else.
const DECLARATION: &str = "position sfen +P+P+P+P4K/+B+B+P+P5/+P+P7/9/9/9/9/4R4/k8 b R5P 1 moves 1a1b";

fn analyse(arguments: &[&str]) -> Run {
    run(&[&["analyse", "-q", "--mate-nodes", "20000"], nodes(arguments), arguments].concat())
}

/// Few nodes, unless the test says how many.
fn nodes(arguments: &[&str]) -> &'static [&'static str] {
    if arguments.contains(&"--nodes") { &[] } else { &["--nodes", "2000"] }
}

fn json(arguments: &[&str]) -> Value {
    let run = analyse(&[&["--json"], arguments].concat());
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", run.stdout, run.stderr))
}

fn moves(value: &Value) -> Vec<Move> {
    let moves = value.as_array().expect("a list").iter();
    moves.map(|mv| mv.as_str().expect("a move").parse().expect("a move")).collect()
}

fn kinds(answer: &Value) -> BTreeSet<String> {
    let events = answer["events"].as_array().expect("a list").iter();
    events.map(|event| event["kind"].as_str().expect("a kind").to_owned()).collect()
}

#[test]
fn a_game_has_every_kind_of_mistake_and_its_mates_are_mates() {
    let answer = json(&[GAME]);
    let all = ["blunder", "dubious", "losing-move", "missed-declaration", "missed-mate"].map(str::to_owned);
    assert_eq!(kinds(&answer), BTreeSet::from(all));
    let played = moves(&answer["moves"]);
    let root = Position::from_sfen(answer["sfen"].as_str().expect("a text")).expect("an SFEN");
    let positions = answer["positions"].as_array().expect("a list");
    assert_eq!(positions.len(), played.len() + 1);
    let mut mates = 0;
    for (ply, found) in positions.iter().enumerate() {
        let mut position = root.clone();
        played[..ply].iter().for_each(|&mv| {
            position.do_move(mv);
        });
        assert_eq!(
            (found["ply"].as_u64(), found["side"].as_str()),
            (
                Some(ply as u64),
                Some(match position.side_to_move() {
                    Color::Black => "black",
                    Color::White => "white",
                })
            )
        );
        if found["tsume"]["verdict"] == "mate" {
            let line = moves(&found["tsume"]["line"]);
            let flaw = line_flaw(&position, Rule::Tsume, position.side_to_move(), &line);
            assert_eq!(flaw, None, "{position}: {line:?}");
            assert_eq!(found["tsume"]["plies"], line.len());
            let chance = if position.side_to_move() == Color::Black { 1.0 } else { 0.0 };
            assert_eq!(found["chance_of_black"], chance);
            mates += 1;
        }
    }
    let missed =
        answer["events"].as_array().expect("a list").iter().filter(|event| event["kind"] == "missed-mate");
    for event in missed {
        let ply = event["ply"].as_u64().expect("a number") as usize;
        assert_eq!(event["line"], positions[ply - 1]["tsume"]["line"]);
    }
    assert!(mates > 1, "{mates}");
}

#[test]
fn a_declaration_and_a_mate_that_were_missed_are_told() {
    let answer = json(&[DECLARATION]);
    assert_eq!(answer["positions"][0]["declaration"], true);
    let expected = ["missed-declaration", "missed-mate"].map(str::to_owned);
    assert!(kinds(&answer).is_superset(&expected.into()), "{answer}");
    for (lang, declared, mate) in [
        ("en", "a win could be declared", "missed mate in 1: "),
        ("ja", "入玉宣言で勝てた", "1手詰の見逃し: "),
    ] {
        let text = analyse(&["--lang", lang, "--full", DECLARATION]).stdout;
        assert!(text.contains(declared) && text.contains(mate), "{text}");
    }
}

#[test]
fn the_record_is_read_back_with_its_comments() {
    let folder = Folder::new("analyse");
    let out = folder.file("game.kif", "");
    let run = analyse(&["--lang", "ja", "--format", "kif", "--out", &out, GAME]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    let text = fs::read_to_string(&out).expect("the file");
    // A comment of KIF begins with `*`, and so does the line itself.
    assert!(text.contains("\n**解析 0 候補1 時間 00:0"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("**解析") && line.contains("評価値 -詰 ")), "{text}");
    for word in ["\n*疑問手 (", "\n*悪手 (", "\n*敗着\n", "の見逃し: ", "\n*入玉宣言で勝てた\n"]
    {
        assert!(text.contains(word), "{word}");
    }
    let back = crate::run::run(&["convert", "-q", &out, "-", "--format", "jkf"]);
    assert_eq!(back.code, Some(0), "{}", back.stderr);
    let record: Value = serde_json::from_str(&back.stdout).expect("JKF");
    let steps = record["moves"].as_array().expect("a list");
    let with_comments = steps.iter().filter(|step| {
        step["comments"].as_array().is_some_and(|lines| {
            lines.iter().any(|line| line.as_str().is_some_and(|line| line.starts_with("*解析 0 候補1 ")))
        })
    });
    // Each position but perhaps the last, from which there may be no move.
    assert!(with_comments.count() + 2 >= steps.len(), "{} steps", steps.len());
}

#[test]
fn a_graph_and_a_report_go_to_a_folder() {
    let folder = Folder::new("analyse-folder");
    let out = folder.file("answers/x", "");
    let out = out.strip_suffix('x').expect("a folder");
    let run = analyse(&["--format", "text,svg,json", "--out", out, GAME]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let svg = fs::read_to_string(format!("{out}mistakes.svg")).expect("the graph");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.matches("<circle ").count() > 5 && svg.contains("the losing move</title>"));
    assert!(fs::metadata(format!("{out}mistakes.txt")).is_ok());
}

/// One thread and a number of nodes: the same answer every time.
#[test]
fn answers_are_repeatable() {
    let [first, second] = [(), ()].map(|()| {
        let mut answer = json(&["--nodes", "300", GAME]);
        without_times(&mut answer);
        answer
    });
    assert_eq!(first, second);
}

#[test]
fn a_game_with_an_illegal_move_is_looked_at_up_to_it() {
    let run = analyse(&["--json", "position startpos moves 7g7f 3c3d 8h2b+ 5a5e 2b3a"]);
    assert_eq!(run.code, Some(2));
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["illegal_ply"], 4);
    assert_eq!(answer["positions"].as_array().map(Vec::len), Some(4));
    let said = "move 4, 5a5e, is illegal: the piece on 5a cannot move to 5e; the game was analysed up to the move before it";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    // It has lost, and who played it: no move of the other side did.
    assert_eq!(answer["ending"], "illegal-move");
    let events = answer["events"].as_array().expect("a list");
    assert!(
        events.iter().all(|event| event["kind"] != "losing-move" || event["side"] == "white"),
        "{answer}"
    );
}

/// So is a record; what stood before the move stays in what is written, side lines up to their own illegal moves.
#[test]
fn a_record_with_illegal_moves_is_looked_at_and_written() {
    let folder = Folder::new("analyse-illegal");
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 ５五玉(51)\n   5 ３一馬(22)\n\n\
        変化：4手\n   4 ２二銀(31)\n\n変化：3手\n   3 ２六歩(27)\n   4 ５五玉(51)\n\n変化：1手\n   1 ５五玉(59)\n";
    let game = folder.file("game.kif", text);
    for (format, words) in [
        (
            "kif",
            ["3 ２二角成(88)", "変化：4手", "4 同　銀(31)", "変化：3手", "*△５五玉", "*▲５五玉", "反則負け"],
        ),
        ("ki2", ["▲２二角成", "変化：4手", "△同　銀", "変化：3手", "*△５五玉", "*▲５五玉", "反則負け"]),
    ] {
        let run = analyse(&["--format", format, &game]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains("move 4, 5a5e, is illegal"), "{}", run.stderr);
        let again = folder.file("again.kif", &run.stdout);
        let read = analyse(&["--json", &again]);
        assert!(
            read.code == Some(0) && read.stdout.contains("\"ending\":\"illegal-move\""),
            "{}",
            read.stdout
        );
        for kept in words {
            assert!(run.stdout.contains(kept), "{kept}: {}", run.stdout);
        }
        assert!(!run.stdout.contains("３一馬"), "{}", run.stdout);
    }
    assert_eq!(analyse(&["--format", "jkf", &game]).code, Some(2));
    assert_eq!(run(&["show", &game]).code, Some(2), "other commands refuse it");
}

/// Nobody can win there, and a value would be one of material alone.
#[test]
fn a_board_without_kings_is_refused() {
    let run = analyse(&["position sfen 9/9/9/4p4/9/4P4/9/9/9 b - 1 moves 5f5e"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    let said = "this position cannot be played: no king on the board: set up both";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn what_is_read_is_never_written_to() {
    let folder = Folder::new("analyse-input");
    let input = folder.file("game.sfen", "position startpos moves 7g7f\n");
    let run = analyse(&["--out", &input, &input]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert_eq!(fs::read_to_string(&input).expect("the file"), "position startpos moves 7g7f\n");
}
