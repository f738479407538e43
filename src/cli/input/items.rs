//! What INPUT arguments stand for: an SFEN, a file, a folder, standard input; and the problems they hold.

use crate::cli::args::{EncodingFlag, ReadingFlags};
use crate::cli::fatal_error::system_text;
use crate::cli::input::failure::Failure;
use crate::cli::input::hints::hint_at_lack;
use crate::notation::read::{Encoding, Reader};
use crate::position::{SfenError, parse_position};
use crate::problem::Problem;
use crate::report::{Lang, Message, ProblemError};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The files of a folder that are read.
const EXTENSIONS: [&str; 10] = ["sfen", "txt", "usi", "kif", "kifu", "ki2", "ki2u", "bod", "csa", "jkf"];

/// A text whose first lines are all unreadable is not one of problems: so many are named.
const HOPELESS: usize = 100;

/// What the place of a problem from the command line begins with.
pub const ARGUMENT: &str = "argument ";

/// What a visitor of inputs answers: go on, or that was all.
pub type Visit = anyhow::Result<ControlFlow<()>>;

/// What a visitor is given: a problem, or why there is none.
pub type Item = Result<Problem, Failure>;

/// Hands out every problem of every input in order, one at a time, and what could not be read in its place. An input
/// without any problem is a failure too: whoever names it expects one. With `--shard` only the share is handed out.
///
/// # Errors
/// Those of the visitor.
pub fn for_each_problem(
    inputs: &[OsString],
    reading: &ReadingFlags,
    visitor: &mut dyn FnMut(Item) -> Visit,
) -> anyhow::Result<()> {
    let encoding = match reading.encoding {
        EncodingFlag::Auto => Encoding::Auto,
        EncodingFlag::Utf8 => Encoding::Utf8,
        EncodingFlag::ShiftJis => Encoding::ShiftJis,
    };
    let mut number = 0;
    let mut sharing = |item: Item| {
        number += 1;
        let is_ours = reading.shard.is_none_or(|shard| shard.contains(number));
        if is_ours { visitor(judged(item, reading.strict)) } else { Ok(ControlFlow::Continue(())) }
    };
    let mut index = 0;
    while let Some(input) = inputs.get(index) {
        let words = unquoted_words(&inputs[index..]);
        index += words.max(1);
        if words > 0 {
            if sharing(Err(unquoted(&inputs[index - words..index])))?.is_break() {
                return Ok(());
            }
            continue;
        }
        let mut is_empty = true;
        let mut counting = |item: Item| {
            is_empty = false;
            sharing(item)
        };
        let mut source = Source { encoding, visitor: &mut counting };
        if source.input(input, index)?.is_break() {
            return Ok(());
        }
        if is_empty && sharing(Err(no_problems(input)))?.is_break() {
            return Ok(());
        }
    }
    Ok(())
}

/// A problem whose text lacks something is refused where that is asked for; else the lack is said.
fn judged(item: Item, is_strict: bool) -> Item {
    let problem = item?;
    match problem.warning {
        Some(warning) if is_strict => {
            let place = problem.place.to_string();
            let line = Some(problem.place.line);
            let error = ProblemError { line, column: Some(1), message: warning.message(Lang::En) };
            Err(Failure {
                id: problem.name(),
                place,
                error,
                japanese: Some(warning.message(Lang::Ja).into()),
            })
        }
        Some(warning) => {
            hint_at_lack(&problem.place.to_string(), warning);
            Ok(problem)
        }
        None => Ok(problem),
    }
}

/// What is read, how, and for whom.
struct Source<'a> {
    encoding: Encoding,
    visitor: &'a mut dyn FnMut(Item) -> Visit,
}

