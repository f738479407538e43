//! `--help` in Japanese: the same commands and options with other texts.
//!
//! clap writes its own words (headings, defaults, possible values) in English, so these are written here, too. The
//! texts stand in tables; the tests hold them against all that can be typed.

mod commands;
mod options;
#[cfg(test)]
mod tests;
mod values;

use super::CommandLine;
use super::examples;
use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};

/// The headings of options, in both languages.
const HEADINGS: &[(&str, &str)] = &[
    ("Input", "入力"),
    ("Problem", "問題"),
    ("Composing", "創作"),
    ("Limits", "制限"),
    ("Output", "出力"),
    #[cfg(feature = "serve")]
    ("Server", "サーバー"),
    ("Long runs", "長時間の探索"),
    ("Several machines", "複数のマシン"),
    ("General", GENERAL),
];
const GENERAL: &str = "全般";

/// As clap's own, but for the word before the usage.
const TEMPLATE: &str = "{before-help}{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}";

/// The command line whose help is in Japanese.
pub fn command() -> Command {
    let mut command = CommandLine::command();
    // The options that all commands have, and those of clap itself, are there from then on.
    command.build();
    translated(command, "")
}

/// A command and all below it. `path` are the names that lead to it.
fn translated(command: Command, path: &str) -> Command {
    let key = key(path);
    let about = commands::about(&key).unwrap_or_default();
    let mut command = command
        .about(about)
        .long_about(None)
        .help_template(TEMPLATE)
        .subcommand_help_heading("コマンド")
        .subcommand_value_name("コマンド")
        .mut_args(|arg| translated_arg(arg, &key));
    if let Some(examples) = examples::japanese(&key) {
        command = command.after_help(examples);
    }
    command.mut_subcommands(|inner| {
        let path = format!("{path} {}", inner.get_name());
        translated(inner, path.trim_start())
    })
}

/// What the tables call a command: `help`, wherever it stands, is the same, and the commands behind it are those that
/// it is about.
fn key(path: &str) -> String {
    match path.strip_suffix("help") {
        Some(_) => "help".to_owned(),
        None => path.split(' ').filter(|name| *name != "help").collect::<Vec<_>>().join(" "),
    }
}

fn translated_arg(arg: Arg, path: &str) -> Arg {
    let heading = match (arg.get_id().as_str(), arg.get_help_heading()) {
        ("help" | "version", _) => GENERAL,
        (_, Some(heading)) => {
            HEADINGS.iter().find(|(english, _)| *english == heading).map_or("", |row| row.1)
        }
        _ if arg.is_positional() => "引数",
        _ => "オプション",
    };
    let text = options::text(path, arg.get_id().as_str()).unwrap_or_default();
    let (short, long) = (short_help(&arg, text), long_help(&arg, text));
    let arg = arg.help_heading(heading).help(short).long_help(long);
    if arg.get_action().takes_values() {
        arg.hide_default_value(true).hide_possible_values(true)
    } else {
        arg
    }
}

fn short_help(arg: &Arg, text: &str) -> String {
    let names: Vec<String> = shown_values(arg).iter().map(|value| value.get_name().to_owned()).collect();
    let values = (!names.is_empty()).then(|| format!(" [値: {}]", names.join(", ")));
    let default = default(arg).map(|default| format!(" {default}"));
    [Some(text.to_owned()), default, values].into_iter().flatten().collect()
}

fn long_help(arg: &Arg, text: &str) -> String {
    let (id, shown) = (arg.get_id().as_str(), shown_values(arg));
    let longest = shown.iter().map(|value| value.get_name().len()).max().unwrap_or(0);
    let lines = shown.iter().map(|value| {
        let name = value.get_name();
        match values::text(id, name) {
            Some(text) => format!("- {:<width$} {text}", format!("{name}:"), width = longest + 1),
            None => format!("- {name}"),
        }
    });
    let values = (!shown.is_empty()).then(|| format!("値:\n{}", lines.collect::<Vec<_>>().join("\n")));
    [Some(text.to_owned()), values, default(arg)].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// The values that an option may have, where it takes one of several words.
fn shown_values(arg: &Arg) -> Vec<PossibleValue> {
    let takes_values = arg.get_action().takes_values();
    let values = if takes_values { arg.get_possible_values() } else { Vec::new() };
    values.into_iter().filter(|value| !value.is_hide_set()).collect()
}

/// What an option is when it is not given.
fn default(arg: &Arg) -> Option<String> {
    let values: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let is_shown = arg.get_action().takes_values() && !values.is_empty();
    is_shown.then(|| format!("[省略時: {}]", values.join(" ")))
}
