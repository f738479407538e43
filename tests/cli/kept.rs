//! What is there stays: inputs are never written to, and what was written before is replaced by something whole or not
//! at all.

use crate::run::{Folder, HEAVY, NONE, Run, THREE, TWO, command, names, run, run_with_stdin, text};
use crate::running::{signal, wait_for, wait_until};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// A tsume of 5 plies, as a record.
const TSUME: &str = "8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1";

#[track_caller]
fn assert_refused(run: &Run, message: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
    assert!(run.stderr.contains(message), "{}", run.stderr);
}

#[test]
fn no_output_is_an_input_by_any_name() {
    let folder = Folder::new("kept-inputs");
    let content = format!("{TWO}\n{THREE}\n");
    let set = folder.file("sets/set.sfen", &content);
    let [hard, soft] = ["hard.json", "soft.json"].map(|name| folder.path(name));
    fs::hard_link(&set, &hard).expect("a link");
    symlink(&set, &soft).expect("a link");
    let sets = folder.path("sets");
    for name in [&set, &hard, &soft] {
        for input in [&set, &sets] {
            let mut commands = vec![
                vec!["solve", input, "--out", name],
                vec!["solve", input, "--certificate", name, "--rule", "tsume"],
                vec!["convert", input, name, "--format", "kif", "--force"],
            ];
            commands.extend(
                ["solve", "check", "verify", "show", "flip", "mirror", "validate"]
                    .map(|subcommand| vec![subcommand, input, "--log-file", name]),
            );
            if name != &set {
                commands
                    .extend(["solve", "check"].map(|subcommand| vec![subcommand, input, "--graph", name]));
            }
            for arguments in commands {
                assert_refused(&run(&arguments), "is also an input, which would be lost: give another name");
                assert_eq!(text(&set), content, "{arguments:?}");
            }
        }
    }
    let redirected = command(&["solve", "-", "--out", &hard])
        .stdin(File::open(&set).expect("a file"))
        .output()
        .expect("the program");
    assert_refused(&redirected.into(), "is also an input");
    // A part that a killed run left can be read, but not into its own file.
    let part = folder.file("answers.sfen.part", &content);
    assert_refused(&run(&["solve", &part, "--out", &folder.path("answers.sfen")]), "is also an input");
    assert_eq!(text(&part), content);
    assert_eq!(names(folder.path("")), ["answers.sfen.part", "hard.json", "sets", "soft.json"]);
}

#[test]
fn two_outputs_of_one_run_are_two_files() {
    let folder = Folder::new("kept-twice");
    let file = folder.path("x.json");
    let linked = folder.path("linked.json");
    symlink("x.json", &linked).expect("a link");
    for arguments in [
        &["solve", TWO, "--json", "--out", &file, "--graph", &linked][..],
        &["solve", TWO, "--graph", &file, "--log-file", &file],
        &["solve", TWO, "--graph", &file, "--resume", &file],
        &["solve", TWO, "--out", &file, "--log-file", &format!("{file}.part")],
        &["check", TWO, "--graph", &linked, "--log-file", &file],
    ] {
        assert_refused(&run(arguments), "would write it: give another name");
        assert_eq!(names(folder.path("")), ["linked.json"], "{arguments:?}");
    }
    let both = run(&["solve", TWO, "--out", "/dev/null", "--log-file", "/dev/null"]);
    assert_eq!((both.code, both.stderr.as_str()), (Some(0), ""));
}

#[test]
fn what_is_there_stays_when_nothing_is_written() {
    let folder = Folder::new("kept-nothing");
    let missing = folder.path("missing.sfen");
    let file = folder.file("answers.kif", "kept");
    for arguments in [
        &["solve", &missing, "--out", &file][..],
        &["convert", "--force", &missing, &file],
        &["convert", &missing, &folder.path("new.kif")],
        &["solve", &missing, "--out", &folder.path("new.txt")],
        &["solve", NONE, "--graph", &folder.path("graph.json")],
    ] {
        run(arguments);
        assert_eq!(
            (text(&file).as_str(), names(folder.path(""))),
            ("kept", vec!["answers.kif".to_owned()]),
            "{arguments:?}"
        );
    }
    let proof = folder.path("proof.cert");
    assert_eq!(run(&["solve", "--rule", "tsume", "--certificate", &proof, TSUME]).code, Some(0));
    let whole = fs::read(&proof).expect("a proof");
    let nothing = run(&["solve", "--rule", "tsume", "--nodes", "1", "--certificate", &proof, TSUME]);
    assert_eq!(nothing.code, Some(3), "{}", nothing.stderr);
    assert_eq!(fs::read(&proof).expect("a proof"), whole);
    assert_eq!(names(folder.path("")), ["answers.kif", "proof.cert"]);
}

