//! Errors that end a run: a message in both languages, with the error of the operating system.

use crate::cli::language::Bilingual;
use crate::report::{self, Lang};
use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::Path;

/// An error that ends a run, or a part of it. `Display` shows it in English.
#[derive(Debug)]
pub struct FatalError {
    text: Bilingual,
    cause: Option<io::Error>,
}

impl FatalError {
    /// An error that says in English and in Japanese what is wrong, where, and what to do.
    pub fn new(english: impl Into<Cow<'static, str>>, japanese: impl Into<Cow<'static, str>>) -> FatalError {
        FatalError { text: Bilingual::new(english, japanese), cause: None }
    }

    /// This error with the I/O error that caused it.
    pub fn caused_by(self, cause: io::Error) -> FatalError {
        FatalError { cause: Some(cause), ..self }
    }

    /// The error for a file that cannot be read.
    pub fn unreadable(path: &Path, cause: io::Error) -> FatalError {
        let path = path.display();
        FatalError::new(format!("{path}: cannot be read"), format!("{path}: 読めません")).caused_by(cause)
    }

    /// The error for a file or folder that cannot be written.
    pub fn unwritable(path: &Path, cause: io::Error) -> FatalError {
        let path = path.display();
        FatalError::new(format!("{path}: cannot be written"), format!("{path}: 書けません")).caused_by(cause)
    }

    /// The error for a file with wrong contents; `message` is already in the language of the run.
    pub fn contents(path: &Path, message: impl Display) -> FatalError {
        let text = format!("{}: {message}", path.display());
        FatalError::new(text.clone(), text)
    }

    /// The message in a language.
    pub fn text(&self, lang: Lang) -> String {
        let text = self.text.text(lang);
        match &self.cause {
            Some(cause) => format!("{text}: {}", system_text(cause, lang)),
            None => text.to_string(),
        }
    }
}

impl Display for FatalError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl Error for FatalError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}

/// The message of an error that reaches `main`.
pub fn message(error: &anyhow::Error, lang: Lang) -> String {
    if let Some(error) = error.downcast_ref::<FatalError>() {
        return error.text(lang);
    }
    match error.downcast_ref::<io::Error>() {
        Some(error) => system_text(error, lang),
        None => format!("{error:#}"),
    }
}

/// The message of an I/O error: from the operating system, or from a [`FatalError`] of this program inside of it.
pub fn system_text(error: &io::Error, lang: Lang) -> String {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<FatalError>()) {
        Some(error) => error.text(lang),
        None => report::system_text(error, lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn the_message_is_in_the_language_down_to_what_the_system_says() {
        let error =
            || anyhow::Error::new(FatalError::unwritable(Path::new("x"), ErrorKind::StorageFull.into()));
        assert_eq!(message(&error(), Lang::Ja), "x: 書けません: 空き容量がありません");
        assert_eq!(message(&error(), Lang::En), "x: cannot be written: no storage space");
        let inner = io::Error::new(ErrorKind::BrokenPipe, FatalError::new("stdout", "標準出力"));
        assert_eq!(message(&inner.into(), Lang::Ja), "標準出力");
        assert_eq!(message(&anyhow::anyhow!("rare").context("what"), Lang::Ja), "what: rare");
    }
}
