//! Inputs that hold problems, and all those that do not.

use crate::run::{Folder, NONE, THREE, TWO, assert_refused, command, run, run_with_stdin};
use std::fs;
#[cfg(unix)]
use std::{
    fs::{File, OpenOptions},
    io::Read,
    thread::sleep,
    time::{Duration, Instant},
};

#[test]
fn nonsense_is_no_input() {
    for nonsense in ["nonsense", "", "ばか詰", "\u{7f}\u{1b}[31m", "no/such/folder"] {
        assert_refused(
            &run(&["solve", nonsense]),
            "no such file or folder, and not an SFEN: give a path, or an SFEN",
        );
    }
    assert_refused(&run(&["solve", &"x".repeat(100_000)]), "x…: ");
}

#[test]
fn a_bad_sfen_is_named_with_column_and_token() {
    let bad = run(&["solve", "8k/9/8X/9/9/9/9/9/9 b G 1"]);
    assert_refused(&bad, "tsumugi: argument 1:1: column 7: `X` is not a piece");
    assert!(bad.stdout.is_empty());
    assert_refused(&run(&["solve", "9/9/9 b - 1"]), "9 ranks");
}

#[test]
fn an_sfen_without_quotes_is_one_mistake() {
    let board = "8k/9/8G/9/9/9/9/9/9";
    let line = [board, "b", "G", "1", "moves", "G*1b"];
    for words in
        [&line[..4], &line, &[&["sfen"], &line[..3]].concat(), &[&["position", "sfen"], &line[..]].concat()]
    {
        let run = run(&[&["solve"], words, &[TWO]].concat());
        let sfen = words.join(" ");
        assert_refused(
            &run,
            &format!("{}: an SFEN is one argument: put it in quotes: \"{sfen}\"\n", words[0]),
        );
        // The input behind it is solved.
        assert!(run.stdout.contains("helpmate in 1, 2 solutions"), "{}", run.stdout);
        assert!(
            run.stderr.lines().count() == 2 && run.stderr.contains("2 problems: 1 mate,"),
            "{}",
            run.stderr
        );
    }
    assert_refused(&run(&["solve", board]), "side to move");
    assert_refused(&run(&["solve", "--lang", "ja", board, "b"]), "引用符で囲んでください: \"8k/");
}

#[test]
fn japanese_messages_are_japanese() {
    let japanese = |argument: &str| run(&["solve", "--lang", "ja", argument]);
    assert_refused(
        &japanese("8k/9/8X/9/9/9/9/9/9 b G 1"),
        "tsumugi: argument 1:1: 7文字目: `X` は駒ではありません",
    );
    assert_refused(&japanese("9/9/9 b - 1"), "9段が必要ですが、3段です");
    assert_refused(
        &japanese(&format!("{TWO} ; plies=x")),
        "`x` は項目 `plies` の値ではありません。手数か none です",
    );
    assert_refused(&japanese(&format!("{TWO} ; size=3")), "`size` という項目はありません");
    assert_refused(&japanese("no/such/folder"), "ファイルもフォルダーもなく");
    let json = run(&["solve", "--json", "--lang", "ja", "8k/9/8X/9/9/9/9/9/9 b G 1"]);
    assert!(json.stdout.contains("\"column\":7,\"message\":\"7文字目: `X` は駒"), "{}", json.stdout);
}

#[test]
fn illegal_problems_name_all_their_defects() {
    for (sfen, messages) in [
        ("9/9/8G/9/9/9/9/9/9 b G 1", &["no king on the board: put the defender's king there"][..]),
        ("8k/P8/P7P/9/9/9/9/9/9 b G 1", &["nifu", "9b 9c"]),
        ("k6kk/9/9/9/9/9/9/9/9 b G 1", &["3 white kings", "1a 2a 9a"]),
        ("P6kk/9/P8/9/9/9/9/9/9 b G 1", &["nifu", "dead end", "2 white kings"]),
        ("8k/8G/9/9/9/9/9/9/9 b G 1", &["could capture the white king"]),
    ] {
        let run = run(&["solve", sfen]);
        messages.iter().for_each(|message| assert_refused(&run, message));
    }
    let no_defender = run(&["solve", "--attacker", "white", TWO]);
    assert_refused(&no_defender, "black, the defender, has none on the board");
    let japanese = run(&["solve", "--lang", "ja", "8k/P8/P7P/9/9/9/9/9/9 b G 1"]);
    assert_refused(&japanese, "二歩");
}

