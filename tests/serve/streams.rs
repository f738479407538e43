//! Event streams: in order, without loss or doubling, whoever comes back and when.

use super::client::{Connection, Event, Events, request};
use super::jobs::LONG;
use super::server::{Scratch, Server};
use serde_json::json;
use std::time::Duration;

const GOLD: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";

fn names(events: &[Event]) -> Vec<&str> {
    events.iter().filter(|event| event.name != "progress").map(|event| event.name.as_str()).collect()
}

fn numbered(events: &[Event]) -> Vec<&Event> {
    events.iter().filter(|event| event.id.is_some()).collect()
}

#[test]
fn a_job_from_its_beginning_to_its_end() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let id = server.add(&json!({ "kind": "solve", "sfen": GOLD, "rule": "helpmate" }));
    let events = server.events(&id);
    assert_eq!(names(&events), ["state", "state", "answer", "state", "end"]);
    let ids: Vec<u64> = events.iter().filter_map(|event| event.id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    let states: Vec<_> =
        events.iter().filter(|event| event.name == "state").map(|event| &event.data["state"]).collect();
    assert_eq!(states, ["queued", "running", "done"]);
    let answer = events.iter().find(|event| event.name == "answer").expect("an answer");
    assert_eq!(answer.data, server.job(&id)["answers"][0]);
    assert_eq!(events.last().map(|event| &event.data["state"]), Some(&json!("done")));
}

#[test]
fn whoever_comes_back_gets_exactly_the_rest() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let template = "k8/9/9/9/9/9/9/9/9 b G 1 ; place=G:6a-9d ; place=S:6a-9d ; plies=1-3";
    let id = server.add(&json!({ "kind": "search", "template": template }));
    let whole = server.events(&id);
    assert!(names(&whole).len() > 10, "{}", whole.len());
    let whole = numbered(&whole);
    let last = whole[whole.len() - 1].id.expect("an id");
    for event in &whole[..whole.len() - 1] {
        let rest: Vec<Event> = Events::open(server.port, &id, event.id).collect();
        let expected = whole.iter().skip_while(|other| other.id <= event.id).copied();
        assert!(numbered(&rest).into_iter().eq(expected), "after {:?}", event.id);
    }
    // A browser that is told so does not come back.
    let answer = server.ask_with(
        "GET",
        &format!("/api/jobs/{id}/events"),
        &[("Last-Event-ID", &last.to_string())],
        b"",
    );
    assert_eq!(answer.status, 204);
    let by_address = server.ask("GET", &format!("/api/jobs/{id}/events?after={last}"), "");
    assert_eq!(by_address.status, 204);
    for odd in ["x", "-1", "99999999999999999999999"] {
        let answer =
            server.ask_with("GET", &format!("/api/jobs/{id}/events"), &[("Last-Event-ID", odd)], b"");
        assert_eq!(answer.status, 200, "{odd}: from the beginning");
    }
}

/// A connection that breaks after every event, while the job goes on.
#[test]
fn a_connection_that_breaks_again_and_again_loses_nothing() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let template = "k8/9/9/9/9/9/9/9/9 b G 1 ; place=G:6a-9d ; place=S:6a-9d ; plies=1-3";
    let id = server.add(&json!({ "kind": "search", "template": template }));
    let (mut seen, mut after) = (Vec::new(), None);
    while seen.last().is_none_or(|event: &Event| event.name != "end") {
        let next = Events::open(server.port, &id, after).find(|event| event.id.is_some()).expect("an event");
        after = next.id;
        seen.push(next);
    }
    let whole = server.events(&id);
    assert!(numbered(&whole).into_iter().eq(&seen));
}

#[test]
fn progress_says_how_far_it_is() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "256M"]);
    let id = server.add(&json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate", "seconds": 3 }));
    let events = server.events(&id);
    let progress: Vec<&Event> = events.iter().filter(|event| event.name == "progress").collect();
    // At most five a second.
    assert!((2..=17).contains(&progress.len()), "{}", progress.len());
    let last = &progress[progress.len() - 1].data;
    for key in ["positions", "nodes", "memory_bytes", "memory_limit", "plies"] {
        assert!(last[key].as_u64().is_some_and(|number| number > 0), "{key}: {last}");
    }
    assert!(last["layers"].as_array().is_some_and(|layers| layers.len() > 1), "{last}");
    assert!(last["text"]["ja"].is_string() && last["text"]["en"].is_string(), "{last}");
    assert!(last["memory_bytes"].as_u64() <= last["memory_limit"].as_u64());
}

/// What is never read is never made.
#[test]
fn a_client_that_does_not_read_harms_nobody() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "256M"]);
    let id = server.add(&json!({ "kind": "solve", "sfen": LONG, "rule": "helpmate" }));
    let path = format!("/api/jobs/{id}/events");
    let mut silent: Vec<Connection> = (0..50).map(|_| Connection::open(server.port)).collect();
    for connection in &mut silent {
        connection.send(&request(server.port, "GET", &path, &[], b""));
    }
    let mut reader = Events::open(server.port, &id, None);
    assert!(reader.by_ref().filter(|event| event.name == "progress").nth(3).is_some());
    assert_eq!(server.ask("GET", "/api/info", "").status, 200);
    server.ask("DELETE", &format!("/api/jobs/{id}"), "");
    assert_eq!(reader.last().map(|event| event.data), Some(json!({ "state": "cancelled" })));
    drop(silent);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(server.ask("GET", "/api/info", "").status, 200);
}
