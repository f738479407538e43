//! What outlives a server: jobs, their answers, and searches that were interrupted.

use super::client::{Event, Events};
use super::jobs::LONG;
use super::server::{Scratch, Server};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const GOLD: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";
/// A helpmate in 1461 plies by Morishige, of problems/helpmate/long.sfen: its search takes some seconds.
const MEDIUM: &str = "9/6GGr/S1ssggN1b/pL+p+p5/1+p4P1K/4L1+P2/+p+Ppllppp+B/+p4P3/+pk+n1+n1+nsr b 3P 1";
const MEMORY: [&str; 4] = ["--memory", "256M", "--threads", "1"];

fn jobs_of(server: &Server) -> Vec<Value> {
    server.get("/api/jobs")["jobs"].as_array().expect("jobs").clone()
}

fn numbered(events: Vec<Event>) -> Vec<Event> {
    events.into_iter().filter(|event| event.id.is_some()).collect()
}

#[test]
fn jobs_that_have_ended_are_listed_again() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &MEMORY);
    let ids: Vec<String> = (0..8)
        .map(|number| {
            let id = server.add(
                &json!({ "kind": "solve", "sfen": GOLD, "rule": "helpmate", "id": format!("p{number}") }),
            );
            server.wait_for_end(&id);
            id
        })
        .collect();
    let before: Vec<Value> = ids.iter().map(|id| server.job(id)).collect();
    let events = numbered(server.events(&ids[0]));
    let order =
        |server: &Server| -> Vec<Value> { jobs_of(server).iter().map(|job| job["id"].clone()).collect() };
    let listed = order(&server);
    server.kill();
    let server = Server::start(&scratch.0, &MEMORY);
    // Several come in each second.
    assert_eq!(order(&server), listed);
    let after: Vec<Value> = ids.iter().map(|id| server.job(id)).collect();
    let without_progress = |jobs: &[Value]| -> Vec<Value> {
        let mut jobs = jobs.to_vec();
        jobs.iter_mut().for_each(|job| job["progress"] = Value::Null);
        jobs
    };
    assert_eq!(without_progress(&after), without_progress(&before));
    assert_eq!(numbered(server.events(&ids[0])), events);
    assert_eq!(listed.len(), ids.len());
    // Plain files, each of them readable by itself.
    let folder = scratch.0.join("jobs").join(&ids[0]);
    let answers = fs::read_to_string(folder.join("answers.jsonl")).expect("answers");
    assert_eq!(serde_json::from_str::<Value>(answers.trim()).expect("JSON"), before[0]["answers"][0]);
    assert!(!folder.join("checkpoint").exists());
}

/// The search is interrupted several times, and comes to the answer of one that was not.
#[cfg(unix)]
#[test]
fn a_helpmate_goes_on_after_sigterm() {
    let scratch = Scratch::new();
    let request = json!({ "kind": "solve", "sfen": MEDIUM, "rule": "helpmate", "id": "x" });
    let mut server = Server::start(&scratch.0, &MEMORY);
    let id = server.add(&request);
    let mut plies = 0;
    for _ in 0..2 {
        plies = server.wait_beyond(&id, plies + 10);
        let watcher = Events::open(server.port, &id, None);
        assert!(server.terminate().success());
        let last: Vec<Event> = watcher.collect();
        let last = last.last().expect("an event");
        assert_eq!((last.name.as_str(), &last.data["state"]), ("end", &json!("interrupted")));
        let state = kept(&scratch.0, &id);
        assert_eq!((&state["state"], state["crashes"].as_u64()), (&json!("interrupted"), Some(0)));
        assert!(file(&scratch.0, &id, "checkpoint/manifest").exists());
        server = Server::start(&scratch.0, &MEMORY);
        server.assert_goes_on(&id, plies);
    }
    let resumed = server.answered_as_undisturbed(&id, &request);
    let answer = &resumed["answers"][0];
    assert_eq!(
        (&answer["plies"], &answer["solutions"]["count"], &answer["exact"]),
        (&json!(1461), &json!("1"), &json!(true))
    );
    assert_eq!(resumed["answers"].as_array().map(Vec::len), Some(1));
}

