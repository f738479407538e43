//! The problems of INPUT arguments.

use super::arguments::{Argument, Text, arguments};
use super::failure::Failure;
use super::hints::hint_at_lack;
use super::shares::Dealer;
use crate::cli::args::{EncodingFlag, InputFlags, ReadingFlags};
use crate::cli::fatal_error::FatalError;
use crate::notation::read::{Encoding, Reader};
use crate::problem::Problem;
use crate::report::{Lang, ProblemError, lack_text};
use std::ffi::OsString;
use std::io::BufRead;
use std::iter;

/// A text is given up when its first lines or records, this number of them, are all unreadable: it does not hold
/// problems.
const HOPELESS: usize = 100;

/// A problem, or what could not be read in its place.
pub type Item = Result<Problem, Failure>;

/// Every problem of every input in order, read when it is asked for, and what could not be read in its place. An input
/// without any problem is a failure too: whoever names it expects one. With `--shard` there is only the share.
pub fn problems<'a>(inputs: &'a [OsString], reading: &ReadingFlags) -> impl Iterator<Item = Item> + use<'a> {
    let is_strict = reading.strict;
    read(inputs, reading).map(move |item| checked(item, is_strict))
}

/// The only problem of the inputs, for a flag that takes no more.
///
/// # Errors
/// There is none, or another one.
pub fn only_problem(inputs: &InputFlags, flag: &str) -> Result<Item, FatalError> {
    let mut problems = problems(&inputs.inputs, &inputs.reading);
    match (problems.next(), problems.next()) {
        (Some(problem), None) => Ok(problem),
        _ => Err(FatalError::new(
            format!("{flag} takes one problem at a time: the input has several"),
            format!("{flag} は一題ずつです: 入力に複数の問題があります"),
        )),
    }
}

/// Like [`problems`], without [`checked`].
pub(super) fn read<'a>(
    inputs: &'a [OsString],
    reading: &ReadingFlags,
) -> impl Iterator<Item = Item> + use<'a> {
    let encoding = match reading.encoding {
        EncodingFlag::Auto => Encoding::Auto,
        EncodingFlag::Utf8 => Encoding::Utf8,
        EncodingFlag::ShiftJis => Encoding::ShiftJis,
    };
    let up_to_illegal_moves = reading.up_to_illegal_moves;
    let items =
        arguments(inputs).flat_map(move |argument| items_of(&argument, encoding, up_to_illegal_moves));
    let mut dealer = reading.shard.map(Dealer::new);
    items.filter(move |item| dealer.as_mut().is_none_or(|dealer| dealer.takes(item.as_ref().ok())))
}

/// The problems of an argument; a failure for one that holds none.
fn items_of(
    argument: &Argument,
    encoding: Encoding,
    up_to_illegal_moves: bool,
) -> impl Iterator<Item = Item> + use<> {
    let mut items = argument.texts().flat_map(move |text| -> Box<dyn Iterator<Item = Item>> {
        match text {
            Ok(text) => Box::new(TextItems::new(text, encoding, up_to_illegal_moves)),
            Err(failure) => Box::new(iter::once(Err(failure))),
        }
    });
    let first = items.next().unwrap_or_else(|| Err(argument.no_problems()));
    iter::once(first).chain(items)
}

/// The problems of a text.
struct TextItems {
    reader: Option<Reader<Box<dyn BufRead>>>,
    name: String,
    /// How many lines or records could not be read, as long as none could.
    failures: Option<usize>,
}

impl TextItems {
    fn new(Text { reader, name }: Text, encoding: Encoding, up_to_illegal_moves: bool) -> TextItems {
        let mut reader = Reader::new(reader, encoding, name.clone());
        if up_to_illegal_moves {
            reader = reader.up_to_illegal_moves();
        }
        log::info!("reading {name} as {:?}", reader.format());
        TextItems { reader: Some(reader), name, failures: Some(0) }
    }
}

impl Iterator for TextItems {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if self.failures == Some(HOPELESS) {
            self.reader.take()?;
            let message = format!("{HOPELESS} lines or records and no problem: the rest is not read");
            let japanese = format!("{HOPELESS}行(件)読んで問題がないので、残りは読みません");
            return Some(Err(Failure::new(self.name.clone(), message, japanese)));
        }
        let item = self.reader.as_mut()?.next()?;
        self.failures = self.failures.filter(|_| item.is_err()).map(|count| count + 1);
        Some(item.map_err(Failure::from))
    }
}

/// Refuses a problem whose text may mean something else under `--strict`; without it the user is told what.
pub(super) fn checked(item: Item, is_strict: bool) -> Item {
    let problem = item?;
    let place = problem.place.to_string();
    match problem.warnings.first() {
        Some(warning) if is_strict => {
            let line = Some(problem.place.line);
            let error = ProblemError { line, column: Some(1), message: lack_text(warning, Lang::En) };
            Err(Failure {
                id: problem.name(),
                place,
                error,
                japanese: Some(lack_text(warning, Lang::Ja).into()),
            })
        }
        _ => {
            problem.warnings.iter().for_each(|warning| hint_at_lack(&place, warning));
            Ok(problem)
        }
    }
}
