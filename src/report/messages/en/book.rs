//! Messages in English about errors in opening books.

use crate::book::{BookError, BookFault, HEADER};
use crate::report::Lang;
use crate::report::messages::system_text;

/// The reason why a book cannot be used.
pub(in crate::report::messages) fn book_error(error: &BookError) -> String {
    match error {
        BookError::Io(error) => system_text(error, Lang::En),
        BookError::NoBook { found } => {
            format!("not an opening book of this format: its first line is `{found}`, expected `{HEADER}`")
        }
        BookError::Version { found } => {
            format!("version `{found}` of the format is not known, expected `{HEADER}` in the first line")
        }
        BookError::Line { line, fault } => format!("line {line}: {}", book_fault(fault)),
        BookError::Unsorted { line } => {
            format!("line {line}: the positions are not sorted: `tsumugi book sort` writes a sorted book")
        }
    }
}

fn book_fault(fault: &BookFault) -> String {
    match fault {
        BookFault::Position(error) => super::position::sfen_error(error),
        BookFault::NoPosition => {
            "a move before the first position: a line `sfen …` must come before it".to_owned()
        }
        BookFault::Move { found } => format!("`{found}` is not a USI move"),
        BookFault::Illegal { found } => format!("{found} is illegal in its position"),
        BookFault::Number { found } => {
            format!("`{found}` is not a number; a move is followed by a reply, a value, a depth and a count")
        }
    }
}
