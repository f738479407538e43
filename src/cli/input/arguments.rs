//! What INPUT arguments denote: standard input, a file, a folder or an SFEN.

use super::certificates::begins_certificate;
use super::failure::Failure;
use super::files::{EXTENSIONS, FilesBelow, short, unreadable};
use super::own_output::{is_standard_input, is_standard_output};
use crate::position::{SfenError, parse_position};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::iter;
use std::path::{Path, PathBuf};

/// The prefix of the place of a problem whose SFEN is an argument; a number follows.
pub const ARGUMENT: &str = "argument ";

/// What an INPUT argument denotes.
pub(super) enum Argument<'a> {
    /// Standard input, a file or a folder; or something that does not exist.
    Place(&'a OsStr),
    /// An SFEN, and the number of the argument.
    Sfen(&'a str, usize),
    /// The words of an SFEN that was typed without quotes.
    Unquoted(&'a [OsString]),
}

/// A text that contains problems, and its name in the places of problems.
pub(super) struct Text {
    pub reader: Box<dyn BufRead>,
    pub name: String,
}

/// The texts of an argument, each opened when it is asked for; a failure in the place of a text that cannot be
/// opened.
pub(super) type Texts = Box<dyn Iterator<Item = Result<Text, Failure>>>;

/// What the arguments denote, one after the other.
pub(super) fn arguments(inputs: &[OsString]) -> impl Iterator<Item = Argument<'_>> {
    let mut index = 0;
    iter::from_fn(move || {
        let rest = inputs.get(index..).filter(|rest| !rest.is_empty())?;
        let words = unquoted_words(rest);
        index += words.max(1);
        Some(match rest[0].to_str() {
            _ if words > 0 => Argument::Unquoted(&rest[..words]),
            Some(text) if text != "-" && !Path::new(text).exists() && is_meant_as_sfen(text) => {
                Argument::Sfen(text, index)
            }
            _ => Argument::Place(&rest[0]),
        })
    })
}

impl Argument<'_> {
    /// The texts that this argument denotes.
    pub fn texts(&self) -> Texts {
        match self {
            Argument::Unquoted(words) => once(Err(unquoted(words))),
            Argument::Sfen(text, number) => {
                let name = format!("{ARGUMENT}{number}");
                once(Ok(Text { reader: Box::new(Cursor::new((*text).to_owned())), name }))
            }
            Argument::Place(place) if *place == "-" => once(standard_input()),
            Argument::Place(place) => {
                let path = Path::new(place);
                if path.is_dir() {
                    Box::new(FilesBelow::new(path).map(|path| open(&path?)))
                } else if path.exists() {
                    once(open(path))
                } else {
                    once(Err(not_found(path)))
                }
            }
        }
    }

    /// The failure for an argument without any problem: the user who names it expects one.
    pub fn no_problems(&self) -> Failure {
        match self {
            Argument::Place(place) => no_problems(place),
            Argument::Sfen(text, _) => no_problems(OsStr::new(text)),
            Argument::Unquoted(words) => unquoted(words),
        }
    }
}

fn once(text: Result<Text, Failure>) -> Texts {
    Box::new(iter::once(text))
}

fn standard_input() -> Result<Text, Failure> {
    const NAME: &str = "stdin";
    if is_standard_input() {
        return Err(own_output(Path::new(NAME)));
    }
    text(io::stdin().lock(), Path::new(NAME))
}

fn open(path: &Path) -> Result<Text, Failure> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    if is_standard_output(&file) {
        return Err(own_output(path));
    }
    text(BufReader::new(file), path)
}

/// Opens a text, unless its beginning shows that it is a certificate, which contains no problems.
fn text(mut reader: impl BufRead + 'static, path: &Path) -> Result<Text, Failure> {
    // A read error is not reported here, but when the problems are read.
    if reader.fill_buf().is_ok_and(begins_certificate) {
        return Err(certificate(path));
    }
    Ok(Text { reader: Box::new(reader), name: path.display().to_string() })
}