#[test]
fn an_illegal_intended_line_is_named_and_the_position_solved() {
    let line = format!("position sfen {THREE} moves 1f5b+ 4a5b S*5a");
    let solved = run(&["solve", &line]);
    assert!(solved.code == Some(0) && solved.stdout.contains("mate in 3"), "{}", solved.stdout);
    assert!(
        solved.stderr.contains("intended line: move 3 of the line, S*5a, is illegal"),
        "{}",
        solved.stderr
    );
    // What judges the line refuses it.
    assert_refused(&run(&["extend", &line]), "intended line: move 3 of the line, S*5a, is illegal");
}

#[test]
fn empty_files_and_folders() {
    let folder = Folder::new("empty");
    let empty = folder.file("empty.sfen", "");
    assert_refused(&run(&["solve", &empty]), "empty.sfen: no problem in this input: write one SFEN per line");
    let comments = folder.file("comments.sfen", "\u{feff}# only this\r\n\r\n");
    assert_refused(&run(&["solve", &comments]), "comments.sfen: no problem in this input");
    assert_refused(&run(&["solve", "-"]), "-: no problem in this input");
    let other = Folder::new("no-problems");
    other.file("sub/notes.md", "nothing");
    assert_refused(&run(&["solve", &other.path("")]), "no problems in this folder");
}

