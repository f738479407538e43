//! What each call answers.

use super::server::{Scratch, Server};
use serde_json::{Value, json};

const GOLD: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";

#[test]
fn the_page_and_what_the_server_can_do() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &["--memory", "256M", "--threads", "2"]);
    let page = server.ask("GET", "/", "");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("<title>"), "{}", page.text());
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    let same = server.ask("GET", "/app/index.html", "");
    assert_eq!(same.body, page.body);
    let head = server.ask("HEAD", "/app/index.html", "");
    assert_eq!(head.status, 200);

    let answer = server.ask("GET", "/api/info", "");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let info = answer.json();
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(info["kinds"], json!(["solve", "check", "extend", "search", "repair"]));
    assert_eq!(info["rules"], json!(["helpmate", "tsume", "helpselfmate"]));
    assert_eq!(info["limits"]["threads"], 2);
    assert!(
        info["limits"]["memory_bytes"].as_u64().is_some_and(|bytes| bytes < 256 << 20 && bytes > 100 << 20)
    );
    assert_eq!(info["limits"]["body_bytes"], 1 << 20);
}

#[test]
fn what_can_be_played() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let legal = server.post("/api/legal", &json!({ "sfen": GOLD, "rule": "tsume" }));
    assert_eq!((&legal["turn"], &legal["attacker"]), (&json!("black"), &json!("black")));
    assert_eq!((&legal["in_check"], &legal["mated"]), (&json!(false), &json!(false)));
    assert_eq!((&legal["last"], &legal["line"], &legal["defects"]), (&json!(null), &json!([]), &json!([])));
    let moves = legal["moves"].as_array().expect("moves");
    let find = |usi: &str| moves.iter().find(|mv| mv["usi"] == usi).unwrap_or_else(|| panic!("{usi}"));
    assert_eq!(find("G*1b"), &json!({ "usi": "G*1b", "ja": "▲１二金打", "check": true, "allowed": true }));
    assert_eq!(find("G*9i")["allowed"], false);

    let mated = server.post("/api/legal", &json!({ "sfen": GOLD, "rule": "tsume", "moves": ["G*1b"] }));
    assert_eq!(
        (&mated["mated"], &mated["in_check"], &mated["turn"]),
        (&json!(true), &json!(true), &json!("white"))
    );
    assert_eq!((&mated["moves"], &mated["last"]["usi"]), (&json!([]), &json!("G*1b")));
    assert_eq!(mated["sfen"], "8k/8G/8G/9/9/9/9/9/9 w - 2");

    let illegal = json!({ "sfen": GOLD, "rule": "tsume", "moves": ["G*1b", "1a1b"] });
    let answer = server.ask("POST", "/api/legal", &illegal.to_string());
    assert_eq!((answer.status, answer.code()), (400, "illegal-move".to_owned()));
    assert_eq!(answer.json()["error"]["ply"], 2);

    let defects = |sfen: &str, rule: &str| {
        let legal = server.post("/api/legal", &json!({ "sfen": sfen, "rule": rule }));
        let defects = legal["defects"].as_array().expect("defects");
        assert!(
            defects
                .iter()
                .all(|defect| defect["message"]["ja"].is_string() && defect["message"]["en"].is_string())
        );
        let codes: Vec<Value> = defects.iter().map(|defect| defect["code"].clone()).collect();
        (json!(codes), legal["moves"].as_array().expect("moves").len())
    };
    assert_eq!(defects("8k/P8/P8/9/9/9/9/9/9 b G 1", "tsume"), (json!(["nifu"]), 0));
    assert_eq!(defects("9/9/9/9/9/9/9/9/9 b G 1", "tsume"), (json!(["no-king"]), 0));
    assert_eq!(defects("8k/8G/9/9/9/9/9/9/9 b G 1", "helpmate"), (json!(["king-en-prise"]), 0));
    // Stones forbid no move.
    let (codes, moves) = defects("8k/9/8G/9/9/9/9/9/4O4 b G 1", "helpmate");
    assert!(codes == json!([]) && moves > 0, "{codes}");
    // A helpmate may have more pieces than a set, but not as many as one likes.
    let five_golds = "8k/9/8G/9/9/9/9/9/GG7 b 2G 1";
    assert_eq!(defects(five_golds, "tsume"), (json!(["too-many"]), 0));
    for rule in ["helpmate", "helpselfmate"] {
        let (codes, moves) = defects(five_golds, rule);
        assert!(moves > 0, "{rule}: {codes}");
    }
    assert_eq!(defects("8k/9/8G/9/9/9/9/9/GGGGG4 b 2G 1", "helpmate"), (json!(["too-many"]), 0));
}

