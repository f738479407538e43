//! Who may not ask, and what may not be asked.

use super::client::{Connection, request};
use super::server::{Scratch, Server, run, tsumugi};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;

const GOLD: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";

fn solve() -> Value {
    json!({ "kind": "solve", "sfen": GOLD, "rule": "tsume" })
}

#[test]
fn only_this_servers_own_name_and_page() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let port = server.port;
    let with = |headers: &[(&str, &str)]| {
        server.ask_with("POST", "/api/jobs", headers, solve().to_string().as_bytes()).status
    };
    let host = |host: String| with(&[("Host", &host)]);
    assert_eq!(host(format!("127.0.0.1:{port}")), 201);
    assert_eq!(host(format!("LocalHost:{port}")), 201);
    for foreign in [
        format!("evil.example:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.2:{port}"),
        format!("0.0.0.0:{port}"),
        format!("[::1]:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("evil@127.0.0.1:{port}"),
        "localhost:99999".to_owned(),
        "/".to_owned(),
    ] {
        assert_eq!(host(foreign.clone()), 421, "{foreign}");
    }
    let mut twice = request(port, "GET", "/api/info", &[], b"");
    let end = twice.len() - 2;
    twice.splice(end..end, b"Host: evil.example\r\n".iter().copied());
    let mut connection = Connection::open(port);
    connection.send(&twice);
    assert!(matches!(connection.answer().status, 400 | 421));
    let mut connection = Connection::open(port);
    connection.send(b"GET /api/info HTTP/1.0\r\n\r\n");
    assert_eq!(connection.answer().status, 421);

    let origin = |origin: &str| with(&[("Origin", origin)]);
    assert_eq!(origin(&format!("http://127.0.0.1:{port}")), 201);
    for foreign in ["null", "http://evil.example", "http://127.0.0.1", "file://", "", "http://127.0.0.1:1"] {
        let expected = if foreign.is_empty() { 201 } else { 403 };
        assert_eq!(origin(foreign), expected, "{foreign}");
    }
    let site = |path: &str, site: &str| server.ask_with("GET", path, &[("Sec-Fetch-Site", site)], b"").status;
    assert_eq!((site("/api/info", "same-origin"), site("/api/info", "none")), (200, 200));
    assert_eq!((site("/api/info", "cross-site"), site("/api/info", "same-site")), (403, 403));
    assert_eq!(site("/", "cross-site"), 200, "a link to the page");
    let preflight = server.ask_with("OPTIONS", "/api/jobs", &[("Origin", "http://evil.example")], b"");
    assert!(preflight.status == 403 && preflight.header("access-control-allow-origin").is_none());
    assert!(server.get("/api/jobs")["jobs"].as_array().expect("jobs").len() == 4);
}

#[test]
fn what_changes_something_must_be_json() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let body = solve().to_string();
    let status = |media: &str| {
        server.ask_with("POST", "/api/jobs", &[("Content-Type", media)], body.as_bytes()).status
    };
    for media in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "application/jsonx",
    ] {
        assert_eq!(status(media), 415, "{media}");
    }
    assert_eq!(status("application/json; charset=utf-8"), 201);
    let id = server.add(&solve());
    let delete =
        server.ask_with("DELETE", &format!("/api/jobs/{id}"), &[("Content-Type", "text/plain")], b"");
    assert_eq!(delete.status, 415);
}

#[test]
fn addresses_and_methods_that_there_are_not() {
    let scratch = Scratch::new();
    std::fs::write(scratch.0.join("secret"), "secret").expect("a file");
    let server = Server::start(&scratch.0, &[]);
    for path in [
        "/app/../secret",
        "/app/..%2f..%2fsecret",
        "/../../../../etc/passwd",
        "/app/",
        "/app/index.html/x",
        "/api/jobs/../../secret",
        "/api/jobs/..%2f..%2fsecret",
        "/api/jobs/0123456789abcdef",
        "/api/jobs/%00",
        "/api/jobs//events",
        "/api",
        "/api/",
        "/api/nothing",
        "//api/info",
        "/favicon.ico",
    ] {
        let answer = server.ask("GET", path, "");
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.text().contains("secret:") && answer.code().starts_with("no"), "{path}");
    }
    for (method, path, allowed) in [
        ("DELETE", "/api/info", "GET, HEAD"),
        ("GET", "/api/convert", "POST"),
        ("PUT", "/api/jobs", "GET, HEAD, POST"),
        ("POST", "/", "GET, HEAD"),
        ("PATCH", "/api/jobs/x", "GET, HEAD, DELETE"),
    ] {
        let answer = server.ask(method, path, "{}");
        assert_eq!((answer.status, answer.header("allow")), (405, Some(allowed)), "{method} {path}");
    }
    for (method, path) in
        [("DELETE", "/api/jobs/x"), ("POST", "/api/jobs/x/resume"), ("GET", "/api/jobs/x/events")]
    {
        assert_eq!(server.ask(method, path, "").code(), "no-such-job", "{method} {path}");
    }
}

