//! A text of several records, cut into one block of lines for each.

use super::cursor::Fault;
use super::detect::TextFormat;
use super::kifu;
use crate::problem::{Line, LineErrorKind, Lines};
use std::io::{self, BufRead};

/// The largest record that is read, in bytes. 50,000 moves with comments are a twentieth of it.
pub(super) const MAX_RECORD: usize = 64 << 20;

impl Fault {
    /// A record that begins on a line is larger than [`MAX_RECORD`].
    pub fn too_long(line: u64) -> Fault {
        let limit = MAX_RECORD >> 20;
        Fault::at_line(
            line,
            format!("the record is longer than {limit} MiB: split the file"),
            format!("棋譜が{limit} MiB を超えています。ファイルを分けてください"),
        )
    }
}

/// The lines of one record. Never empty.
pub(super) struct Block {
    /// The lines, readable or not.
    pub lines: Vec<Line>,
    /// Whether the record was larger than [`MAX_RECORD`] and has been cut.
    pub is_cut: bool,
}

/// The blocks of a text.
pub(super) struct Blocks<R> {
    lines: Lines<R>,
    format: TextFormat,
    /// The first line of the next block.
    next: Option<Line>,
}

impl Block {
    /// The lines with their numbers.
    ///
    /// # Errors
    /// The first line that cannot be read, and a cut.
    pub fn texts(&self) -> Result<Vec<(u64, &str)>, Fault> {
        if self.is_cut {
            return Err(Fault::too_long(self.first_line()));
        }
        self.lines
            .iter()
            .map(|line| match &line.text {
                Ok(text) => Ok((line.number, text.as_str())),
                Err((column, kind)) => Err(Fault { line: line.number, column: *column, kind: kind.clone() }),
            })
            .collect()
    }

    /// The number of the first line.
    pub fn first_line(&self) -> u64 {
        self.lines.first().map_or(1, |line| line.number)
    }

    /// The number of the last line.
    pub fn last_line(&self) -> u64 {
        self.lines.last().map_or(1, |line| line.number)
    }
}

impl<R: BufRead> Blocks<R> {
    /// The blocks of the lines that are left.
    pub fn new(lines: Lines<R>, format: TextFormat) -> Blocks<R> {
        Blocks { lines, format, next: None }
    }
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<io::Result<Block>> {
        // In CSA a line with a slash divides records, and belongs to none.
        let mut divider = (self.format == TextFormat::Kifu).then(kifu::Divider::default);
        let mut block = Block { lines: Vec::new(), is_cut: false };
        let mut bytes = 0;
        loop {
            let line = match self.next.take().map(Ok).or_else(|| self.lines.next()) {
                Some(Ok(line)) => line,
                Some(Err(error)) => return Some(Err(error)),
                None => break,
            };
            let text = line.text.as_deref().unwrap_or("x");
            // Nothing before the first line that says something.
            if block.lines.is_empty() && text.trim().is_empty() {
                continue;
            }
            let begins_next = match &mut divider {
                Some(divider) => divider.begins(text),
                None if text.trim() == "/" && block.lines.is_empty() => continue,
                None if text.trim() == "/" => break,
                None => false,
            };
            if begins_next && !block.lines.is_empty() {
                self.next = Some(line);
                break;
            }
            // What is not kept is still read, to find the next record.
            bytes += text.len() + std::mem::size_of::<Line>();
            block.is_cut |= bytes > MAX_RECORD || line.text == Err((1, LineErrorKind::TooLong));
            if !block.is_cut || block.lines.is_empty() {
                block.lines.push(line);
            }
        }
        if block.lines.is_empty() { None } else { Some(Ok(block)) }
    }
}
