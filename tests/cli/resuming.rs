//! `--resume`: one process at a time, whole lines, nothing decided lost, and no answer to another question.

use crate::run::{Folder, HEAVY, NONE, Run, THREE, TWO, command, run};
use crate::running::wait_for;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// A tsume in 3, in 5 when every interposition counts (`docs/futile-interpositions.md`).
const TSUME: &str = "8p/4B3k/9/4K3P/6R2/4L1+l2/9/7p1/9 b rb4g4s4n2l15p 1";
/// A tsume in 3 with other replies of the defender.
const REPLIES: &str = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";

/// A tsume of which a proof of the length takes fewer nodes than what the longest defences leave in hand.
const SURPLUS: &str = "ln1+P1GBnl/s8/p1p1p1kpp/3P2p2/5p3/Pp3PPP1/1P1SP3P/2R6/1N1GKG1NL b BGLr2sp 67";

fn lines(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("a file");
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("JSON: {line}"))).collect()
}

/// How many problems a run answered anew: lines that were added.
#[track_caller]
fn resume(file: &str, arguments: &[&str]) -> (Run, usize) {
    let before = if Path::new(file).exists() { lines(file).len() } else { 0 };
    let run = run(&[&["solve", "--resume", file], arguments].concat());
    assert!(matches!(run.code, Some(0 | 3)), "{arguments:?}: {}", run.stderr);
    let after = lines(file).len();
    (run, after.saturating_sub(before))
}

/// A run that must find nothing to do. It may leave out what is not needed any more, but no run after it does.
#[track_caller]
fn nothing_left(file: &str, arguments: &[&str]) {
    let mut found = Vec::new();
    for _ in 0..2 {
        let (run, _) = resume(file, arguments);
        assert!(run.stderr.contains("nothing left to do: "), "{arguments:?}: {}", run.stderr);
        found.push(fs::read_to_string(file).expect("a file"));
    }
    assert_eq!(found[0], found[1], "{arguments:?}");
}

/// A run that must solve a problem again, after which it has nothing to do.
#[track_caller]
fn solved_anew(file: &str, arguments: &[&str]) {
    let (run, _) = resume(file, arguments);
    assert!(!run.stderr.contains("nothing left"), "{arguments:?}: {}", run.stderr);
    nothing_left(file, arguments);
}

#[test]
fn a_second_process_is_told_who_holds_the_file() {
    let folder = Folder::new("resume-held");
    let file = folder.path("answers.jsonl");
    let mut first = command(&["-q", "solve", "--resume", &file, TWO, HEAVY]).spawn().expect("the program");
    wait_for(&file);
    let held = fs::read(&file).expect("a file");
    for (lang, told) in [("en", "is writing to it: wait for it"), ("ja", "が書いています")] {
        let second = run(&["--lang", lang, "solve", "--resume", &file, THREE]);
        assert_eq!((second.code, second.stdout.as_str()), (Some(2), ""), "{}", second.stderr);
        assert!(second.stderr.contains(&file) && second.stderr.contains(told), "{}", second.stderr);
        if cfg!(target_os = "linux") {
            let pid = format!("(pid {})", first.id());
            assert!(second.stderr.contains(&pid), "{pid}: {}", second.stderr);
        }
    }
    assert_eq!(fs::read(&file).expect("a file"), held);
    first.kill().expect("it runs");
    first.wait().expect("a child");
    nothing_left(&file, &[TWO]);
}

#[test]
fn of_processes_that_start_together_one_works_and_no_answer_is_lost() {
    let folder = Folder::new("resume-together");
    let file = folder.path("answers.jsonl");
    let text: String = (0..60).map(|number| format!("{TWO} ; id=two-{number}\n")).collect();
    let set = folder.file("set.sfen", text);
    for _ in 0..3 {
        let children: Vec<_> = (0..4).map(|_| command(&["solve", "--resume", &file, &set]).spawn()).collect();
        let codes: Vec<_> = children
            .into_iter()
            .map(|child| child.expect("the program").wait_with_output().expect("a child").status.code())
            .collect();
        assert!(codes.contains(&Some(0)), "{codes:?}");
        assert!(codes.iter().all(|code| matches!(code, Some(0 | 2))), "{codes:?}");
        assert_eq!(lines(&file).len(), 60, "{codes:?}");
    }
}

