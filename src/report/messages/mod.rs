//! The sentences that users read about errors and warnings of the layers below, in both languages.
//!
//! The layers below report errors as data with a short English `Display` for developers. What a user is told (what is
//! wrong, where, and what to do) is written here: the English in `en`, the Japanese in `ja`, in files of the same
//! names, by exhaustive matches, so that an error without its sentence in a language does not compile.

mod en;
mod ja;
mod message;
mod sentences;
mod system;
#[cfg(test)]
mod tests;

pub use message::Message;
pub use system::system_text;
