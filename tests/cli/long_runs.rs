//! Checkpoints, resuming, signals, spilling: searches that take long, stopped in every way.

use crate::run::{Folder, HEAVY, Run, THREE, TWO, command, run};
use crate::running::{answer, assert_resumed, signal, wait_for};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// A search of some seconds: 19,447 plies (加藤徹).
const JUGEMU: &str = "l6ss/1KB1r2bL/1GL3ss1/k1l3p1P/1nnn1p1P1/Pn2p1P2/2PP1P3/1P2P4/9 b r3g6p 1";

/// 図巧 18, mate in 23.
const ZUKOU_18: &str = "7n1/5+B+P1r/7k1/7+p1/6P2/7N1/7N1/8B/9 b N2Pr4g4s4l13p 1";
/// 図巧 8, too hard for some seconds.
const HARD_TSUME: &str = "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1";

/// Numbers without a pattern, the same in every run.
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_millis((self.0 >> 33) % below)
    }
}

/// A search that is killed so many times, each time within so many milliseconds, and then comes to its end.
fn killed_and_resumed(
    solve: &[&str],
    checkpoint: &str,
    kills: u32,
    milliseconds: u64,
    mut moments: Moments,
) -> Run {
    let manifest = format!("{checkpoint}/manifest");
    let resume = ["resume", checkpoint];
    for _ in 0..kills {
        let is_begun = Path::new(&manifest).exists();
        let mut child = command(if is_begun { &resume[..] } else { solve }).spawn().expect("the program");
        thread::sleep(moments.next(milliseconds));
        match child.try_wait().expect("a child") {
            // It came to its end before; then it resumes from there.
            Some(status) => assert!(status.success(), "{status}"),
            None => child.kill().expect("it runs"),
        }
        child.wait().expect("a child");
    }
    wait_for(&manifest);
    run(&resume)
}

/// A search that is interrupted by Ctrl-C some time after its first checkpoint.
fn interrupted(arguments: &[&str], checkpoint: &str) -> Run {
    let child = command(arguments).spawn().expect("the program");
    wait_for(&format!("{checkpoint}/manifest"));
    thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    let stopped = Run::from(child.wait_with_output().expect("the program"));
    assert_eq!(stopped.code, Some(130), "{}", stopped.stderr);
    assert_eq!(answer(&stopped)["reason"], "interrupted");
    stopped
}

#[test]
fn killed_at_fifty_moments_it_always_resumes_with_the_same_answer() {
    let folder = Folder::new("kill");
    let checkpoint = folder.path("checkpoint");
    let expected = answer(&run(&["solve", "--json", "--max-solutions", "2", JUGEMU]));
    assert_eq!(expected["plies"], 19_447);
    let solve =
        ["solve", "--json", "--max-solutions", "2", "--checkpoint", &checkpoint, "--every", "1ms", JUGEMU];
    let last = killed_and_resumed(&solve, &checkpoint, 50, 400, Moments(1));
    assert_eq!((last.code, answer(&last)), (Some(0), expected), "{}", last.stderr);
}

#[test]
fn ctrl_c_writes_a_checkpoint_and_tells_how_to_go_on() {
    let folder = Folder::new("ctrl-c");
    let checkpoint = folder.path("with space");
    let expected = answer(&run(&["solve", "--json", JUGEMU]));
    let arguments = ["solve", "--json", "--checkpoint", &checkpoint, JUGEMU];
    let stopped = interrupted(&arguments, &checkpoint);
    let told = format!("to continue: tsumugi resume '{checkpoint}'\n");
    assert!(stopped.stderr.ends_with(&told), "{}", stopped.stderr);
    // However far the search came on a busy machine, it does not end within this time.
    let piece = run(&["resume", &checkpoint, "--time", "1ms", "--threads", "2"]);
    assert_eq!((piece.code, &answer(&piece)["reason"]), (Some(3), &Value::from("time")), "{}", piece.stderr);
    assert_resumed(&checkpoint, &expected);
}

/// What is proved of a tsume, and by which line; what differs from run to run left out.
fn proved(run: &Run) -> Value {
    let mut answer = answer(run);
    answer.as_object_mut().expect("an object").remove("false_hits_expected").expect("a number");
    answer["solutions"]["listed"] = Value::Null;
    answer
}