impl Source<'_> {
    fn input(&mut self, input: &OsStr, number: usize) -> Visit {
        let path = Path::new(input);
        if input == "-" {
            return self.text(io::stdin().lock(), "stdin");
        }
        if path.is_dir() {
            return self.folder(path);
        }
        if path.exists() {
            return self.file(path);
        }
        match input.to_str().filter(|text| is_meant_as_sfen(text)) {
            Some(text) => self.text(text.as_bytes(), &format!("{ARGUMENT}{number}")),
            None => (self.visitor)(Err(not_found(path))),
        }
    }

    fn text(&mut self, text: impl BufRead, name: &str) -> Visit {
        let reader = Reader::new(text, self.encoding, name);
        log::info!("reading {name} as {:?}", reader.format());
        let mut failures = Some(0);
        for item in reader {
            failures = failures.filter(|_| item.is_err()).map(|count| count + 1);
            if (self.visitor)(item.map_err(Failure::from))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if failures == Some(HOPELESS) {
                let message = format!("{HOPELESS} lines or records and no problem: the rest is not read");
                let japanese = format!("{HOPELESS}行(件)読んで問題がないので、残りは読みません");
                return (self.visitor)(Err(Failure::new(name.to_owned(), message, japanese)));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn file(&mut self, path: &Path) -> Visit {
        match File::open(path) {
            Ok(file) => self.text(BufReader::new(file), &path.display().to_string()),
            Err(error) => (self.visitor)(Err(unreadable(path, &error))),
        }
    }

    /// Everything below a folder, in the order of the names. Links to folders are not followed: they may lead in
    /// circles.
    fn folder(&mut self, folder: &Path) -> Visit {
        let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => return (self.visitor)(Err(unreadable(folder, &error))),
        };
        entries.sort_by_key(|entry| entry.file_name());
        for entry in entries {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let step = if is_folder {
                self.folder(&path)?
            } else if is_problem_file(&path) {
                self.file(&path)?
            } else {
                ControlFlow::Continue(())
            };
            if step.is_break() {
                return Ok(step);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Whether a file of a folder is read.
pub fn is_problem_file(path: &Path) -> bool {
    let extension = |path: &Path| path.extension().and_then(OsStr::to_str).map(str::to_owned);
    let inner = match extension(path).as_deref() {
        Some("gz") => path.file_stem().map(Path::new).and_then(extension),
        _ => extension(path),
    };
    inner.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str())) && path.is_file()
}

/// Whether a text that names no file is better answered by what is wrong with it as an SFEN.
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

/// How many of these arguments, from the first one on, are the words of an SFEN that lacks its quotes; 0 if the first
/// begins none.
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
    // Another board behind the first one is another problem.
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
    let message = "no such file or folder, and no SFEN: give a path, or an SFEN in quotes";
    let japanese =
        "ファイルもフォルダーもなく、SFEN でもありません: パスか、引用符で囲んだ SFEN を書いてください";
    Failure::new(short(path), message.to_owned(), japanese.to_owned())
}

/// A file or folder that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        short(path),
        format!("cannot be read: {error}: check the path and its permissions"),
        format!("読めません: {}: パスと権限を確かめてください", system_text(error, Lang::Ja)),
    )
}

fn no_problems(input: &OsStr) -> Failure {
    let path = PathBuf::from(input);
    let (message, japanese) = if path.is_dir() {
        (
            "no problems in this folder: put them into files whose names end with .sfen, .txt, .kif, .ki2, .csa or .jkf",
            "このフォルダーに問題がありません: 名前が .sfen .txt .kif .ki2 .csa .jkf で終わるファイルに書いてください",
        )
    } else {
        (
            "no problem in it: write one SFEN a line, or a KIF, KI2, CSA or JKF record",
            "問題がありません: 一行に一つの SFEN、または KIF, KI2, CSA, JKF の棋譜を書いてください",
        )
    };
    Failure::new(short(&path), message.to_owned(), japanese.to_owned())
}

/// A path as a message shows it; an argument that is no path may be very long.
fn short(path: &Path) -> String {
    const LONGEST: usize = 200;
    let name = path.display().to_string();
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}
