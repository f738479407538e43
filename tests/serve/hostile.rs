//! Requests that nobody means: whatever comes, the server answers or closes the connection, keeps to its memory, and
//! goes on.
//!
//! `TSUMUGI_HOSTILE` is their number; `.ci/long serve` sends a hundred thousand.

use super::client::{Connection, request};
use super::server::{Scratch, Server};
use serde_json::{Value, json};
use std::thread;

const MEBIBYTES: u64 = 256;
/// What the process may take beside the memory of jobs.
const ASIDE: u64 = 100;
const GOLD: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";

/// A generator of numbers (xorshift64*), the same in every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    fn one<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

fn value(numbers: &mut Numbers, depth: usize) -> Value {
    match numbers.below(if depth == 0 { 9 } else { 11 }) {
        0 => Value::Null,
        1 => json!(numbers.below(2) == 0),
        2 => json!(i64::MIN),
        3 => json!(u64::MAX),
        4 => json!(1e308),
        5 => json!(numbers.below(1000)),
        6 => json!("x".repeat(numbers.below(5000))),
        7 => json!(numbers.one(&[
            "../../etc/passwd",
            "\u{0}",
            "\u{202e}",
            "<script>",
            "8k/9/8G/9/9/9/9/9/9 b G 1",
            "G*1b",
            "tsume"
        ])),
        8 => json!("8k/9/8G/9/9/9/9/9/9 b 18G99P 4294967296"),
        9 => (0..numbers.below(5)).map(|_| value(numbers, depth - 1)).collect(),
        _ => (0..numbers.below(5)).map(|_| (field(numbers).to_owned(), value(numbers, depth - 1))).collect(),
    }
}

fn field(numbers: &mut Numbers) -> &'static str {
    numbers.one(&[
        "kind",
        "sfen",
        "rule",
        "attacker",
        "condition",
        "intended_solutions",
        "policy",
        "prove",
        "plies",
        "max_solutions",
        "variations",
        "verify",
        "certificate",
        "line",
        "memory",
        "threads",
        "nodes",
        "seconds",
        "quick",
        "client",
        "steps",
        "beam",
        "changes",
        "template",
        "text",
        "base64",
        "name",
        "to",
        "headers",
        "transform",
        "moves",
        "last",
        "title",
        "turned",
        "__proto__",
    ])
}

/// A body that is nearly right, or not at all.
fn body(numbers: &mut Numbers) -> Vec<u8> {
    let mut body = match numbers.below(6) {
        0 => json!({ "kind": "solve", "sfen": GOLD, "rule": "tsume", "quick": true }),
        1 => json!({ "kind": "check", "sfen": GOLD, "rule": "helpmate", "quick": true, "client": "c" }),
        2 => json!({ "text": "手合割：平手\n▲７六歩△３四歩\n" }),
        3 => json!({ "sfen": GOLD, "rule": "helpselfmate", "moves": ["G*1b"] }),
        4 => json!({ "to": "kif", "sfen": GOLD, "line": ["G*1b"] }),
        _ => json!({}),
    };
    for _ in 0..numbers.below(3) {
        body[field(numbers)] = value(numbers, 3);
    }
    let mut bytes = body.to_string().into_bytes();
    if numbers.below(4) == 0 && !bytes.is_empty() {
        for _ in 0..=numbers.below(4) {
            let place = numbers.below(bytes.len());
            bytes[place] = numbers.below(256) as u8;
        }
        bytes.truncate(numbers.below(bytes.len()) + 1);
    }
    bytes
}

