//! What has a sentence for users.

use crate::report::Lang;

/// Something of which users are told.
pub trait Message {
    /// The sentence for users in a language.
    fn message(&self, lang: Lang) -> String;
}
