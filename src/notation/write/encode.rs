//! Texts in Shift_JIS, for programs that know nothing else.

use super::WriteError;
use encoding_rs::SHIFT_JIS;

/// A KIF, KI2 or CSA text in Shift_JIS as Windows has it (code page 932). The first line of KIF and KI2, which names
/// the encoding, names this one.
///
/// # Errors
/// The first character that Shift_JIS does not have, or has only as a likeness (− as －, ¥ as \\).
pub fn shift_jis(text: &str) -> Result<Vec<u8>, WriteError> {
    let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    let text = first.replace("encoding=UTF-8", "encoding=Shift_JIS") + rest;
    let (bytes, _, _) = SHIFT_JIS.encode(&text);
    let (back, _) = SHIFT_JIS.decode_without_bom_handling(&bytes);
    match text.chars().find(|&c| back != text && !is_held(c)) {
        Some(c) => Err(WriteError::NotInShiftJis(c)),
        None => Ok(bytes.into_owned()),
    }
}

/// Whether a character comes back as it was.
fn is_held(c: char) -> bool {
    let mut buffer = [0; 4];
    let text = c.encode_utf8(&mut buffer);
    let (bytes, _, is_lossy) = SHIFT_JIS.encode(text);
    !is_lossy && SHIFT_JIS.decode_without_bom_handling(&bytes).0 == *text
}
