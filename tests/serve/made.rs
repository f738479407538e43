//! Jobs that make problems, whose server ends again and again: what they find is what they find without that.

use super::kept::{file, kept};
use super::server::{Scratch, Server};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const FLAGS: [&str; 6] = ["--memory", "256M", "--threads", "1", "--every", "20ms"];

/// The file that says how far a job has come.
fn begun(data: &Path, id: &str) -> PathBuf {
    file(data, id, "work.json")
}

fn answers(job: &Value) -> Vec<Value> {
    job["answers"].as_array().expect("answers").clone()
}

/// The answers, without what the work cost.
fn found(job: &Value) -> Vec<Value> {
    let mut answers = answers(job);
    for key in ["positions", "nodes", "searches", "seconds"] {
        for tally in answers.iter_mut().filter_map(|answer| answer["tally"].as_object_mut()) {
            tally.remove(key);
        }
    }
    answers
}

/// A job of some seconds, whose server is ended so many times, the last time by force.
fn ended_again_and_again(request: &Value, times: usize) {
    let scratch = Scratch::new();
    let mut server = Server::start(&scratch.0, &FLAGS);
    let whole = server.wait_for_end(&server.add(request));
    let all = answers(&whole).len() as u64;
    assert!(whole["state"] == "done" && all > 20, "{all} answers");
    let id = server.add(request);
    let mut least = 0;
    for time in 1..=times {
        let is_killed = time == times;
        least = (least + all / 8).min(all - 1);
        server.wait(&id, |job| job["state"] == "done" || job["answer_count"].as_u64() >= Some(least));
        if is_killed {
            server.kill();
        } else {
            #[cfg(unix)]
            assert!(server.terminate().success());
        }
        let is_done = kept(&scratch.0, &id)["state"] == "done";
        assert!(is_done || is_killed || begun(&scratch.0, &id).exists(), "nothing is kept");
        server = Server::start(&scratch.0, &FLAGS);
        // A server that was killed may have written nothing since its beginning.
        if !is_killed {
            let again = server.job(&id);
            assert!(
                again["answer_count"].as_u64() >= Some(least),
                "it begins anew: {}",
                again["answer_count"]
            );
        }
    }
    let job = server.wait_for_end(&id);
    assert_eq!(job["state"], "done");
    assert_eq!(found(&job), found(&whole));
    assert!(!begun(&scratch.0, &id).exists());
    // Whoever follows the events gets each answer once.
    let numbers: Vec<Value> = server
        .events(&id)
        .into_iter()
        .filter(|event| event.name == "answer")
        .map(|event| event.data)
        .collect();
    assert_eq!(numbers.len() as u64, all);
}

#[test]
fn a_search_goes_on() {
    let places = "place=[GSNL]:9a-1d ; place=G:9a-1d ; place=S:9a-1d";
    let template = format!("k8/9/9/9/9/9/9/9/9 b 2G 1 ; {places} ; plies=1-5");
    ended_again_and_again(&json!({ "kind": "search", "template": template }), 3);
}

#[test]
fn an_extension_goes_on() {
    let (sfen, rule) = ("8k/9/8P/9/9/9/9/9/9 b Gs 1", "helpmate");
    ended_again_and_again(
        &json!({ "kind": "extend", "sfen": sfen, "rule": rule, "id": "p", "steps": 40, "beam": 40 }),
        3,
    );
}

#[test]
fn a_repair_goes_on() {
    let (sfen, rule) = ("7nk/9/5G3/9/9/9/9/9/9 b 2S 1", "helpmate");
    ended_again_and_again(
        &json!({ "kind": "repair", "sfen": sfen, "rule": rule, "id": "p", "plies": 3, "changes": 1 }),
        2,
    );
}

/// What is kept of the work may be of another version, or damaged: then the job begins anew.
#[cfg(unix)]
#[test]
fn what_does_not_fit_is_not_gone_on_with() {
    let places = "place=[GSNL]:9a-1d ; place=G:9a-1d";
    let template = format!("k8/9/9/9/9/9/9/9/9 b 2G 1 ; {places} ; place=S:9a-1d ; plies=1-5");
    let request = json!({ "kind": "search", "template": template });
    for text in [
        "",
        "{}",
        "{\"schema\":99,\"answers\":0,\"state\":{}}",
        "{\"schema\":1,\"answers\":1,\"state\":{\"a\":1}}",
    ] {
        let scratch = Scratch::new();
        let server = Server::start(&scratch.0, &FLAGS);
        let id = server.add(&request);
        server.wait(&id, |job| job["answer_count"].as_u64() > Some(1));
        assert!(server.terminate().success());
        let path = begun(&scratch.0, &id);
        if !path.exists() {
            // It was done before.
            continue;
        }
        fs::write(path, text).expect("a file");
        let server = Server::start(&scratch.0, &FLAGS);
        let job = server.wait(&id, |job| job["answer_count"].as_u64() > Some(0));
        assert_eq!(answers(&job)[0]["search"]["number"], 1, "{text}");
        server.ask("DELETE", &format!("/api/jobs/{id}"), "");
    }
}
