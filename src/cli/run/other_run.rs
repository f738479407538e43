//! The errors for a file of `--resume` that a run cannot continue: it belongs to another run, and these are the
//! differences.

use crate::cli::fatal_error::FatalError;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Values with more characters than this are not shown.
const LONGEST: usize = 40;

/// The file was not left by a run of this kind.
pub fn foreign(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: was not written by such a run: give --resume another name"),
        format!("{path}: この種の実行が残したものではありません: --resume に別の名前を書いてください"),
    )
}

/// The file lacks results that its state counts.
pub fn lacks_results(path: &Path, state: &Path) -> FatalError {
    let (path, state) = (path.display(), state.display());
    FatalError::new(
        format!(
            "{path}: lacks results that {state} counts: restore them, or remove both files to start again"
        ),
        format!(
            "{path}: {state} が数えている結果がありません: 元に戻すか、最初からやり直すなら両方を消してください"
        ),
    )
}

/// After the results that its state counts, the file contains other lines, which would be lost.
pub fn has_other_lines(path: &Path, state: &Path) -> FatalError {
    let (path, state) = (path.display(), state.display());
    FatalError::new(
        format!("{path}: other lines follow the results that {state} counts: move them to another file"),
        format!(
            "{path}: {state} が数えている結果の後ろに別のものの行があります: 別のファイルに移してください"
        ),
    )
}

/// The file belongs to a run that makes problems, and cannot hold answers.
pub fn of_maker(path: &Path, state: &Path) -> FatalError {
    let (path, state) = (path.display(), state.display());
    FatalError::new(
        format!("{path}: belongs to a run of search, repair or extend ({state}): give --resume another name"),
        format!(
            "{path}: search、repair、extend の続きに使うファイルです ({state}): --resume に別の名前を書いてください"
        ),
    )
}

/// The run that left the file had another task. Both tasks are JSON objects with a key for each setting.
pub fn another_task(path: &Path, then: &Value, now: &Value) -> FatalError {
    let english = differences(then, now, ["none", "given"], |name, values| match values {
        Some([then, now]) => format!("{name} {then}, not {now}"),
        None => format!("another {name}"),
    });
    let japanese = differences(then, now, ["なし", "あり"], |name, values| match values {
        Some([then, now]) => format!("{name} は {then}、今回は {now}"),
        None => format!("別の {name}"),
    });
    let path = path.display();
    FatalError::new(
        format!(
            "{path}: belongs to a run with another task ({english}): give the same task, or another name"
        ),
        format!(
            "{path}: 別の内容で実行したときのものです ({japanese}): 同じ内容で実行するか、別の名前を書いてください"
        ),
    )
}

/// The inputs of the run that left the file contained other problems; `number`, from 1, is the first one known to
/// differ.
pub fn other_problems(path: &Path, number: u64) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!(
            "{path}: belongs to a run with other problems as inputs (up to number {number}): give the same inputs, or \
             another name"
        ),
        format!(
            "{path}: 入力の問題が違う実行のものです ({number}題目まで): 同じ入力にするか、別の名前を書いてください"
        ),
    )
}

/// The differences between two tasks: each key with its values, in the words of `differ`, without the values if they
/// are long. `words`: the words for a missing value, and for a flag that is set.
fn differences(
    then: &Value,
    now: &Value,
    words: [&str; 2],
    differ: impl Fn(&str, Option<[String; 2]>) -> String,
) -> String {
    let keys: BTreeSet<&String> =
        [then, now].into_iter().filter_map(Value::as_object).flatten().map(|(key, _)| key).collect();
    // Another command has other flags, so only the command is reported.
    let is_other_command = then.get("command") != now.get("command");
    let differences =
        keys.into_iter().filter(|key| !is_other_command || *key == "command").filter_map(|key| {
            let [then, now] = [then, now].map(|task| task.get(key).unwrap_or(&Value::Null));
            (then != now).then(|| {
                let values = [then, now].map(|value| text(key, value, words));
                let is_short = values.iter().all(|value| value.chars().count() <= LONGEST);
                differ(&name(key), is_short.then_some(values))
            })
        });
    differences.collect::<Vec<_>>().join("; ")
}

/// The name of a key on the command line.
fn name(key: &str) -> String {
    match key {
        "command" => "tsumugi".to_owned(),
        "inputs" => "INPUT".to_owned(),
        "template" => "TEMPLATE".to_owned(),
        "seconds" => "--time".to_owned(),
        key => format!("--{}", key.replace('_', "-")),
    }
}

/// A value as the user types it.
fn text(key: &str, value: &Value, words: [&str; 2]) -> String {
    let [none, given] = words;
    match value {
        Value::Null | Value::Bool(false) => none.to_owned(),
        Value::Bool(true) => given.to_owned(),
        Value::Array(values) if values.is_empty() => none.to_owned(),
        Value::Array(values) => {
            let words: Vec<String> = values.iter().map(|value| text(key, value, words)).collect();
            words.join(if key == "shard" { "/" } else { "," })
        }
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_differs_is_named_as_on_the_command_line() {
        let then =
            json!({ "command": "extend", "beam": 20, "keep": ["R", "5e"], "best": true, "seconds": null });
        let now =
            json!({ "command": "extend", "beam": 10, "keep": [], "best": true, "seconds": 2.5, "put": 1 });
        let error = another_task(Path::new("f.jsonl"), &then, &now);
        let differ = "(--beam 20, not 10; --keep R,5e, not none; --put none, not 1; --time none, not 2.5)";
        assert!(error.to_string().contains(differ), "{error}");
        let long = json!({ "template": "x".repeat(50), "shard": [1, 3] });
        let error = another_task(Path::new("f.jsonl"), &long, &json!({ "template": "", "shard": [2, 3] }));
        assert!(error.to_string().contains("(--shard 1/3, not 2/3; another TEMPLATE)"), "{error}");
    }
}