/// Whether a text that does not name a file is probably an SFEN, so that the error should say what is wrong with it
/// as an SFEN.
fn is_meant_as_sfen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next();
    // A deep path has as many slashes as a board.
    let is_path = first.starts_with(['/', '.', '~']) || Path::new(first).extension().is_some();
    matches!(first, "position" | "sfen" | "startpos")
        || first.matches('/').count() >= 7 && !is_path
        || first.contains('/') && matches!(second, Some("b" | "w")) && !is_path
        || matches!(
            parse_position(text),
            Ok(_) | Err(SfenError::Address { .. } | SfenError::InAddress { .. })
        )
}

/// How many of these arguments, from the first one on, are the words of an SFEN that was typed without quotes; 0 if
/// the first one does not begin such an SFEN.
fn unquoted_words(inputs: &[OsString]) -> usize {
    let word = |index: usize| {
        let text = inputs.get(index)?.to_str()?;
        let is_word = text.chars().all(|c| c.is_ascii_alphanumeric() || "/*+-".contains(c));
        (is_word && !text.is_empty() && !Path::new(text).exists()).then_some(text)
    };
    let is_board = |text: &str| text.matches('/').count() >= 7;
    let is_head = |text: &str| matches!(text, "position" | "sfen");
    let (Some(first), Some(second)) = (word(0), word(1)) else { return 0 };
    let is_begun = is_meant_as_sfen(first) && matches!(second, "b" | "w")
        || is_head(first) && (is_head(second) || is_board(second) || second == "startpos");
    if !is_begun {
        return 0;
    }
    let mut count = 1;
    // Another board begins another problem.
    while word(count).is_some_and(|text| !is_board(text) || word(count - 1).is_some_and(is_head)) {
        count += 1;
    }
    count
}

fn unquoted(words: &[OsString]) -> Failure {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let sfen = words.join(" ");
    let message = format!("an SFEN is one argument: put it in quotes: \"{sfen}\"");
    let japanese = format!("SFEN は一つの引数です: 引用符で囲んでください: \"{sfen}\"");
    Failure::new(short(Path::new(words[0].as_ref())), message, japanese)
}

fn not_found(path: &Path) -> Failure {
    let message = "no such file or folder, and not an SFEN: give a path, or an SFEN in quotes";
    let japanese =
        "ファイルもフォルダーもなく、SFEN でもありません: パスか、引用符で囲んだ SFEN を書いてください";
    Failure::new(short(path), message.to_owned(), japanese.to_owned())
}

fn certificate(path: &Path) -> Failure {
    let message = "this is a certificate, not a problem: `tsumugi verify-certificate FILE` checks its proof, and \
                   `tsumugi ask FILE` shows what follows after given moves";
    let japanese = "問題ではなく証明書です: 証明は `tsumugi verify-certificate FILE` で確かめ、\
                    `tsumugi ask FILE` で手順の後を尋ねられます";
    Failure::new(short(path), message.to_owned(), japanese.to_owned())
}

fn own_output(path: &Path) -> Failure {
    let message = "standard output is written to this file, which would never end: write to another file";
    let japanese = "標準出力がこのファイルに向いていて、読み終わりません: 別のファイルに書いてください";
    Failure::new(short(path), message.to_owned(), japanese.to_owned())
}

fn no_problems(input: &OsStr) -> Failure {
    let path = PathBuf::from(input);
    let (message, japanese) = if path.is_dir() {
        let endings = EXTENSIONS.map(|ending| format!(".{ending}")).join(" ");
        (
            format!(
                "no problems in this folder: put them into files whose names end with one of {endings}, packed (.gz) or not"
            ),
            format!(
                "このフォルダーに問題がありません: 名前が {endings} (.gz 付きも可) で終わるファイルに書いてください"
            ),
        )
    } else {
        (
            "no problem in this input: write one SFEN per line, or a KIF, KI2, CSA or JKF record".to_owned(),
            "問題がありません: 一行に一つの SFEN、または KIF, KI2, CSA, JKF の棋譜を書いてください"
                .to_owned(),
        )
    };
    Failure::new(short(&path), message, japanese)
}
