//! What docs/api.md shows is what the server answers.

use super::server::{Scratch, Server};
use serde_json::Value;

const PAGE: &str = include_str!("../../docs/api.md");

/// Whether an answer has all that is shown of it. `…` stands for any text.
fn shows(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::String(any), _) if any == "…" => answer.is_string(),
        (Value::Object(shown), Value::Object(answer)) => {
            shown.iter().all(|(key, value)| answer.get(key).is_some_and(|answer| shows(value, answer)))
        }
        (Value::Array(shown), Value::Array(answer)) => {
            shown.len() == answer.len()
                && shown.iter().zip(answer).all(|(shown, answer)| shows(shown, answer))
        }
        _ => shown == answer,
    }
}

#[test]
fn every_call_is_answered_as_shown() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let mut id = String::new();
    let mut count = 0;
    for block in PAGE.split("<!-- api -->\n```text\n").skip(1) {
        let (block, _) = block.split_once("\n```").expect("its end");
        let block = block.replace("ID", &id);
        let (request, answer) = block.split_once("\n\n").expect("a request and an answer");
        let (line, body) = request.split_once('\n').unwrap_or((request, ""));
        let (method, path) = line.split_once(' ').expect("a method and a path");
        let (status, shown) = answer.split_once('\n').expect("a status and an answer");
        if path.ends_with(&id) && method == "GET" && !id.is_empty() {
            server.wait_for_end(&id);
        }
        let got = server.ask(method, path, body);
        assert_eq!(got.status.to_string(), status, "{request}\n{}", got.text());
        let shown: Value = serde_json::from_str(shown).unwrap_or_else(|error| panic!("{error}: {shown}"));
        assert!(shows(&shown, &got.json()), "{request}\nshown: {shown}\nanswered: {}", got.text());
        if path == "/api/jobs" && method == "POST" {
            id = got.json()["id"].as_str().expect("an id").to_owned();
        }
        count += 1;
    }
    assert!(count > 10, "{count}");
}
