//! The languages of texts for people.

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lang {
    /// 日本語
    Ja,
    /// English
    En,
}

impl Lang {
    /// Selects the text in this language.
    pub fn pick<T>(self, ja: T, en: T) -> T {
        match self {
            Lang::Ja => ja,
            Lang::En => en,
        }
    }
}
