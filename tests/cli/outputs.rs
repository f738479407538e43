//! Outputs of one run that could meet: what is made inside a folder and what flags name, several diagrams in one file, and
//! the input of a search that goes on elsewhere.

use crate::run::{Folder, Run, THREE, TWO, assert_refused, command, names, run, succeed_with_notes, text};
use std::fs;
use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};

/// A tsume.
const TSUME: &str = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
/// A brinkmate in 1.
const BRINKMATE: &str = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
const GAMES: [&str; 2] = ["position startpos moves 7g7f", "position startpos moves 2g2f"];

#[test]
fn answers_in_a_folder_leave_named_outputs_alone() {
    let folder = Folder::new("outputs-named");
    let [answers, certificate, graph, log] =
        ["a/", "a/p.kif", "a/P.json", "a/p.csa"].map(|name| folder.path(name));
    // Even where the folder is there only when the names have been compared.
    succeed_with_notes(&[
        "tsume",
        "-q",
        "--format",
        "kif",
        "--out",
        &answers,
        "--certificate",
        &certificate,
        &named(TSUME),
    ]);
    assert_eq!(names(&answers), ["p-2.kif", "p.kif"]);
    succeed_with_notes(&["verify-certificate", &certificate]);
    // A name in small letters is the same file on some systems.
    let helpmate = |format, more: &[&str]| {
        succeed_with_notes(
            &[&["helpmate", "--format", format, "--out", &answers, &named(TWO)], more].concat(),
        );
    };
    helpmate("json", &["--graph", &graph]);
    assert!(text(&graph).contains("\"nodes\":[") && text(&folder.path("a/p-2.json")).contains("\"verdict\""));
    helpmate("csa", &["-v", "--log-file", &log]);
    assert!(text(&log).starts_with('[') && text(&folder.path("a/p-2.csa")).contains("V2"));
    assert_eq!(names(&answers), ["P.json", "p-2.csa", "p-2.json", "p-2.kif", "p.csa", "p.kif"]);
    // Nor through a link.
    let linked = folder.path("graph.json");
    symlink("../graph.json", folder.path("a/p.json")).expect("a link");
    helpmate("json", &["--graph", &linked]);
    assert!(text(&linked).contains("\"nodes\":["));
}

fn named(sfen: &str) -> String {
    format!("{sfen} ; id=p")
}

#[test]
fn converted_and_found_problems_leave_the_log_alone() {
    let folder = Folder::new("outputs-log");
    let problems = folder.path("p/");
    fs::create_dir(&problems).expect("a folder");
    let with_log = |arguments: &[&str], name: &str| {
        succeed_with_notes(&[arguments, &["-v", "--log-file", &folder.path(name)]].concat());
    };
    with_log(&["convert", "--force", "--format", "kif", &named(TWO), &problems], "p/p.kif");
    let repair = ["repair", "--most", "1", "--format", "csa", "--out", &problems];
    let found = "argument-1-1-repair-1.csa";
    with_log(&[&repair[..], &["8k/8G/8P/9/9/9/9/9/9 b G 1"]].concat(), &format!("p/{found}"));
    assert_eq!(names(&problems), ["argument-1-1-repair-1-2.csa", found, "p-2.kif", "p.kif"]);
    for log in ["p/p.kif", &format!("p/{found}")] {
        assert!(text(&folder.path(log)).starts_with('['), "{log}");
    }
}

#[test]
fn manual_pages_leave_the_log_alone() {
    let folder = Folder::new("outputs-man");
    let log = folder.file("man/tsumugi-solve.1", "");
    succeed_with_notes(&["man", "-v", "--log-file", &log, &folder.path("man/")]);
    let page = text(&folder.path("man/tsumugi-solve-2.1"));
    assert!(text(&log).is_empty() && page.contains(".TH tsumugi-solve 1 "), "{page}");
    assert!(names(folder.path("man")).contains(&"tsumugi.1".to_owned()));
}

#[test]
fn diagrams_of_steps_and_of_answers_are_different_files() {
    let folder = Folder::new("outputs-steps");
    let both = folder.path("both");
    let problems = ["a", "a", "a-0"].map(|id| format!("{THREE} ; id={id}"));
    let solve = |more: &[&str]| {
        let problems: Vec<&str> = problems.iter().map(String::as_str).collect();
        succeed_with_notes(&[&["solve", "-q", "--format", "svg"], more, &problems].concat());
    };
    solve(&["--out", &format!("{both}/"), "--svg-steps", &both]);
    let steps = ["a-0", "a-0-2", "a-1", "a-1-2", "a-3", "a-3-2", "a-0-0", "a-0-1", "a-0-3"];
    let mut expected = [&steps[..], &["a", "a-2", "a-0-4"]].concat();
    expected.sort_unstable();
    let mut found = names(&both);
    found.iter_mut().for_each(|name| *name = name.trim_end_matches(".svg").to_owned());
    found.sort_unstable();
    assert_eq!(found, expected);
    let alone = folder.path("alone");
    solve(&["--out", &folder.path("answers/"), "--svg-steps", &alone]);
    for step in steps.map(|step| format!("{step}.svg")) {
        assert_eq!(text(&format!("{both}/{step}")), text(&format!("{alone}/{step}")), "{step}");
    }
}

#[test]
fn no_named_output_has_a_name_of_the_programs_own_in_a_folder_of_answers() {
    let folder = Folder::new("outputs-unfinished");
    let answers = folder.path("a/");
    for name in ["p.kif.tsumugi-new", "p.kif.tsumugi-new-2", "p.kif.TSUMUGI-NEW"] {
        let certificate = format!("{answers}{name}");
        let solve =
            ["solve", "--rule", "tsume", "--format", "kif", "--out", &answers, "--certificate", &certificate];
        let refused = run(&[&solve[..], &[&named(TSUME)]].concat());
        assert_refused(&refused, "both --out and --certificate would write it: give another name");
        assert!(fs::metadata(&answers).is_err(), "{name}");
    }
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
                true => [
                    format!("{file}: a file can hold only one diagram"),
                    format!("the first one is in {file}.part"),
                ],
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
    assert_refused(
        &run(&["solve", "-q", "--out", &file, TWO, THREE]),
        &format!("{file}: a file can hold only one"),
    );
    assert_eq!((text(&file).matches("<svg").count(), names(folder.path("")).len()), (1, 2));
    for arguments in [&["show"][..], &["extend"], &["repair", "--most", "2"]] {
        let refused = run(&[arguments, &["--out", &file, TWO, THREE]].concat());
        assert_refused(&refused, &format!("{file}: a file can hold only one diagram"));
    }
}

#[test]
fn nothing_is_searched_for_a_second_diagram() {
    let folder = Folder::new("outputs-room");
    let (file, long) = (folder.path("p.svg"), "4k4/9/9/4p4/9/9/9/9/4K4 b 2G2Srb 1");
    let mated = "8k/8G/8G/9/9/9/9/9/4K4 w - 1";
    for (command, first) in [("hisshi", BRINKMATE), ("analyse", mated)] {
        let start = Instant::now();
        let refused = run(&[command, "-q", "--time", "40s", "--out", &file, first, long]);
        assert_refused(&refused, &format!("{file}: a file can hold only one diagram"));
        assert!(start.elapsed() < Duration::from_secs(40), "{command}: it was searched");
        fs::remove_file(&file).expect("the first diagram");
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
        assert_refused(&refused, "../in/p.sfen: is also an input, which would be lost");
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
    assert_refused(&refused, "other lines follow the results");
    let named = "there/found.jsonl.state counts";
    assert!(refused.stderr.contains(named), "{}", refused.stderr);
}