#[test]
fn texts_become_problems_and_problems_texts() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let convert = |body: Value| server.post("/api/convert", &body);
    let first = format!("{GOLD} ; id=corner ; rule=tsume ; title=隅");
    let read = convert(json!({ "text": format!("# a set\n{first}\nposition sfen {GOLD} moves G*1b\n") }));
    assert_eq!(read["format"], "sfen");
    assert_eq!((&read["problems"][0]["id"], &read["problems"][0]["title"]), (&json!("corner"), &json!("隅")));
    assert_eq!((&read["problems"][0]["rule"], &read["problems"][1]["rule"]), (&json!("tsume"), &json!(null)));
    assert_eq!(read["problems"][1]["line"], json!(["G*1b"]));

    for format in ["usi", "kif", "ki2", "csa", "jkf"] {
        let headers = json!({ "title": "隅" });
        let body =
            json!({ "to": format, "sfen": GOLD, "line": ["G*1b"], "rule": "tsume", "headers": headers });
        let written = convert(body);
        assert_eq!((&written["format"], &written["lost"]), (&json!(format), &json!([])), "{written}");
        let back = convert(json!({ "text": written["text"] }));
        assert_eq!(back["problems"][0]["line"], json!(["G*1b"]), "{format}");
        assert_eq!(back["problems"][0]["sfen"], GOLD, "{format}");
    }
    let several = json!({ "to": "csa", "sfen": GOLD, "lines": [["G*1b"], ["G*2b"]], "rule": "helpmate" });
    let written = convert(several.clone());
    assert_eq!(written["lost"].as_array().map(Vec::len), Some(1), "{written}");
    let mut kif = several;
    kif["to"] = json!("kif");
    assert!(convert(kif)["text"].as_str().is_some_and(|text| text.contains("変化：1手")));
    let board = convert(json!({ "to": "bod", "sfen": GOLD }));
    assert_eq!(board["lost"], json!([]));
    let later = convert(json!({ "to": "bod", "sfen": "8k/9/8G/9/9/9/9/9/9 b G 7" }));
    assert_eq!(later["lost"], json!([{ "en": "the number of the first move", "ja": "初手の手数" }]));
    let stated =
        json!({ "to": "bod", "sfen": GOLD, "rule": "tsume", "line": ["G*1b"], "headers": { "title": "隅" } });
    let lost = convert(stated)["lost"].clone();
    assert_eq!(lost[0], json!({ "en": "the line (1 move)", "ja": "手順1手" }));
    assert_eq!(lost[1]["ja"], "問題の項目2個 (規則、作品名など)");
    assert_eq!(lost[2], Value::Null);
    assert!(board["text"].as_str().is_some_and(|text| text.contains("後手の持駒")));

    // A file in Shift_JIS: a title of four characters, and the diagram that KIF has for it.
    let kif =
        convert(json!({ "to": "kif", "sfen": GOLD, "rule": "tsume", "headers": { "title": "詰将棋" } }));
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(kif["text"].as_str().expect("a text"));
    let read = convert(json!({ "base64": base64(&bytes), "name": "problem.kif" }));
    assert_eq!((&read["format"], &read["problems"][0]["title"]), (&json!("kif"), &json!("詰将棋")));

    let sfen = |transform: &str, sfen: &str| {
        let body = json!({ "to": "sfen", "sfen": sfen, "transform": transform, "rule": "tsume" });
        convert(body)["sfen"].as_str().expect("an SFEN").to_owned()
    };
    assert_eq!(sfen("mirror", GOLD), "k8/9/G8/9/9/9/9/9/9 b G 1");
    assert_eq!(sfen("flip", GOLD), "9/9/9/9/9/9/g8/9/K8 w g 1");
    assert_eq!(sfen("canonical", &sfen("flip", GOLD)), sfen("canonical", GOLD));

    // A line with an illegal move is read up to it: `check` says what is wrong with it.
    let illegal = convert(json!({ "text": "手合割：平手\n1 ７六歩(77)\n2 ３四角(22)\n3 ２六歩(27)\n" }));
    assert_eq!(illegal["problems"][0]["line"], json!(["7g7f", "2b3d"]), "{illegal}");

    // Where a text goes wrong: alone it is refused, among others it is told.
    let wrong = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(22)\n";
    let alone = server.ask("POST", "/api/convert", &json!({ "text": wrong }).to_string());
    let error = &serde_json::from_str::<Value>(&alone.text()).expect("JSON")["error"];
    assert_eq!((alone.status, &error["line"], &error["column"]), (400, &json!(3), &json!(3)), "{error}");
    let among = convert(json!({ "text": format!("position sfen {GOLD}\nposition sfen 9/9\n") }));
    assert_eq!(among["problems"][1]["error"]["line"], 2);

    for (body, code) in [
        (json!({ "text": "nonsense" }), "unreadable"),
        (json!({ "text": "" }), "no-problem"),
        (json!({ "base64": "***" }), "bad-value"),
        (json!({ "base64": base64(&[0x1f, 0x8b, 8, 0]) }), "packed"),
        (json!({}), "missing-field"),
        (json!({ "to": "kif", "sfen": GOLD, "line": ["1a1b"] }), "illegal-move"),
        (json!({ "to": "pdf", "sfen": GOLD }), "bad-value"),
        (json!({ "to": "kif", "sfen": GOLD, "rule": "tsume", "condition": "no-capture" }), "bad-value"),
        (json!({ "to": "kif", "sfen": GOLD, "headers": { "path": "/etc/passwd" } }), "unknown-field"),
    ] {
        let answer = server.ask("POST", "/api/convert", &body.to_string());
        assert_eq!((answer.status, answer.code().as_str()), (400, code), "{body}");
    }
}