#[test]
fn a_replaced_file_keeps_its_links_and_its_mode() {
    let folder = Folder::new("kept-mode");
    let answers = folder.file("real/answers.txt", "old");
    let linked = folder.path("linked.txt");
    symlink("real/answers.txt", &linked).expect("a link");
    fs::set_permissions(&answers, fs::Permissions::from_mode(0o640)).expect("its mode");
    for arguments in
        [&["solve", TWO, "--out", &linked][..], &["convert", TWO, &linked, "--format", "kif", "--force"]]
    {
        let before = fs::metadata(&answers).expect("a file");
        let run = run(arguments);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(fs::symlink_metadata(&linked).expect("a link").is_symlink());
        let after = fs::metadata(&answers).expect("a file");
        assert_eq!(after.mode(), before.mode());
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert_ne!(after.ino(), before.ino(), "it was replaced and not written to");
        assert_ne!(text(&answers), "old");
    }
    assert_eq!(names(folder.path("")), ["linked.txt", "real"]);
    // A link to nothing yet.
    let (new, link) = (folder.path("new.txt"), folder.path("to-new.txt"));
    symlink(&new, &link).expect("a link");
    assert_eq!(run(&["solve", TWO, "--out", &link]).code, Some(0));
    assert!(text(&new).contains("helpmate in 1"));
}

#[test]
fn a_killed_batch_leaves_a_part_that_the_next_one_names() {
    let folder = Folder::new("kept-part");
    let set = folder.file("set.sfen", format!("{TWO}\n{THREE}\n{HEAVY}\n{TWO}\n"));
    let answers = folder.file("answers.txt", "old");
    let part = folder.path("answers.txt.part");
    let mut child = command(&["solve", "-q", &set, "--out", &answers]).spawn().expect("the program");
    wait_until("answers", || fs::read_to_string(&part).is_ok_and(|text| text.contains("helpmate in 3")));
    assert_refused(&run(&["solve", TWO, "--out", &answers]), "another process is writing it: wait for it");
    child.kill().expect("it runs");
    child.wait().expect("a child");
    assert_eq!(text(&answers), "old");
    let killed = text(&part);
    assert!(killed.contains("helpmate in 1"), "{killed}");
    for (number, lang, words) in
        [(1, "en", "answers of a run that was stopped"), (2, "ja", "途中で止まった実行の答え")]
    {
        fs::write(&part, &killed).expect("a part");
        let next = run(&["--lang", lang, "solve", TWO, "--out", &answers]);
        assert_eq!(next.code, Some(0));
        assert!(
            next.stderr.contains(words) && next.stderr.contains(&format!("{part}.{number}")),
            "{}",
            next.stderr
        );
        assert_eq!(text(&format!("{part}.{number}")), killed);
        assert!(!Path::new(&part).exists());
        assert_ne!(text(&answers), "old");
    }
}

#[test]
fn ctrl_c_gives_the_answers_so_far_their_name() {
    let folder = Folder::new("kept-ctrl-c");
    let answers = folder.file("answers.txt", "old");
    let part = folder.path("answers.txt.part");
    let child = command(&["solve", "-q", TWO, HEAVY, "--out", &answers]).spawn().expect("the program");
    wait_for(&part);
    thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    assert_eq!(child.wait_with_output().expect("the program").status.code(), Some(130));
    assert!(text(&answers).contains("helpmate in 1") && text(&answers).contains("unknown: interrupted"));
    assert!(!Path::new(&part).exists());
    // Between two searches too: this one waits for its standard input.
    let mut waiting = command(&["solve", "-q", TWO, "-", "--out", &answers]);
    let mut child = waiting.stdin(Stdio::piped()).spawn().expect("the program");
    wait_for(&part);
    thread::sleep(Duration::from_millis(100));
    // The end of its standard input would end it, too.
    let stdin = child.stdin.take();
    signal(&child, "INT");
    assert_eq!(child.wait().expect("the program").code(), Some(130));
    drop(stdin);
    assert!(text(&answers).contains("helpmate in 1") && !text(&answers).contains("interrupted"));
    assert_eq!(names(folder.path("")), ["answers.txt"]);
}

