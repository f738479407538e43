//! What is claimed, and what is not, in text and JSON: three verdicts, proofs, fingerprints, bounds.

use num_bigint::BigUint;
use serde_json::{Value, json};
use tsumugi::position::Position;
use tsumugi::problem::{Choices, Problem, Question, Rule};
use tsumugi::record::Record;
use tsumugi::report::{Lang, ProblemError, Report, Request, attacker_note, error_json};
use tsumugi::solve::{Bounds, Details, Outcome, Reason, Solutions, Stats, Verdict};
use tsumugi::types::{Color, Hand, Move};

fn outcome(verdict: Verdict, false_hits_expected: f64) -> Outcome {
    let (bounds, listed) = match verdict {
        Verdict::Mate { plies, .. } => {
            (Bounds { lower: plies, upper: Some(plies) }, vec![vec!["G*1b".parse::<Move>().expect("a move")]])
        }
        _ => (Bounds { lower: 7, upper: None }, Vec::new()),
    };
    let count = BigUint::from(listed.len());
    let surplus = vec![Hand::EMPTY; listed.len()];
    Outcome {
        verdict,
        bounds,
        reason: None,
        solutions: Solutions { count, exact: true, listed, surplus },
        false_hits_expected,
        details: Details::Helpmate { verified: None },
        stats: Stats::default(),
    }
}

fn question(problem: &Problem) -> Question {
    let choices = Choices { rule: Some(Rule::Helpmate), ..Choices::default() };
    Question::new(problem, &choices).expect("a legal problem")
}

/// The verdict in both languages, and the JSON.
fn report(outcome: &Outcome) -> (String, String, Value) {
    let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1").expect("an SFEN");
    let problem = Problem::new(Record::new(position, Vec::new()));
    let question = question(&problem);
    let (question, request) = (&question, Request::default());
    let report = Report { problem: &problem, question, outcome, side_lines: &[], request };
    let json = serde_json::from_str(&report.json()).expect("JSON");
    (report.verdict_line(Lang::En), report.verdict_line(Lang::Ja), json)
}

const MATE: Verdict = Verdict::Mate { plies: 1, exact: true };

#[test]
fn a_proved_mate() {
    let (en, ja, json) = report(&outcome(MATE, 1e-9));
    assert_eq!((en.as_str(), ja.as_str()), ("helpmate in 1, 1 solution", "協力詰 1手 (解1)"));
    assert_eq!((&json["exact"], &json["solutions"]["exact"]), (&true.into(), &true.into()));
}

#[test]
fn likely_false_hits_take_back_every_claim_but_the_mate() {
    let (en, ja, json) = report(&outcome(MATE, 0.02));
    assert_eq!(en, "helpmate in at most 1 (not proved shortest: 2.0e-2 false hits expected)");
    assert_eq!(ja, "協力詰 1手以内 (最短とは証明されていない: 指紋の誤認の期待値 2.0e-2)");
    assert_eq!((&json["verdict"], &json["plies"]), (&"mate".into(), &1.into()));
    assert_eq!((&json["exact"], &json["solutions"]["exact"]), (&false.into(), &false.into()));
    assert_eq!(json["bounds"], json!({"lower": 0, "upper": 1}));
    let (en, ja, json) = report(&outcome(Verdict::NoMate, 0.001));
    assert_eq!(en, "no mate (not proved: 1.0e-3 false hits expected)");
    assert_eq!(ja, "不詰 (証明されていない: 指紋の誤認の期待値 1.0e-3)");
    assert_eq!((&json["verdict"], &json["exact"]), (&"nomate".into(), &false.into()));
    assert_eq!(report(&outcome(Verdict::NoMate, 0.0009)).0, "no mate");
}

#[test]
fn bounds_claim_only_what_is_proved() {
    let stopped = |false_hits, verified| {
        let mut outcome = outcome(Verdict::Unknown(Reason::Time), false_hits);
        (outcome.reason, outcome.details) = (Some(Reason::Time), Details::Helpmate { verified });
        let (en, _, json) = report(&outcome);
        (en, json["bounds"].clone())
    };
    let (en, bounds) = stopped(1e-9, None);
    assert_eq!(
        (en.as_str(), bounds),
        ("unknown: time (no mate in fewer than 7 plies)", json!({"lower": 7, "upper": null}))
    );
    // It rests on fingerprints that are not to be trusted, or that a second search did not confirm.
    for (false_hits, verified) in [(0.02, None), (1e-9, Some(false))] {
        let (en, bounds) = stopped(false_hits, verified);
        assert_eq!(bounds, json!({"lower": 0, "upper": null}), "{false_hits} {verified:?}");
        assert!(!en.contains("fewer than"), "{en}");
    }
}

