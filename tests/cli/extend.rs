//! `extend`: results are a problem set of sound problems, whatever flags are given.

use crate::run::{Folder, NONE, THREE, TWO, command, run};
use serde_json::Value;
use std::fs;

/// A mate in one, with little that could be put before it.
const SMALL: &str = "8k/9/8P/9/9/9/9/9/9 b Gs 1";

/// A mate before which little can be put.
const GOLD: &str = "9/6g1k/9/9/6N2/9/9/9/9 b g 1";

/// The JSON lines of a run.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let run = run(arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The problem set with everything that does not differ from run to run.
fn without_figures(text: &str) -> String {
    text.lines().filter(|line| !line.contains("candidates")).collect::<Vec<_>>().join("\n")
}

#[test]
fn results_are_sound_problems_that_are_longer_by_two() {
    let folder = Folder::new("extend");
    let out = folder.path("results.sfen");
    let extended = run(&["extend", THREE, "--out", &out]);
    assert_eq!((extended.code, extended.stdout.as_str()), (Some(0), ""), "{}", extended.stderr);
    let text = std::fs::read_to_string(&out).expect("results");
    let results = text.lines().filter(|line| !line.starts_with('#')).count();
    assert!(results > 0, "{text}");
    assert!(
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .all(|line| line.contains("; plies=5 ; solutions=1"))
    );
    let verified = run(&["verify", &out]);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.starts_with(&format!("{results} as stated, 0 different")), "{}", verified.stdout);
    let checked = run(&["check", "--json", &out]);
    assert_eq!(checked.code, Some(0));
    assert_eq!(checked.stdout.matches(r#""soundness":"sound""#).count(), results);
}

#[test]
fn the_output_does_not_depend_on_threads() {
    // Wide enough for several threads, and deep enough for a beam.
    for arguments in [&["extend", THREE][..], &["extend", "--steps", "3", "--beam", "3", SMALL]] {
        let one = run(arguments);
        let four = run(&[arguments, &["--threads", "4"]].concat());
        assert_eq!(without_figures(&one.stdout), without_figures(&four.stdout));
        assert!(one.stdout.contains("5 plies, step "), "{}", one.stdout);
    }
}

#[test]
fn the_output_does_not_depend_on_jobs() {
    let forbidden = "drops,promotions,+R,+B,S,N,L,+S,+N,+L,G";
    let three = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    let tsume = ["extend", "--rule", "tsume", "--forbid", forbidden, three];
    for arguments in [&["extend", "--steps", "6", "--beam", "4", "--backtrack", SMALL][..], &tsume] {
        let one = run(arguments);
        assert!(one.stdout.lines().count() > 6, "{}", one.stdout);
        for jobs in ["2", "5"] {
            let several = run(&[arguments, &["--jobs", jobs]].concat());
            assert_eq!(without_figures(&several.stdout), without_figures(&one.stdout), "{jobs} jobs");
        }
    }
}

#[test]
fn results_are_written_in_other_formats() {
    let folder = Folder::new("extend-formats");
    let set = run(&["extend", GOLD]).stdout;
    let problems = set.lines().filter(|line| !line.starts_with('#')).count();
    let positions = |file: &str| {
        let converted = run(&["convert", file, "-", "--format", "usi"]);
        let lines = converted.stdout.lines().map(|line| line.split(" ; ").next().expect("a line").to_owned());
        lines.collect::<Vec<_>>()
    };
    let expected = positions(&folder.file("set.sfen", &set));
    assert_eq!(expected.len(), problems);
    for format in ["kif", "csa", "jkf"] {
        let written = run(&["extend", "--format", format, GOLD]);
        assert!(written.stderr.contains("candidates"), "the sum is told elsewhere: {}", written.stderr);
        assert_eq!(positions(&folder.file(&format!("set.{format}"), &written.stdout)), expected, "{format}");
        let quiet = run(&["extend", "-q", "--format", format, GOLD]);
        assert_eq!((quiet.stdout, quiet.stderr.as_str()), (written.stdout, ""));
    }
    let out = folder.path("each/");
    assert_eq!(run(&["extend", "--format", "kif", "--out", &out, GOLD]).code, Some(0));
    assert_eq!(std::fs::read_dir(&out).expect("a folder").count(), problems);
}

#[test]
fn every_result_has_a_name_of_its_own_and_its_author() {
    let problem = format!("{SMALL} ; id=p ; title=t ; composer=c ; source=s ; status=u ; twin=q");
    let extend = |more: &[&str]| run(&[&["extend", "--steps", "3", &problem], more].concat()).stdout;
    let named = |line: &str| line.split(" ; ").skip(1).take(3).map(str::to_owned).collect::<Vec<_>>();
    let text = extend(&[]);
    let in_set: Vec<Vec<String>> = text.lines().filter(|line| line.contains("id=")).map(named).collect();
    let json = extend(&["--json"]);
    let lines = json.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let results: Vec<_> = lines.filter(|line| line["number"].is_number()).collect();
    let name = |result: &serde_json::Value| -> Vec<String> {
        ["id", "title", "composer"].map(|key| format!("{key}={}", result[key].as_str().expect(key))).into()
    };
    assert!(results.len() > 3 && results.iter().all(|result| result["of"] == "p"), "{json}");
    assert_eq!(results.iter().map(name).collect::<Vec<_>>(), in_set);
    assert_eq!(in_set[1], ["id=p-2", "title=t", "composer=c"]);
    assert!(["source", "status", "twin"].iter().all(|key| results[0].get(key).is_none()), "{json}");
}

#[test]
fn results_are_kept_in_a_file_of_json_lines() {
    let folder = Folder::new("extend-resume");
    let file = folder.path("found.jsonl");
    let arguments = ["extend", "--steps", "4", "--beam", "3", SMALL, GOLD];
    let whole = run(&[&arguments[..], &["--json"]].concat()).stdout;
    let whole: String = whole.split_inclusive('\n').filter(|line| !line.contains("candidates")).collect();
    let kept = run(&[&arguments[..], &["--resume", &file]].concat());
    assert_eq!((kept.code, kept.stdout.as_str()), (Some(0), ""), "{}", kept.stderr);
    assert_eq!(kept.stderr.matches("candidates").count(), 2, "{}", kept.stderr);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), whole);
    let again = run(&[&arguments[..], &["--resume", &file]].concat());
    assert!(again.stderr.contains("nothing left to do"), "{}", again.stderr);
    // Other work does not go on there, and a file of something else stays as it is.
    let other = run(&["extend", "--steps", "5", "--beam", "3", SMALL, GOLD, "--resume", &file]);
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("belongs to a run with another task"), "{}", other.stderr);
    let foreign = folder.file("notes.jsonl", "notes\n");
    assert_eq!(run(&["extend", SMALL, "--resume", &foreign]).code, Some(2));
    assert_eq!(std::fs::read_to_string(&foreign).expect("a file"), "notes\n");
    // What somebody changed is not gone on with.
    let state = format!("{file}.state");
    let mut begun: Value =
        serde_json::from_str(&std::fs::read_to_string(&state).expect("a state")).expect("JSON");
    begun["is_finished"] = false.into();
    begun["progress"]["results"] = 0.into();
    begun["progress"]["problem"] = 0.into();
    begun["progress"]["work"] = serde_json::json!({ "line": [] });
    std::fs::write(&state, begun.to_string()).expect("a state");
    let changed = run(&[&arguments[..], &["--resume", &file]].concat());
    assert_eq!(changed.code, Some(2), "{}", changed.stderr);
}

