//! What a problem states beside its position: conditions on captures, and how many solutions are meant.

use super::server::{Scratch, Server};
use serde_json::{Value, json};

const GOLD: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";
/// A gold beside the king mates where it may not be taken.
const ALONE: &str = "8k/9/9/9/9/9/9/9/9 b G 1";

/// The refusal of a call: its code and the field at fault.
fn refusal(server: &Server, path: &str, body: &Value) -> (String, Value) {
    let answer = server.ask("POST", path, &body.to_string());
    assert_eq!(answer.status, 400, "{body}: {}", answer.text());
    (answer.code(), answer.json()["error"]["field"].clone())
}

fn bad(field: &str) -> (String, Value) {
    ("bad-value".to_owned(), json!(field))
}

#[test]
fn conditions_hold_for_moves_and_mates() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let after = |moves: &[&str], condition: Value| {
        let body = json!({ "sfen": ALONE, "rule": "helpmate", "moves": moves, "condition": condition });
        server.post("/api/legal", &body)
    };
    let allowed = |legal: &Value, usi: &str| {
        let moves = legal["moves"].as_array().expect("moves");
        moves.iter().find(|mv| mv["usi"] == usi).unwrap_or_else(|| panic!("{usi}"))["allowed"].clone()
    };
    let free = after(&["G*1b"], json!(null));
    assert_eq!((&free["mated"], allowed(&free, "1a1b")), (&json!(false), json!(true)));
    let bound = after(&["G*1b"], json!("defender-no-capture"));
    assert_eq!((&bound["mated"], allowed(&bound, "1a1b")), (&json!(true), json!(false)));
    // 強欲 asks for the capture that 取禁 forbids.
    let greedy = after(&["G*2b"], json!("強欲"));
    assert_eq!((&greedy["mated"], allowed(&greedy, "1a2b")), (&json!(false), json!(true)));
    assert_eq!(after(&["G*2b"], json!("取禁"))["mated"], json!(true));

    let job = |condition: Value| {
        let request = json!({ "kind": "solve", "sfen": ALONE, "rule": "helpmate", "condition": condition });
        server.wait_for_end(&server.add(&request))["answers"][0].clone()
    };
    let answer = job(json!("受方取禁"));
    assert_eq!(
        (&answer["verdict"], &answer["plies"], &answer["condition"]),
        (&json!("mate"), &json!(1), &json!("defender-no-capture"))
    );
    assert_eq!(job(json!("none"))["verdict"], "nomate");

    for (path, kind) in [("/api/legal", None), ("/api/jobs", Some("solve"))] {
        let mut body = json!({ "sfen": ALONE, "rule": "tsume", "condition": "no-capture", "kind": kind });
        assert_eq!(refusal(&server, path, &body), bad("condition"));
        body["rule"] = json!("helpmate");
        body["condition"] = json!("no-check");
        assert_eq!(refusal(&server, path, &body), bad("condition"));
    }
}

#[test]
fn several_solutions_may_be_meant() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let check = |meant: Value| {
        let request =
            json!({ "kind": "check", "sfen": GOLD, "rule": "helpmate", "intended_solutions": meant });
        server.wait_for_end(&server.add(&request))["answers"][0]["check"].clone()
    };
    for meant in [json!(2), json!("2")] {
        let found = check(meant);
        assert_eq!((&found["soundness"], &found["intended"]["solutions"]), (&json!("sound"), &json!("2")));
    }
    assert_eq!(check(json!(null))["flaws"][0]["flaw"], "several-solutions");
    let found = check(json!("340282366920938463463374607431768211456"));
    assert_eq!((&found["soundness"], &found["flaws"][0]["flaw"]), (&json!("unsound"), &json!("other-count")));

    let refused = |kind: &str, rule: &str, meant: Value| {
        let body = json!({ "kind": kind, "sfen": GOLD, "rule": rule, "intended_solutions": meant });
        refusal(&server, "/api/jobs", &body)
    };
    let digits = "9".repeat(101);
    for meant in
        [json!(0), json!(-1), json!(1.5), json!("+2"), json!(""), json!([2]), json!(true), json!(digits)]
    {
        assert_eq!(refused("check", "helpmate", meant), bad("intended_solutions"));
    }
    assert_eq!(refused("check", "tsume", json!(2)), bad("intended_solutions"));
    assert_eq!(refused("solve", "helpmate", json!(2)).0, "unknown-field");
    let text = json!({ "to": "kif", "sfen": GOLD, "rule": "tsume", "intended_solutions": 2 });
    assert_eq!(refusal(&server, "/api/convert", &text), bad("intended_solutions"));
}

#[test]
fn texts_keep_what_is_stated() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let convert = |body: Value| server.post("/api/convert", &body);
    let stated = |problem: &Value| {
        let [condition, meant, warnings] = ["condition", "intended_solutions", "warnings"];
        assert_eq!(problem[warnings], json!([]));
        (problem[condition].clone(), problem[meant].clone())
    };
    let line = format!("{ALONE} ; rule=helpmate ; condition=受方取禁 ; intended-solutions=2\n");
    let read = convert(json!({ "text": line }));
    assert_eq!(stated(&read["problems"][0]), (json!("defender-no-capture"), json!("2")));
    for format in ["usi", "kif"] {
        let written = convert(json!({
            "to": format, "sfen": ALONE, "rule": "helpmate", "condition": "defender-no-capture",
            "intended_solutions": 2,
        }));
        let back = convert(json!({ "text": written["text"] }));
        assert_eq!(stated(&back["problems"][0]), (json!("defender-no-capture"), json!("2")), "{format}");
    }
    let tsume = json!({ "to": "usi", "sfen": GOLD, "rule": "tsume", "policy": "none" });
    let text = convert(tsume)["text"].clone();
    assert_eq!(convert(json!({ "text": text }))["problems"][0]["policy"], "none", "{text}");
    assert_eq!(stated(&convert(json!({ "text": GOLD }))["problems"][0]), (json!(null), json!(null)));
}
