//! Shift_JIS into UTF-8, line by line.

use crate::problem::{MAX_LINE, is_line_end};
use encoding_rs::SHIFT_JIS;
use std::io::{self, BufRead, Read};

/// How a text is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-16 told by its first bytes; else told by the first line that is not ASCII: UTF-8 where it can be, else
    /// Shift_JIS.
    #[default]
    Auto,
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// Shift_JIS as Windows has it (code page 932).
    ShiftJis,
}

/// A text in UTF-8, whatever it is inside. Lines that cannot be decoded come out as they are, so that whoever reads
/// them names them; so do lines longer than [`MAX_LINE`].
pub struct Decoded<R> {
    input: R,
    encoding: Encoding,
    line: Vec<u8>,
    read: usize,
    is_inside_long_line: bool,
}

impl<R: BufRead> Decoded<R> {
    /// Decodes a text.
    pub fn new(input: R, encoding: Encoding) -> Decoded<R> {
        Decoded { input, encoding, line: Vec::new(), read: 0, is_inside_long_line: false }
    }

    /// Reads up to the next line end, and no more than so many bytes. Returns whether there is one. What ends with two
    /// bytes is read as a line and an empty one, which are handed on in a row.
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
        if self.encoding == Encoding::Auto {
            if str::from_utf8(&self.line).is_ok() {
                self.encoding = Encoding::Utf8;
            } else if shift_jis(&self.line).is_some() {
                self.encoding = Encoding::ShiftJis;
            }
        }
        if self.encoding == Encoding::ShiftJis
            && let Some(text) = shift_jis(&self.line)
        {
            self.line = text.into_bytes();
        }
        Ok(())
    }
}

/// The text of Shift_JIS bytes; `None` when they are something else.
fn shift_jis(bytes: &[u8]) -> Option<String> {
    // The decoder passes control characters of the upper half through; no text has them.
    let text = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes)?;
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
