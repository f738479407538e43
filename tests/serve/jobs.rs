//! Jobs: what they answer, how they are cancelled, and how many there may be.

use super::client::Events;
use super::server::{Scratch, Server, run, tsumugi, without_stats};
use serde_json::{Value, json};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

const GOLD: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";
/// A helpmate that is searched for an hour: 107b by Kato Toru, of problems/heavy.sfen.
pub const LONG: &str = "2S6/1S1S1G1GG/S1LpNNpNN/rL7/R1PP5/3k5/8P/2l1pp1l+p/K2b2b1g b 3P7p 1";

/// What the command line answers about lines of a problem set.
fn by_command(lines: &str, command: &str, flags: &[&str]) -> Vec<String> {
    let scratch = Scratch::new();
    let set = scratch.0.join("set.sfen");
    fs::write(&set, lines).expect("a file");
    let mut program = tsumugi();
    let (stdout, stderr, _) = run(program.args([command, "--json", "--quiet"]).args(flags).arg(&set));
    assert!(!stdout.is_empty(), "{stderr}");
    stdout.lines().map(str::to_owned).collect()
}

/// The lines of a problem set of the repository that are short: SFEN and id.
fn problems(file: &str) -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/").to_owned() + file;
    let text = fs::read_to_string(path).expect("a problem set");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let parts = lines.filter_map(|line| {
        let mut parts = line.split(" ; ");
        let sfen = parts.next()?.trim().to_owned();
        let id = parts.find_map(|part| part.trim().strip_prefix("id="))?.to_owned();
        (!sfen.contains("moves")).then_some((sfen, id))
    });
    parts.collect()
}

/// Byte for byte, outside `stats`.
#[test]
fn answers_are_those_of_the_command_line() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "512M", "--threads", "2"]);
    for (file, rule, count) in [
        ("helpmate/verdicts.sfen", "helpmate", 8),
        ("tsume/traps.sfen", "tsume", 4),
        ("helpselfmate/verdicts.sfen", "helpselfmate", 4),
    ] {
        let problems: Vec<_> = problems(file).into_iter().take(count).collect();
        assert!(!problems.is_empty(), "{file}");
        let set: String = problems.iter().map(|(sfen, id)| format!("{sfen} ; id={id}\n")).collect();
        // The same room for tables: where a number of positions ends a search, its answer depends on that.
        let flags = ["--rule", rule, "--nodes", "100000", "--memory", "256M"];
        for command in ["solve", "check"] {
            let expected = by_command(&set, command, &flags);
            for ((sfen, id), expected) in problems.iter().zip(&expected) {
                let mut request = json!({ "kind": command, "sfen": sfen, "id": id, "rule": rule });
                request["nodes"] = json!(100_000);
                request["memory"] = json!(242 << 20);
                let job = server.add(&request);
                server.wait_for_end(&job);
                let text = server.ask("GET", &format!("/api/jobs/{job}"), "").text();
                let (_, answer) = text.split_once("\"answers\":[").expect("answers");
                let answer = answer.strip_suffix("]}").expect("one answer");
                let is_same = outside_stats(answer) == outside_stats(expected);
                assert!(is_same, "{command} {id}: {answer}, but by the command line {expected}");
            }
        }
    }
}

/// With cooks behind one of two replies that last as long: the line by the other one is named.
#[test]
fn of_equally_long_lines_of_a_tsume_a_sound_one_is_named() {
    let tsume = "2l6/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1";
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "256M"]);
    let job = server.wait_for_end(&server.add(&json!({ "kind": "check", "sfen": tsume, "rule": "tsume" })));
    let check = &job["answers"][0]["check"];
    assert_eq!(check["soundness"], "unknown");
    let by_command = by_command(&format!("{tsume}\n"), "check", &["--rule", "tsume"]);
    let by_command: Value = serde_json::from_str(&by_command[0]).expect("JSON");
    assert!(check["sound_line"].is_array(), "{check}");
    assert_eq!(check["sound_line"], by_command["check"]["sound_line"]);
    let request = json!({ "kind": "check", "sfen": tsume, "rule": "tsume", "line": check["sound_line"] });
    let stated = server.wait_for_end(&server.add(&request));
    assert_eq!(stated["answers"][0]["check"]["soundness"], "sound");
}