#[test]
fn requests_that_make_no_job() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "256M", "--threads", "1"]);
    let code = |body: &str| {
        let answer = server.ask("POST", "/api/jobs", body);
        assert!((400..500).contains(&answer.status), "{body}: {} {}", answer.status, answer.text());
        let error = &answer.json()["error"];
        assert!(error["message"]["ja"].is_string() && error["message"]["en"].is_string(), "{error}");
        answer.code()
    };
    for (body, expected) in [
        ("", "bad-json"),
        ("{", "bad-json"),
        ("[]", "bad-json"),
        ("5", "bad-json"),
        ("{\"a\":1e999}", "bad-json"),
        ("{}", "missing-field"),
        ("\u{feff}{}", "bad-json"),
    ] {
        assert_eq!(code(body), expected, "{body}");
    }
    assert_eq!(code(&"[".repeat(100_000)), "bad-json");
    let with = |name: &str, value: Value| {
        let mut body = solve();
        body[name] = value;
        code(&body.to_string())
    };
    for (name, value, expected) in [
        ("kind", json!("dance"), "bad-value"),
        ("sfen", json!("9/9"), "bad-sfen"),
        ("sfen", json!("x".repeat(100_000)), "bad-value"),
        ("sfen", json!(["a"]), "bad-value"),
        ("sfen", json!("9/9/9/9/9/9/9/9/9 b - 1"), "illegal-position"),
        ("sfen", json!("8k/8G/9/9/9/9/9/9/9 b G 1"), "illegal-position"),
        ("rule", json!("chess"), "bad-value"),
        ("rule", Value::Null, "missing-field"),
        ("attacker", json!("red"), "bad-value"),
        ("policy", json!("x"), "bad-value"),
        ("nodes", json!(-1), "bad-value"),
        ("nodes", json!(1.5), "bad-value"),
        ("nodes", json!("1"), "bad-value"),
        ("memory", json!(u64::MAX), "bad-value"),
        ("memory", json!(1), "bad-value"),
        ("threads", json!(2), "bad-value"),
        ("threads", json!(0), "bad-value"),
        ("seconds", json!(-1), "bad-value"),
        ("seconds", json!(1e300), "bad-value"),
        ("max_solutions", json!(1_000_000_000), "bad-value"),
        ("line", json!("G*1b"), "bad-value"),
        ("line", json!(["7g7f"]), "illegal-move"),
        ("line", json!(["x"]), "bad-move"),
        ("quick", json!("yes"), "bad-value"),
        ("client", json!("x".repeat(1000)), "bad-value"),
        ("path", json!("/etc/passwd"), "unknown-field"),
        ("template", json!(GOLD), "unknown-field"),
    ] {
        assert_eq!(with(name, value.clone()), expected, "{name} {value}");
    }
    let search = json!({ "kind": "search", "template": "8k/9/8[/9/9 b G 1" });
    assert_eq!(code(&search.to_string()), "bad-template");
    // As on the command line, nobody means so many fillings.
    let vast = "9/9/9/9/9/9/9/9/9 b RBGS 1 ; place=k [*]:1a-9i [*]:1a-9i 2[*]:1a-9i ; rule=helpmate";
    let search = json!({ "kind": "search", "template": vast });
    assert_eq!(code(&search.to_string()), "bad-template");
    assert_eq!(code(&json!({ "kind": "search", "template": vast, "yes": 1 }).to_string()), "bad-value");
    // No mate takes an even number of plies where the attacker begins.
    for kind in ["check", "extend", "repair"] {
        let job = json!({ "kind": kind, "sfen": GOLD, "rule": "helpmate", "plies": 4 });
        let answer = server.ask("POST", "/api/jobs", &job.to_string());
        let message = answer.json()["error"]["message"]["en"].clone();
        let names_the_field = message.as_str().is_some_and(|text| text.starts_with("`plies` contradicts"));
        assert!(answer.code() == "bad-value" && names_the_field, "{kind}: {message}");
    }
    assert_eq!(server.get("/api/jobs"), json!({ "jobs": [] }));
}