#[cfg(unix)]
#[test]
fn interrupted_and_killed_work_goes_on() {
    use std::time::Duration;
    let folder = Folder::new("extend-interrupt");
    let file = folder.path("found.jsonl");
    // Far more than a test waits for; how far each run has come is seen in the file.
    let arguments = ["extend", "--steps", "200", "--beam", "20", "--backtrack", "--jobs", "2", SMALL];
    let resumed = [&arguments[..], &["--resume", &file]].concat();
    let lines = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    for (wanted, signal) in
        [(20, libc::SIGKILL), (60, libc::SIGINT), (100, libc::SIGKILL), (140, libc::SIGINT)]
    {
        let mut child = command(&resumed).spawn().expect("the program");
        while lines() < wanted {
            assert_eq!(child.try_wait().expect("a child"), None, "it has more to do");
            std::thread::sleep(Duration::from_millis(5));
        }
        // SAFETY: `kill` only sends a signal, to a process that this test has started and not yet waited for.
        unsafe { libc::kill(child.id() as i32, signal) };
        let code = child.wait().expect("an end").code();
        assert!(signal == libc::SIGKILL || code == Some(130), "{code:?}");
    }
    let kept = std::fs::read_to_string(&file).expect("a file");
    let mut whole = command(&[&arguments[..], &["--json"]].concat()).spawn().expect("the program");
    let reader = std::io::BufReader::new(whole.stdout.take().expect("a pipe"));
    let expected = std::io::BufRead::lines(reader).take(kept.lines().count());
    let expected: Vec<String> = expected.map(|line| line.expect("a line")).collect();
    whole.kill().and_then(|()| whole.wait()).expect("an end");
    assert_eq!(kept.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn the_best_chain_begins_at_the_problem_and_grows_by_two() {
    let mut chain =
        lines(&["extend", "--json", "--steps", "3", "--beam", "4", "--backtrack", "--best", SMALL]);
    let tally = chain.pop().expect("a line in the end");
    assert_eq!((&tally["soundness"], &tally["steps"]), (&"sound".into(), &3.into()));
    assert_eq!(chain.len(), 3);
    let mut from = Value::Null;
    for (step, result) in chain.iter().enumerate() {
        assert_eq!((&result["from"], &result["plies"]), (&from, &(3 + 2 * step).into()));
        assert_eq!(result["changes"][0]["move"], result["line"][0]);
        from = result["number"].clone();
    }
}

#[test]
fn backtracking_goes_on_where_a_narrow_beam_ends() {
    let longest = |flags: &[&str]| {
        let chain = lines(
            &[&["extend", "--json", "--best", "--steps", "8", "--beam", "1"], flags, &[SMALL]].concat(),
        );
        chain.iter().filter_map(|line| line["plies"].as_u64()).max()
    };
    let (narrow, backtracked) = (longest(&[]), longest(&["--backtrack"]));
    assert!(backtracked >= narrow, "{narrow:?} {backtracked:?}");
    assert_eq!(backtracked, Some(17), "eight steps from a mate in one");
}

#[test]
fn conditions_hold_for_every_result() {
    let all = lines(&["extend", "--json", THREE]);
    let takes = |result: &Value| {
        result["changes"].as_array().expect("a list").iter().any(|change| !change["takes"].is_null())
    };
    let results = |lines: &[Value]| lines[..lines.len() - 1].to_vec();
    let expected: Vec<String> = results(&all)
        .iter()
        .filter(|result| !takes(result))
        .map(|result| result["sfen"].to_string())
        .collect();
    let none = lines(&["extend", "--json", "--forbid", "takes", THREE]);
    let found: Vec<String> = results(&none).iter().map(|result| result["sfen"].to_string()).collect();
    assert_eq!(found, expected);
    assert!(none.last().expect("a tally")["tally"]["excluded"].as_u64() > Some(0));
}

#[test]
fn only_sound_problems_are_extended() {
    for (problem, english, japanese) in [
        (TWO, "only sound problems can be extended: unsound", "完全作だけです: 不完全作"),
        (NONE, "unsound", "不完全作"),
        ("8k/9/8P/9/9/9/9/9/9 b G 1 ; plies=3", "unsound", "不完全作"),
    ] {
        let english_run = run(&["extend", problem]);
        assert_eq!(english_run.code, Some(1), "{}", english_run.stderr);
        assert!(english_run.stdout.contains(english), "{}", english_run.stdout);
        let japanese_run = run(&["extend", "--lang", "ja", problem]);
        assert!(japanese_run.stdout.contains(japanese), "{}", japanese_run.stdout);
    }
}

#[test]
fn where_nothing_is_found_what_was_found_before_stays() {
    let folder = Folder::new("extend-nothing");
    for format in ["usi", "json"] {
        let out = folder.file("found", "found before");
        let unsound = "8k/9/9/9/9/9/9/9/9 b 2G 1";
        let form = if format == "json" { vec!["--json"] } else { vec!["--format", format] };
        let arguments = ["extend", "--rule", "helpmate", "--out", &out, unsound];
        let found = run(&[&arguments[..], &form].concat());
        assert_eq!(found.code, Some(1), "{}", found.stderr);
        assert_eq!(fs::read_to_string(&out).expect("the file"), "found before");
        assert!(
            found.stderr.contains("only a sound problem") || found.stderr.contains("unsound"),
            "{}",
            found.stderr
        );
    }
}

#[test]
fn a_limit_leaves_things_unknown_and_says_so() {
    let limited = run(&["extend", "--nodes", "30", THREE]);
    assert_eq!(limited.code, Some(3), "{}{}", limited.stdout, limited.stderr);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let both = run(&["extend", "--best", "--resume", "found.jsonl", THREE]);
    assert_eq!(both.code, Some(2), "{}", both.stdout);
    for (arguments, english) in [
        (&["--forbid", "5z"][..], "`5z` is neither a square"),
        (&["--verify"], "--verify has no effect here"),
        (&["--put", "3"], "3 is not in the range 1 to 2"),
        (&["--seed", "7"], "--seed is for --order random"),
        (&["--keep", "drops,takes", "--forbid", "takes"], "both --keep takes and --forbid takes"),
        (&["--keep", "k", "--forbid", "k"], "both --keep k and --forbid k"),
    ] {
        let refused = run(&[&["extend"], arguments, &[THREE]].concat());
        assert_eq!(refused.code, Some(2), "{}", refused.stdout);
        assert!(refused.stderr.contains(english), "{}", refused.stderr);
    }
}

#[test]
fn helpselfmates_are_extended() {
    let folder = Folder::new("extend-selfmate");
    let two = "9/9/9/9/9/9/1kg6/9/1K7 b P 1";
    let way = ["extend", "--rule", "helpselfmate", "--put", "1"];
    let extended = run(&[&way[..], &[two]].concat());
    assert_eq!(extended.code, Some(0), "{}", extended.stderr);
    let set = folder.file("results.sfen", &extended.stdout);
    let results: Vec<&str> = extended.stdout.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!results.is_empty(), "{}", extended.stdout);
    assert!(results.iter().all(|line| line.contains("; rule=helpselfmate ; plies=3 ; solutions=1")));
    let checked = run(&["check", "--json", &set]);
    assert_eq!(checked.stdout.matches(r#""soundness":"sound""#).count(), results.len(), "{}", checked.stdout);
    // The same, in whatever way it is judged.
    let jobs = run(&[&way[..], &["--jobs", "3", two]].concat());
    assert_eq!(without_figures(&jobs.stdout), without_figures(&extended.stdout));
    // Out of its positions a search says so.
    let little = run(&[&way[..], &["--nodes", "1", two]].concat());
    assert_eq!(little.code, Some(3), "{}", little.stderr);
}

#[test]
fn results_have_as_many_solutions_as_are_intended() {
    let folder = Folder::new("extend-several");
    // A gold mates on 1b and on 2b.
    let two = "8k/9/8G/9/9/9/9/9/9 b Gs 1 moves G*2b ; rule=helpmate ; intended-solutions=2";
    let extended = run(&["extend", "--steps", "2", "--beam", "3", two]);
    assert_eq!(extended.code, Some(0), "{}", extended.stderr);
    let results: Vec<&str> = extended.stdout.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!results.is_empty(), "{}", extended.stdout);
    // The intended line is at the end of each of them.
    assert!(results.iter().all(|line| line.contains("G*2b ;") && line.contains("; intended-solutions=2")));
    let set = folder.file("results.sfen", &extended.stdout);
    for command in ["check", "verify"] {
        let judged = run(&[command, &set]);
        assert_eq!(judged.code, Some(0), "{command}: {}{}", judged.stdout, judged.stderr);
    }
    let json = lines(&["extend", "--json", two]);
    assert!(
        json.iter()
            .filter(|line| line.get("changes").is_some())
            .all(|line| line["solutions"]["count"] == "2")
    );
    let unsound = run(&["extend", "8k/9/8G/9/9/9/9/9/9 b G 1 ; rule=helpmate ; intended-solutions=3"]);
    assert_eq!(
        (unsound.code, unsound.stdout.lines().filter(|line| !line.starts_with('#')).count()),
        (Some(1), 0)
    );
    for command in ["extend", "repair"] {
        let tsume = run(&[command, "8k/9/8G/9/9/9/9/9/9 b G 1 ; rule=tsume ; intended-solutions=2"]);
        assert_eq!(tsume.code, Some(2), "{command}");
        assert!(tsume.stderr.contains("intended-solutions is for helpmates"), "{}", tsume.stderr);
    }
}