/// The text without the object of the figures.
fn outside_stats(text: &str) -> String {
    let (before, rest) = text.split_once("\"stats\":{").unwrap_or_else(|| panic!("{text}"));
    let (_, after) = rest.split_once('}').expect("its end");
    format!("{before}{after}")
}

#[test]
fn variations_certificates_and_graphs() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "512M"]);
    let tsume = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    let mut request = json!({ "kind": "solve", "sfen": tsume, "rule": "tsume", "id": "x" });
    request["variations"] = json!(true);
    request["certificate"] = json!(true);
    let job = server.wait_for_end(&server.add(&request));
    assert_eq!(job["state"], "done");
    let expected = by_command(&format!("{tsume} ; id=x\n"), "solve", &["--rule", "tsume", "--variations"]);
    let expected = serde_json::from_str(&expected[0]).expect("JSON");
    assert_eq!(without_stats(job["answers"][0].clone()), without_stats(expected));
    assert_eq!(job["files"], json!(["certificate"]));
    let proof =
        server.ask("GET", &format!("/api/jobs/{}/certificate", job["id"].as_str().expect("an id")), "");
    let file = scratch.0.join("proof");
    fs::write(&file, &proof.body).expect("a file");
    let (stdout, stderr, status) = run(tsumugi().arg("verify-certificate").arg(&file));
    assert!(status.success(), "{stdout}{stderr}");

    let twins = json!({ "kind": "solve", "sfen": GOLD, "rule": "helpmate" });
    let job = server.wait_for_end(&server.add(&twins));
    let graph = server.get(&format!("/api/jobs/{}/graph", job["id"].as_str().expect("an id")));
    assert_eq!((&graph["plies"], &graph["count"]), (&json!(1), &json!("2")));
    let none =
        server.ask("GET", &format!("/api/jobs/{}/certificate", job["id"].as_str().expect("an id")), "");
    assert_eq!(none.status, 404);
}

/// Where there is nothing to report after it, the report on the certificate is the last one.
#[test]
fn the_certificate_has_progress() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "512M"]);
    let tsume = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    let request = json!({ "kind": "solve", "sfen": tsume, "rule": "tsume", "certificate": true });
    let job = server.wait_for_end(&server.add(&request));
    let progress = &job["progress"];
    assert_eq!((&job["state"], &progress["stage"]), (&json!("done"), &json!("certificate")), "{job}");
    let (en, ja) = (progress["text"]["en"].as_str(), progress["text"]["ja"].as_str());
    assert!(en.is_some_and(|text| text.starts_with("writing the certificate, ")), "{progress}");
    assert!(ja.is_some_and(|text| text.starts_with("証明書を書き出し中: ")), "{progress}");
}