#[test]
fn a_file_that_is_read_is_not_added_to() {
    let folder = Folder::new("resume-input");
    let answers = run(&["solve", "--json", "-q", TWO, NONE]).stdout;
    let file = folder.file("set/answers.sfen", &answers);
    let set = folder.path("set");
    let mut names = vec![file.clone(), set.clone(), format!("{set}/../set/answers.sfen")];
    #[cfg(unix)]
    {
        let (link, hard) = (folder.path("link.jsonl"), folder.path("hard.jsonl"));
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        fs::hard_link(&file, &hard).expect("a link");
        names.extend([link, hard]);
        let stdin = fs::File::open(&file).expect("a file");
        let refused = command(&["solve", "--resume", &file, "-"]).stdin(stdin).output().expect("the program");
        assert_eq!(refused.status.code(), Some(2));
    }
    for resumed in names.iter().filter(|name| **name != set) {
        for input in &names {
            let refused = run(&["solve", "--resume", resumed, TWO, input]);
            assert_eq!(refused.code, Some(2), "{resumed} {input}");
            assert!(refused.stderr.contains("is also an input"), "{}", refused.stderr);
            assert_eq!(fs::read_to_string(&file).expect("a file"), answers);
        }
    }
    // Beside it is another matter.
    assert_eq!(run(&["solve", "--resume", &folder.path("set/new.jsonl"), &set]).code, Some(0));
}

#[test]
fn an_answer_is_that_of_its_question() {
    let folder = Folder::new("resume-question");
    let file = folder.path("answers.jsonl");
    let lengths = || lines(&file).iter().map(|line| line["plies"].as_u64()).collect::<Vec<_>>();
    solved_anew(&file, &["--rule", "tsume", TSUME]);
    solved_anew(&file, &["--rule", "tsume", "--futile", "none", TSUME]);
    assert_eq!(lengths(), [Some(3), Some(5)]);
    let set = folder.file("set.sfen", format!("{TSUME} ; id=x ; rule=tsume ; policy=none\n"));
    // Under another name it is the same question: it is copied, not solved.
    let (copied, added) = resume(&file, &[&set]);
    assert!(copied.stderr.contains("nothing left to do") && added == 1, "{}", copied.stderr);
    assert_eq!((lengths()[2], lines(&file)[2]["id"].as_str()), (Some(5), Some("x")));
    assert_eq!(lines(&file)[2]["stats"], lines(&file)[1]["stats"]);
    nothing_left(&file, &[&set]);
    for other in [&["--rule", "helpmate"][..], &["--rule", "tsume", "--attacker", "white"]] {
        let run = run(&[&["solve", "--resume", &file], other, &[TSUME][..]].concat());
        assert!(!run.stderr.contains("nothing left"), "{other:?}: {}", run.stderr);
    }
    // Limits, memory, threads are no part of it; nor is the box of a diagram that has none.
    nothing_left(
        &file,
        &["--rule", "tsume", "--nodes", "1", "--threads", "2", "--memory", "64M", "--rest", TSUME],
    );
}

/// A number that readers with little precision change in its last digit.
#[test]
fn a_copied_answer_has_the_same_numbers() {
    let folder = Folder::new("resume-numbers");
    let file = folder.path("answers.jsonl");
    solved_anew(&file, &[TWO]);
    let expected = "2.168404344971009e-18";
    let mut answer = lines(&file).remove(0);
    answer["false_hits_expected"] = expected.parse::<f64>().expect("a number").into();
    fs::write(&file, format!("{answer}\n")).expect("a file");
    let set = folder.file("set.sfen", format!("{TWO} ; id=x\n"));
    assert_eq!(resume(&file, &[&set]).1, 1);
    let text = fs::read_to_string(&file).expect("a file");
    assert_eq!(text.matches(&format!("\"false_hits_expected\":{expected},")).count(), 2, "{text}");
}

