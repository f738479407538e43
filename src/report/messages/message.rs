//! The trait of types with a message for users.

use crate::report::Lang;

/// A value, such as an error, that is reported to users.
pub trait Message {
    /// The message for users in a language.
    fn message(&self, lang: Lang) -> String;
}