fn hostile(numbers: &mut Numbers, port: u16) -> Vec<u8> {
    let method =
        numbers.one(&["GET", "POST", "POST", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "X"]);
    let path = numbers.one(&[
        "/",
        "/app/index.html",
        "/app/../../etc/passwd",
        "/api/info",
        "/api/jobs",
        "/api/jobs",
        "/api/jobs/x",
        "/api/jobs/x/events",
        "/api/jobs/../x",
        "/api/convert",
        "/api/convert",
        "/api/legal",
        "/api/legal",
        "/api/diagram.svg",
        "/api/diagram.svg?sfen=%ff",
        "/api/diagram.svg?sfen=8k/9/8G/9/9/9/9/9/9+b+G+1",
        "/%2e%2e/",
        "/?token=x",
        "*",
        "http://evil/api/info",
    ]);
    let long = "x".repeat(numbers.below(3000));
    let headers: &[(&str, &str)] = match numbers.below(12) {
        0 => &[("Host", "evil.example")],
        1 => &[("Origin", "null")],
        2 => &[("Content-Type", "text/plain")],
        3 => &[("Content-Length", "99999999999")],
        4 => &[("Content-Length", "-1")],
        5 => &[("Transfer-Encoding", "chunked")],
        6 => &[("Last-Event-ID", "99999999999999999999")],
        7 => &[("Cookie", &long)],
        8 => &[("Authorization", "Bearer x"), ("Connection", "close")],
        _ => &[],
    };
    let mut bytes = request(port, method, path, headers, &body(numbers));
    if numbers.below(20) == 0 {
        let place = numbers.below(bytes.len());
        bytes[place] = numbers.below(256) as u8;
    }
    bytes
}

fn send_some(port: u16, seed: u64, count: usize) {
    let mut numbers = Numbers(seed);
    let mut connection = None;
    for _ in 0..count {
        let bytes = hostile(&mut numbers, port);
        let open = connection.get_or_insert_with(|| Connection::open(port));
        // Half of them do not wait for an answer, and of these half break off in the middle.
        match numbers.below(4) {
            0 => {
                let _ = open.try_send(&bytes[..bytes.len() / 2]);
                connection = None;
            }
            1 => {
                let _ = open.try_send(&bytes);
                connection = None;
            }
            _ => {
                // A length that is not that of the body would have both wait for each other.
                let is_whole = !String::from_utf8_lossy(&bytes).contains("99999999999")
                    && !bytes.windows(7).any(|part| part == b"chunked");
                let sent = open.try_send(&bytes).is_ok();
                let method = bytes.split(|byte| *byte == b' ').next().unwrap_or_default();
                if !(sent && is_whole && method != b"HEAD" && open.try_answer().is_ok()) {
                    connection = None;
                }
            }
        }
    }
}

#[test]
fn whatever_comes_is_answered_or_refused() {
    let count: usize =
        std::env::var("TSUMUGI_HOSTILE").ok().and_then(|text| text.parse().ok()).unwrap_or(4000);
    let scratch = Scratch::new();
    let memory = format!("{MEBIBYTES}M");
    let mut server = Server::start(&scratch.0, &["--memory", &memory, "--threads", "1"]);
    let port = server.port;
    thread::scope(|scope| {
        for seed in 1..=8 {
            scope.spawn(move || send_some(port, seed * 0x9e37_79b9, count / 8));
        }
    });
    assert!(server.is_alive(), "the server has died");
    assert_eq!(server.ask("GET", "/api/info", "").status, 200);
    let id = server.add(&json!({ "kind": "solve", "sfen": GOLD, "rule": "tsume" }));
    for job in server.get("/api/jobs")["jobs"].as_array().expect("jobs") {
        let other = job["id"].as_str().expect("an id");
        if other != id {
            server.ask("DELETE", &format!("/api/jobs/{other}"), "");
        }
    }
    assert_eq!(server.wait_for_end(&id)["state"], "done");
    let peak = peak_mebibytes(server.pid());
    println!("{count} requests, {peak:?} MiB");
    assert!(peak.is_none_or(|peak| peak < MEBIBYTES + ASIDE), "{peak:?} MiB");
}

/// The most memory that a process had, where the system tells.
pub fn peak_mebibytes(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes >> 10)
}