/// A tsume that was not decided tells both bounds.
#[test]
fn a_bound_of_a_tsume_is_told_from_below_too() {
    let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1").expect("an SFEN");
    let problem = Problem::new(Record::new(position, Vec::new()));
    let choices = Choices { rule: Some(Rule::Tsume), ..Choices::default() };
    let question = Question::new(&problem, &choices).expect("a legal problem");
    let verdict = |lower, lang| {
        let mut outcome = outcome(Verdict::Mate { plies: 9, exact: false }, 0.0);
        (outcome.reason, outcome.bounds.lower) = (Some(Reason::Time), lower);
        let (question, outcome, request) = (&question, &outcome, Request::default());
        Report { problem: &problem, question, outcome, side_lines: &[], request }.verdict_line(lang)
    };
    assert_eq!(
        verdict(7, Lang::En),
        "tsume in at most 9 (not proved shortest: time; no mate in fewer than 7 plies)"
    );
    assert_eq!(
        verdict(7, Lang::Ja),
        "詰将棋 9手以内 (最短とは証明されていない: 時間切れ、7手未満の詰みはない)"
    );
    assert_eq!(verdict(1, Lang::En), "tsume in at most 9 (not proved shortest: time)");
}

#[test]
fn a_mate_in_hand_that_is_not_proved_shortest() {
    let mut outcome = outcome(Verdict::Mate { plies: 1, exact: false }, 0.0);
    outcome.reason = Some(Reason::Time);
    outcome.bounds.lower = 0;
    let (en, ja, json) = report(&outcome);
    assert_eq!(en, "helpmate in at most 1 (not proved shortest: time)");
    assert_eq!(ja, "協力詰 1手以内 (最短とは証明されていない: 時間切れ)");
    assert_eq!(
        (&json["verdict"], &json["exact"], &json["reason"]),
        (&"mate".into(), &false.into(), &"time".into())
    );
    assert_eq!(json["bounds"], json!({"lower": 0, "upper": 1}));
}

#[test]
fn a_count_that_is_a_bound() {
    let mut outcome = outcome(MATE, 0.0);
    outcome.solutions.exact = false;
    outcome.solutions.count = BigUint::from(12u32);
    assert_eq!(report(&outcome).0, "helpmate in 1, at least 12 solutions");
    assert_eq!(report(&outcome).1, "協力詰 1手 (解12以上)");
}

#[test]
fn a_count_too_long_for_the_verdict_is_given_whole_below_it() {
    let mut outcome = outcome(MATE, 0.0);
    outcome.solutions.count = BigUint::from(4_835_703_278_458_516_698_824_704u128);
    let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1").expect("an SFEN");
    let problem = Problem::new(Record::new(position, Vec::new()));
    let question = question(&problem);
    let (question, request) = (&question, Request::default());
    let report = Report { problem: &problem, question, outcome: &outcome, side_lines: &[], request };
    let text = report.text(Lang::En, false);
    let begin = "helpmate in 1, 4.835…e24 solutions\nnumber of solutions: 4835703278458516698824704\n\
                 solution 1 of 4.835…e24\n▲１二金打 迄1手詰\nG*1b\n(1 of them listed; --max-solutions of solve sets how many)\n";
    assert!(text.starts_with(begin), "{text}");
}

#[test]
fn unknown_says_why_and_what_is_excluded() {
    let reasons = [
        (Reason::Time, "time", "時間切れ"),
        (Reason::Memory, "memory", "メモリの上限"),
        (Reason::Nodes, "nodes", "局面数の上限"),
        (Reason::Plies, "plies", "手数の上限"),
        (Reason::Interrupted, "interrupted", "中断"),
    ];
    for (reason, name, japanese) in reasons {
        let (en, ja, json) = report(&outcome(Verdict::Unknown(reason), 0.0));
        let is_limit_of_length = reason == Reason::Plies;
        if is_limit_of_length {
            assert_eq!(en, "unknown: plies (no mate within 5 plies; longer ones were not looked for)");
            assert_eq!(ja, "不明: 手数の上限 (5手以内は不詰。それより長い詰みは調べていない)");
        } else {
            assert_eq!(en, format!("unknown: {name} (no mate in fewer than 7 plies)"));
            assert_eq!(ja, format!("不明: {japanese} (7手未満の詰みはない)"));
        }
        assert_eq!((&json["verdict"], &json["reason"]), (&"unknown".into(), &name.into()));
        assert_eq!((&json["exact"], &json["plies"]), (&false.into(), &Value::Null));
    }
    let mut nothing = outcome(Verdict::Unknown(Reason::Nodes), 0.0);
    nothing.bounds.lower = 0;
    assert_eq!(report(&nothing).0, "unknown: nodes");
}

#[test]
fn who_attacks() {
    use Color::{Black, White};
    assert_eq!(attacker_note(Black, Black, Lang::En), None);
    assert_eq!(attacker_note(White, White, Lang::En).as_deref(), Some("White attacks"));
    assert_eq!(attacker_note(Black, White, Lang::Ja).as_deref(), Some("攻方: 先手, 受先 (後手から指す)"));
}

#[test]
fn an_error_as_json() {
    let error = ProblemError { line: Some(3), column: None, message: "a \"quoted\" word".to_owned() };
    assert_eq!(
        error_json("set:3", &error),
        r#"{"schema":1,"id":"set:3","error":{"line":3,"column":null,"message":"a \"quoted\" word"}}"#
    );
}
