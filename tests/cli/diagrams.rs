//! `show --out`, and diagrams without the defender's hand.

use crate::run::{Folder, THREE, TWO, assert_refused, run};
use std::fs;

/// A mate in one in which the defender holds all the rest.
const REST: &str = "8k/9/8G/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1";

#[track_caller]
fn read(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}

#[test]
fn show_writes_to_a_file_or_a_folder() {
    let folder = Folder::new("show-out");
    let (diagram, board) = (folder.path("diagram.svg"), folder.path("board.txt"));
    for (arguments, path) in [
        (&["show", "--svg", "--out", &diagram, THREE], &diagram),
        (&["show", "-q", "--out", &board, THREE], &board),
    ] {
        let to_file = run(arguments);
        assert_eq!((to_file.code, to_file.stdout.as_str(), to_file.stderr.as_str()), (Some(0), "", ""));
        let without: Vec<&str> =
            arguments.iter().copied().filter(|word| *word != "--out" && word != path).collect();
        assert_eq!(read(path), run(&without).stdout);
    }
    let many = format!("{}/", folder.path("many"));
    assert_eq!(run(&["show", "--svg", "--out", &many, TWO, THREE]).code, Some(0));
    let mut names: Vec<_> =
        fs::read_dir(&many).expect("a folder").flatten().map(|file| file.file_name()).collect();
    names.sort();
    assert_eq!(names, ["argument-1-1.svg", "argument-2-1.svg"]);
    let two = run(&["show", "--svg", "--out", &diagram, TWO, THREE]);
    assert!(two.code == Some(2) && two.stderr.contains("a file can hold only one diagram"), "{}", two.stderr);
    for more in [&[][..], &["--no-rest-hand"]] {
        fs::remove_file(&diagram).expect("a file");
        let named = run(&[&["show", "--out", &diagram, THREE], more].concat());
        assert_eq!((named.code, named.stderr.as_str()), (Some(0), ""), "the name tells the format");
        assert!(read(&diagram).contains("<svg"));
    }
    for name in ["board.kif", "board.sfen", "board.json"] {
        let path = folder.path(name);
        assert_refused(
            &run(&["show", "--out", &path, THREE]),
            "other formats are written by tsumugi convert",
        );
        assert!(fs::metadata(&path).is_err(), "{name}");
    }
    let input = folder.file("set.sfen", TWO);
    assert_eq!(run(&["show", "--out", &input, &input]).code, Some(2));
    assert_eq!(read(&input), TWO);
}

/// How many hands a diagram shows: each has one mark of its owner.
fn hands(svg: &str) -> usize {
    svg.matches("Z\" fill=\"").count()
}

#[test]
fn the_defenders_hand_is_left_out_where_it_holds_all_the_rest() {
    let shown = |arguments: &[&str]| hands(&run(&[&["show", "--svg"], arguments].concat()).stdout);
    assert_eq!([shown(&[REST]), shown(&["--no-rest-hand", REST])], [2, 1]);
    // Without its hand this one would mean another position.
    assert_eq!(shown(&["--no-rest-hand", TWO]), 2);
    let folder = Folder::new("no-rest-hand");
    let (steps, converted) = (folder.path("steps"), folder.path("converted.svg"));
    let solved = run(&["solve", "--no-rest-hand", "--format", "svg", "--svg-steps", &steps, REST]);
    assert_eq!((solved.code, hands(&solved.stdout)), (Some(0), 1));
    assert_eq!(hands(&read(&format!("{steps}/argument-1-1-1.svg"))), 1);
    assert_eq!(run(&["convert", "--no-rest-hand", REST, &converted]).code, Some(0));
    assert_eq!(hands(&read(&converted)), 1);
}

#[test]
fn steps_of_a_problem_with_a_long_name_are_told_apart() {
    let folder = Folder::new("long-name");
    let steps = folder.path("steps/");
    let id = "long".repeat(50);
    assert_eq!(run(&["solve", "-q", "--svg-steps", &steps, &format!("{THREE} ; id={id}")]).code, Some(0));
    let mut names: Vec<_> =
        fs::read_dir(&steps).expect("a folder").flatten().map(|file| file.file_name()).collect();
    names.sort();
    let name = "long".repeat(30);
    assert_eq!(
        names,
        ["0", "1", "3"].map(|ply| format!("{name}-{ply}.svg").as_str().into()) as [std::ffi::OsString; 3]
    );
}

#[test]
fn a_file_takes_one_diagram_of_answers() {
    let folder = Folder::new("one-diagram");
    let (one, many) = (folder.path("one.svg"), folder.path("many/"));
    let refused = run(&["solve", "--lang", "en", "-v", "--format", "svg", "--out", &one, TWO, THREE]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("standard output: for several, name a folder"), "{}", refused.stderr);
    // The second problem is not even searched.
    let is_solved = |name: &str| refused.stderr.contains(&format!("{name}: Mate "));
    assert!(is_solved("argument 1:1") && !is_solved("argument 2:1"), "{}", refused.stderr);
    assert_eq!(read(&one).matches("<svg").count(), 1);
    assert_eq!(run(&["solve", "--format", "svg", "--out", &many, TWO, THREE]).code, Some(0));
    // Nobody knows how many are found: nothing is searched.
    let repair = ["repair", "--lang", "en", "--most", "2", "8k/8G/8P/9/9/9/9/9/9 b G 1", "--format", "svg"];
    let refused = run(&[&repair[..], &["--out", &one]].concat());
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("a file can hold only one diagram"), "{}", refused.stderr);
    let found = folder.path("found/");
    assert_eq!(run(&[&repair[..], &["--out", &found]].concat()).code, Some(0));
    assert_eq!(fs::read_dir(&found).expect("a folder").count(), 2);
    // But where one is all that is asked for.
    let one = run(&["repair", "--most", "1", "8k/8G/8P/9/9/9/9/9/9 b G 1", "--format", "svg"]);
    assert_eq!((one.code, one.stdout.matches("<svg").count()), (Some(0), 1), "{}", one.stderr);
}
