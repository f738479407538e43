//! Commands in fenced blocks. The comment above a block says what is done with it: `tested` runs each command and
//! compares what it prints, `runs` runs each, `command: NAME` is run by `.ci/run`, and `not run: WHY` is run by nobody.

use super::pages::{Block, Page, page, pages, root};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// The commands of a block, each with the lines that it is said to print.
fn demos<'a>(block: &Block<'a>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut demos: Vec<(&str, Vec<&str>)> = Vec::new();
    for &line in &block.lines {
        match (line.strip_prefix("$ "), demos.last_mut()) {
            (Some(command), _) => demos.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => panic!("no command before `{line}`"),
        }
    }
    demos
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
    // What a search took: `5 plies, 3575 positions, 0.003 s, …`, `256 nodes, 0.090 s`, `5手, 3424局面, 0.002秒, …`; in the
    // last remark of a problem set too.
    let is_figure = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    let is_of_search = |part: &str| ["positions", "nodes", "局面"].iter().any(|unit| part.ends_with(unit));
    let parts: Vec<&str> = line.split(", ").collect();
    match parts.iter().position(|part| is_figure(part) && is_of_search(part)) {
        Some(at) if is_figure(parts[0].trim_start_matches("# ")) => {
            [&parts[..at], &["…"]].concat().join(", ")
        }
        _ => line.to_owned(),
    }
}

fn masked_all<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    lines.into_iter().map(masked).collect()
}

/// An empty folder for the commands of a page.
fn folder(page: &Page, name: &str) -> PathBuf {
    let page = page.path.file_stem().expect("a name").to_string_lossy().into_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{page}-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs a command of a page in a shell, in the page's language.
fn run(page: &Page, command: &str, folder: &Path) -> Output {
    let problems = format!("{}/problems/", root().display());
    let mut path =
        Path::new(env!("CARGO_BIN_EXE_tsumugi")).parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "RUST_LOG"] {
        shell.env_remove(name);
    }
    if page.is_japanese() {
        shell.env("LANG", "ja_JP.UTF-8");
    }
    shell.args(["-euc", &command.replace("problems/", &problems)]).env("PATH", &path).current_dir(folder);
    shell.output().expect("a shell")
}

fn check_demos(page: &Page) {
    let folder = folder(page, "tested");
    for block in page.blocks_under("tested") {
        for (command, shown) in demos(&block) {
            let place = format!("{}: {command}", page.path.display());
            assert!(command.starts_with("tsumugi "), "{place}");
            let output = run(page, command, &folder);
            // `check` says by 1 that a problem is unsound.
            let is_unsound = command.starts_with("tsumugi check ") && output.status.code() == Some(1);
            assert!(
                output.status.success() || is_unsound,
                "{place}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            assert_eq!(masked_all(printed.lines()), masked_all(shown), "{place}");
        }
    }
}

#[test]
fn demos_show_what_the_program_prints() {
    pages().iter().for_each(check_demos);
}

#[test]
fn commands_that_show_no_output_run() {
    for page in pages() {
        let folder = folder(&page, "runs");
        for command in page.blocks_under("runs").iter().flat_map(|block| &block.lines) {
            let output = run(&page, command, &folder);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {command}: {errors}", page.path.display());
        }
        if page.path.ends_with("guide.md") {
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
    }
}

#[test]
fn every_block_of_commands_says_who_runs_it() {
    for page in pages() {
        for block in page.blocks().iter().filter(|block| matches!(block.language, "sh" | "console")) {
            let marker = block.marker.unwrap_or_default();
            let is_known = matches!(marker, "tested" | "runs")
                || ["command: ", "not run: "].iter().any(|start| marker.starts_with(start));
            assert!(is_known, "{}, line {}", page.path.display(), block.line);
        }
    }
}

#[test]
fn the_graph_is_written_as_shown() {
    let guide = page("docs/guide.md");
    let folder = folder(&guide, "graph");
    let output = run(&guide, "tsumugi solve --graph graph.json '8k/9/8G/9/9/9/9/9/9 b G 1'", &folder);
    assert!(output.status.success());
    let written = fs::read_to_string(folder.join("graph.json")).expect("the graph");
    let shown = guide.blocks_under("graph");
    assert_eq!(shown[0].lines, written.lines().collect::<Vec<_>>());
}

#[test]
fn the_first_problem_is_a_shipped_one_and_the_diagram_shows_it() {
    let readme = page("README.md");
    let blocks = readme.blocks_under("tested");
    let (command, _) = demos(&blocks[0])[0];
    let sfen = command.split('"').nth(1).expect("an SFEN");
    let problems = include_str!("../../problems/helpmate/uchifuzume.sfen");
    assert!(problems.lines().any(|line| line.starts_with(sfen)), "{sfen}");
    let output = run(&readme, &format!("tsumugi show --svg '{sfen}'"), root());
    let diagram = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(readme.text.contains("](docs/images/uchifuzume.svg)"));
    assert!(diagram == include_str!("../../docs/images/uchifuzume.svg"), "not what `show --svg` writes");
}