#[test]
fn a_tsume_that_is_killed_again_and_again_comes_to_its_answer_and_its_proof() {
    let folder = Folder::new("kill-tsume");
    let (checkpoint, proof) = (folder.path("checkpoint"), folder.path("proof.cert"));
    let expected = proved(&run(&["tsume", "--json", ZUKOU_18]));
    assert_eq!((&expected["plies"], &expected["exact"]), (&Value::from(23), &Value::from(true)));
    let solve =
        ["tsume", "--json", "--certificate", &proof, "--checkpoint", &checkpoint, "--every", "1ms", ZUKOU_18];
    let last = killed_and_resumed(&solve, &checkpoint, 15, 600, Moments(2));
    assert_eq!((last.code, proved(&last)), (Some(0), expected), "{}", last.stderr);
    let checked = run(&["verify-certificate", &proof]);
    assert!(checked.code == Some(0) && checked.stdout.contains("mate in 23: proved"), "{}", checked.stdout);
}

#[test]
fn a_tsume_stopped_by_ctrl_c_or_its_time_tells_how_to_go_on() {
    let folder = Folder::new("ctrl-c-tsume");
    let (checkpoint, proof) = (folder.path("checkpoint"), folder.path("proof.cert"));
    let arguments = ["tsume", "--json", "--futile", "none", "--checkpoint", &checkpoint, HARD_TSUME];
    let stopped = interrupted(&arguments, &checkpoint);
    assert!(
        stopped.stderr.ends_with(&format!("to continue: tsumugi resume {checkpoint}\n")),
        "{}",
        stopped.stderr
    );
    let piece = run(&["resume", &checkpoint, "--time", "300ms", "--threads", "2", "--certificate", &proof]);
    let answered = answer(&piece);
    assert_eq!((piece.code, &answered["reason"]), (Some(3), &Value::from("time")), "{}", piece.stderr);
    assert_eq!((&answered["policy"], &answered["rule"]), (&Value::from("none"), &Value::from("tsume")));
    // The proof waits for the answer.
    assert!(!Path::new(&proof).exists());
    let occupied = run(&["tsume", "--checkpoint", &checkpoint, ZUKOU_18]);
    assert!(
        occupied.code == Some(2) && occupied.stderr.contains("a checkpoint here already"),
        "{}",
        occupied.stderr
    );
}

/// A limit that is kept would end each further piece at once.
#[test]
fn a_limit_that_ended_a_search_can_be_raised() {
    let folder = Folder::new("limit-raised");
    for (rule, limit, more, problem) in [
        ("helpmate", ["--nodes", "1"], ["--nodes", "100000"], THREE),
        ("helpmate", ["--max-plies", "1"], ["--max-plies", "3"], THREE),
        ("tsume", ["--nodes", "5"], ["--nodes", "100000"], "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"),
    ] {
        let checkpoint = folder.path(&format!("{rule}{}", limit[0]));
        let ended = run(&[&[rule, "--checkpoint", &checkpoint], &limit[..], &[problem]].concat());
        assert_eq!(ended.code, Some(3), "{}", ended.stderr);
        let advice = format!("to continue: tsumugi resume {checkpoint} {} MORE\n", limit[0]);
        assert!(ended.stderr.ends_with(&advice), "{}", ended.stderr);
        let resumed = run(&[&["resume", &checkpoint], &more[..]].concat());
        assert_eq!(resumed.code, Some(0), "{}", resumed.stderr);
        assert!(resumed.stdout.contains(&format!("{rule} in 3")), "{}", resumed.stdout);
    }
}

#[test]
fn a_folder_in_use_is_left_alone() {
    let folder = Folder::new("in-use");
    let checkpoint = folder.path("checkpoint");
    let child = command(&["-q", "solve", "--checkpoint", &checkpoint, HEAVY]).spawn().expect("the program");
    wait_for(&format!("{checkpoint}/manifest"));
    for arguments in [&["resume", &checkpoint][..], &["solve", "--checkpoint", &checkpoint, THREE]] {
        let refused = run(arguments);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(refused.stderr.contains("another process is using this folder"), "{}", refused.stderr);
    }
    signal(&child, "USR1");
    thread::sleep(Duration::from_millis(1500));
    signal(&child, "TERM");
    let stopped = Run::from(child.wait_with_output().expect("the program"));
    assert_eq!(stopped.code, Some(130));
    assert!(stopped.stderr.contains("look-ups/s"), "SIGUSR1 was not heard: {}", stopped.stderr);
    let occupied = run(&["--lang", "ja", "solve", "--checkpoint", &checkpoint, THREE]);
    assert_eq!(occupied.code, Some(2));
    assert!(occupied.stderr.contains("すでに途中経過があります"), "{}", occupied.stderr);
}

