//! Limits, exit codes, signals, pipes, progress and the log.

use crate::run::{Folder, HEAVY, Run, THREE, TWO, command, run};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn bad_usage_is_2_and_help_is_0() {
    for arguments in [
        &["frobnicate"][..],
        &["solve"],
        &["solve", "--time", "10x", TWO],
        &["solve", "--memory", "4X", TWO],
        &["solve", "--threads", "0", TWO],
        &["solve", "--rule", "selfmate", TWO],
        &["solve", "-q", "-v", TWO],
        &["perft", "x"],
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains("--help"), "{arguments:?}: {}", run.stderr);
    }
    // Nothing at all means USI, here without a word from a GUI.
    let usi = run(&[]);
    assert_eq!((usi.code, usi.stdout.as_str(), usi.stderr.as_str()), (Some(0), "", ""));
    let help = run(&["--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    assert!(help.stdout.contains("Exit codes:\n  0 "));
    assert!(run(&["--version"]).stdout.starts_with("tsumugi "));
    assert!(run(&["solve", "--help"]).stdout.contains("half of the machine's memory"));
}

#[test]
fn memory_that_is_raised_to_the_least_is_named() {
    for (arguments, least) in [
        (&["solve", "--rule", "helpmate", "--memory", "1M", TWO, THREE][..], 32),
        (&["solve", "--rule", "tsume", "--memory", "1M", TWO], 24),
    ] {
        let raised = run(arguments);
        let told = format!("--memory is too small: the minimum of {least} MiB is used");
        assert_eq!((raised.code, raised.stderr.matches(&told).count()), (Some(0), 1), "{}", raised.stderr);
        assert_eq!(run(&[&["-q"], arguments].concat()).stderr, "");
    }
    let folder = Folder::new("least-memory");
    let proof = folder.path("proof.cert");
    assert_eq!(run(&["tsume", "--certificate", &proof, TWO]).code, Some(0));
    let checked = run(&["verify-certificate", "--memory", "1M", "--lang", "ja", &proof]);
    assert!(checked.stderr.contains("必要最小限の 24 MiB"), "{}", checked.stderr);
    assert_eq!(run(&["verify-certificate", "--memory", "24M", &proof]).stderr, "");
}

#[test]
fn each_limit_is_named_and_gives_3() {
    for (limit, value, reason) in [
        ("--nodes", "1", "nodes"),
        ("--time", "200ms", "time"),
        ("--max-plies", "11", "plies"),
        ("--memory", "8M", "memory"),
    ] {
        let run = run(&["solve", limit, value, HEAVY]);
        assert_eq!(run.code, Some(3), "{limit}: {}", run.stderr);
        assert!(run.stdout.starts_with(&format!("unknown: {reason}")), "{limit}: {}", run.stdout);
    }
}

/// A mate of the side that moves first takes a ply at least, so the bound of one ply is no proof.
#[test]
fn a_bound_that_excludes_no_mate_is_not_told_as_one() {
    let [attacker, defender] =
        ["b", "w"].map(|side| format!("4k4/9/4P4/9/9/9/9/9/9 {side} 2G2r2b2g4s4n4l17p 1"));
    for rule in ["tsume", "helpmate"] {
        for limit in [["--max-plies", "0"], ["--nodes", "1"]] {
            let first_line = |lang: &str, sfen: &str| {
                let choices = ["solve", "--rule", rule, "--attacker", "black", "--lang", lang];
                let run = run(&[&choices[..], &limit, &[sfen]].concat());
                assert_eq!(run.code, Some(3), "{rule} {limit:?}: {}", run.stderr);
                run.stdout.lines().next().unwrap_or_default().to_owned()
            };
            for (sfen, english, japanese) in [
                (&attacker, "(nothing is proved yet)", "(まだ何も証明していない)"),
                (&defender, "(the position is not mate)", "(初形は詰みでない)"),
            ] {
                let [en, ja] = ["en", "ja"].map(|lang| first_line(lang, sfen));
                assert!(en.ends_with(english) && ja.ends_with(japanese), "{rule} {limit:?}: {en} {ja}");
            }
        }
    }
    let proof = Folder::new("no-bound").path("proof.cert");
    run(&["tsume", "--attacker", "black", "--nodes", "1", "--certificate", &proof, &defender]);
    for (lang, claim) in [("en", ": the position is not mate: "), ("ja", ": この局面は詰みでない: ")]
    {
        let checked = run(&["verify-certificate", "--lang", lang, &proof]);
        assert!(checked.stdout.contains(claim), "{}{}", checked.stdout, checked.stderr);
    }
    let check = run(&["check", "--rule", "helpmate", "--nodes", "1", &attacker]).stdout;
    assert!(check.starts_with("unknown: nodes (nothing is proved yet)\n"), "{check}");
    assert!(!check.contains("by exhaustive search"), "{check}");
}

/// Wide keys change nothing but the certainty, and what the table takes.
#[test]
fn wide_keys_give_the_same_answer_with_fewer_false_hits() {
    let answer = |key: &str, problem: &str| -> (Value, f64) {
        let run = run(&["solve", "--key", key, "--json", problem]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let mut answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let fields = answer.as_object_mut().expect("an object");
        fields.remove("stats").expect("stats");
        assert_eq!(fields.remove("key").expect("a width"), key);
        let false_hits = fields.remove("false_hits_expected").and_then(|hits| hits.as_f64());
        (answer, false_hits.expect("a number"))
    };
    for problem in [TWO, THREE] {
        let (narrow, narrow_hits) = answer("narrow", problem);
        let (wide, wide_hits) = answer("wide", problem);
        assert_eq!(narrow, wide);
        assert!(wide_hits <= narrow_hits / 2f64.powi(20), "{wide_hits} {narrow_hits}");
    }
    assert_eq!(run(&["solve", "--key", "broad", TWO]).code, Some(2));
}

#[test]
fn unreadable_comes_before_unknown_before_different() {
    let folder = Folder::new("precedence");
    let different = folder.file("different.sfen", format!("{TWO} ; solutions=1\n"));
    let unknown = folder.file("unknown.sfen", format!("{HEAVY} ; plies=4197\n"));
    let agrees = folder.file("agrees.sfen", format!("{TWO} ; plies=1 ; solutions=2\n"));
    let verify = |files: &[&str]| run(&[&["verify", "--nodes", "1000"], files].concat()).code;
    assert_eq!(verify(&[&agrees]), Some(0));
    assert_eq!(verify(&[&agrees, &different]), Some(1));
    assert_eq!(verify(&[&different, &unknown]), Some(3));
    assert_eq!(verify(&[&different, &unknown, "missing", &agrees]), Some(2));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new("pipe");
    let file = folder.file("set.sfen", format!("{TWO}\n").repeat(20_000));
    let mut child = command(&["flip", &file]).spawn().expect("the program");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    assert_eq!(line, "9/9/9/9/9/9/g8/9/K8 w g 1\n");
    drop(stdout);
    let run = Run::from(child.wait_with_output().expect("the program"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

/// By whatever name: answers one by one, and a text that is of use only as a whole.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_no_error_where_standard_output_is_named() {
    for arguments in [
        &["solve", TWO, TWO, "--out", "/dev/stdout"][..],
        &["convert", TWO, "/dev/stdout", "--format", "usi"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let child = command(arguments).stdout(writer).spawn().expect("the program");
        let run = Run::from(child.wait_with_output().expect("the program"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    for (arguments, said) in [
        (&["flip", TWO][..], "tsumugi: stdout: "),
        (&["help"], "tsumugi: stdout: "),
        (&["--version"], "tsumugi: stdout: "),
        (&["solve", "--help", "--lang", "ja"], "tsumugi: 標準出力に書けません"),
    ] {
        let full = std::fs::File::create("/dev/full").expect("the device");
        let child = command(arguments).stdout(full).spawn().expect("the program");
        let run = Run::from(child.wait_with_output().expect("the program"));
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.stderr.starts_with(said), "{arguments:?}: {}", run.stderr);
    }
}

/// Nobody may make a file there, whoever he is.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_file_is_refused_before_the_search() {
    for arguments in [
        &["solve", "--time", "60s", "--out", "/proc/", HEAVY][..],
        &["solve", "--time", "60s", "--svg-steps", "/proc/", HEAVY],
        &["analyse", "--time", "60s", "--out", "/proc/", "position startpos"],
        &["extend", "--steps", "9", "--out", "/proc/", "8k/9/8P/9/9/9/9/9/9 b Gs 1"],
    ] {
        let start = Instant::now();
        let refused = run(arguments);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(refused.stderr.contains("/proc/: cannot be written"), "{arguments:?}: {}", refused.stderr);
        assert!(start.elapsed() < Duration::from_secs(50), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_on_a_full_device_is_told_once() {
    for (lang, said) in [("en", "/dev/full: cannot be written"), ("ja", "/dev/full: 書けません")] {
        let run = run(&["solve", "-vv", "--lang", lang, "--log-file", "/dev/full", TWO, TWO]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(run.stderr.matches(said).count(), 1, "{}", run.stderr);
        assert_eq!(run.stdout.matches("G*1b").count(), 2, "{}", run.stdout);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_with_what_is_known() {
    for (subcommand, answer) in
        [("solve", "unknown: interrupted"), ("check", "unknown: interrupted"), ("verify", "")]
    {
        let folder = Folder::new("interrupt");
        let file = folder.file("set.sfen", format!("{HEAVY} ; plies=4197\n{TWO} ; plies=1\n"));
        let log = folder.path("log");
        let child = command(&[subcommand, "-v", "--log-file", &log, &file]).spawn().expect("the program");
        let deadline = Instant::now() + Duration::from_secs(60);
        let is_solving = || std::fs::read_to_string(&log).is_ok_and(|text| text.contains("solving"));
        while !is_solving() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(300));
        let interrupted = Instant::now();
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        assert!(killed.success());
        let run = Run::from(child.wait_with_output().expect("the program"));
        assert!(interrupted.elapsed() < Duration::from_secs(10));
        assert_eq!(run.code, Some(130), "{}", run.stderr);
        assert!(run.stdout.contains(answer), "{}", run.stdout);
        assert!(!run.stdout.contains("helpmate in 1"), "the batch goes on: {}", run.stdout);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_shows_its_result_so_far() {
    let folder = Folder::new("match");
    let games = folder.path("games");
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/src/play/eval/weights.bin");
    let child = command(&["tune", "match", weights, weights, "--nodes", "50", "--record", &games])
        .spawn()
        .expect("the program");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !std::fs::metadata(&games).is_ok_and(|file| file.len() > 0) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let run = Run::from(child.wait_with_output().expect("the program"));
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    let last = run.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with("undecided: ") && last.contains(" games: "), "{}", run.stdout);
}

/// A program that ends at once, and one whose moves are illegal.
#[cfg(unix)]
#[test]
fn an_opponent_that_fails_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("opponents");
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/src/play/eval/weights.bin");
    for _ in 0..5 {
        let ended = run(&["tune", "match", weights, "/bin/false", "--games", "2", "--nodes", "10"]);
        assert_eq!(
            (ended.code, ended.stderr.contains("the engine has ended")),
            (Some(2), true),
            "{}",
            ended.stderr
        );
    }
    let script = "#!/bin/sh\nwhile read word rest; do case $word in usi) echo usiok;; isready) echo readyok;; \
                  go) echo bestmove 9i1a;; quit) exit;; esac; done\n";
    let engine = folder.file("engine.sh", script);
    std::fs::set_permissions(&engine, PermissionsExt::from_mode(0o755)).expect("a file of ours");
    let played = run(&["tune", "match", weights, &engine, "--games", "4", "--nodes", "10"]);
    assert!(played.stdout.starts_with("undecided: 4 games: 4 won, "), "{}{}", played.stdout, played.stderr);
    let fault = "4 games lost by the second through illegal moves or false declarations, such as 9i1a\n";
    assert!(played.stdout.ends_with(fault), "{}", played.stdout);
    // One that ends in the second pair leaves the result of the first.
    let script = script
        .replace("go) echo", "go) [ -e ended ] && exit; [ -e begun ] && touch ended; touch begun; echo");
    let engine = folder.file("dying.sh", script);
    std::fs::set_permissions(&engine, PermissionsExt::from_mode(0o755)).expect("a file of ours");
    let dying = ["tune", "match", weights, &engine, "--games", "4", "--nodes", "10"];
    let ended = Run::from(command(&dying).current_dir(folder.path("")).output().expect("the program"));
    assert_eq!(
        (ended.code, ended.stderr.contains("the engine has ended")),
        (Some(2), true),
        "{}",
        ended.stderr
    );
    assert!(ended.stdout.starts_with("undecided: 2 games: 2 won, "), "{}", ended.stdout);
    let swapped = run(&["tune", "match", weights, weights, "--sprt", "10", "0"]);
    assert_eq!((swapped.code, swapped.stderr.contains("the lower one first")), (Some(2), true));
}

#[test]
fn a_match_by_time_tells_the_slowest_answers() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/src/play/eval/weights.bin");
    let program = env!("CARGO_BIN_EXE_tsumugi");
    let run = run(&["tune", "match", weights, program, "--movetime", "5ms", "--games", "2"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let [result, slowest] = run.stdout.lines().collect::<Vec<_>>()[..] else { panic!("{}", run.stdout) };
    assert!(result.starts_with("undecided: 2 games: "), "{result}");
    let words: Vec<&str> = slowest.split(' ').collect();
    let ["slowest", "answers:", first, "ms", "by", "the", "first", "program,", second, "ms", ..] = words[..]
    else {
        panic!("{slowest}")
    };
    // No answer comes at once, and none never: how late one may be is for tests of the clock.
    for time in [first, second] {
        assert!(time.parse().is_ok_and(|ms: u64| (4..10_000).contains(&ms)), "{slowest}");
    }
}

#[test]
fn no_game_is_begun_after_the_time() {
    let folder = Folder::new("tune-time");
    let games = folder.path("games");
    let run = run(&["tune", "play", &games, "--nodes", "20", "--games", "100000", "--time", "300ms"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let bytes = std::fs::metadata(&games).expect("games").len();
    assert!(bytes > 100 && bytes < 40_000_000, "{bytes}");
}

#[test]
fn the_log_is_asked_for() {
    let silent = run(&["solve", THREE]);
    assert_eq!(silent.stderr, "");
    assert!(run(&["solve", "-v", THREE]).stderr.contains("solving 3+pks3/"));
    let output = command(&["solve", THREE]).env("RUST_LOG", "info").output().expect("the program");
    assert!(String::from_utf8_lossy(&output.stderr).contains("solving 3+pks3/"));
    let folder = Folder::new("log");
    let log = folder.path("log");
    let run = run(&["solve", "-v", "--log-file", &log, THREE]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let text = std::fs::read_to_string(&log).expect("the log");
    assert!(text.contains("solving 3+pks3/") && !text.contains('\u{1b}'), "{text}");
    let unwritable = crate::run::run(&["solve", "--log-file", &folder.path("no/such/log"), THREE]);
    assert_eq!((unwritable.code, unwritable.stdout.as_str()), (Some(2), ""));
    assert!(unwritable.stderr.contains("cannot be written"), "{}", unwritable.stderr);
}

#[test]
fn a_time_that_no_clock_reaches_is_refused() {
    let long = "3000000000000000h";
    let solve = |option| vec!["solve", "--checkpoint", "nowhere/checkpoint", option, long, TWO];
    for arguments in
        [solve("--time"), solve("--every"), vec!["tune", "play", "nowhere/games", "--time", long]]
    {
        let refused = run(&arguments);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains("this time is too long"), "{}", refused.stderr);
    }
}
