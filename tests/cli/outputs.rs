//! Outputs of one run that could meet: what is made inside a folder and what flags name, several diagrams in one file, and
//! the input of a search that goes on elsewhere.

use crate::run::{Folder, Run, THREE, TWO, assert_refused, command, run};
use std::fs;
use std::os::unix::fs::symlink;

/// A brinkmate in 1.
const BRINKMATE: &str = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
const GAMES: [&str; 2] = ["position startpos moves 7g7f", "position startpos moves 2g2f"];

fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

fn text(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}

#[test]
fn a_second_diagram_leaves_the_file_that_is_there() {
    let folder = Folder::new("outputs-diagrams");
    for (arguments, problems) in [
        (&["solve", "--rule", "helpmate"][..], [TWO, THREE]),
        (&["hisshi", "--nodes", "100"], [BRINKMATE, BRINKMATE]),
        (&["analyse", "--nodes", "100", "--mate-nodes", "100"], GAMES),
    ] {
        for (lang, english) in [("en", true), ("ja", false)] {
            let file = folder.file("p.svg", "precious\n");
            let refused = run(&[arguments, &["-q", "--lang", lang, "--out", &file], &problems].concat());
            let said = match english {
                true => {
                    [format!("{file}: a file takes one diagram"), format!("the first one is in {file}.part")]
                }
                false => [format!("{file}: 一つのファイル"), format!("最初の図は {file}.part にあります")],
            };
            said.iter().for_each(|said| assert_refused(&refused, said));
            assert_eq!(text(&file), "precious\n", "{arguments:?}");
            assert!(text(&format!("{file}.part")).starts_with("<svg"), "{arguments:?}");
            fs::remove_file(format!("{file}.part")).expect("the part");
        }
    }
    // Where nothing is, the first diagram has its name.
    let file = folder.path("new.svg");
    assert_refused(&run(&["solve", "-q", "--out", &file, TWO, THREE]), &format!("{file}: a file takes one"));
    assert_eq!((text(&file).matches("<svg").count(), names(&folder.path("")).len()), (1, 2));
    for arguments in [&["show"][..], &["extend"], &["repair", "--most", "2"]] {
        let refused = run(&[arguments, &["--out", &file, TWO, THREE]].concat());
        assert_refused(&refused, &format!("{file}: a file takes one diagram"));
    }
}

#[test]
fn a_resumed_search_keeps_its_input_in_every_folder() {
    let folder = Folder::new("outputs-resumed");
    let elsewhere = folder.path("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    let input = folder.file("in/p.sfen", THREE);
    for (number, named) in ["p.sfen", ".", "./p.sfen"].into_iter().enumerate() {
        let checkpoint = folder.path(&number.to_string());
        let mut solve = command(&["solve", "-q", "--time", "0ms", "--checkpoint", &checkpoint, named]);
        let stopped: Run = solve.current_dir(folder.path("in")).output().expect("the program").into();
        assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
        let mut resume = command(&["resume", "-q", &checkpoint, "--format", "usi", "--out", "../in/p.sfen"]);
        let refused: Run = resume.current_dir(&elsewhere).output().expect("the program").into();
        assert_refused(&refused, "../in/p.sfen: is an input too, which would be lost");
        assert_eq!(text(&input), THREE, "{named}");
        // A file that only has the name of the input is none.
        fs::write(format!("{elsewhere}/p.sfen"), "old\n").expect("a file");
        let mut resume = command(&["resume", "-q", &checkpoint, "--format", "usi", "--out", "p.sfen"]);
        let resumed: Run = resume.current_dir(&elsewhere).output().expect("the program").into();
        assert_eq!(resumed.code, Some(0), "{}", resumed.stderr);
    }
}

#[test]
fn a_state_lies_beside_the_results_behind_a_link() {
    let folder = Folder::new("outputs-state");
    let results = folder.file("there/found.jsonl", "");
    let (link, state) = (folder.path("found.jsonl"), format!("{results}.state"));
    symlink("there/found.jsonl", &link).expect("a link");
    let extend =
        |more: &[&str]| run(&[&["extend", "-q", "--lang", "en", "--resume", &link, THREE], more].concat());
    assert_refused(&extend(&["--log-file", &state]), "both --resume and --log-file would write it");
    let made = extend(&["--nodes", "1000"]);
    assert!(fs::metadata(&state).is_ok(), "{}", made.stderr);
    fs::write(&results, text(&results) + "my notes\n").expect("a file");
    let refused = extend(&["--nodes", "1000"]);
    assert_refused(&refused, "lines of something else stand behind the results");
    let named = "there/found.jsonl.state counts";
    assert!(refused.stderr.contains(named), "{}", refused.stderr);
}