/// `resume` refuses a folder, names it, and says these things in each language.
fn assert_refused<const PARTS: usize>(path: &str, english: [&str; PARTS], japanese: [&str; PARTS]) {
    for (lang, parts) in [("en", english), ("ja", japanese)] {
        let refused = run(&["--lang", lang, "resume", path]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{path}");
        let is_named = refused.stderr.starts_with(&format!("tsumugi: {path}: "));
        let is_said = parts.iter().all(|part| refused.stderr.contains(part));
        assert!(is_named && is_said, "{path}: {}", refused.stderr);
    }
}

#[test]
fn what_cannot_be_resumed_is_refused_with_a_reason() {
    let folder = Folder::new("refused");
    let empty = folder.path("empty");
    fs::create_dir_all(&empty).expect("a folder");
    let file = folder.file("file", "text");
    let foreign = folder.path("foreign");
    folder.file("foreign/manifest", "anchors: 3\n");
    let damaged = folder.path("damaged");
    assert_eq!(run(&["solve", "--checkpoint", &damaged, TWO]).code, Some(0));
    let log = format!("{damaged}/layers.log");
    let mut bytes = fs::read(&log).expect("a log");
    bytes[50] ^= 4;
    fs::write(&log, bytes).expect("a log");
    let advice = ["give the folder that `solve --checkpoint` wrote", "`solve --checkpoint` が書いたフォルダ"];
    for (path, english, japanese) in [
        (folder.path("missing"), "No such file", "ファイルかフォルダーがありません"),
        (file, "not a directory", "フォルダーではありません"),
        (empty.clone(), "there is no checkpoint here", "途中経過はありません"),
    ] {
        assert_refused(&path, [english, advice[0]], [japanese, advice[1]]);
    }
    let left = fs::read_dir(empty).expect("a folder").count();
    assert_eq!(left, 0, "what holds no checkpoint is left as it is");
    for (path, english, japanese) in [
        (foreign, "this is not a checkpoint of tsumugi", "tsumugi の途中経過ではありません"),
        (damaged, "layers.log is damaged", "layers.log は壊れています"),
    ] {
        assert_refused(&path, [english], [japanese]);
    }
    let several = run(&["solve", "--checkpoint", &folder.path("new"), TWO, THREE]);
    assert_eq!(several.code, Some(2));
    assert!(several.stderr.contains("one problem at a time"), "{}", several.stderr);
    assert_eq!(run(&["solve", "--every", "1m", TWO]).code, Some(2));
}

#[test]
fn the_answer_has_the_form_that_was_asked_for() {
    let folder = Folder::new("form");
    let file = folder.file("set.sfen", format!("{TWO} ; id=corner ; title=Two ways\n"));
    let checkpoint = folder.path("checkpoint");
    let solved = run(&["--lang", "ja", "solve", "--full", "--checkpoint", &checkpoint, &file]);
    let resumed = run(&["resume", &checkpoint]);
    let without_figures = |run: &Run| {
        let lines: Vec<_> = run.stdout.lines().map(str::to_owned).collect();
        lines[..lines.len() - 1].join("\n")
    };
    assert_eq!(without_figures(&solved), without_figures(&resumed));
    assert!(resumed.stdout.starts_with("corner  Two ways\n協力詰 1手"), "{}", resumed.stdout);
    assert!(resumed.stderr.contains("この探索は終わっています"), "{}", resumed.stderr);
    let rest = folder.path("rest");
    let with_rest = run(&["solve", "--json", "--rest", "--attacker", "black", "--checkpoint", &rest, TWO]);
    assert_eq!(answer(&run(&["resume", &rest])), answer(&with_rest));
}

#[test]
fn threads_and_resuming_make_no_difference() {
    let folder = Folder::new("threads");
    // Wide layers, which several threads share.
    let wide = "9/9/9/9/4k4/9/9/9/9 b R2p 1";
    let expected = answer(&run(&["solve", "--json", wide]));
    for threads in ["1", "2"] {
        let checkpoint = folder.path(threads);
        let limited =
            ["solve", "--json", "--threads", threads, "--checkpoint", &checkpoint, "--time", "150ms"];
        let begun = run(&[&limited[..], &[wide]].concat());
        assert!(matches!(begun.code, Some(0 | 3)), "{}", begun.stderr);
        assert_eq!(answer(&run(&["resume", &checkpoint])), expected, "{threads} threads");
    }
}

#[test]
fn spilled_positions_are_removed_and_a_disk_that_refuses_is_named() {
    let folder = Folder::new("spill");
    let spill = folder.path("spill");
    let spilled = run(&["solve", "--json", "--spill", &spill, THREE]);
    assert_eq!(answer(&spilled), answer(&run(&["solve", "--json", THREE])));
    let left: Vec<_> = fs::read_dir(&spill).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left, ["lock"]);
    // What a killed search left is removed, but nothing of somebody else.
    let left = folder.file("spill/3.run", "tsumugi run\nleft");
    let notes = folder.file("spill/notes.run", "mine");
    assert_eq!(run(&["solve", "--json", "--spill", &spill, THREE]).code, Some(0));
    assert!(fs::metadata(&left).is_err());
    assert_eq!(fs::read_to_string(&notes).expect("a file"), "mine");
    let other = folder.file("other/0.run", "mine");
    for command in ["solve", "check"] {
        let refused = run(&[command, "--spill", &folder.path("other"), THREE]);
        assert!(
            refused.code == Some(2) && refused.stderr.contains("0.run was not written by a search"),
            "{}",
            refused.stderr
        );
        assert_eq!((refused.stdout.as_str(), refused.stderr.contains("other: ")), ("", true));
        assert_eq!(fs::read_to_string(&other).expect("a file"), "mine");
        // Not even where a search has been at work before.
        folder.file("other/lock", "");
    }
    let file = folder.file("file", "");
    for option in ["--spill", "--checkpoint", "--svg-steps"] {
        for (lang, told) in [("en", "expected a folder, but this is a file"), ("ja", "フォルダーが必要です")]
        {
            let refused = run(&["solve", "--lang", lang, option, &file, THREE]);
            assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{option}");
            assert!(refused.stderr.contains(&file) && refused.stderr.contains(told), "{}", refused.stderr);
        }
    }
}

