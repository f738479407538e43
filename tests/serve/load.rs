//! Many clients at the same time. `TSUMUGI_SERVE_SECONDS` is how long they go on; `.ci/long serve` has a minute.

use super::client::{Connection, Events, request};
use super::hostile::{Numbers, peak_mebibytes};
use super::server::{Scratch, Server};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const CLIENTS: u64 = 200;
const GOLD: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";
const MEBIBYTES: u64 = 256;

#[derive(Default)]
struct Count {
    answered: AtomicU64,
    refused: AtomicU64,
}

/// A small job of any kind.
fn job(numbers: &mut Numbers) -> Value {
    match numbers.below(5) {
        0 => json!({ "kind": "solve", "sfen": GOLD, "rule": "helpmate" }),
        1 => json!({ "kind": "check", "sfen": GOLD, "rule": "helpmate" }),
        2 => json!({ "kind": "extend", "sfen": "8k/9/8P/9/9/9/9/9/9 b G 1", "rule": "helpmate" }),
        3 => json!({ "kind": "search", "template": "8k/9/8P/9/9/9/9/9/9 b [GSNL] 1 ; plies=1" }),
        _ => json!({ "kind": "repair", "sfen": GOLD, "rule": "helpmate", "plies": 1 }),
    }
}

/// A client that does one thing after another.
fn client(port: u16, number: u64, due: Instant, count: &Count) {
    let mut numbers = Numbers((number + 1) * 0x9e37_79b9);
    let mut connection = Connection::open(port);
    let mut ask = |method: &str, path: &str, body: Value| {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        connection.send(&request(port, method, path, &[], text.as_bytes()));
        let answer = connection.answer();
        let is_busy = answer.status == 429 && answer.header("retry-after").is_some();
        assert!(
            is_busy || (200..300).contains(&answer.status),
            "{method} {path}: {} {}",
            answer.status,
            answer.text()
        );
        let counted = if is_busy { &count.refused } else { &count.answered };
        counted.fetch_add(1, Ordering::Relaxed);
        (!is_busy).then_some(answer)
    };
    while Instant::now() < due {
        match numbers.below(8) {
            0 => drop(ask("POST", "/api/legal", json!({ "sfen": GOLD, "rule": "tsume" }))),
            1 => drop(ask("POST", "/api/convert", json!({ "text": GOLD }))),
            2 => drop(ask("POST", "/api/diagram.svg", json!({ "sfen": GOLD }))),
            3 => drop(ask("GET", "/", Value::Null)),
            4 | 5 => {
                let client = format!("client {number}");
                let mut request = json!({ "kind": "check", "sfen": GOLD, "rule": "tsume", "quick": true });
                request["client"] = json!(client);
                let Some(added) = ask("POST", "/api/jobs", request) else { continue };
                let id = added.json()["id"].as_str().expect("an id").to_owned();
                // It is kept for a while only, and others come.
                connection_to_events(port, &id);
            }
            _ => {
                let Some(added) = ask("POST", "/api/jobs", job(&mut numbers)) else { continue };
                let id = added.json()["id"].as_str().expect("an id").to_owned();
                let events: Vec<_> = Events::open(port, &id, None).collect();
                assert_eq!(events.last().map(|event| event.name.as_str()), Some("end"));
                let path = format!("/api/jobs/{id}");
                let job = ask("GET", &path, Value::Null).expect("a job").json();
                assert_eq!(job["state"], "done", "{job}");
                assert!(job["answers"].as_array().is_some_and(|answers| !answers.is_empty()), "{job}");
                ask("DELETE", &path, Value::Null);
            }
        }
    }
}

/// Reads the events of a quick job, which may be forgotten by now.
fn connection_to_events(port: u16, id: &str) {
    let mut connection = Connection::open(port);
    connection.send(&request(
        port,
        "GET",
        &format!("/api/jobs/{id}/events"),
        &[("Connection", "close")],
        b"",
    ));
    let answer = connection.answer();
    assert!(matches!(answer.status, 200 | 404), "{} {}", answer.status, answer.text());
}

#[test]
fn two_hundred_clients_at_once() {
    let seconds = std::env::var("TSUMUGI_SERVE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let scratch = Scratch::new();
    let memory = format!("{MEBIBYTES}M");
    let mut server = Server::start(&scratch.0, &["--memory", &memory, "--threads", "2"]);
    let (port, count) = (server.port, Count::default());
    let due = Instant::now() + Duration::from_secs(seconds);
    thread::scope(|scope| {
        for number in 0..CLIENTS {
            let count = &count;
            scope.spawn(move || client(port, number, due, count));
        }
    });
    assert!(server.is_alive());
    let (answered, refused) = (count.answered.into_inner(), count.refused.into_inner());
    println!("{answered} answered, {refused} refused for a while, {:?} MiB", peak_mebibytes(server.pid()));
    assert!(answered >= CLIENTS, "{answered}");
    assert!(peak_mebibytes(server.pid()).is_none_or(|peak| peak < MEBIBYTES + 100));
}
