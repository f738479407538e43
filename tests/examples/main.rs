//! The examples do what they say.

mod check;
mod convert_kif;
mod helpmate;
mod list_moves;
mod play_move;
mod tsume;

use std::error::Error;
use std::io::Write;

type Run = fn(&[String], &mut dyn Write) -> Result<(), Box<dyn Error>>;

/// What an example writes, line by line.
fn lines(run: Run, arguments: &[&str]) -> Vec<String> {
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    let mut out = Vec::new();
    run(&arguments, &mut out).expect("an example");
    String::from_utf8(out).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn moves_are_listed_with_checks_first() {
    let lines = lines(list_moves::run, &[]);
    assert_eq!(lines[0], format!("{} legal moves, 5 of them checks", lines.len() - 1));
    assert!(lines[1..=5].contains(&"G*1b\t▲１二金打".to_owned()), "{lines:?}");
}

#[test]
fn a_helpmate_is_solved() {
    let lines = lines(helpmate::run, &[]);
    assert!(lines.contains(&"mate in 15 (proved), 1 solutions".to_owned()), "{lines:?}");
    let line = "N*8c 9a9b 8c9a+ 9b9c 9a9b 9c9d 9b9c 9d9e 9c9d 9e8e 9d8d 8e9f R*8f 9f9e 8d8e";
    assert_eq!(lines.last().map(String::as_str), Some(line));
}

#[test]
fn a_tsume_is_solved() {
    assert_eq!(lines(tsume::run, &[])[0], "mate in 3, proved");
    assert_eq!(lines(tsume::run, &["9/9/9/9/4k4/9/9/9/9 b R 1"])[0], "no mate, proved");
}

#[test]
fn a_check_says_where_solutions_differ() {
    assert_eq!(lines(check::run, &[]), ["unsound: several-solutions", "ply 1: G*1b or G*2b"]);
}

#[test]
fn records_are_converted() {
    let shown = lines(convert_kif::run, &[]);
    assert!(shown.iter().any(|line| line.starts_with("   1 ３四歩")), "{shown:?}");
    let set = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/helpmate/soundness.sfen");
    assert!(lines(convert_kif::run, &[set]).len() > 50);
}

#[test]
fn a_move_is_chosen() {
    let lines = lines(play_move::run, &[]);
    assert!(lines[0].parse::<tsumugi::Move>().is_ok() && lines[1].starts_with("worth "), "{lines:?}");
}