#[test]
fn missing_files_and_files_that_are_no_text() {
    let folder = Folder::new("missing");
    assert_refused(&run(&["solve", &folder.path("missing.sfen")]), "missing.sfen: no such file or folder");
    // As many slashes as an SFEN's board has.
    assert_refused(&run(&["solve", "/a/b/c/d/e/f/g/h"]), "/a/b/c/d/e/f/g/h: no such file or folder");
    assert_refused(&run(&["solve", "a/b/c/d/e/f/g/h/missing.sfen"]), "missing.sfen: no such file or folder");
    // An empty name is seen.
    assert_refused(&run(&["solve", ""]), "tsumugi: \"\": no such file or folder");
    let binary = folder.file("binary.sfen", [0xff, 0xfd, 0x00, b'\n', 0x80]);
    let run = run(&["solve", &binary]);
    assert_refused(&run, "binary.sfen:1: column 1: the text is not UTF-8");
    assert!(
        run.stderr.contains("binary.sfen: 1 more line cannot be read for the same reason"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_line_of_100_megabytes() {
    let folder = Folder::new("long-line");
    let long = folder.file("long.sfen", [vec![b'9'; 100 << 20], format!("\n{TWO}\n").into_bytes()].concat());
    let run = run(&["solve", &long]);
    assert_refused(&run, "long.sfen:1: column 1: the line is longer than 4 MiB");
    assert!(run.stderr.len() < 1000);
    assert!(run.stdout.contains("helpmate in 1, 2 solutions"), "{}", run.stdout);
    std::fs::remove_file(long).expect("the file");
}

#[test]
fn the_other_problems_of_a_batch_are_solved() {
    let folder = Folder::new("batch");
    let file =
        folder.file("set.sfen", format!("{TWO} ; id=two\nnonsense\n{THREE} ; id=three ; plies=x\n{NONE}\n"));
    let run = run(&["solve", "8k/9", &file, "nothing", THREE]);
    assert_refused(&run, "set.sfen:2: column 1: `nonsense`");
    assert!(run.stderr.contains("set.sfen:3: column 61: `x` is not a value of `plies`"), "{}", run.stderr);
    assert!(run.stderr.contains("tsumugi: nothing: "), "{}", run.stderr);
    let answers: Vec<&str> = run.stdout.lines().filter(|line| line.contains("mate")).collect();
    assert_eq!(answers, ["helpmate in 1, 2 solutions", "no mate", "helpmate in 3, 1 solution"]);
}

#[test]
fn folders_are_read_in_order() {
    let folder = Folder::new("folder");
    folder.file("b.sfen", format!("{TWO};id=b"));
    folder.file("a/z.txt", format!("{TWO};id=a-z"));
    folder.file("a/y.sfen", format!("{TWO};id=a-y"));
    folder.file("C.SFEN", format!("{TWO};id=c"));
    folder.file("d.sfen", "# nothing here\n");
    folder.file("readme.md", "no problem");
    let run = run(&["flip", &folder.path("")]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let ids: Vec<&str> =
        run.stdout.lines().filter_map(|line| line.split_once("id=")).map(|(_, id)| id).collect();
    assert_eq!(ids, ["c", "a-y", "a-z", "b"]);
}

#[test]
fn standard_input_is_an_input() {
    let run = run_with_stdin(&["solve", "-"], format!("\u{feff}{TWO} ; title=two ways\r\n").as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("stdin:1  two ways\nhelpmate in 1, 2 solutions\n"), "{}", run.stdout);
}

#[test]
#[cfg(unix)]
fn a_link_in_a_folder_that_leads_nowhere_is_named() {
    let folder = Folder::new("dangling");
    folder.file("set.sfen", TWO);
    std::os::unix::fs::symlink("nosuch.sfen", folder.path("lost.sfen")).expect("a link");
    for other in ["other", ".#set.sfen"] {
        std::os::unix::fs::symlink("nosuch", folder.path(other)).expect("a link");
    }
    let listed = run(&["solve", "--lang", "en", "-q", &folder.path("")]);
    assert_eq!(listed.code, Some(2));
    assert!(listed.stderr.contains("lost.sfen: cannot be read"), "{}", listed.stderr);
    assert_eq!((listed.stderr.lines().count(), listed.stdout.is_empty()), (1, false), "{}", listed.stderr);
}

#[test]
#[cfg(unix)]
fn what_is_no_file_in_a_folder_is_named() {
    let folder = Folder::new("no-file");
    folder.file("set.sfen", TWO);
    let _socket = std::os::unix::net::UnixListener::bind(folder.path("socket.sfen")).expect("a socket");
    fs::create_dir(folder.path("empty.sfen")).expect("a folder");
    for (lang, told) in
        [("en", "socket.sfen: is not a regular file"), ("ja", "socket.sfen: ファイルではない")]
    {
        let listed = run(&["solve", "--lang", lang, "-q", &folder.path("")]);
        assert_eq!((listed.code, listed.stdout.is_empty()), (Some(2), false), "{}", listed.stderr);
        assert!(listed.stderr.contains(told), "{}", listed.stderr);
        assert_eq!(listed.stderr.lines().count(), 1, "{}", listed.stderr);
    }
}

/// What is appended to a file that is read would be read as more of it.
#[test]
#[cfg(unix)]
fn what_standard_output_goes_to_is_not_read() {
    let folder = Folder::new("own-output");
    for (number, arguments) in
        [&["flip"][..], &["solve", "-q", "--json"], &["convert", "--format", "usi"]].iter().enumerate()
    {
        for form in ["file", "folder", "standard input"] {
            let text = format!("{TWO}\n{THREE}\n");
            let place = folder.path(&format!("{form}-{number}"));
            fs::create_dir_all(&place).expect("a folder");
            let file = format!("{place}/in.sfen");
            fs::write(&file, &text).expect("a file");
            let output = OpenOptions::new().append(true).open(&file).expect("the file");
            let mut command = command(arguments);
            command.arg(match form {
                "file" => &file,
                "folder" => &place,
                _ => "-",
            });
            if form == "standard input" {
                command.stdin(File::open(&file).expect("the file"));
            }
            if arguments[0] == "convert" {
                command.arg("-");
            }
            let mut child = command.args(["--lang", "en"]).stdout(output).spawn().expect("a process");
            let began = Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait().expect("a process") {
                    break status;
                }
                if began.elapsed() > Duration::from_secs(60) {
                    child.kill().expect("a process");
                    panic!(
                        "{arguments:?}, {form}: it does not end, {} bytes",
                        fs::metadata(&file).map_or(0, |file| file.len())
                    );
                }
                sleep(Duration::from_millis(10));
            };
            let mut said = String::new();
            child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("a message");
            assert_eq!(status.code(), Some(2), "{arguments:?}, {form}: {said}");
            assert!(
                said.contains("in.sfen: standard output is written to this file")
                    || said.contains("stdin: standard output"),
                "{said}"
            );
            let left = fs::read_to_string(&file).expect("the file");
            // In JSON the error is written there, once.
            assert!(left.starts_with(&text) && left.lines().count() <= 3, "{arguments:?}, {form}: {left}");
        }
    }
}