#[test]
fn every_problem_has_its_line_whatever_the_jobs() {
    let folder = Folder::new("resume-same");
    let problems = format!("{TWO} ; id=a\n{TWO} ; id=b\n{TWO}\n{TWO}\n");
    for (jobs, of_the_same_id) in [("1", format!("{TWO} ; id=a ; title=again\n")), ("4", String::new())] {
        let set = folder.file("set.sfen", format!("{problems}{of_the_same_id}"));
        let file = folder.path(&format!("answers-{jobs}.jsonl"));
        resume(&file, &["--jobs", jobs, &set]);
        let mut names: Vec<_> =
            lines(&file).iter().map(|line| line["id"].as_str().map(str::to_owned)).collect();
        if jobs != "1" {
            // As they are found.
            names.sort_by_key(|name| name.as_ref().map(|name| (name.len(), name.clone())));
        }
        let expected = ["a".to_owned(), "b".to_owned(), format!("{set}:3"), format!("{set}:4")];
        assert_eq!(names, expected.map(Some), "{jobs} jobs");
        assert!(lines(&file).iter().all(|line| line["solutions"]["count"] == "2"));
        nothing_left(&file, &["--jobs", jobs, &set]);
    }
}

#[test]
fn an_answer_is_enough_for_what_it_proves() {
    let folder = Folder::new("resume-enough");
    let file = folder.path("tsume.jsonl");
    let tsume = ["--rule", "tsume", TSUME];
    let with = |flags: &[&'static str]| [flags, &tsume].concat();
    solved_anew(&file, &with(&["--prove", "none"]));
    solved_anew(&file, &with(&[]));
    nothing_left(&file, &with(&["--prove", "none"]));
    // There is one line of a tsume, whatever the number asked for, and no second search.
    nothing_left(&file, &with(&["--max-solutions", "20"]));
    nothing_left(&file, &with(&["--verify"]));
    nothing_left(&file, &with(&["--key", "wide"]));
    let file = folder.path("replies.jsonl");
    solved_anew(&file, &["--rule", "tsume", REPLIES]);
    solved_anew(&file, &["--rule", "tsume", "--variations", REPLIES]);
    nothing_left(&file, &["--rule", "tsume", REPLIES]);

    let file = folder.path("helpmate.jsonl");
    solved_anew(&file, &["--max-solutions", "1", TWO]);
    solved_anew(&file, &[TWO]);
    nothing_left(&file, &["--max-solutions", "3", TWO]);
    nothing_left(&file, &["--prove", "none", "--variations", TWO]);
    solved_anew(&file, &["--verify", TWO]);
    solved_anew(&file, &["--key", "wide", TWO]);
    nothing_left(&file, &["--verify", TWO]);

    // None within so many plies says nothing about longer ones, and all about shorter ones.
    let file = folder.path("plies.jsonl");
    let (short, added) = resume(&file, &["--max-plies", "2", THREE]);
    assert_eq!((short.code, added), (Some(3), 1));
    let again = run(&["solve", "--resume", &file, "--max-plies", "1", THREE]);
    assert!(again.code == Some(3) && again.stderr.contains("nothing left to do"), "{}", again.stderr);
    solved_anew(&file, &[THREE]);
    nothing_left(&file, &["--max-plies", "1", THREE]);
    assert_eq!(lines(&file).len(), 1, "the proved one");
}

#[test]
fn what_is_written_beside_an_answer_is_written() {
    let folder = Folder::new("resume-beside");
    let (file, proof) = (folder.path("answers.jsonl"), folder.path("proof"));
    resume(&file, &["--rule", "tsume", TSUME]);
    let (_, added) = resume(&file, &["--rule", "tsume", "--certificate", &proof, TSUME]);
    assert_eq!((run(&["verify-certificate", &proof]).code, added), (Some(0), 0));
    let steps = |folder: &str| {
        let mut diagrams: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .flatten()
            .map(|entry| (entry.file_name(), fs::read_to_string(entry.path()).expect("a diagram")))
            .collect();
        diagrams.sort();
        diagrams
    };
    let (new, known) = (folder.path("new"), folder.path("known"));
    assert_eq!(run(&["solve", "--rule", "tsume", "--svg-steps", &new, TSUME]).code, Some(0));
    nothing_left(&file, &["--rule", "tsume", "--svg-steps", &known, TSUME]);
    assert_eq!(steps(&known), steps(&new));
    assert_eq!(steps(&known).len(), 3);
}

#[test]
fn answers_of_earlier_versions_say_what_they_say() {
    let folder = Folder::new("resume-old");
    let old = |arguments: &[&str]| {
        let mut answer: Value = serde_json::from_str(&run(arguments).stdout).expect("JSON");
        for key in ["prove", "key", "variations_left_out"] {
            answer.as_object_mut().expect("an object").remove(key);
        }
        format!("{answer}\n")
    };
    let file =
        folder.file("tsume.jsonl", old(&["solve", "--json", "--rule", "tsume", "--variations", REPLIES]));
    nothing_left(&file, &["--rule", "tsume", REPLIES]);
    solved_anew(&file, &["--rule", "tsume", "--variations", REPLIES]);
    let file = folder.file("helpmate.jsonl", old(&["solve", "--json", "--key", "wide", TWO]));
    nothing_left(&file, &[TWO]);
    solved_anew(&file, &["--key", "wide", TWO]);
    // What another command or a later version wrote is no answer, and stays.
    let mut later: Value = serde_json::from_str(&run(&["solve", "--json", TWO]).stdout).expect("JSON");
    later["schema"] = 2.into();
    let check = run(&["check", "--json", TWO]).stdout;
    let error = run(&["solve", "--json", "nonsense"]).stdout;
    let file = folder.file("others.jsonl", format!("{check}{error}{later}\n"));
    solved_anew(&file, &[TWO]);
    let kept = lines(&file);
    assert_eq!(kept.len(), 4);
    assert!(kept[0]["check"].is_object() && kept[1]["error"].is_object() && kept[2]["schema"] == 2);
}

#[test]
fn what_a_limit_kept_open_beside_the_length_is_tried_again() {
    let folder = Folder::new("resume-surplus");
    let file = folder.path("answers.jsonl");
    for _ in 0..2 {
        let (limited, _) = resume(&file, &["--rule", "tsume", "--nodes", "300", SURPLUS]);
        assert!(!limited.stderr.contains("nothing left"), "{}", limited.stderr);
        let answer = &lines(&file)[0];
        assert_eq!((&answer["exact"], &answer["surplus_decided"]), (&true.into(), &false.into()));
        assert_eq!((lines(&file).len(), &answer["reason"]), (1, &"nodes".into()));
    }
    solved_anew(&file, &["--rule", "tsume", SURPLUS]);
    let [answer] = &lines(&file)[..] else { panic!("one answer") };
    assert_eq!((&answer["surplus_decided"], &answer["reason"]), (&true.into(), &Value::Null));
    nothing_left(&file, &["--rule", "tsume", "--nodes", "300", SURPLUS]);
}

#[test]
fn retried_problems_do_not_pile_up() {
    let folder = Folder::new("resume-piles");
    let file = folder.path("answers.jsonl");
    for nodes in ["10", "20", "1000", "10", "100000", "20000"] {
        resume(&file, &["--nodes", nodes, HEAVY, TWO]);
    }
    // One is decided; of the other the best bound is kept, and at most one that was better than it was.
    let bounds: Vec<_> = lines(&file)
        .iter()
        .filter(|line| line["verdict"] == "unknown")
        .map(|line| line["bounds"]["lower"].as_u64())
        .collect();
    assert!(bounds.len() <= 2 && bounds.is_sorted() && bounds.last() > Some(&Some(10)), "{bounds:?}");
    assert!(lines(&file).len() <= 3);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        // Through a link, the mode kept.
        let (target, link) = (folder.path("there/answers.jsonl"), folder.path("link.jsonl"));
        let answer = |nodes: &str| run(&["solve", "--json", "--nodes", nodes, HEAVY]).stdout;
        folder.file("there/answers.jsonl", answer("10") + &answer("100000"));
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("a mode");
        symlink("there/answers.jsonl", &link).expect("a link");
        resume(&link, &["--nodes", "10", HEAVY]);
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(lines(&target).len(), 1);
        assert_eq!(fs::metadata(&target).expect("a file").permissions().mode() & 0o777, 0o640);
        let names = fs::read_dir(folder.path("there")).expect("a folder").count();
        assert_eq!(names, 1, "no other file is left");
        // A file with another name stays one file.
        let other = folder.path("other.jsonl");
        fs::write(&target, answer("10") + &answer("100000")).expect("a file");
        fs::hard_link(&target, &other).expect("a link");
        resume(&target, &[TWO]);
        assert_eq!(fs::read(&target).expect("a file"), fs::read(&other).expect("a file"));
        assert_eq!(lines(&other).len(), 3);
    }
}

