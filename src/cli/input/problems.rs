//! The problems of INPUT arguments.

use super::arguments::{Argument, arguments};
use super::failure::{Failure, Item};
use super::hints::{hint_at_illegal_side_moves, hint_at_lack};
use super::shares::Dealer;
use super::text_items::TextItems;
use crate::cli::args::{EncodingFlag, InputFlags, ReadingFlags};
use crate::cli::fatal_error::FatalError;
use crate::notation::read::Encoding;
use crate::report::{Lang, ProblemError, lack_text};
use std::ffi::OsString;
use std::iter;

/// Every problem of every input in order, each read when it is asked for, with a failure in the place of what cannot
/// be read. An input without any problem is a failure too: the user who names it expects one. With `--shard` only the
/// problems of that shard are returned.
pub fn problems<'a>(inputs: &'a [OsString], reading: &ReadingFlags) -> impl Iterator<Item = Item> + use<'a> {
    let is_strict = reading.strict;
    read(inputs, reading).map(move |item| checked(item, is_strict))
}

/// The only problem of the inputs, for a flag that takes one problem.
///
/// # Errors
/// The inputs contain no problem, or more than one.
pub fn only_problem(inputs: &InputFlags, flag: &str) -> Result<Item, FatalError> {
    let mut problems = problems(&inputs.inputs, &inputs.reading);
    match (problems.next(), problems.next()) {
        (Some(problem), None) => Ok(problem),
        _ => Err(FatalError::new(
            format!("{flag} takes one problem at a time, but the input has several: give one of them"),
            format!("{flag} は一題ずつです: 入力に複数の問題があります"),
        )),
    }
}

/// Like [`problems`], without the checks of [`checked`].
pub(super) fn read<'a>(
    inputs: &'a [OsString],
    reading: &ReadingFlags,
) -> impl Iterator<Item = Item> + use<'a> {
    let encoding = match reading.encoding {
        EncodingFlag::Auto => Encoding::Auto,
        EncodingFlag::Utf8 => Encoding::Utf8,
        EncodingFlag::ShiftJis => Encoding::ShiftJis,
    };
    let refuses_illegal_moves = reading.refuses_illegal_moves;
    let items =
        arguments(inputs).flat_map(move |argument| items_of(&argument, encoding, refuses_illegal_moves));
    let mut dealer = reading.shard.map(Dealer::new);
    items.filter(move |item| dealer.as_mut().is_none_or(|dealer| dealer.takes(item.as_ref().ok())))
}

/// The problems of an argument; a failure if it contains none.
fn items_of(
    argument: &Argument,
    encoding: Encoding,
    refuses_illegal_moves: bool,
) -> impl Iterator<Item = Item> + use<> {
    let mut items = argument.texts().flat_map(move |text| -> Box<dyn Iterator<Item = Item>> {
        match text {
            Ok(text) => Box::new(TextItems::new(text, encoding, refuses_illegal_moves)),
            Err(failure) => Box::new(iter::once(Err(failure))),
        }
    });
    let first = items.next().unwrap_or_else(|| Err(argument.no_problems()));
    iter::once(first).chain(items)
}

/// Under `--strict`, refuses a problem whose text is ambiguous or lacks something; otherwise prints a hint about it.
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
            hint_at_illegal_side_moves(&problem);
            Ok(problem)
        }
    }
}