#[test]
fn pipes_and_devices_are_written_directly() {
    for arguments in
        [&["solve", TWO, "--out", "/dev/stdout"][..], &["convert", TWO, "/dev/stdout", "--format", "usi"]]
    {
        let run = run(arguments);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(!run.stdout.is_empty());
    }
    // The shell appends: what is there stays.
    let folder = Folder::new("kept-pipes");
    let file = folder.file("log.txt", "kept\n");
    let appended = File::options().append(true).open(&file).expect("a file");
    let mut child =
        command(&["solve", TWO, "--out", "/dev/stdout"]).stdout(appended).spawn().expect("the program");
    assert!(child.wait().expect("the program").success());
    assert!(text(&file).starts_with("kept\nhelpmate in 1"), "{}", text(&file));
    // The shell goes on in the same file: what follows stands behind the answer.
    let shared = File::create(&file).expect("a file");
    (&shared).write_all(b"before\n").expect("a file");
    let mut child = command(&["solve", TWO, "--out", "/dev/stdout"])
        .stdout(shared.try_clone().expect("a file"))
        .spawn()
        .expect("the program");
    assert!(child.wait().expect("the program").success());
    (&shared).write_all(b"after\n").expect("a file");
    let shown = text(&file);
    assert!(shown.starts_with("before\nhelpmate in 1") && shown.ends_with("\nafter\n"), "{shown}");
    let pipe = folder.path("pipe.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let reader = {
        let pipe = pipe.clone();
        thread::spawn(move || fs::read_to_string(pipe).expect("a pipe"))
    };
    assert_eq!(run(&["solve", TWO, "--graph", &pipe]).code, Some(0));
    assert!(reader.join().expect("a reader").starts_with('{'));
    assert_eq!(names(folder.path("")), ["log.txt", "pipe.json"]);
    let fed = run_with_stdin(&["solve", "-", "--out", "/dev/stdout"], TWO.as_bytes());
    assert!(fed.stdout.contains("helpmate in 1"), "{}", fed.stderr);
}

#[test]
fn files_that_cannot_be_replaced_stay() {
    let folder = Folder::new("kept-unfinished");
    // Killed while it was written: of no use, and no other file's content.
    let graph = folder.file("graph.json", "old");
    fs::hard_link(&graph, folder.path("graph.json.tsumugi-new")).expect("a link");
    let other = folder.path("other.json");
    fs::hard_link(&graph, &other).expect("a link");
    assert_eq!(run(&["solve", TWO, "--graph", &graph]).code, Some(0));
    assert!(text(&graph).starts_with('{'));
    assert_eq!(text(&other), "old");
    assert_eq!(names(folder.path("")), ["graph.json", "other.json"]);
    fs::create_dir(folder.path("graph.json.tsumugi-new")).expect("a folder");
    let refused = run(&["solve", "--lang", "ja", TWO, "--graph", &graph]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("すでにあります"), "{}", refused.stderr);
}

