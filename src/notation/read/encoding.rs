//! Decoding of Shift_JIS and EUC-JP to UTF-8, line by line.

use crate::problem::{MAX_LINE, is_line_end};
use encoding_rs::{EUC_JP, SHIFT_JIS};
use std::io::{self, BufRead, Read};

/// The encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Detected. UTF-16 is recognised by the first bytes; otherwise the first line that is not ASCII decides:
    /// UTF-8 if it is valid UTF-8, else EUC-JP if it is unlikely to be Shift_JIS, else Shift_JIS.
    #[default]
    Auto,
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// Shift_JIS as in Windows (code page 932).
    ShiftJis,
}

/// The decoding of lines that are not ASCII.
#[derive(Clone, Copy)]
enum Decoding {
    /// Not known yet: the first such line decides.
    Unknown,
    /// Passed on unchanged.
    AsTheyAre,
    From(&'static encoding_rs::Encoding),
}

/// A text as UTF-8, whatever its encoding. Lines that cannot be decoded, and lines longer than [`MAX_LINE`],
/// are passed on unchanged, so that the reader can report them.
pub struct Decoded<R> {
    input: R,
    decoding: Decoding,
    line: Vec<u8>,
    read: usize,
    is_inside_long_line: bool,
}

impl<R: BufRead> Decoded<R> {
    /// Decodes a text.
    pub fn new(input: R, encoding: Encoding) -> Decoded<R> {
        let decoding = match encoding {
            Encoding::Auto => Decoding::Unknown,
            Encoding::Utf8 => Decoding::AsTheyAre,
            Encoding::ShiftJis => Decoding::From(SHIFT_JIS),
        };
        Decoded { input, decoding, line: Vec::new(), read: 0, is_inside_long_line: false }
    }

    /// Reads up to the next line end, but no more than `limit` bytes. Returns whether a line end was found. A
    /// line end of two bytes is read as the end of a line and of an empty one, which are passed on together.
    fn read_line(&mut self, limit: usize) -> io::Result<bool> {
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            let chunk = &chunk[..chunk.len().min(limit - self.line.len())];
            let end = chunk.iter().position(|&byte| is_line_end(byte));
            let read = end.map_or(chunk.len(), |end| end + 1);
            self.line.extend_from_slice(&chunk[..read]);
            self.input.consume(read);
            if end.is_some() || read == 0 {
                return Ok(end.is_some());
            }
        }
    }

    fn next_line(&mut self) -> io::Result<()> {
        self.line.clear();
        self.read = 0;
        let limit = MAX_LINE + 2;
        let has_end = self.read_line(limit)?;
        let is_whole = has_end || self.line.len() < limit;
        let is_part = std::mem::replace(&mut self.is_inside_long_line, !is_whole) || !is_whole;
        if is_part || self.line.is_ascii() {
            return Ok(());
        }
        if let Decoding::Unknown = self.decoding {
            self.decoding = told_by(&self.line);
        }
        if let Decoding::From(encoding) = self.decoding
            && let Some(text) = decoded(&self.line, encoding)
        {
            self.line = text.into_bytes();
        }
        Ok(())
    }
}

/// The decoding that the first line that is not ASCII indicates.
fn told_by(line: &[u8]) -> Decoding {
    if str::from_utf8(line).is_ok() {
        Decoding::AsTheyAre
    } else if is_euc_jp(line) {
        Decoding::From(EUC_JP)
    } else if decoded(line, SHIFT_JIS).is_some() {
        Decoding::From(SHIFT_JIS)
    } else {
        Decoding::Unknown
    }
}

/// Whether a line consists of kana, signs and common kanji (第一水準) in EUC-JP. Read as Shift_JIS, such a line
/// would mix half-width katakana with the rarest kanji, and contain no common kanji, hiragana or full-width
/// katakana. A line that would be half-width katakana only is taken for Shift_JIS.
fn is_euc_jp(line: &[u8]) -> bool {
    let (mut rest, mut is_katakana) = (line, true);
    while let [first, behind @ ..] = rest {
        rest = match (first, behind) {
            (..=0x7f, _) => behind,
            (0xa1..=0xcf, [second @ 0xa1..=0xfe, behind @ ..]) => {
                is_katakana &= *second < 0xe0;
                behind
            }
            _ => return false,
        };
    }
    !is_katakana && decoded(line, EUC_JP).is_some()
}

/// The decoded text of bytes; `None` when they are not valid text in this encoding.
fn decoded(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> Option<String> {
    // The decoder passes control characters of the upper half through, but no text contains them.
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    let is_text = !text.chars().any(|c| matches!(c, '\u{80}'..='\u{9f}' | '\0'));
    is_text.then(|| text.into_owned())
}

impl<R: BufRead> BufRead for Decoded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            self.next_line()?;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl<R: BufRead> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> String {
        let mut text = Vec::new();
        Decoded::new(bytes, Encoding::Auto).read_to_end(&mut text).expect("no I/O error");
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn euc_jp_is_told_from_shift_jis() {
        let records = [
            "# ---- Kifu for Windows V6.26 棋譜ファイル ----\n手合割：平手\n先手：羽生\n   1 ７六歩(77)\n",
            "開始日時：2026/11/28\n後手の持駒：なし\n先手：ﾀﾛｳ\n",
            "手合割：平手\n*纐纈\n",
            "後手の持駒：なし\n| ・ ・ ・v玉|\n先手の持駒：金\n",
            "分類：詰将棋\n作者：伊藤看寿\n",
            "先手：佐藤\n▲７六歩 △３四歩\n",
            "V2.2\nN+藤井\nN-渡辺\nPI\n+\n",
            "表題：図巧\n",
        ];
        for record in records {
            for encoding in [EUC_JP, SHIFT_JIS] {
                let (bytes, _, is_lossy) = encoding.encode(record);
                assert!(!is_lossy && read(&bytes) == record, "{}: {}", encoding.name(), read(&bytes));
            }
        }
    }

    #[test]
    fn half_width_katakana_and_rare_kanji_are_shift_jis() {
        for text in ["*ｱｲｳｴｵｶ\n", "N+ﾀﾛｳﾔﾏﾀﾞﾀ\n", "*｡､･ｦ\n手合割：平手\n", "*纐纈鵺\n", "*龠龜\n"]
        {
            let (bytes, _, is_lossy) = SHIFT_JIS.encode(text);
            assert!(!is_lossy && read(&bytes) == text, "{text}: {}", read(&bytes));
        }
    }
}
