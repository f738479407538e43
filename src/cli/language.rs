//! The language of the run, for messages from code that gets no language as an argument.

use crate::report::Lang;
use std::sync::OnceLock;

static LANG: OnceLock<Lang> = OnceLock::new();

/// Sets the language of the run, once.
pub fn set(lang: Lang) {
    LANG.get_or_init(|| lang);
}

/// The language of the run; English before it is set.
pub fn current() -> Lang {
    LANG.get().copied().unwrap_or(Lang::En)
}