#[test]
fn what_a_killed_run_left_is_no_output_while_it_is_read() {
    let folder = Folder::new("kept-left");
    let left = |name: &str| folder.file(&format!("{name}.tsumugi-new"), format!("{TWO}\n"));
    let [record, graph, long] = ["x.kif", "g.json", &"x".repeat(60)].map(|name| folder.path(name));
    let long_left = folder.file(&format!("{}.tsumugi-new-2", "x".repeat(40)), format!("{TWO}\n"));
    let read = [left("x.kif"), left("g.json"), left("d/x.kif"), left("r.jsonl"), long_left.clone()];
    let resumed = folder.file("r.jsonl", "\n");
    let into = folder.path("d/");
    fs::write(folder.path("d/x.kif"), "old").expect("a file");
    for arguments in [
        &["convert", &read[0], &record][..],
        &["show", &read[0], "--out", &record],
        &["helpmate", &read[1], "--graph", &graph],
        &["check", &read[1], "--graph", &graph],
        &["convert", &long_left, &long, "--format", "kif"],
        &["helpmate", &read[3], "--resume", &resumed],
    ] {
        assert_refused(&run(arguments), "is first written under this name");
        assert!(read.iter().all(|file| text(file) == format!("{TWO}\n")), "{arguments:?}");
    }
    let named = folder.file("named.sfen", format!("{TWO} ; id=x\n"));
    let both = run(&["convert", &named, &read[2], &into, "--format", "kif", "--force"]);
    assert_eq!(both.code, Some(2), "{}", both.stderr);
    assert_eq!(text(&read[2]), format!("{TWO}\n"));
    let both = ["helpmate", TWO, "--graph", &graph, "--log-file", &read[1]];
    assert_refused(&run(&both), "both --log-file and --graph would write it");
    assert_eq!(text(&read[1]), format!("{TWO}\n"));
}

#[test]
fn a_log_goes_on() {
    let folder = Folder::new("kept-log");
    let earlier = "[2026-11-01T00:00:00Z INFO  tsumugi] earlier\n";
    let (log, answers) = (folder.file("log", earlier), folder.file("kept", "{}\n"));
    assert_eq!(run(&["solve", "-v", "--log-file", &log, TWO]).code, Some(0));
    let shown = text(&log);
    let (begin, rest) = shown.split_at(earlier.len());
    assert!(begin == earlier && rest.starts_with('[') && rest.contains("solving"), "{begin}{rest}");
    assert_refused(&run(&["solve", "-v", "--log-file", &answers, TWO]), "exists and is not a log file");
    assert_eq!(text(&answers), "{}\n");
    for of_user in ["Notes\n", "[1] notes\n", "[2026-11-01] notes\n", TWO] {
        let notes = folder.file("notes", of_user);
        assert_refused(&run(&["usi", "--log-file", &notes]), "exists and is not a log file");
        assert_eq!(text(&notes), of_user);
    }
    // As a process leaves it that was killed within its first line.
    for begun in ["", "[", "[2026-11-0", "[2026-11-01T00:00:00Z INFO", "[20[2026-11-01T00:00:00Z INFO"] {
        let log = folder.file("begun", begun);
        assert_eq!(run(&["solve", "-v", "--log-file", &log, TWO]).code, Some(0), "{begun}");
        assert!(text(&log).starts_with(begun) && text(&log).contains("solving"), "{begun}");
    }
}

#[test]
fn a_log_is_no_problem_of_a_folder_that_is_read() {
    let folder = Folder::new("kept-log-in-folder");
    let read = folder.file("read/two.sfen", format!("{TWO}\n"));
    let read = Path::new(&read).parent().expect("its folder").display().to_string();
    for name in ["new.sfen", "new.kif.gz", "new.KIF.gz"] {
        let log = format!("{read}/{name}");
        assert_refused(&run(&["solve", "-v", "--log-file", &log, &read]), "because its folder is an input");
        assert!(!Path::new(&log).exists(), "{log}");
    }
    // No names of problems, or not in the folder.
    for log in [format!("{read}/log"), folder.path("log.sfen")] {
        assert_eq!(run(&["solve", "-v", "--log-file", &log, &read]).code, Some(0), "{log}");
    }
}