#[test]
fn the_workshop() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "512M"]);
    let sound = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let extend = json!({ "kind": "extend", "sfen": sound, "rule": "helpmate", "id": "p" });
    let job = server.wait_for_end(&server.add(&extend));
    assert_eq!(job["state"], "done", "{job}");
    let answers = job["answers"].as_array().expect("answers");
    let expected = by_command(&format!("{sound} ; id=p\n"), "extend", &["--rule", "helpmate"]);
    assert_eq!(answers.len(), expected.len());
    for (answer, expected) in answers.iter().zip(&expected[..expected.len() - 1]) {
        assert_eq!(*answer, serde_json::from_str::<Value>(expected).expect("JSON"));
    }
    assert_eq!(answers[answers.len() - 1]["soundness"], "sound");

    let template = "k8/9/9/9/9/9/9/9/9 b G 1 ; place=G:6a-9d ; place=S:6a-9d ; plies=1-3";
    let search = json!({ "kind": "search", "template": template });
    let job = server.wait_for_end(&server.add(&search));
    let (stdout, ..) = run(tsumugi().args(["search", "--json", "--quiet", template]));
    let expected: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!expected.is_empty());
    assert_eq!(job["answers"], json!(expected));

    let repair = json!({ "kind": "repair", "sfen": GOLD, "rule": "helpmate", "id": "p", "plies": 1 });
    let job = server.wait_for_end(&server.add(&repair));
    let expected = by_command(&format!("{GOLD} ; id=p\n"), "repair", &["--rule", "helpmate", "--plies", "1"]);
    let expected: Vec<Value> =
        expected.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(job["answers"], json!(expected));
    // Not legal yet: two pawns on a file, no king to be mated; and a line that cannot be played yet.
    for sfen in ["8k/9/8P/8P/9/9/9/9/9 b G 1", "9/9/8P/9/9/9/9/9/9 b G 1"] {
        let unfinished = json!({
            "kind": "repair", "sfen": sfen, "rule": "helpmate", "attacker": "black", "id": "p", "plies": 1, "line": ["G*1b"],
        });
        let job = server.wait_for_end(&server.add(&unfinished));
        let flags = ["--rule", "helpmate", "--attacker", "black", "--plies", "1", "--line", "G*1b"];
        let expected = by_command(&format!("{sfen} ; id=p\n"), "repair", &flags);
        let expected: Vec<Value> =
            expected.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(!expected.is_empty(), "{sfen}");
        assert_eq!(job["answers"], json!(expected), "{sfen}");
    }
    let nothing = json!({ "kind": "repair", "sfen": sound, "rule": "helpmate", "plies": 1 });
    let job = server.wait_for_end(&server.add(&nothing));
    assert_eq!((&job["state"], &job["error"]["code"]), (&json!("failed"), &json!("is-sound")));
}

#[test]
fn the_workshop_under_conditions_and_for_helpselfmates() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "512M"]);
    for (kind, sfen, rule, condition, is_found) in [
        ("extend", "9/8k/9/8P/9/9/9/9/9 b Gs 1", "helpmate", "no-capture", true),
        ("extend", "9/9/9/9/9/9/1kg6/9/1K7 b P 1", "helpselfmate", "none", false),
        ("repair", "8k/9/9/9/9/9/9/9/9 b G 1", "helpmate", "defender-no-capture", true),
    ] {
        let mut request =
            json!({ "kind": kind, "sfen": sfen, "rule": rule, "condition": condition, "id": "p" });
        let mut flags = vec!["--rule", rule, "--condition", condition];
        if kind == "repair" {
            request["plies"] = json!(1);
            flags.extend(["--plies", "1"]);
        }
        let job = server.wait_for_end(&server.add(&request));
        assert_eq!(job["state"], "done", "{job}");
        let mut answers = job["answers"].as_array().expect("answers").clone();
        let expected = by_command(&format!("{sfen} ; id=p\n"), kind, &flags);
        let mut expected: Vec<Value> =
            expected.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        if kind == "extend" {
            let (end, other) = (answers.pop().expect("an end"), expected.pop().expect("an end"));
            assert_eq!((&end["soundness"], &other["soundness"]), (&json!("sound"), &json!("sound")));
        }
        assert_eq!(answers, expected, "{kind}, {condition}");
        assert_eq!(answers.is_empty(), !is_found, "{kind}, {condition}");
        assert!(answers.iter().all(|answer| answer["condition"] == condition), "{answers:?}");
    }
}

#[test]
fn limits_are_told() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "512M"]);
    let limited = |name: &str, value: Value| {
        let mut request = json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate" });
        request[name] = value;
        let job = server.wait_for_end(&server.add(&request));
        assert_eq!(job["state"], "done", "{job}");
        job["answers"][0].clone()
    };
    for (name, value, reason) in
        [("nodes", json!(1000), "nodes"), ("seconds", json!(0.2), "time"), ("plies", json!(5), "plies")]
    {
        let answer = limited(name, value);
        assert_eq!((&answer["verdict"], &answer["reason"]), (&json!("unknown"), &json!(reason)));
    }
}

