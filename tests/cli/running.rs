//! A program that still runs, and what is left of it when it goes on later.

use crate::run::{Run, run};
use serde_json::Value;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// Waits until something is so.
#[track_caller]
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}: in vain");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until there is something in a file.
#[track_caller]
pub fn wait_for(path: &str) {
    wait_until(path, || fs::metadata(path).is_ok_and(|file| file.len() > 0));
}

/// Sends a signal.
#[cfg(unix)]
#[track_caller]
pub fn signal(child: &std::process::Child, name: &str) {
    let status =
        std::process::Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(status.expect("kill").success());
}

/// The one answer of a run, without its figures.
#[cfg(unix)]
#[track_caller]
pub fn answer(run: &Run) -> Value {
    let mut answer: Value = serde_json::from_str(run.stdout.trim())
        .unwrap_or_else(|error| panic!("{error}: {} {}", run.stdout, run.stderr));
    answer.as_object_mut().expect("an object").remove("stats").expect("figures");
    answer
}

/// A search that goes on comes to its answer, and to the same one when it is asked again.
#[cfg(unix)]
#[track_caller]
pub fn assert_resumed(checkpoint: &str, expected: &Value) {
    for _ in 0..2 {
        let resumed = run(&["resume", checkpoint]);
        assert_eq!((resumed.code, &answer(&resumed)), (Some(0), expected), "{}", resumed.stderr);
    }
}

/// Takes away what an answer says of times.
pub fn without_times(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.remove("seconds");
            object.values_mut().for_each(without_times);
        }
        Value::Array(list) => list.iter_mut().for_each(without_times),
        _ => {}
    }
}
