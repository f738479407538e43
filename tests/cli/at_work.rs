//! Files on which a process is at work: others leave them alone, and what is taken from it all the same is put back.

use crate::run::{Folder, HEAVY, NONE, Run, THREE, TWO, command, run};
use crate::running::{wait_for, wait_until};
use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};

/// A tsume of 5 plies.
const TSUME: &str = "8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1";

/// One answer soon; then it waits for another problem.
fn resuming(file: &str) -> Child {
    let arguments = ["solve", "--resume", file, "--nodes", "1000", TWO, "-"];
    let child = command(&arguments).stdin(Stdio::piped()).spawn().expect("the program");
    wait_for(file);
    child
}

/// Gives it the problem, which it leaves open, and waits for its end.
fn finished(mut child: Child) -> Run {
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "{HEAVY}").expect("it reads");
    drop(input);
    Run::from(child.wait_with_output().expect("the program"))
}

#[track_caller]
fn assert_held(run: &Run, child: &Child) {
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let holder = if cfg!(target_os = "linux") { format!("(pid {})", child.id()) } else { String::new() };
    assert!(run.stderr.contains("another process") && run.stderr.contains(&holder), "{}", run.stderr);
}

#[test]
fn answers_are_not_lost_with_their_file() {
    let folder = Folder::new("at-work-removed");
    let (removed, moved, replaced) =
        (folder.path("removed.jsonl"), folder.path("moved.jsonl"), folder.path("replaced.jsonl"));
    let runs = [&removed, &moved, &replaced].map(|file| resuming(file));
    fs::remove_file(&removed).expect("a file");
    fs::rename(&moved, folder.path("elsewhere.jsonl")).expect("a file");
    let other = folder.file("other", "other\n");
    fs::rename(&other, &replaced).expect("a file");
    let numbered = format!("{replaced}.1");
    for (run, file) in runs.into_iter().zip([&removed, &moved, &numbered]) {
        let done = finished(run);
        assert_eq!(done.code, Some(3), "{}", done.stderr);
        let (told, place) = ("was removed, moved or replaced", format!("is now in {file}"));
        assert_eq!(done.stderr.matches(told).count(), 1, "{}", done.stderr);
        assert!(done.stderr.contains(&place), "{place}: {}", done.stderr);
        let text = fs::read_to_string(file).expect("the answers");
        let answers: Vec<&str> = text.lines().collect();
        assert_eq!(answers.len(), 2, "{text}");
        assert!(answers[0].contains("\"mate\"") && answers[1].contains("\"unknown\""), "{text}");
    }
    assert_eq!(fs::read_to_string(&replaced).expect("a file"), "other\n");
}

#[test]
fn no_log_is_written_between_the_answers_of_another_process() {
    let folder = Folder::new("at-work-log");
    let file = folder.path("answers.jsonl");
    let mut child = resuming(&file);
    assert_held(&run(&["solve", "-v", "--log-file", &file, TWO]), &child);
    assert_eq!(fs::read_to_string(&file).expect("the answers").lines().count(), 1);
    child.kill().and_then(|()| child.wait()).expect("the program");
    // Two processes may share a log.
    let log = folder.path("log");
    let first = command(&["solve", "-v", "--log-file", &log, "--time", "1s", HEAVY]).spawn();
    wait_for(&log);
    assert_eq!(run(&["solve", "-v", "--log-file", &log, TWO]).code, Some(0));
    first.and_then(|mut first| first.wait()).expect("the program");
}

#[test]
fn how_far_a_run_has_come_is_not_overwritten_by_others() {
    let folder = Folder::new("at-work-state");
    let (file, problem) = (folder.path("found.jsonl"), "8k/9/8G/9/9/9/9/9/9 b G 1");
    let state = format!("{file}.state");
    let resumed = ["repair", "-q", "--rule", "helpmate", "--changes", "2", "--resume", &file, problem];
    let mut child = command(&resumed).spawn().expect("the program");
    wait_for(&state);
    for flag in ["--out", "--log-file"] {
        assert_held(&run(&["solve", "-q", "--rule", "helpmate", flag, &state, TWO]), &child);
    }
    child.kill().and_then(|()| child.wait()).expect("the program");
    let kept = fs::read(&state).expect("a state");
    let no_log = run(&["solve", "-v", "--rule", "helpmate", "--log-file", &state, TWO]);
    assert_eq!(no_log.code, Some(2), "{}", no_log.stderr);
    assert!(no_log.stderr.contains("exists and is not a log file"), "{}", no_log.stderr);
    let both = run(&[&resumed[..], &["--log-file", &state]].concat());
    assert_eq!(both.code, Some(2), "{}", both.stderr);
    assert!(both.stderr.contains("both --resume and --log-file would write it"), "{}", both.stderr);
    assert_eq!(fs::read(&state).expect("a state"), kept);
}