/// The check by which a repair begins is one step of its work.
#[test]
fn the_time_of_a_job_is_that_of_all_its_steps() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "512M"]);
    let mut long = problems("tsume/famous.sfen").into_iter();
    let (sfen, _) = long.find(|(_, id)| id == "microcosmos").expect("a long tsume");
    let mut request = json!({ "kind": "repair", "sfen": sfen, "rule": "tsume", "plies": 1525 });
    request["nodes"] = json!(u64::MAX);
    request["seconds"] = json!(0.2);
    let asked = Instant::now();
    let job = server.wait_for_end(&server.add(&request));
    assert_eq!((&job["state"], &job["stopped"]), (&json!("done"), &json!("time")), "{job}");
    let most = Duration::from_secs(if busy_machine() { 30 } else { 3 });
    assert!(asked.elapsed() < most, "{:?}", asked.elapsed());
}

#[test]
fn quick_jobs_go_at_once_and_give_way() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "256M", "--threads", "1"]);
    // The queue is busy.
    let busy = server.add(&json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate" }));
    server.wait(&busy, |job| job["state"] == "running");
    let quick = json!({ "kind": "check", "sfen": GOLD, "rule": "helpmate", "quick": true, "client": "page" });
    let job = server.wait_for_end(&server.add(&quick));
    assert_eq!(
        (&job["state"], &job["answers"][0]["check"]["soundness"]),
        (&json!("done"), &json!("unsound"))
    );

    // So many other moves to be examined that its time ends it.
    let tsume = "9/8k/9/7p1/8+B/9/8L/7R1/3K5 b BLPr4g4s4n2l16p 1";
    let heavy = json!({ "kind": "check", "sfen": tsume, "rule": "tsume", "quick": true, "client": "page" });
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        let before = server.add(&heavy);
        server.wait(&before, |job| job["state"] == "running" && !job["progress"].is_null());
        let mut events = Events::open(server.port, &before, None);
        let end = thread::spawn(move || {
            let end = events.find(|event| event.name == "end").expect("its end");
            (Instant::now(), end.data)
        });
        let asked = Instant::now();
        let after = server.add(&quick);
        let (ended, data) = end.join().expect("a thread");
        assert_eq!(data["state"], "cancelled");
        slowest = slowest.max(ended - asked);
        server.wait_for_end(&after);
    }
    println!("cancelled after {slowest:?} at most");
    // 50 ms are promised of a machine that has a processor for it; here others may be at work too.
    assert!(slowest < Duration::from_millis(if busy_machine() { 2000 } else { 50 }), "{slowest:?}");

    // Of another page, both go on, and both keep to their limits.
    let of = |client: &str| {
        let mut request = heavy.clone();
        request["client"] = json!(client);
        server.add(&request)
    };
    for id in [of("one"), of("two")] {
        let job = server.wait_for_end(&id);
        assert_eq!((&job["state"], &job["stopped"]), (&json!("done"), &json!("time")), "{job}");
        let spent =
            job["ended"].as_u64().zip(job["started"].as_u64()).map(|(ended, started)| ended - started);
        assert!(spent.is_some_and(|seconds| seconds <= if busy_machine() { 20 } else { 4 }), "{job}");
    }
    let limited = json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate", "quick": true });
    let job = server.wait_for_end(&server.add(&limited));
    assert_eq!((&job["state"], &job["answers"][0]["verdict"]), (&json!("done"), &json!("unknown")), "{job}");
    assert!(matches!(job["answers"][0]["reason"].as_str(), Some("nodes" | "time")), "{job}");
    let listed = server.get("/api/jobs");
    assert_eq!(listed["jobs"].as_array().map(Vec::len), Some(1), "quick ones are not in the list");
    assert_eq!(server.job(&busy)["state"], "running");
}

