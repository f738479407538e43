//! What is wrong with a command line. clap says it in English; here it is said in Japanese.

use crate::cli::args::{LangFlag, japanese_command};
use crate::cli::language::Bilingual;
use crate::cli::stderr::tell_raw;
use crate::position::parse_position;
use crate::report::Lang;
use clap::ValueEnum;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::ParseFloatError;
use std::path::Path;

/// The `--lang` of a command line that need not be right in anything else.
pub fn asked_language(arguments: impl IntoIterator<Item = OsString>) -> LangFlag {
    let mut words = arguments.into_iter().filter_map(|word| word.into_string().ok());
    let mut asked = LangFlag::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--lang") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        asked = value.and_then(|value| LangFlag::from_str(&value, false).ok()).unwrap_or(asked);
    }
    asked
}

/// Shows what clap has to say, in a language: an error, or the help that was asked for.
///
/// # Errors
/// The help cannot be written. An error that cannot be told is none.
pub fn show(error: &Error, lang: Lang) -> io::Result<()> {
    let shown = match (lang, error.kind()) {
        (Lang::Ja, ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) => {
            // Read again, so that the help is that of the same command.
            let again = japanese_command().try_get_matches_from(std::env::args_os());
            again.err().as_ref().unwrap_or(error).print()
        }
        (Lang::Ja, _) => match japanese(error) {
            Some(text) => {
                tell_raw(&text);
                return Ok(());
            }
            None => error.print(),
        },
        (Lang::En, _) => error.print(),
    };
    if error.use_stderr() { Ok(()) } else { shown.and_then(|()| io::stdout().flush()) }
}

