//! What may be found in a folder of outputs after a misfortune, and what must be there in the end.

use crate::harm::Harm;
use crate::jobs::Growth;
use crate::round::{Ending, Truth};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tsumugi::play::tune::game::Game;

/// Files by their names in a folder.
pub type Files = BTreeMap<String, Vec<u8>>;

/// All files in a folder and the folders in it.
pub fn files_of(folder: &Path) -> Files {
    let mut files = Files::new();
    let Ok(entries) = fs::read_dir(folder) else { return files };
    for entry in entries.flatten() {
        let name = entry.file_name().into_string().expect("our names");
        let path = entry.path();
        if path.is_dir() {
            files.extend(
                files_of(&path).into_iter().map(|(inner, content)| (format!("{name}/{inner}"), content)),
            );
        } else if let Ok(content) = fs::read(&path) {
            files.insert(name, content);
        }
    }
    files
}

/// A text without what differs from run to run: the figures of JSON answers.
pub fn without_figures(text: &str) -> String {
    let line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(mut answer) if answer.is_object() => {
            answer["stats"] = Value::Null;
            if answer["rule"] == "tsume" {
                // In pieces it looks up more.
                answer["false_hits_expected"] = Value::Null;
            }
            format!("{answer}\n")
        }
        _ => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Whole answers in a file, without figures, and whether half a line follows.
fn answers(content: &[u8]) -> (Vec<String>, bool) {
    let text = String::from_utf8_lossy(content);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (whole, torn): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|line| line.ends_with('\n'));
    (whole.into_iter().map(without_figures).collect(), !torn.is_empty())
}

/// Whether an answer is proved.
fn is_decided(answer: &str) -> bool {
    // A mate of which not all solutions were counted says why.
    let is_whole = answer.contains("\"reason\":null") && !answer.contains("\"soundness\":\"unknown\"");
    is_whole && answer.contains("\"exact\":true") && !answer.contains("\"verdict\":\"unknown\"")
}

fn decided(content: &[u8]) -> BTreeSet<String> {
    answers(content).0.into_iter().filter(|answer| is_decided(answer)).collect()
}

/// Whether these are the answers of an undisturbed run, as far as they go, or were interrupted.
fn assert_right(content: &[u8], truth: &[u8], may_be_torn: bool, what: &str) {
    let known = decided(truth);
    let (found, is_torn) = answers(content);
    assert!(may_be_torn || !is_torn, "{what}: half an answer");
    for answer in found {
        let is_stopped = answer.contains("\"interrupted\"");
        assert!(known.contains(&answer) || is_stopped, "{what}: a wrong answer: {answer}");
    }
}

fn games(content: &[u8]) -> (usize, bool) {
    let mut rest = content;
    let mut count = 0;
    while !rest.is_empty() && Game::read(&mut rest).is_some() {
        count += 1;
    }
    (count, !rest.is_empty())
}