/// Whether more wants to run than there are processors.
fn busy_machine() -> bool {
    let load = fs::read_to_string("/proc/loadavg").ok();
    let load = load.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    load.is_none_or(|load| load > processors as f64 * 0.8)
}

#[test]
fn cancelling_and_forgetting() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "256M", "--threads", "1"]);
    let long = json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate" });
    let (first, second) = (server.add(&long), server.add(&long));
    server.wait(&first, |job| !job["progress"].is_null());
    assert_eq!(server.job(&second)["state"], "queued");
    let delete = |id: &str| server.ask("DELETE", &format!("/api/jobs/{id}"), "").json();
    assert_eq!(delete(&second)["cancelled"], true);
    assert_eq!(server.job(&second)["state"], "cancelled");
    delete(&first);
    let job = server.wait_for_end(&first);
    assert_eq!((&job["state"], &job["resumable"]), (&json!("cancelled"), &json!(true)));
    // What is known so far: no mate up to a length.
    assert_eq!(job["answers"][0]["reason"], "interrupted");
    assert!(job["answers"][0]["bounds"]["lower"].as_u64().is_some_and(|plies| plies > 0));
    let folder = scratch.0.join("jobs").join(&first);
    assert!(folder.join("checkpoint").join("manifest").exists());
    // It goes on from where it was.
    let lower = job["answers"][0]["bounds"]["lower"].as_u64();
    server.post(&format!("/api/jobs/{first}/resume"), &json!({}));
    let job = server.wait(&first, |job| !job["progress"].is_null());
    assert!(job["progress"]["plies"].as_u64() >= lower.map(|plies| plies - 1), "{job}");
    let again = server.ask("POST", &format!("/api/jobs/{first}/resume"), "");
    assert_eq!((again.status, again.code()), (409, "not-resumable".to_owned()));
    let cancel = |id: &str| server.post(&format!("/api/jobs/{id}/cancel"), &json!({}));
    assert_eq!(cancel(&first)["cancelled"], true);
    server.wait_for_end(&first);
    // A second one throws nothing away.
    assert_eq!(cancel(&first)["cancelled"], false);
    assert_eq!(server.job(&first)["state"], "cancelled");
    assert_eq!(delete(&first)["forgotten"], true);
    assert!(!folder.exists());
    assert_eq!(server.ask("GET", &format!("/api/jobs/{first}"), "").status, 404);
    assert_eq!(server.get("/api/jobs")["jobs"].as_array().map(Vec::len), Some(1));
}

/// Between finding a job and reading its files another client may delete it.
#[test]
fn a_job_whose_files_are_gone_was_deleted() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let id = server.add(&json!({ "kind": "check", "sfen": GOLD, "rule": "helpmate" }));
    assert_eq!(server.wait_for_end(&id)["files"], json!(["graph.json"]));
    std::fs::remove_dir_all(scratch.0.join("jobs").join(&id)).expect("a folder");
    for more in ["", "/graph", "/events"] {
        let answer = server.ask("GET", &format!("/api/jobs/{id}{more}"), "");
        assert_eq!((answer.status, answer.code()), (404, "no-such-job".to_owned()), "{more}");
    }
}

#[test]
fn a_full_queue_says_so() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "256M", "--threads", "1"]);
    let long = json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate" }).to_string();
    let mut accepted = 0;
    let refusal = loop {
        let answer = server.ask("POST", "/api/jobs", &long);
        if answer.status != 201 {
            break answer;
        }
        accepted += 1;
    };
    let queue = server.get("/api/info")["limits"]["queue"].as_u64().expect("a number");
    assert_eq!((refusal.status, refusal.code().as_str(), accepted), (429, "queue-full", queue + 1));
    assert!(refusal.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()));
    // Never more than the budget at a time.
    let list = server.get("/api/jobs");
    let states = list["jobs"].as_array().expect("jobs").iter().map(|job| job["state"].as_str());
    assert_eq!(states.filter(|state| *state == Some("running")).count(), 1);
}