/// The error in Japanese, with what could have been meant and how the command is used; `None` for help, and for what
/// has no words here.
fn japanese(error: &Error) -> Option<String> {
    let argument = || text(error, ContextKind::InvalidArg);
    let value = || text(error, ContextKind::InvalidValue);
    let what = match error.kind() {
        ErrorKind::InvalidValue if value().is_none_or(|value| value.is_empty()) => {
            format!("'{}' に値がありません", argument()?)
        }
        ErrorKind::InvalidValue => format!("'{}' は '{}' の値ではありません", value()?, argument()?),
        ErrorKind::ValueValidation => {
            format!("'{}' は '{}' の値として読めません。{}", value()?, argument()?, expected(error))
        }
        ErrorKind::UnknownArgument => format!("'{}' という引数はありません", argument()?),
        ErrorKind::InvalidSubcommand => {
            format!("'{}' というコマンドはありません", text(error, ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::MissingRequiredArgument => format!("引数が足りません: {}", argument()?),
        ErrorKind::MissingSubcommand => {
            format!("'{}' の後にコマンドが必要です", text(error, ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::ArgumentConflict => match text(error, ContextKind::PriorArg) {
            Some(prior) if Some(&prior) != argument().as_ref() => {
                format!("'{}' は '{prior}' と一緒には使えません", argument()?)
            }
            _ => format!("'{}' は一度しか使えません", argument()?),
        },
        ErrorKind::TooManyValues => format!("'{}' に余分な値 '{}' があります", argument()?, value()?),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("'{}' の値の数が違います", argument()?)
        }
        ErrorKind::NoEquals => format!("'{}' の値は = の後に書きます", argument()?),
        ErrorKind::InvalidUtf8 => "引数が UTF-8 ではありません".to_owned(),
        _ => return None,
    };
    let mut lines = vec![format!("エラー: {what}")];
    for (kind, title) in [(ContextKind::ValidValue, "使える値"), (ContextKind::ValidSubcommand, "コマンド")]
    {
        lines.extend(
            text(error, kind).filter(|list| !list.is_empty()).map(|list| format!("  [{title}: {list}]")),
        );
    }
    let suggested =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    for meant in suggested.into_iter().filter_map(|kind| texts(error, kind)) {
        // clap names the likeliest last.
        let names: Vec<String> = meant.iter().rev().map(|name| format!("'{name}'")).collect();
        lines.push(format!("\n  {} のことでしょうか", names.join(" か ")));
    }
    if let Some(usage) = text(error, ContextKind::Usage) {
        let words = [("Usage:", "使い方:"), ("[COMMAND]", "[コマンド]"), ("<COMMAND>", "<コマンド>")];
        let usage =
            words.into_iter().fold(usage, |usage, (english, japanese)| usage.replace(english, japanese));
        lines.push(format!("\n{usage}"));
    }
    lines.push("\n詳しくは '--help' を見てください。\n".to_owned());
    Some(lines.join("\n"))
}

/// What stands where a command should, when it is something to read, as a shell takes it.
pub fn input_without_command(error: &Error) -> Option<String> {
    let word = text(error, ContextKind::InvalidSubcommand)?;
    (Path::new(&word).exists() || parse_position(&word).is_ok()).then(|| quoted(Path::new(&word)))
}

/// A path as a shell takes it, and not for an option.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:=@".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// What a value should have been.
fn expected(error: &Error) -> String {
    match error.source() {
        Some(source) if source.is::<ParseFloatError>() => "必要なのは数です".to_owned(),
        Some(source) => match source.downcast_ref::<Bilingual>() {
            Some(bilingual) => bilingual.text(Lang::Ja).to_owned(),
            None => String::new(),
        },
        None => String::new(),
    }
}

/// A part of the error as plain text.
fn text(error: &Error, kind: ContextKind) -> Option<String> {
    texts(error, kind).map(|texts| texts.join(", "))
}

/// What a part of the error lists, as plain texts.
fn texts(error: &Error, kind: ContextKind) -> Option<Vec<String>> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(vec![text.clone()]),
        ContextValue::Strings(texts) => Some(texts.clone()),
        ContextValue::StyledStr(text) => Some(vec![text.to_string()]),
        ContextValue::Number(number) => Some(vec![number.to_string()]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::CommandLine;
    use clap::Parser;

    #[test]
    fn paths_are_quoted_for_a_shell() {
        for (path, expected) in [
            ("run/ck-1", "run/ck-1"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("-x", "./-x"),
            ("-x y", "'./-x y'"),
        ] {
            assert_eq!(quoted(Path::new(path)), expected);
        }
    }

    #[test]
    fn the_language_is_known_whatever_else_is_wrong() {
        let asked = |words: &str| asked_language(words.split(' ').map(OsString::from));
        assert_eq!(asked("tsumugi slove --lang ja x"), LangFlag::Ja);
        assert_eq!(asked("tsumugi --lang=ja --lang=en --bad"), LangFlag::En);
        for words in ["tsumugi", "tsumugi --lang", "tsumugi --language ja", "tsumugi --lang fr"] {
            assert_eq!(asked(words), LangFlag::Auto, "{words}");
        }
    }

    #[test]
    fn every_kind_of_error_is_japanese() {
        for (words, start) in [
            ("solve", "エラー: 引数が足りません: <INPUT>...\n\n使い方: tsumugi solve "),
            (
                "exten x",
                "エラー: 'exten' というコマンドはありません\n\n  'extend' のことでしょうか\n\n使い方: tsumugi ",
            ),
            (
                "slove x",
                "エラー: 'slove' というコマンドはありません\n\n  'solve' か 'serve' のことでしょうか\n\n使い方: tsumugi [OPTIONS] [コマンド]",
            ),
            ("solve --tme 3s x", "エラー: '--tme' という引数はありません\n\n  '--time' のことでしょうか\n"),
            (
                "solve --time 3x x",
                "エラー: '3x' は '--time <TIME>' の値として読めません。必要なのは 500ms, 10s, 2m, 1h のような数と単位です (単位がなければ秒)\n",
            ),
            ("show --apply x3 x", "エラー: 'x3' は '--apply <N>' の値として読めません。必要なのは整数です\n"),
            (
                "solve --threads 0 x",
                "エラー: '0' は '--threads <THREADS>' の値として読めません。範囲外です (",
            ),
            ("solve --lang", "エラー: '--lang <LANG>' に値がありません\n  [使える値: ja, en, auto]\n"),
            (
                "solve --rule hepmate x",
                "エラー: 'hepmate' は '--rule <RULE>' の値ではありません\n  [使える値: helpmate, tsume, helpselfmate]\n\n  \
                 'helpmate' のことでしょうか\n",
            ),
            ("solve --json --format kif x", "エラー: '--json' は '--format <FORMAT>' と一緒には使えません\n"),
            ("solve --json --json x", "エラー: '--json' は一度しか使えません\n"),
        ] {
            let words = std::iter::once("tsumugi").chain(words.split(' '));
            let error = CommandLine::try_parse_from(words).expect_err("an error");
            let said = japanese(&error).expect("words");
            assert!(said.starts_with(start), "{said}");
            assert!(said.ends_with("見てください。\n"), "{said}");
        }
        for words in [["tsumugi", "--help"], ["tsumugi", "--version"]] {
            assert_eq!(japanese(&CommandLine::try_parse_from(words).expect_err("no error")), None);
        }
    }
}
