//! Texts in Shift_JIS, for programs that know nothing else.

use super::WriteError;
use encoding_rs::SHIFT_JIS;

/// Characters whose place in Shift_JIS has another one in the table of Windows, which the decoders of browsers and of
/// Windows give.
const OF_WINDOWS: [(char, char); 7] =
    [('〜', '～'), ('−', '－'), ('‖', '∥'), ('—', '―'), ('¢', '￠'), ('£', '￡'), ('¬', '￢')];

/// A KIF, KI2 or CSA text in Shift_JIS as Windows has it (code page 932). The first line of KIF and KI2, which names
/// the encoding, names this one. Characters that Windows has another one for (〜) get the bytes that Shift_JIS has for
/// them, and are read back as the other one (～).
///
/// # Errors
/// The first character that Shift_JIS does not have, or has only as a likeness (¥ as \\).
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

/// The character that stands in the table of Windows in the place of this one.
fn of_windows(c: char) -> char {
    OF_WINDOWS.into_iter().find(|&(standard, _)| standard == c).map_or(c, |(_, of_windows)| of_windows)
}

/// Whether a character comes back as it was.
fn is_held(c: char) -> bool {
    let mut buffer = [0; 4];
    let text = c.encode_utf8(&mut buffer);
    let (bytes, _, is_lossy) = SHIFT_JIS.encode(text);
    !is_lossy && SHIFT_JIS.decode_without_bom_handling(&bytes).0 == *text
}