/// Checks what a misfortune has left; the parts of answers that the next run must not lose.
pub fn check_after(truth: &Truth, harm: &Harm, earlier: &Files, outputs: &Path, endings: &[Ending]) -> Files {
    let found = files_of(outputs);
    let has_ended_well = |ending: &Ending| ending.code == truth.code;
    match harm {
        Harm::Vanish(_) => return Files::new(),
        Harm::Alias(_) => {
            assert!(endings.iter().all(|ending| ending.code == Some(2)), "{}", endings[0].stderr);
            return Files::new();
        }
        Harm::ReadOnly(_) => {
            assert_eq!(endings[0].code, Some(2), "{}", endings[0].stderr);
            assert!(found == *earlier, "something was written to a read-only folder");
        }
        Harm::Twice(_) => {
            for ending in endings.iter().filter(|ending| !has_ended_well(ending)) {
                let is_told =
                    ["another process", "already"].iter().any(|words| ending.stderr.contains(words));
                assert!(ending.code == Some(2) && is_told, "{:?}: {}", ending.code, ending.stderr);
            }
            assert!(endings.iter().any(has_ended_well), "neither ended well: {}", endings[0].stderr);
        }
        Harm::Kill(_) | Harm::Interrupt(_) | Harm::FullDisk(_) => {}
    }
    let is_done = endings.iter().any(has_ended_well);
    let is_stopped = endings.iter().any(|ending| ending.code == Some(130));
    if truth.job.growth == Growth::Checkpoint {
        return Files::new();
    }
    for (name, whole) in &truth.files {
        let before = earlier.get(name);
        let Some(content) = found.get(name) else {
            assert!(before.is_none() && !is_done, "{name} is missing");
            continue;
        };
        match truth.job.growth {
            // What is told of a search that was interrupted is whole, too.
            Growth::Whole => {
                let is_whole = content == whole;
                let is_good = is_whole || !is_done && before == Some(content) || is_stopped;
                assert!(is_good, "{name} is not whole, after exit code {:?}", endings[0].code);
            }
            Growth::Answers if !is_done && before == Some(content) => {}
            Growth::Answers => {
                assert_right(content, whole, false, name);
                // A run can also be killed between its last answer and its end.
                assert!(is_stopped || decided(content) == decided(whole), "{name} is not complete");
            }
            Growth::Kept => {
                assert_right(content, whole, !is_done, name);
                assert!(
                    before.is_none_or(|before| decided(content).is_superset(&decided(before))),
                    "{name}: answers are lost"
                );
                assert!(!is_done || decided(content) == decided(whole), "{name} is not complete");
            }
            Growth::Games => {
                assert!(before.is_none_or(|before| content.starts_with(before)), "{name}: games are lost");
                assert!(!is_done || content.ends_with(whole), "{name} is not complete");
            }
            Growth::Log => {
                assert!(before.is_none_or(|before| content.starts_with(before)), "{name}: lines are lost");
            }
            Growth::Checkpoint => {}
        }
    }
    let parts = found.into_iter().filter(|(name, content)| name.ends_with(".part") && !content.is_empty());
    let parts: Files = parts.collect();
    for (name, content) in &parts {
        assert!(!is_done, "{name} is left, though the run ended well");
        let whole = &truth.files[name.trim_end_matches(".part")];
        let is_killed = endings[0].signal.is_some();
        assert_right(content, whole, is_killed, name);
    }
    parts
}

/// Checks what the next run has made of it.
pub fn check_at_the_end(truth: &Truth, earlier: &Files, parts: &Files, outputs: &Path, next: &Ending) {
    let mut found = files_of(outputs);
    if truth.job.growth == Growth::Checkpoint {
        assert_eq!(without_figures(&next.stdout), truth.stdout, "{}", next.stderr);
        return;
    }
    for (name, whole) in &truth.files {
        let content = found.remove(name).unwrap_or_else(|| panic!("{name} is missing in the end"));
        let before = earlier.get(name).map_or(&[][..], Vec::as_slice);
        match truth.job.growth {
            Growth::Whole => assert!(content == *whole, "{name} is wrong in the end"),
            Growth::Answers => {
                let texts = [&content, whole].map(|text| without_figures(&String::from_utf8_lossy(text)));
                assert_eq!(texts[0], texts[1], "{name} is wrong in the end");
            }
            Growth::Kept => {
                assert_right(&content, whole, false, name);
                assert_eq!(decided(&content), decided(whole), "{name} is wrong in the end");
            }
            Growth::Games => {
                let is_right = content.starts_with(before) && content.ends_with(whole);
                assert!(is_right && !games(&content).1, "{name} is wrong in the end");
                assert!(games(&content).0 >= games(before).0 + games(whole).0, "{name}: games are lost");
            }
            Growth::Log => {
                assert!(
                    content.starts_with(before) && content.len() > before.len(),
                    "{name}: lines are lost"
                );
            }
            Growth::Checkpoint => {}
        }
    }
    for (name, content) in parts {
        let aside = format!("{name}.1");
        assert!(next.stderr.contains(&aside), "{aside} is not named: {}", next.stderr);
        assert!(found.remove(&aside).as_ref() == Some(content), "{aside} is not what was left");
    }
    assert!(found.is_empty(), "left over: {:?}", found.keys());
}
