//! What the operating system says of files.

use super::{Lang, ja};
use std::io::{self, ErrorKind};

/// What the system says, in a language.
pub fn system_text(error: &io::Error, lang: Lang) -> String {
    error_text(error.kind(), &error.to_string(), lang)
}

/// The same for an error of which only the kind and the English text are kept.
pub(super) fn error_text(kind: ErrorKind, english: &str, lang: Lang) -> String {
    match lang {
        Lang::Ja => ja::system::error(kind, english),
        Lang::En => english.to_owned(),
    }
}