/// Results that had to be written elsewhere have their state beside them.
#[test]
fn a_state_goes_where_its_results_go() {
    let folder = Folder::new("at-work-state-moved");
    let (file, problem) = (folder.path("found.jsonl"), "8k/9/8G/9/9/9/9/9/9 b G 1");
    let resumed = |file: &str| {
        let file = file.to_owned();
        ["repair", "-q", "--rule", "helpmate", "--plies", "1", "--changes", "2", "--most", "400", "--resume"]
            .map(str::to_owned)
            .into_iter()
            .chain([file, problem.to_owned()])
            .collect::<Vec<String>>()
    };
    let arguments = resumed(&file);
    let child =
        command(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).spawn().expect("the program");
    wait_for(&file);
    let other = folder.file("other", "other\n");
    fs::rename(&other, &file).expect("a file");
    let done = Run::from(child.wait_with_output().expect("the program"));
    assert!(done.stderr.contains("was removed, moved or replaced"), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "other\n");
    let moved = format!("{file}.1");
    let results = fs::read_to_string(&moved).expect("the results");
    let again = resumed(&moved);
    let again = run(&again.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(again.stderr.contains("nothing left to do"), "{}", again.stderr);
    assert_eq!(fs::read_to_string(&moved).expect("the results"), results);
}

#[test]
fn behind_answers_that_somebody_cut_off_the_others_are_kept() {
    let folder = Folder::new("at-work-cut");
    let file = folder.path("answers.jsonl");
    let child = resuming(&file);
    fs::write(&file, "").expect("a file");
    let done = finished(child);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("another program shortened or overwrote it"), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&file).expect("the file"), "");
    let others = format!("{file}.1");
    assert!(done.stderr.contains(&format!("the later answers are in {others}")), "{}", done.stderr);
    let answers = fs::read_to_string(&others).expect("the answers");
    assert!(answers.lines().count() > 0 && answers.ends_with('\n'), "{answers}");
}

#[test]
fn no_output_replaces_a_file_that_is_added_to() {
    let folder = Folder::new("at-work-added");
    let file = folder.path("answers.jsonl");
    let mut child = resuming(&file);
    let held = fs::read(&file).expect("a file");
    for arguments in [
        &["solve", NONE, "--out", &file][..],
        &["solve", "--rule", "tsume", TSUME, "--certificate", &file],
        &["convert", TWO, &file, "--format", "kif", "--force"],
        &["solve", TWO, "--resume", &file],
    ] {
        assert_held(&run(arguments), &child);
        assert_eq!(fs::read(&file).expect("a file"), held, "{arguments:?}");
    }
    child.kill().expect("it runs");
    child.wait().expect("a child");
    assert_eq!(run(&["solve", NONE, "--out", &file]).code, Some(0));
}

#[test]
fn no_output_replaces_the_part_of_another() {
    let folder = Folder::new("at-work-part");
    let (answers, part) = (folder.path("a.txt"), folder.path("a.txt.part"));
    let mut child = command(&["solve", "-q", TWO, HEAVY, "--out", &answers]).spawn().expect("the program");
    wait_until("answers", || fs::read_to_string(&part).is_ok_and(|text| text.contains("helpmate in 1")));
    let held = fs::read(&part).expect("a file");
    assert_held(&run(&["solve", THREE, "--out", &part]), &child);
    assert_held(&run(&["show", THREE, "--out", &part]), &child);
    assert_eq!(fs::read(&part).expect("a file"), held);
    child.kill().expect("it runs");
    child.wait().expect("a child");
}

#[test]
fn books_margins_and_fits_grow_in_one_process_at_a_time() {
    let folder = Folder::new("at-work-tables");
    let [book, margins] = ["book.db", "margins.txt"].map(|name| folder.path(name));
    let growing = ["book", "build", "--search", "--nodes", "1000", "--budget", "100000000", "--out", &book];
    let growing = [&growing[..], &["position startpos"]].concat();
    let tuning = ["tune", "margins", &margins, "--steps", "100000", "--nodes", "30"];
    for (arguments, file) in [(&growing[..], &book), (&tuning[..], &margins)] {
        let mut first = command(arguments).spawn().expect("the program");
        wait_until("the file", || fs::metadata(file).is_ok());
        assert_held(&run(arguments), &first);
        assert_held(&run(&["solve", TWO, "--out", file]), &first);
        first.kill().expect("it runs");
        first.wait().expect("a child");
        // What a killed run left, perhaps nothing yet, is gone on with.
        fs::write(file, "").expect("a file");
        let mut next = command(arguments).spawn().expect("the program");
        wait_for(file);
        next.kill().expect("it runs");
        next.wait().expect("a child");
    }
    let (games, state, weights) = (folder.path("games"), folder.path("state"), folder.path("weights"));
    let played = run(&["tune", "play", &games, "--games", "20", "--nodes", "20"]);
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let mut playing = command(&["tune", "play", &weights, "--games", "1000000", "--nodes", "20"])
        .spawn()
        .expect("the program");
    wait_for(&weights);
    fs::remove_file(&weights).expect("a file");
    wait_for(&weights);
    assert_held(&run(&["tune", "play", &weights, "--games", "1"]), &playing);
    playing.kill().expect("it runs");
    playing.wait().expect("a child");
    fs::write(&state, "").expect("a file");
    let held = fs::File::open(&state).expect("a file");
    held.try_lock().expect("nobody else's");
    let refused = run(&["tune", "fit", &games, "-o", &weights, "--epochs", "1", "--checkpoint", &state]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("another process"), "{}", refused.stderr);
}
