//! Texts in Shift_JIS, for programs that read no other encoding.

use super::WriteError;
use encoding_rs::SHIFT_JIS;

/// Characters of standard Shift_JIS whose code has another character in the Windows table, which is the one
/// that the decoders of browsers and of Windows return.
const OF_WINDOWS: [(char, char); 7] =
    [('〜', '～'), ('−', '－'), ('‖', '∥'), ('—', '―'), ('¢', '￠'), ('£', '￡'), ('¬', '￢')];

/// Encodes a KIF, KI2 or CSA text in the Shift_JIS of Windows (code page 932). The first line of KIF and KI2,
/// which names the encoding, is adapted. A character for which Windows has another one at the same code (〜)
/// gets that code, and is read back as the other one (～).
///
/// # Errors
/// The first character that Shift_JIS does not have, or only has a similar one for (¥ as \\).
pub fn shift_jis(text: &str) -> Result<Vec<u8>, WriteError> {
    let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    let text = first.replace("encoding=UTF-8", "encoding=Shift_JIS") + rest;
    let text: String = text.chars().map(of_windows).collect();
    let (bytes, _, _) = SHIFT_JIS.encode(&text);
    let (back, _) = SHIFT_JIS.decode_without_bom_handling(&bytes);
    let is_lossy = back != text;
    match text.chars().find(|&c| is_lossy && !is_held(c)) {
        Some(c) => Err(WriteError::NotInShiftJis(c)),
        None => Ok(bytes.into_owned()),
    }
}

/// The character that the Windows table has at the code of this one.
fn of_windows(c: char) -> char {
    OF_WINDOWS.into_iter().find(|&(standard, _)| standard == c).map_or(c, |(_, of_windows)| of_windows)
}

/// Whether a character is unchanged after encoding and decoding.
fn is_held(c: char) -> bool {
    let mut buffer = [0; 4];
    let text = c.encode_utf8(&mut buffer);
    let (bytes, _, is_lossy) = SHIFT_JIS.encode(text);
    !is_lossy && SHIFT_JIS.decode_without_bom_handling(&bytes).0 == *text
}
