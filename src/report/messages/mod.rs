//! The messages for users about errors and warnings of the lower layers, in both languages.
//!
//! The lower layers report errors as data with a short English `Display` for developers. The messages for
//! users (what is wrong, where, and what to do) are written here: the English ones in `en`, the Japanese ones
//! in `ja`, in files with the same names, by exhaustive matches, so that an error without a message in some
//! language does not compile.

mod en;
mod ja;
mod message;
mod sentences;
mod system;
#[cfg(test)]
mod tests;

pub use message::Message;
pub use system::system_text;
