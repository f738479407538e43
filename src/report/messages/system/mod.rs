//! What the operating system says of files, or this program in its place.

mod ja;

use super::message::Message;
use crate::notation::read::CompressedError;
use crate::report::Lang;
use crate::store::FolderRemoved;
use std::io::{self, ErrorKind};

/// What an error of the system says, in a language. Errors of this program that come inside of one say what they say.
pub fn system_text(error: &io::Error, lang: Lang) -> String {
    let inner = error.get_ref();
    if let Some(packed) = inner.and_then(|inner| inner.downcast_ref::<CompressedError>()) {
        return packed.message(lang);
    }
    if let Some(removed) = inner.and_then(|inner| inner.downcast_ref::<FolderRemoved>()) {
        return removed.message(lang);
    }
    error_text(error.kind(), &error.to_string(), lang)
}

/// The text of an error of which only the kind and the English text are kept, in a language.
pub fn error_text(kind: ErrorKind, english: &str, lang: Lang) -> String {
    match lang {
        Lang::Ja => ja::error(kind, english),
        Lang::En => english.to_owned(),
    }
}