#[test]
fn a_folder_with_files_of_somebody_else_is_no_checkpoint() {
    for (rule, name) in
        [("helpmate", "layers.log"), ("helpmate", "frontier-1"), ("tsume", "facts-1"), ("tsume", "facts-77")]
            .into_iter()
            .chain(["helpmate", "tsume"].map(|rule| (rule, "manifest")))
    {
        let folder = Folder::new("checkpoint-others");
        let file = folder.file(name, "MINE\n");
        for (lang, told) in [("en", "is not a file of a checkpoint"), ("ja", "途中経過ではない")] {
            let refused =
                run(&["solve", "--lang", lang, "--rule", rule, "--checkpoint", &folder.path(""), THREE]);
            assert_eq!(refused.code, Some(2), "{name}: {}{}", refused.stdout, refused.stderr);
            assert!(refused.stderr.contains(name) && refused.stderr.contains(told), "{}", refused.stderr);
            assert_eq!(fs::read_to_string(&file).expect("a file"), "MINE\n");
        }
    }
    // Other files are no harm, nor is what a run leaves that was killed before its first manifest.
    for (rule, begun) in [
        ("helpmate", &[("notes.txt", "mine"), ("frontier", "mine")][..]),
        ("helpmate", &[("layers.log", "")]),
        ("helpmate", &[("layers.log", "TSUM")]),
        (
            "helpmate",
            &[("layers.log", "TSUMUGIL and so on"), ("frontier-0", "positions"), ("manifest.new", "{")],
        ),
        ("tsume", &[("facts-1", "")]),
        ("tsume", &[("facts-1", "TSUMUGIF and so on"), ("facts-x", "mine")]),
    ] {
        let folder = Folder::new("checkpoint-begun");
        begun.iter().for_each(|(name, text)| drop(folder.file(name, text)));
        let sfen = if rule == "tsume" { ZUKOU_18 } else { THREE };
        let solved = run(&["solve", "--rule", rule, "--checkpoint", &folder.path(""), sfen]);
        assert_eq!(solved.code, Some(0), "{begun:?}: {}{}", solved.stdout, solved.stderr);
        for (name, text) in begun.iter().filter(|(_, text)| *text == "mine") {
            assert_eq!(fs::read_to_string(folder.path(name)).expect("a file"), *text);
        }
    }
}

/// What a run was told that it cannot write is not asked for again.
#[test]
fn a_graph_of_a_tsume_is_refused_only_once() {
    let folder = Folder::new("resuming-graph");
    let (checkpoint, graph) = (folder.path("checkpoint"), folder.path("graph.json"));
    run(&["tsume", "--nodes", "1", "--checkpoint", &checkpoint, TWO]);
    let asked = run(&["resume", "--nodes", "100000", "--graph", &graph, &checkpoint]);
    assert_eq!(asked.code, Some(2));
    assert!(asked.stderr.contains("no graph: graphs are for helpmates"), "{}", asked.stderr);
    let again = run(&["resume", &checkpoint]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(!again.stderr.contains("graph"), "{}", again.stderr);
}