#[test]
fn a_torn_line_is_survived_and_a_whole_one_kept() {
    let folder = Folder::new("resume-torn");
    let [two, three] = [TWO, THREE].map(|sfen| run(&["solve", "--json", sfen]).stdout);
    for (torn, left) in [
        (&three[..1], 1),
        (&three[..40], 1),
        (&three[..three.len() - 2], 1),
        (&three[..three.len() - 1], 2),
        ("{\"sch\0\0\0\0", 1),
        ("\0\0\0", 1),
    ] {
        let file = folder.file("answers.jsonl", format!("{two}{torn}"));
        let mended = run(&["solve", "--resume", &file, TWO]);
        assert_eq!(mended.code, Some(0), "{torn:?}: {}", mended.stderr);
        assert_eq!(lines(&file).len(), left, "{torn:?}");
        solved_anew(&file, &[NONE]);
        assert_eq!(lines(&file).len(), left + 1, "{torn:?}");
    }
    // Another process wrote behind a torn line.
    let file = folder.file("answers.jsonl", format!("{}{two}{three}", &three[..60]));
    let mended = run(&["solve", "--resume", &file, TWO]);
    assert!(mended.stderr.contains("answers.jsonl:1: an incomplete answer"), "{}", mended.stderr);
    nothing_left(&file, &[TWO]);
    // An editor put a byte order mark before it: no answer is left out, nor asked for again.
    let file = folder.file("marked.jsonl", format!("\u{feff}{two}{three}"));
    let known = run(&["solve", "--resume", &file, TWO, THREE]);
    assert!(
        known.stderr.contains("nothing left to do") && !known.stderr.contains("half"),
        "{}",
        known.stderr
    );
    assert_eq!(lines(&file).len(), 3, "both, and the second one under its name in this run");
    for foreign in ["{\n  \"schema\": 1\n}\n", "{", "\0\0x", "not JSON", "\0elf\n"] {
        let file = folder.file("foreign", format!("{two}{foreign}\n"));
        let refused = run(&["solve", "--resume", &file, TWO]);
        assert_eq!(refused.code, Some(2), "{foreign:?}: {}", refused.stderr);
        assert_eq!(fs::read_to_string(&file).expect("a file"), format!("{two}{foreign}\n"));
    }
}

