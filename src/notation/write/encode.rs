//! Texts in Shift_JIS, for programs that know nothing else.

use super::WriteError;
use encoding_rs::SHIFT_JIS;

/// A KIF, KI2 or CSA text in Shift_JIS as Windows has it (code page 932). The first line of KIF and KI2, which names the
/// encoding, names this one.
///
/// # Errors
/// The first character that Shift_JIS does not have.
pub fn shift_jis(text: &str) -> Result<Vec<u8>, WriteError> {
    let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    let text = first.replace("encoding=UTF-8", "encoding=Shift_JIS") + rest;
    let (bytes, _, is_lossy) = SHIFT_JIS.encode(&text);
    match text.chars().find(|c| is_lossy && SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2) {
        Some(c) => Err(WriteError::NotInShiftJis(c)),
        None => Ok(bytes.into_owned()),
    }
}
