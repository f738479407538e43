//! The language of the run, for messages from code that gets no language as an argument, and texts in both languages.

use crate::report::Lang;
use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::sync::OnceLock;

/// Set once, when the arguments are read.
static LANG: OnceLock<Lang> = OnceLock::new();

/// Sets the language of the run, once.
pub fn set(lang: Lang) {
    LANG.get_or_init(|| lang);
}

/// The language of the run; English before it is set.
pub fn current() -> Lang {
    LANG.get().copied().unwrap_or(Lang::En)
}

/// A text in the two languages of messages. `Display` shows it in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bilingual {
    english: Cow<'static, str>,
    japanese: Cow<'static, str>,
}

impl Bilingual {
    /// A text in both languages.
    pub fn new(english: impl Into<Cow<'static, str>>, japanese: impl Into<Cow<'static, str>>) -> Bilingual {
        Bilingual { english: english.into(), japanese: japanese.into() }
    }

    /// The text in a language.
    pub fn text(&self, lang: Lang) -> &str {
        lang.pick(&self.japanese, &self.english)
    }
}

impl Display for Bilingual {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl Error for Bilingual {}