#[test]
fn diagrams() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let title = "<script>alert(1)</script> & \"x\"";
    let body = json!({ "sfen": GOLD, "last": "G*1b", "title": title });
    let answer = server.ask("POST", "/api/diagram.svg", &body.to_string());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/svg+xml")));
    let picture = answer.text();
    assert!(
        picture.starts_with("<svg ") && picture.contains("&lt;script&gt;") && !picture.contains("<script")
    );
    let by_address = server.ask("GET", "/api/diagram.svg?sfen=8k%2F9%2F8G%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1", "");
    let plain = server.ask("POST", "/api/diagram.svg", &json!({ "sfen": GOLD }).to_string());
    assert_eq!(by_address.text(), plain.text());
    for (more, code) in [
        ("foo=1", "unknown-field"),
        ("turned=maybe", "bad-value"),
        ("turned", "bad-value"),
        ("title=%zz", "bad-value"),
        ("turned=0", ""),
    ] {
        let address = format!("/api/diagram.svg?sfen=8k%2F9%2F8G%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1&{more}");
        let answer = server.ask("GET", &address, "");
        assert_eq!(answer.status == 200, code.is_empty(), "{more}");
        assert!(answer.text().contains(code), "{more}");
    }
    let turned = json!({ "sfen": "9/9/9/9/9/9/g8/9/K8 w g 1", "turned": true });
    assert_eq!(server.ask("POST", "/api/diagram.svg", &turned.to_string()).text(), plain.text());
    for bad in [json!({}), json!({ "sfen": 5 }), json!({ "sfen": GOLD, "last": "x" })] {
        assert_eq!(server.ask("POST", "/api/diagram.svg", &bad.to_string()).status, 400, "{bad}");
    }
}

/// The form in which pages send the bytes of a file.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= chunk.len() { letter as char } else { '=' });
        }
    }
    text
}

#[test]
fn a_position_without_its_hands_is_no_position() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let sfen = "8k/9/8G/9/9/9/9/9/9 b";
    for (path, body) in [
        ("/api/legal", json!({ "sfen": sfen, "rule": "tsume" })),
        ("/api/convert", json!({ "to": "kif", "sfen": sfen })),
        ("/api/diagram.svg", json!({ "sfen": sfen })),
        ("/api/jobs", json!({ "kind": "solve", "rule": "helpmate", "sfen": sfen })),
    ] {
        let answer = server.ask("POST", path, &body.to_string());
        assert_eq!((answer.status, answer.code()), (400, "bad-sfen".to_owned()), "{path}");
        assert!(answer.text().contains("no field for the hands"), "{}", answer.text());
    }
}
