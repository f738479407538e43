//! Messages in English about errors in the text of problems.

use super::notation::{record_error, unreadable};
use super::position::{sfen_error, sfen_warning};
use crate::notation::read::CompressedError;
use crate::position::{Conditions, ParseConditionsError};
use crate::problem::{
    Contradiction, KEYS, LineError, LineErrorKind, MAX_LINE, ProblemWarning, QuestionError, ReadError,
    UnknownRule,
};
use crate::report::Lang;
use crate::report::messages::{Message, system_text};

/// The reason why a text cannot be read, without its place. An error in a line begins with the column.
pub(in crate::report::messages) fn read_error(error: &ReadError) -> String {
    match error {
        ReadError::Io { error, .. } => match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(packed) => CompressedError::message(packed, Lang::En),
            None => {
                let error = system_text(error, Lang::En);
                format!("cannot be read to its end: {error}: check the file")
            }
        },
        ReadError::Line(error) => line_error(error),
    }
}

/// The error in a line, after the column.
pub(in crate::report::messages) fn line_error(error: &LineError) -> String {
    let what = match &error.kind {
        // This message contains its own column.
        LineErrorKind::Position(error) => return sfen_error(error),
        LineErrorKind::TooLong => {
            format!("the line is longer than {} MiB, expected one problem per line", MAX_LINE >> 20)
        }
        LineErrorKind::NotUtf8 => {
            "the text is not UTF-8, expected text in UTF-8, or in Shift_JIS from the first Japanese letter on; \
             leave out --encoding utf-8 if it was given; --encoding shift-jis reads a text of which only the \
             beginning is UTF-8"
                .to_owned()
        }
        LineErrorKind::Notation { found, expected } => unreadable(found, expected),
        LineErrorKind::Record(error) => record_error(error),
        LineErrorKind::NoValue { token } => {
            format!("`{token}` is not metadata, expected key=value after `;`")
        }
        LineErrorKind::UnknownKey { token } => {
            format!("unknown key `{token}`, expected one of {}", KEYS.join(" "))
        }
        LineErrorKind::RepeatedKey { token } => {
            format!("the key `{token}` is given twice, expected it once per line")
        }
        LineErrorKind::Condition { error } => conditions_error(error),
        LineErrorKind::Value { key, token, expected } => {
            format!("`{token}` is not a value of `{key}`, expected {expected}")
        }
    };
    format!("column {}: {}", error.column, what)
}

/// The reason why a problem cannot be solved or checked.
pub(in crate::report::messages) fn question_error(error: &QuestionError) -> String {
    match error {
        QuestionError::NoKing => "no king on the board: put the defender's king there".to_owned(),
        QuestionError::Conditions { rule, conditions } => format!(
            "the condition {conditions} is for helpmates and helpselfmates, and this is a {rule}: leave it out, or \
             choose another rule"
        ),
        QuestionError::Illegal { defects, .. } => {
            format!("not a legal problem: {}", defects.message(Lang::En))
        }
    }
}

/// A part of the text of a problem that may not have been meant as it was read.
pub(in crate::report::messages) fn problem_warning(warning: &ProblemWarning) -> String {
    match warning {
        ProblemWarning::Position(warning) => sfen_warning(warning),
        ProblemWarning::UnknownRule(UnknownRule { key, value, words }) => {
            format!(
                "`{words}` in the header {key}：{value} is not a known rule or condition: it is ignored, and the \
                 answers may be those of another problem"
            )
        }
        ProblemWarning::Contradiction(Contradiction { first, second }) => {
            format!(
                "the headers {first} and {second} contradict each other: only the first is used, and the answers may \
                 be those of another problem"
            )
        }
    }
}

/// The reason why a text does not name valid conditions.
pub(in crate::report::messages) fn conditions_error(error: &ParseConditionsError) -> String {
    match error {
        ParseConditionsError::Unknown(text) => {
            format!("`{text}` is not a condition, expected {}", Conditions::NAMES)
        }
        ParseConditionsError::Contradiction { side, first, second } => {
            format!("{first} and {second} contradict each other for the {side}: leave one of them out")
        }
    }
}