/// A server that is killed loses what it found since the last checkpoint, and nothing else.
#[test]
fn a_server_that_died_goes_on() {
    let scratch = Scratch::new();
    let every = [&MEMORY[..], &["--every", "200ms"]].concat();
    let server = Server::start(&scratch.0, &every);
    let running = server.add(&json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate" }));
    let waiting = server.add(&json!({ "kind": "solve", "sfen": GOLD, "rule": "tsume" }));
    let job = server.wait(&running, |job| job["progress"]["plies"].as_u64() > Some(20));
    let seen = numbered(Events::open(server.port, &running, None).take(2).collect());
    server.kill();
    let server = Server::start(&scratch.0, &every);
    assert_eq!(kept(&scratch.0, &running)["crashes"], 1);
    let again = server.wait(&running, |job| !job["progress"].is_null());
    assert!(again["progress"]["plies"].as_u64() > Some(5), "{job} {again}");
    // A client that comes back hears of the new beginning.
    let rest: Vec<Event> =
        Events::open(server.port, &running, seen.last().and_then(|event| event.id)).take(2).collect();
    let states: Vec<&Value> = rest.iter().map(|event| &event.data["state"]).collect();
    assert_eq!(states, ["queued", "running"]);
    assert!(rest[0].id > seen[1].id);
    // The job may be what kills servers: after a second time it waits for a client.
    server.kill();
    let server = Server::start(&scratch.0, &every);
    let job = server.job(&running);
    assert_eq!((&job["state"], &job["error"]["code"]), (&json!("interrupted"), &json!("server-died")));
    assert_eq!(server.wait_for_end(&waiting)["state"], "done");
    server.post(&format!("/api/jobs/{running}/resume"), &json!({}));
    let job = server.wait(&running, |job| !job["progress"].is_null());
    assert!(job["error"].is_null() && job["state"] == "running", "{job}");
}

#[cfg(unix)]
#[test]
fn jobs_that_wait_still_wait() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &MEMORY);
    let running = server.add(&json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate" }));
    let waiting = server.add(&json!({ "kind": "solve", "sfen": GOLD, "rule": "tsume" }));
    server.wait(&running, |job| job["state"] == "running");
    assert!(server.terminate().success());
    assert_eq!(kept(&scratch.0, &running)["state"], "interrupted");
    assert_eq!(kept(&scratch.0, &waiting)["state"], "queued");
    let server = Server::start(&scratch.0, &MEMORY);
    server.ask("DELETE", &format!("/api/jobs/{running}"), "");
    server.wait_for_end(&running);
    assert_eq!(server.wait_for_end(&waiting)["state"], "done");
}

/// What is no job is left alone.
#[test]
fn a_folder_with_other_things_in_it() {
    let scratch = Scratch::new();
    let jobs = scratch.0.join("jobs");
    for (name, file) in
        [("mine", "letter.txt"), ("0000000000000000", "request.json"), ("ffffffffffffffff", "state.json")]
    {
        fs::create_dir_all(jobs.join(name)).expect("a folder");
        fs::write(jobs.join(name).join(file), "{\"a\":").expect("a file");
    }
    fs::write(jobs.join("note.txt"), "mine").expect("a file");
    let server = Server::start(&scratch.0, &MEMORY);
    assert_eq!(jobs_of(&server).len(), 0);
    let id = server.add(&json!({ "kind": "solve", "sfen": GOLD, "rule": "tsume" }));
    server.wait_for_end(&id);
    drop(server);
    assert_eq!(fs::read_to_string(jobs.join("mine/letter.txt")).expect("a file"), "{\"a\":");
    assert_eq!(fs::read_to_string(jobs.join("note.txt")).expect("a file"), "mine");
}

/// A tsume in 5 that takes more positions than these.
const TSUME: &str = "8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1";

#[test]
fn limits_hold_anew_for_a_job_that_goes_on() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &MEMORY);
    for (rule, sfen, nodes) in [("helpmate", MEDIUM, 20_000), ("tsume", TSUME, 40)] {
        let asked = json!({ "kind": "solve", "sfen": sfen, "rule": rule, "nodes": nodes });
        let id = server.add(&asked);
        let mut spent = 0;
        for _ in 0..3 {
            let job = server.wait_for_end(&id);
            let answer = &job["answers"][0];
            assert_eq!((&answer["reason"], &job["resumable"]), (&json!("nodes"), &json!(true)), "{job}");
            let all = answer["stats"]["nodes"].as_u64().expect("a number");
            // It goes on from the last closed layer.
            assert!(all > spent, "{all} positions after {spent}");
            spent = all;
            server.post(&format!("/api/jobs/{id}/resume"), &json!({}));
        }
        server.wait_for_end(&id);
    }
    // With the same limit of plies nothing is left to be done.
    let id = server.add(&json!({ "kind": "solve", "sfen": MEDIUM, "rule": "helpmate", "plies": 5 }));
    let job = server.wait_for_end(&id);
    assert_eq!((&job["answers"][0]["reason"], &job["resumable"]), (&json!("plies"), &json!(false)), "{job}");
}

/// A file that is kept of a job.
pub fn file(data: &Path, id: &str, name: &str) -> PathBuf {
    data.join("jobs").join(id).join(name)
}

/// What is kept of a job.
pub fn kept(data: &Path, id: &str) -> Value {
    let text = fs::read(file(data, id, "state.json")).expect("a state");
    serde_json::from_slice(&text).expect("JSON")
}