#[test]
fn games_are_added_whole_and_to_games_only() {
    let folder = Folder::new("kept-games");
    let (games, weights) = (folder.path("games.bin"), folder.path("weights.bin"));
    let play = |seed: &str| run(&["tune", "play", &games, "--games", "2", "--nodes", "20", "--seed", seed]);
    assert_eq!(play("1").code, Some(0));
    let first = fs::read(&games).expect("games");
    // Killed in the middle of a game.
    fs::write(&games, [&first[..], &first[..first.len() / 3]].concat()).expect("a file");
    let next = play("2");
    assert_eq!(next.code, Some(0));
    let cut = format!("the {} bytes of it were removed", first.len() / 3);
    assert!(next.stderr.contains(&cut), "{}", next.stderr);
    let both = fs::read(&games).expect("games");
    assert!(both.starts_with(&first));
    // A damaged length reaches beyond the end, too, but other games stand there.
    let mut damaged = both.clone();
    damaged[first.len() + 1] |= 1;
    fs::write(&games, &damaged).expect("a file");
    assert_refused(&play("3"), &format!("no game at byte {}", first.len()));
    assert!(fs::read(&games).expect("games") == damaged);
    fs::write(&games, &both).expect("a file");
    let fitted = run(&["tune", "fit", &games, "--epochs", "1", "-o", &weights]);
    assert!(fitted.stdout.starts_with("4 games, "), "{}{}", fitted.stdout, fitted.stderr);
    let set = folder.file("set.sfen", TWO);
    for arguments in
        [&["tune", "play", &set, "--games", "1"][..], &["tune", "play", &weights, "--games", "1"]]
    {
        let before = fs::read(arguments[2]).expect("a file");
        assert_refused(&run(arguments), "no game at byte 0");
        assert_eq!(fs::read(arguments[2]).expect("a file"), before);
    }
    let before = fs::read(&games).expect("games");
    assert_refused(&run(&["tune", "fit", &games, "-o", &games]), "is also an input");
    let begun = fs::read(&weights).expect("weights");
    let other = folder.path("other");
    for written in [["-o", &weights], ["--checkpoint", &weights], ["--log-file", &weights]] {
        let mut fit = vec!["tune", "fit", &games, "--start", &weights, "--epochs", "1"];
        fit.extend(written);
        if written[0] != "-o" {
            fit.extend(["-o", &other]);
        }
        assert_refused(&run(&fit), "is also an input");
        assert!(fs::read(&weights).expect("weights") == begun, "{written:?}");
    }
    let held = File::open(&games).expect("games");
    held.try_lock().expect("nobody else's");
    assert_refused(&play("3"), "another process");
    assert_eq!(fs::read(&games).expect("games"), before);
}

#[test]
fn a_dash_is_no_file_to_write() {
    let folder = Folder::new("kept-dash");
    let options = ["--out", "--resume", "--certificate", "--log-file", "--checkpoint", "--svg-steps"];
    for option in options {
        let refused = command(&["solve", TWO, option, "-"]).current_dir(folder.path("")).output();
        let refused = refused.expect("the program");
        assert_eq!(refused.status.code(), Some(2), "{option}");
        let words = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(words.contains("expected a file, not standard output"), "{option}: {words}");
    }
    assert!(names(folder.path("")).is_empty(), "{:?}", names(folder.path("")));
}

#[test]
fn why_a_problem_has_no_answer_stands_where_answers_are() {
    let folder = Folder::new("kept-failures");
    let gold = "9/6g1k/9/9/6N2/9/9/9/9 b g 1 ; id=gold ; rule=helpmate";
    let set = folder.file("set.sfen", format!("nonsense\n{gold}\nnonsense\n"));
    let only = folder.file("only.sfen", "nonsense\n");
    for command in ["solve", "extend", "repair"] {
        let out = folder.path(&format!("{command}.jsonl"));
        let make = |set: &str| run(&[command, "-q", "--json", "--out", &out, set]);
        let made = make(&set);
        assert_eq!((made.code, made.stdout.as_str()), (Some(2), ""), "{command}");
        assert_eq!(made.stderr.matches("nonsense").count(), 2, "{}", made.stderr);
        let text = fs::read_to_string(&out).expect("a file");
        let failed = text.lines().filter(|line| line.contains("\"error\":")).count();
        assert_eq!(failed, 2, "{command}: {text}");
        // Alone they do not take the place of what is there.
        assert_eq!(make(&only).code, Some(2));
        assert_eq!(fs::read_to_string(&out).expect("a file"), text, "{command}");
    }
    // Nor in a folder, where each has a file of its own.
    let answers = folder.path("answers/");
    let solve = |problem: &str| run(&["solve", "-q", "--json", "--out", &answers, problem]).code;
    let file = folder.path("answers/argument-1-1.json");
    assert_eq!(solve("8k/9/8J b - 1"), Some(2));
    assert!(text(&file).contains("\"error\":"));
    assert_eq!(solve(TWO), Some(0));
    let answer = text(&file);
    assert_eq!(solve("8k/9/8J b - 1"), Some(2));
    assert_eq!(text(&file), answer);
}
