//! What README.md shows is what the program does: demos are run and compared, the library example is compiled here.
#![cfg(feature = "cli")]

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use tsumugi::position::Position;
use tsumugi::solve::helpmate::{Options, Solver};
use tsumugi::solve::{Budget, Step, Verdict};
use tsumugi::types::Color;
use tsumugi::usi::DECLARATIONS;

const README: &str = include_str!("../README.md");

/// The fenced blocks that stand directly under a marker line.
fn blocks(marker: &str) -> Vec<Vec<&'static str>> {
    let lines: Vec<&str> = README.lines().collect();
    let starts = (0..lines.len()).filter(|&at| lines[at] == marker);
    starts
        .map(|at| {
            assert!(lines[at + 1].starts_with("```"), "no fenced block under {marker}");
            lines[at + 2..].iter().copied().take_while(|line| *line != "```").collect()
        })
        .collect()
}

/// The commands of a block, each with the lines that it is said to print.
fn demos(block: &[&'static str]) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut demos: Vec<(&str, Vec<&str>)> = Vec::new();
    for &line in block {
        match (line.strip_prefix("$ "), demos.last_mut()) {
            (Some(command), _) => demos.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => panic!("no command before `{line}`"),
        }
    }
    demos
}

/// The words of a command; double quotes hold words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('"').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// A line of output without the figures that differ from run to run and from version to version.
fn masked(line: &str) -> String {
    if let Ok(Value::Object(mut answer)) = serde_json::from_str(line) {
        assert!(answer["false_hits_expected"].as_f64() < Some(1e-3), "{line}");
        for key in ["stats", "false_hits_expected"] {
            answer[key] = Value::Null;
        }
        return Value::Object(answer).to_string();
    }
    match (line.find(" plies, "), line.find("局面, ")) {
        (Some(at), _) if line.ends_with(" false hits expected") => format!("{} plies, …", &line[..at]),
        (_, Some(_)) if line.contains("誤認の期待値") => "…".to_owned(),
        _ => line.to_owned(),
    }
}

fn masked_all<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    lines.into_iter().map(masked).collect()
}

#[test]
fn demos_show_what_the_program_prints() {
    let blocks = blocks("<!-- tested -->");
    assert_eq!(blocks.len(), 6);
    for (command, shown) in blocks.iter().flat_map(|block| demos(block)) {
        let words = words(command);
        assert_eq!(words[0], "tsumugi", "{command}");
        let mut program = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
        for name in ["LC_ALL", "LC_MESSAGES", "LANG", "RUST_LOG"] {
            program.env_remove(name);
        }
        let output = program.args(&words[1..]).output().expect("the program");
        // `check` says by 1 that a problem is unsound.
        let is_unsound = words[1] == "check" && output.status.code() == Some(1);
        assert!(output.status.success() || is_unsound, "{command}");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(masked_all(printed.lines()), masked_all(shown), "{command}");
    }
}

#[test]
fn commands_that_show_no_output_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_tsumugi")).parent().expect("a folder");
    let mut path = program.as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    for command in blocks("<!-- runs -->").concat() {
        assert!(command.starts_with("tsumugi "), "{command}");
        let command = command.replace("problems/", &format!("{}/problems/", root.display()));
        let output = Command::new("sh")
            .args(["-euc", &command])
            .current_dir(&folder)
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
    }
    for file in [
        "answers.jsonl",
        "answers/double-check.kif",
        "steps",
        "diagrams/double-check.svg",
        "man1/tsumugi-solve.1",
    ] {
        assert!(folder.join(file).exists(), "{file}");
    }
}

/// Commands that a test cannot run: they need other programs, or build this one.
const NOT_RUN: [&str; 3] = ["parallel ", "RUSTFLAGS=", "tsumugi solve --checkpoint kato"];

#[test]
fn every_block_of_commands_is_run() {
    let lines: Vec<&str> = README.lines().collect();
    for at in (1..lines.len()).filter(|&at| matches!(lines[at], "```sh" | "```console")) {
        let is_marked = lines[at - 1].starts_with("<!-- ");
        let is_known = NOT_RUN.iter().any(|start| lines[at + 1].starts_with(start));
        assert!(is_marked || is_known, "line {}: {}", at + 1, lines[at + 1]);
    }
}

#[test]
fn the_graph_is_written_as_shown() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.json");
    let mut program = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
    program.args(["solve", "--graph"]).arg(&file).arg("8k/9/8G/9/9/9/9/9/9 b G 1");
    assert!(program.output().expect("the program").status.success());
    let written = std::fs::read_to_string(file).expect("the graph");
    assert_eq!(blocks("<!-- graph -->"), [written.lines().collect::<Vec<_>>()]);
}

#[test]
fn the_demo_is_a_shipped_problem() {
    let block = &blocks("<!-- tested -->")[0];
    let problems = include_str!("../problems/helpmate/uchifuzume.sfen");
    for (command, _) in demos(block) {
        let sfen = words(command).pop().expect("an SFEN");
        assert!(problems.lines().any(|line| line.starts_with(&sfen)), "{sfen}");
    }
}

#[test]
fn the_table_of_options_is_what_the_engine_announces() {
    let begin = README.find("<!-- options: begin -->").expect("the beginning");
    let end = README.find("<!-- options: end -->").expect("the end");
    let rows = README[begin..end].lines().filter_map(|line| line.strip_prefix("| `"));
    let shown: Vec<(&str, &str)> = rows
        .map(|row| {
            let mut fields = row.split('|').map(str::trim);
            (fields.next().expect("a name").trim_end_matches('`'), fields.next().expect("a default"))
        })
        .collect();
    let announced: Vec<String> = DECLARATIONS.iter().map(|declaration| declaration.to_string()).collect();
    let announced: Vec<(&str, &str)> = announced
        .iter()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            (words[2], words[6])
        })
        .collect();
    assert_eq!(shown, announced);
}

#[test]
fn the_library_example_is_the_code_below() {
    let source = include_str!("readme.rs");
    let begin = source.find("    // The example begins.\n").expect("the beginning");
    let end = source.find("    // The example ends.\n").expect("the end");
    let example: Vec<&str> = source[begin..end].lines().skip(1).map(str::trim_start).collect();
    assert_eq!(blocks("<!-- library -->"), [example]);
}

#[test]
fn the_library_example_holds() -> Result<(), Box<dyn std::error::Error>> {
    // The example begins.
    let position = Position::from_sfen("6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1")?;
    let mut solver = Solver::new(&position, Color::Black, Options::default()).expect("a legal helpmate");
    let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { unreachable!() };
    assert_eq!(outcome.verdict, Verdict::Mate { plies: 5, exact: true });
    let line: Vec<String> = outcome.solutions.listed[0].iter().map(|mv| mv.to_string()).collect();
    assert_eq!(line.join(" "), "3a3b 1b1a P*1b 1a2a 5c3a+");
    // The example ends.
    Ok(())
}
