//! Progress at a terminal: `script` lends one.

use crate::run::{Folder, HEAVY, TWO};
use std::process::{Command, Stdio};

/// What a run draws in a terminal of so many columns; `None` where there is no `script`.
fn drawn(columns: u32, arguments: &[&str]) -> Option<String> {
    let quoted: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
    let program = env!("CARGO_BIN_EXE_tsumugi");
    let shell =
        format!("stty cols {columns} rows 20; LC_ALL=C.UTF-8 '{program}' {} >/dev/null", quoted.join(" "));
    let mut script = Command::new("script");
    script.args(["-qec", &shell, "/dev/null"]).env("TERM", "xterm").stdin(Stdio::null());
    let output = script.output().ok()?;
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// The lines of a screen of so many columns, without the sequences that move the cursor. A line that is filled up to
/// the edge has no other end.
fn lines(drawn: &str, columns: usize) -> Vec<String> {
    let mut plain = String::new();
    let mut letters = drawn.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                letters.find(|&letter| letter.is_ascii_alphabetic());
            }
            '\r' | '\n' => plain.push('\n'),
            _ => plain.push(letter),
        }
    }
    let letters: Vec<Vec<char>> = plain.lines().map(|line| line.chars().collect()).collect();
    let rows = letters.iter().flat_map(|line| line.chunks(columns));
    let rows = rows.map(|row| row.iter().collect::<String>().trim_end().to_owned());
    rows.filter(|row| !row.is_empty()).collect()
}

#[test]
fn the_number_of_the_problem_and_its_name_fit_into_any_terminal() {
    let folder = Folder::new("progress");
    let set = folder.file("a-folder/set.sfen", format!("{TWO}\n{HEAVY}\n{TWO}\n"));
    for columns in [40, 80, 200] {
        let Some(drawn) = drawn(columns, &["solve", "--time", "1500ms", &set]) else {
            eprintln!("SKIPPED: no `script` here, which lends a terminal");
            return;
        };
        let lines = lines(&drawn, columns as usize);
        assert!(lines.iter().any(|line| line.starts_with("problem 2 of 3 [=")), "{columns}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("set.sfen:2: ply ")), "{columns}: {lines:?}");
        // What is cut off does not begin a row of its own.
        let known = ["problem ", "set.sfen:", "tsumugi: "];
        let odd = lines
            .iter()
            .find(|line| !known.iter().any(|begin| line.starts_with(begin)) && line.contains("pos"));
        assert_eq!(odd, None, "{columns}: {lines:?}");
    }
    let quiet = drawn(80, &["helpmate", "-q", "--time", "1s", &set]).expect("as before");
    assert_eq!(lines(&quiet, 80), [""; 0]);
}
