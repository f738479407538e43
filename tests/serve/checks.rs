//! Checks whose server ends again and again: they go on, and say what they say without that.

use super::kept::{file, kept};
use super::server::{Scratch, Server};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

const FLAGS: [&str; 6] = ["--memory", "256M", "--threads", "1", "--every", "20ms"];
/// 将棋図巧 第12番, whose check makes some 140 searches.
const TSUME: &str = "5+rl1s/7k1/8n/6p1+B/9/9/9/9/9 b R2NPb4g3sn3l16p 1";
/// A helpmate in 1965 plies by Morishige, of problems/helpmate/long.sfen.
const HELPMATE: &str =
    "4GS2l/4SPBp1/3N1N1N1/ssg1gp2+R/2+pglk3/1+pp+np+p2K/1PPP2+p1b/1+p+p+p+p+pl1r/5L3 b P 1";

fn tsume() -> Value {
    json!({ "kind": "check", "sfen": TSUME, "rule": "tsume", "id": "p" })
}

/// How many searches a job has decided, as far as that is kept.
fn decided(data: &Path, id: &str) -> usize {
    let text = fs::read(file(data, id, "work.json")).unwrap_or_default();
    let work: Value = serde_json::from_slice(&text).unwrap_or_default();
    work["state"]["searches"].as_array().map_or(0, Vec::len)
}

/// The verdicts of an answer: on the whole, and on each move beside the main line.
fn verdicts(job: &Value) -> Value {
    let answer = &job["answers"][0];
    let check = &answer["check"];
    let plies = check["plies"].as_array().expect("plies").iter().map(|ply| {
        let findings = ply["findings"].as_array().expect("findings").iter();
        let findings = findings.map(|found| json!([found["kind"], found["move"]])).collect::<Vec<_>>();
        json!([ply["main"], ply["others"], ply["refuted"], findings])
    });
    json!({
        "verdict": answer["verdict"], "bounds": answer["bounds"], "exact": answer["exact"],
        "soundness": check["soundness"], "flaws": check["flaws"], "plies": plies.collect::<Vec<_>>(),
    })
}

#[cfg(unix)]
#[test]
fn the_check_of_a_tsume_goes_on() {
    let scratch = Scratch::new();
    let mut server = Server::start(&scratch.0, &FLAGS);
    let whole = server.wait_for_end(&server.add(&tsume()));
    assert_eq!(whole["answers"][0]["check"]["soundness"], "sound");
    let id = server.add(&tsume());
    let (mut before, mut ends) = (0, 0);
    // A quick machine may be done before the third end.
    'ends: while ends < 3 {
        let wanted = before + 20;
        while decided(&scratch.0, &id) < wanted {
            if server.job(&id)["state"] == "done" {
                break 'ends;
            }
            sleep(Duration::from_millis(2));
        }
        // The first one by force.
        if ends == 0 {
            server.kill();
        } else {
            assert!(server.terminate().success());
            let is_interrupted = kept(&scratch.0, &id)["state"] == "interrupted";
            assert!(!is_interrupted || file(&scratch.0, &id, "checkpoint/manifest").exists());
        }
        ends += 1;
        before = decided(&scratch.0, &id);
        server = Server::start(&scratch.0, &FLAGS);
        if server.job(&id)["state"] != "done" {
            assert!(before >= wanted, "{before} searches after {wanted}");
        }
    }
    assert!(ends > 0, "it is done too soon");
    let job = server.wait_for_end(&id);
    assert_eq!((&job["state"], job["answers"].as_array().map(Vec::len)), (&json!("done"), Some(1)));
    assert_eq!(verdicts(&job), verdicts(&whole));
    // Nothing was searched twice but what was found since the last time that it was written down.
    let nodes = |job: &Value| job["answers"][0]["check"]["nodes"].as_u64().expect("a number");
    assert!(nodes(&job) < nodes(&whole) * 3 / 2, "{} of {}", nodes(&job), nodes(&whole));
    assert!(!file(&scratch.0, &id, "work.json").exists() && !file(&scratch.0, &id, "checkpoint").exists());
}

#[cfg(unix)]
#[test]
fn the_check_of_a_helpmate_goes_on() {
    let scratch = Scratch::new();
    let request = json!({ "kind": "check", "sfen": HELPMATE, "rule": "helpmate", "id": "x" });
    let mut server = Server::start(&scratch.0, &FLAGS);
    let id = server.add(&request);
    let mut plies = 0;
    for time in 0..3 {
        plies = server.wait_beyond(&id, plies + 100);
        if time == 1 {
            // What was searched since the last checkpoint is lost.
            server.kill();
            plies -= 100;
        } else {
            assert!(server.terminate().success());
            assert_eq!(kept(&scratch.0, &id)["state"], "interrupted");
        }
        server = Server::start(&scratch.0, &FLAGS);
        server.assert_goes_on(&id, plies);
    }
    let resumed = server.answered_as_undisturbed(&id, &request);
    assert_eq!(resumed["answers"][0]["check"]["soundness"], "sound");
    assert!(!file(&scratch.0, &id, "work.json").exists() && !file(&scratch.0, &id, "checkpoint").exists());
}

/// What is kept may be damaged, or that of another check: then the check begins anew, and its answer is right.
#[cfg(unix)]
#[test]
fn what_is_damaged_is_not_gone_on_with() {
    type Harm = fn(&str) -> String;
    let harms: [(&str, Harm); 5] = [
        ("work.json", |text| text.replacen("\"nomate\"", "\"mate\"", 1)),
        ("work.json", |text| text.replacen("\"nodes\":", "\"nodes\":1", 1)),
        ("work.json", |text| text.replacen("\"rule\":\"tsume\"", "\"rule\":\"helpmate\"", 1)),
        ("work.json", |text| text[..text.len() / 2].to_owned()),
        ("checkpoint/manifest", |text| text.replacen("\"search\"", "\"sea\"", 1)),
    ];
    let scratch = Scratch::new();
    let mut server = Server::start(&scratch.0, &FLAGS);
    let whole = verdicts(&server.wait_for_end(&server.add(&tsume())));
    for (name, harm) in harms {
        let id = server.add(&tsume());
        while decided(&scratch.0, &id) < 20 {
            sleep(Duration::from_millis(5));
        }
        assert!(server.terminate().success());
        let path = file(&scratch.0, &id, name);
        let text = fs::read_to_string(&path).expect("a file");
        assert_ne!(harm(&text), text, "{name}");
        fs::write(&path, harm(&text)).expect("a file");
        server = Server::start(&scratch.0, &FLAGS);
        assert_eq!(verdicts(&server.wait_for_end(&id)), whole, "{name}");
    }
}
