//! What does not belong to a check is refused, and the check begins anew.

use super::folder::MemoryFolder;
use super::kept::{Check, Kept, Task, problems};
use serde_json::{Value, json};
use tsumugi::problem::Rule;
use tsumugi::report::{read_cook_state, read_probes};
use tsumugi::solve::StopFlag;
use tsumugi::{Budget, Choices, Limits, Options};

const TSUME: &str = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
const HELPMATE: &str = "position sfen k8/9/9/1r7/9/9/9/9/9 b N 1 moves N*8c 9a9b 8c9a+ 9b9c 9a9b 9c9d 9b9c 9d9e 9c9d 9e8e 9d8d 8e9f R*8f 9f9e 8d8e";

fn task(text: &str, rule: Rule, nodes: u64) -> Task {
    let choices = Choices { rule: Some(rule), ..Choices::default() };
    let limits = Limits { memory: Some(16 << 20), nodes: Some(nodes), ..Limits::default() };
    let task = Task::new(&problems(text)[0], &choices, &Options::from(limits));
    Task { backward: rule.is_cooperative(), ..task }
}

/// A check with some searches behind it, and one that is being made.
fn left(task: &Task, decided: usize) -> Kept {
    let folder = MemoryFolder::default();
    let mut check = task.begin(&StopFlag::new());
    check.keep(task, &folder).expect("an empty folder");
    while check.decided() < decided {
        assert!(check.advance(task, Budget::Nodes(50)).is_none(), "it ends after {}", check.decided());
    }
    check.left(task, &folder)
}

fn is_read(text: &str, task: &Task) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return false };
    let note = task.note();
    match task.question.rule().is_cooperative() {
        true => read_probes(&value, &note).is_some(),
        false => read_cook_state(&value, &note).is_some(),
    }
}

/// Every way to change a number, a word or a truth value somewhere in a value.
fn changed(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(1)],
        Value::Bool(truth) => vec![json!(!truth)],
        Value::Number(number) => vec![json!(number.as_u64().unwrap_or_default() + 1)],
        Value::String(text) => vec![json!(format!("{text}1")), Value::Null],
        Value::Array(items) => {
            let mut all = Vec::new();
            for (at, item) in items.iter().enumerate() {
                all.extend(changed(item).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[at] = item;
                    Value::from(items)
                }));
            }
            let less = items.len().saturating_sub(1);
            if less < items.len() {
                all.push(items[..less].to_vec().into());
            }
            all
        }
        Value::Object(members) => {
            let mut all = Vec::new();
            for (key, member) in members {
                all.extend(changed(member).into_iter().map(|member| {
                    let mut members = members.clone();
                    members.insert(key.clone(), member);
                    Value::from(members)
                }));
                let mut fewer = members.clone();
                fewer.remove(key);
                all.push(fewer.into());
            }
            all
        }
    }
}

#[test]
fn damage_of_any_kind_is_seen() {
    for (task, decided) in [(task(TSUME, Rule::Tsume, 5_000), 9), (task(HELPMATE, Rule::Helpmate, 5_000), 3)]
    {
        let text = left(&task, decided).state.expect("a state");
        assert!(is_read(&text, &task));
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let all = changed(&value);
        assert!(all.len() > 40, "{}", all.len());
        for changed in all {
            assert!(!is_read(&changed.to_string(), &task), "{changed}");
        }
        for end in [0, 1, text.len() / 2, text.len() - 1] {
            assert!(!is_read(&text[..end], &task));
        }
    }
}

#[test]
fn other_problems_and_options_are_others() {
    let tsume = task(TSUME, Rule::Tsume, 5_000);
    let kept = left(&tsume, 9);
    let others = [
        task(TSUME, Rule::Tsume, 5_001),
        task("8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1", Rule::Tsume, 5_000),
        task(&format!("position sfen {TSUME} moves G*2c 2b1a G*1b"), Rule::Tsume, 5_000),
        task(TSUME, Rule::Helpmate, 5_000),
    ];
    for other in &others {
        assert!(!is_read(kept.state.as_deref().expect("a state"), other));
        let mut check = other.begin(&StopFlag::new());
        assert!(check.keep(other, &kept.folder.copy()).is_err());
        // It begins anew, with a folder of its own.
        check.keep(other, &MemoryFolder::default()).expect("an empty folder");
        let answer = loop {
            if let Some(answer) = check.advance(other, Budget::Unlimited) {
                break answer;
            }
        };
        assert_eq!(answer, other.whole());
    }
}

/// What the state says must be able to have happened, also where its checksum is right.
#[test]
fn lines_that_cannot_be_played_are_refused() {
    let task = task(TSUME, Rule::Tsume, 5_000);
    let kept = left(&task, 9);
    let value: Value = serde_json::from_str(kept.state.as_deref().expect("a state")).expect("JSON");
    let state = read_cook_state(&value, &task.note()).expect("a state");
    let go_on = |change: &dyn Fn(&mut tsumugi::analysis::CookState)| {
        let Check::Cooks(check) = task.begin(&StopFlag::new()) else { unreachable!("it is a tsume") };
        let mut state = state.clone();
        change(&mut state);
        check.go_on(state).is_some()
    };
    assert!(go_on(&|_| {}));
    assert!(!go_on(&|state| state.searches[0].outcome.solutions.listed[0].reverse()));
    assert!(!go_on(&|state| state.searches[0].outcome.solutions.surplus.clear()));
    assert!(!go_on(&|state| state.searches[0].outcome.bounds.upper = None));
    assert!(!go_on(&|state| state.searches[0].futile = tsumugi::analysis::Futility::Futile));
    // More searches than there are to be made.
    assert!(!go_on(&|state| {
        let last = state.searches[8].clone();
        state.searches.extend(std::iter::repeat_n(last, 1_000));
    }));
}
