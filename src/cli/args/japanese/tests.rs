//! The tables have a text for all that can be typed, and no other.

use super::{HEADINGS, command, commands, key, options, values};
use crate::cli::args::{CommandLine, examples};
use clap::{Arg, Command, CommandFactory};
use std::collections::{BTreeMap, BTreeSet};

fn built() -> Command {
    let mut command = CommandLine::command();
    command.build();
    command
}

/// All commands, and what the tables call them.
fn walk(command: &Command, path: &str, visit: &mut dyn FnMut(&str, &Command)) {
    visit(&key(path), command);
    for inner in command.get_subcommands() {
        walk(inner, format!("{path} {}", inner.get_name()).trim_start(), visit);
    }
}

fn each_arg(visit: &mut dyn FnMut(&str, &Arg)) {
    walk(&built(), "", &mut |path, command| {
        command.get_arguments().for_each(|arg| visit(path, arg));
    });
}

fn has_japanese(text: &str) -> bool {
    text.chars().any(|c| ('\u{3041}'..='\u{9fff}').contains(&c))
}

#[test]
fn every_command_has_a_japanese_text_and_examples() {
    let (mut seen, mut with_examples) = (BTreeSet::new(), BTreeSet::new());
    walk(&built(), "", &mut |path, command| {
        assert!(commands::about(path).is_some_and(has_japanese), "{path}");
        seen.insert(path.to_owned());
        if command.get_after_help().is_some_and(|help| !help.to_string().is_empty()) {
            assert!(examples::japanese(path).is_some_and(|text| text.starts_with("例:")), "{path}");
            with_examples.insert(path.to_owned());
        }
    });
    let mut known: BTreeSet<String> = commands::ABOUTS.iter().map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(seen, known);
    known.remove("help");
    assert_eq!(with_examples, known);
}

#[test]
fn every_option_has_a_japanese_text() {
    // The English text of each row: an option that means something else in another command needs a row of its own.
    let mut used: BTreeMap<*const options::Row, String> = BTreeMap::new();
    each_arg(&mut |path, arg| {
        let id = arg.get_id().as_str();
        let row = options::row(path, id).unwrap_or_else(|| panic!("{path}: {id} has no Japanese text"));
        assert!(has_japanese(row.text), "{path}: {id}");
        let english = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let known = used.entry(std::ptr::from_ref(row)).or_insert_with(|| english.clone());
        assert_eq!(*known, english, "{path}: {id}");
    });
    for row in options::OPTIONS {
        assert!(used.contains_key(&std::ptr::from_ref(row)), "{}: {} is for no option", row.id, row.text);
    }
}

#[test]
fn every_value_and_heading_has_a_japanese_text() {
    let (mut seen, mut headings) = (BTreeSet::new(), BTreeSet::new());
    each_arg(&mut |_, arg| {
        headings.extend(arg.get_help_heading().map(str::to_owned));
        if !arg.get_action().takes_values() {
            return;
        }
        for value in arg.get_possible_values().iter().filter(|value| value.get_help().is_some()) {
            seen.insert((arg.get_id().to_string(), value.get_name().to_owned()));
        }
    });
    let known = values::VALUES.iter().map(|row| (row.0.to_owned(), row.1.to_owned())).collect();
    assert_eq!(seen, known);
    assert_eq!(headings, HEADINGS.iter().map(|(english, _)| (*english).to_owned()).collect());
}

#[test]
fn no_help_says_anything_in_clap_s_english() {
    let words =
        ["Usage", "Options:", "Arguments:", "Commands:", "[default", "possible values", "Possible", "Print"];
    let mut check = |path: &str, command: &Command| {
        let mut command = command.clone();
        for help in [command.render_help(), command.render_long_help()] {
            let help = help.to_string();
            assert!(help.contains("使い方: "), "{path}: {help}");
            assert!(words.iter().all(|word| !help.contains(word)), "{path}: {help}");
        }
    };
    walk(&command(), "", &mut check);
}

#[test]
fn a_help_in_japanese() {
    let mut command = command();
    let bench = command.find_subcommand_mut("bench").and_then(|bench| bench.find_subcommand_mut("play"));
    let help = bench.expect("a command").render_help().to_string();
    assert_eq!(
        help,
        "決まった局面での対局エンジンの局面数と速さ（スレッド一つ）\n\n使い方: tsumugi bench play [OPTIONS]\n\n\
         オプション:\n      --depth <DEPTH>  探索する手数 [省略時: 11]\n      --json           一つの JSON オブジェクト\n\n\
         全般:\n      --lang <LANG>      答えの言語。auto は LC_ALL, LC_MESSAGES, LANG に従う [省略時: auto] [値: ja, en, auto]\n  \
         -q, --quiet            進み具合を示さない。警告は、問題を取り違えたおそれのあるものだけを示す\n  \
         -v, --verbose...       動作を記録する: -v は info、-vv は debug、-vvv は trace。RUST_LOG ならさらに細かく\n      \
         --log-file <FILE>  記録を標準エラー出力でなくファイルに追加する\n  \
         -h, --help             この説明を示す（-h は短く、--help は長く）\n\n\
         例:\n  tsumugi bench play --depth 8\n"
    );
}