#[test]
fn no_decided_answer_is_lost_to_kills() {
    let folder = Folder::new("resume-kills");
    let file = folder.path("answers.jsonl");
    let mut text: String = (0..40).map(|number| format!("{TWO} ; id=two-{number}\n")).collect();
    text += &format!("{HEAVY} ; id=heavy\n{THREE} ; id=three\n");
    let set = folder.file("set.sfen", text);
    let mut decided: Vec<String> = Vec::new();
    let mut state = 1u64;
    for round in 0..30 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // More nodes in each round, so that there is something to leave out of the file in the next one.
        let nodes = (1000 * (round + 1)).to_string();
        let mut child = command(&["-q", "solve", "--resume", &file, "--nodes", &nodes, &set])
            .spawn()
            .expect("the program");
        thread::sleep(Duration::from_millis((state >> 33) % 60));
        child.kill().expect("a child");
        child.wait().expect("a child");
        let text = fs::read_to_string(&file).unwrap_or_default();
        let whole: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let name = |answer: &Value| answer["id"].as_str().expect("a name").to_owned();
        let now: Vec<String> = whole.iter().filter(|answer| answer["exact"] == true).map(name).collect();
        assert!(decided.iter().all(|name| now.contains(name)), "round {round}: {decided:?} {now:?}");
        decided = now;
    }
    let (last, _) = resume(&file, &["--nodes", "1000", &set]);
    assert!(last.stderr.contains("42 problems: "), "{}", last.stderr);
    let names = lines(&file).iter().filter(|answer| answer["exact"] == true).count();
    assert_eq!(names, 41);
}

#[test]
fn a_run_without_an_answer_leaves_no_file() {
    let folder = Folder::new("resume-nothing");
    let (file, missing) = (folder.path("answers.jsonl"), folder.path("nosuch.sfen"));
    assert_eq!(run(&["solve", "--resume", &file, &missing]).code, Some(2));
    assert!(!Path::new(&file).exists());
    fs::write(&file, "").expect("a folder");
    assert_eq!(run(&["solve", "--resume", &file, &missing]).code, Some(2));
    assert!(Path::new(&file).exists(), "it was there before");
}
