//! `analyse` on ten games of the program itself: all that is said about mates is so by the rules, and the records with
//! comments are read back.

use crate::run::{Folder, run};
use crate::tsshogi;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use tsumugi::movegen::{in_check, line_flaw};
use tsumugi::{Move, Position, Rule, legal_moves};

const GAMES: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/own.sfen"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/mistakes.sfen"),
];

fn analyse(arguments: &[&str]) -> String {
    let limits = ["analyse", "-q", "--lang", "ja", "--nodes", "100", "--mate-nodes", "1000"];
    let run = run(&[&limits, arguments, &GAMES].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout
}

fn moves(value: &Value) -> Vec<Move> {
    let moves = value.as_array().expect("a list").iter();
    moves.map(|mv| mv.as_str().expect("a move").parse().expect("a move")).collect()
}

/// Whether the side to move mates within so many plies by checks: all moves, by the rules.
fn mates_within(position: &mut Position, plies: usize) -> bool {
    legal_moves(position).iter().any(|&mv| {
        let undo = position.do_move(mv);
        let is_mate = in_check(position) && {
            let replies = legal_moves(position);
            replies.is_empty()
                || plies >= 3
                    && replies.iter().all(|&reply| {
                        let undo = position.do_move(reply);
                        let mates = mates_within(position, plies - 2);
                        position.undo_move(reply, undo);
                        mates
                    })
        };
        position.undo_move(mv, undo);
        is_mate
    })
}

#[test]
fn what_is_said_about_mates_in_ten_games_is_so() {
    let text = analyse(&["--json"]);
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 10);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut replayed, mut shortest, mut none) = (0, 0, 0);
    for answer in &answers {
        let played = moves(&answer["moves"]);
        let mut position = Position::from_sfen(answer["sfen"].as_str().expect("a text")).expect("an SFEN");
        let mut positions = vec![position.clone()];
        for &mv in &played {
            position.do_move(mv);
            positions.push(position.clone());
        }
        for (position, found) in positions.iter_mut().zip(answer["positions"].as_array().expect("a list")) {
            match found["tsume"]["verdict"].as_str() {
                Some("mate") => {
                    let line = moves(&found["tsume"]["line"]);
                    let flaw = line_flaw(position, Rule::Tsume, position.side_to_move(), &line);
                    assert_eq!(flaw, None, "{position}: {line:?}");
                    replayed += 1;
                    if found["tsume"]["exact"] == true && (3..=5).contains(&line.len()) {
                        assert!(!mates_within(position, line.len() - 2), "{position}: {line:?}");
                        shortest += 1;
                    }
                }
                Some("nomate") if !in_check(position) => {
                    assert!(!mates_within(position, 1), "{position}");
                    none += 1;
                }
                _ => {}
            }
        }
        for event in answer["events"].as_array().expect("a list") {
            *kinds.entry(event["kind"].as_str().expect("a kind").to_owned()).or_default() += 1;
            if event["kind"] == "missed-mate" {
                let before = &positions[event["ply"].as_u64().expect("a ply") as usize - 1];
                let line = moves(&event["line"]);
                assert_eq!(line_flaw(before, Rule::Tsume, before.side_to_move(), &line), None, "{before}");
            }
        }
    }
    assert!(replayed > 20 && shortest > 5 && none > 300, "{replayed} {shortest} {none}");
    let most = |kind: &str| kinds.get(kind).copied().unwrap_or(0);
    // Some half of what the engine finds: with other weights it judges otherwise.
    for (kind, least) in [("dubious", 20), ("blunder", 2), ("losing-move", 3), ("missed-mate", 3)] {
        assert!(most(kind) >= least, "{kinds:?}");
    }
    assert!(most("missed-declaration") > 0, "{kinds:?}");
}

#[test]
fn ten_commented_records_are_read_back() {
    let folder = Folder::new("analyse-ten");
    let [records, lines] = ["records/", "lines.sfen"].map(|name| folder.path(name));
    analyse(&["--format", "kif", "--out", &records]);
    let read = run(&["convert", "-q", &records, &lines, "--format", "usi"]);
    assert_eq!(read.code, Some(0), "{}", read.stderr);
    // Without what stands behind the moves, in any order.
    let games = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("position "));
        let mut games: Vec<Vec<String>> = lines
            .map(|line| {
                let (_, moves) = line.split_once(" moves ").expect("moves");
                let words = moves.split(' ').map(str::to_owned);
                words.take_while(|word| word.parse::<Move>().is_ok()).collect()
            })
            .collect();
        games.sort();
        games
    };
    let sources = GAMES.map(|file| fs::read_to_string(file).expect("the games")).concat();
    let found = games(&fs::read_to_string(&lines).expect("the lines"));
    assert_eq!(found.len(), 10);
    assert!(found == games(&sources), "other moves");
    for entry in fs::read_dir(&records).expect("a folder").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a record");
        let comments = text.lines().filter(|line| line.starts_with("**解析 0 候補1 "));
        assert!(comments.count() > 50, "{:?}", entry.path());
    }
}

#[test]
fn tsshogi_reads_the_commented_records() {
    let folder = Folder::new("analyse-tsshogi");
    let out = folder.path("games/");
    analyse(&["--format", "kif", "--out", &out]);
    let files: Vec<_> =
        fs::read_dir(out).expect("the records").map(|entry| entry.expect("a record").path()).collect();
    assert_eq!(files.len(), 10);
    for file in files {
        let Some(report) = tsshogi::run("check_comments.cjs", &file) else { return };
        let numbers: Vec<usize> = report.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [moves, analysed] = numbers[..] else { panic!("{report}") };
        // Where a win can be declared there is no line of a search.
        assert!(moves > 50 && analysed + 3 > moves, "{}: {report}", file.display());
    }
}