#[test]
fn bodies_that_are_too_large_or_never_come() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let large = vec![b' '; (1 << 20) + 1];
    let answer = server.ask_with("POST", "/api/legal", &[], &large);
    assert_eq!((answer.status, answer.code()), (413, "too-large".to_owned()));
    // Also to a client that reads no answer before it has sent everything.
    let larger = vec![b' '; 20 << 20];
    assert_eq!(server.ask_with("POST", "/api/legal", &[], &larger).status, 413);
    // One that asks first is not told to send it.
    let mut connection = Connection::open(server.port);
    let head = format!(
        "POST /api/legal HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Expect: 100-continue\r\n\r\n",
        server.port,
        larger.len()
    );
    connection.send(head.as_bytes());
    assert_eq!(connection.answer().status, 413);
    let fits = format!("{}{}", json!({ "sfen": GOLD }), " ".repeat((1 << 20) - 100));
    assert_eq!(server.ask("POST", "/api/legal", &fits).status, 200);
    // In pieces, so that nobody says in advance how much it is.
    let mut connection = Connection::open(server.port);
    connection.send(&request(server.port, "POST", "/api/legal", &[("Transfer-Encoding", "chunked")], b""));
    let piece = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    for _ in 0..17 {
        if connection.try_send(piece.as_bytes()).is_err() {
            break;
        }
    }
    assert_eq!(connection.answer().status, 413);
    // A head that is too long, too many headers, and what is no HTTP.
    for bytes in [
        format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000)).into_bytes(),
        format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(200)).into_bytes(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 this is TLS \r\n\r\n".to_vec(),
        b"GET / HTTP/1.1\r\nHost: \xff\xff\r\n\r\n".to_vec(),
    ] {
        let mut connection = Connection::open(server.port);
        let _ = connection.try_send(&bytes);
        match connection.try_answer() {
            Ok(answer) => assert!((400..500).contains(&answer.status), "{}", answer.status),
            Err(_) => assert!(connection.is_closed()),
        }
    }
    assert_eq!(server.ask("GET", "/api/info", "").status, 200);
}

#[test]
fn another_address_needs_the_token() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--listen", "127.0.0.1"]);
    let token = server.url.split("token=").nth(1).expect("a token").to_owned();
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    let wrong = token.replace(|letter: char| letter == token.chars().next().expect("a digit"), "x");
    let with = |path: &str, headers: &[(&str, &str)]| server.ask_with("GET", path, headers, b"");
    for path in ["/", "/app/index.html", "/api/info", "/api/jobs", &format!("/?token={wrong}"), "/?token="] {
        let answer = with(path, &[]);
        assert_eq!((answer.status, answer.code()), (401, "no-token".to_owned()), "{path}");
    }
    assert_eq!(with("/api/info", &[("Authorization", &format!("Bearer {token}"))]).status, 200);
    for text in [
        format!("Bearer {wrong}"),
        format!("Basic {token}"),
        format!("Bearer {token}0"),
        "Bearer ".to_owned(),
    ] {
        assert_eq!(with("/api/info", &[("Authorization", &text)]).status, 401, "{text}");
    }
    let first = with(&format!("/?token={token}"), &[]);
    assert_eq!((first.status, first.header("location")), (303, Some("/")));
    let cookie = first.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().expect("a pair");
    assert_eq!(with("/api/info", &[("Cookie", &format!("other=1; {pair}"))]).status, 200);
    assert_eq!(with("/api/info", &[("Cookie", &pair.replace(&token, &wrong))]).status, 401);
    let named = with("/api/info", &[("Host", &format!("desk.example:{}", server.port))]);
    assert!(named.status == 421 && named.text().contains("or its IP address"), "{}", named.text());
    let foreign = [("Cookie", pair), ("Origin", "http://evil.example")];
    assert_eq!(with("/api/info", &foreign).status, 403);
}

#[test]
fn a_second_server_is_told_who_holds_the_folder() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let start = |lang: &str| {
        let mut command = tsumugi();
        run(command.args(["serve", "--port", "0", "--lang", lang, "--data"]).arg(&scratch.0))
    };
    let (stdout, stderr, status) = start("en");
    assert!(stdout.is_empty() && status.code() == Some(2), "{stdout} {status}");
    assert!(stderr.contains(&server.url) && stderr.contains(&server.pid().to_string()), "{stderr}");
    assert!(start("ja").1.contains("使っています"));
    let mut command = tsumugi();
    let other = Scratch::new();
    let port = server.port.to_string();
    let (_, stderr, status) = run(command.args(["serve", "--port", &port, "--data"]).arg(&other.0));
    assert!(status.code() == Some(2) && stderr.contains("--port 0"), "{stderr}");
}

/// The same by the other protocol, where this machine has it.
#[test]
fn an_address_of_the_longer_kind() {
    if std::net::TcpListener::bind("[::1]:0").is_err() {
        return;
    }
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--listen", "::1"]);
    let (port, token) = (server.port, server.url.split("token=").nth(1).expect("a token"));
    assert!(server.url.starts_with(&format!("http://[::1]:{port}/?token=")), "{}", server.url);
    for (host, expected) in [(format!("[::1]:{port}"), "200"), (format!("[::2]:{port}"), "421")] {
        let mut stream = TcpStream::connect(("::1", port)).expect("a server");
        let head = format!("GET /api/info HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("a connection");
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).expect("an answer");
        assert_eq!(answer, format!("HTTP/1.1 {expected}").as_bytes(), "{host}");
    }
}
