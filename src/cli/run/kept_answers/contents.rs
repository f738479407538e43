//! The contents of a file of answers.

use super::index::Span;
use super::index::{Entry, Index};
use super::statement::{Stated, Statement};
use crate::cli::fatal_error::FatalError;
use crate::cli::run::result_lines::{BEGINNING, is_begun, is_made};
use crate::report::Lang;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// A UTF-8 byte order mark, which some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The contents of a file.
pub(super) struct Contents<S: Statement> {
    pub index: Index<S>,
    /// The lines that do not answer a question of this command: those of other commands or of later versions.
    others: Vec<Span>,
    /// Whether the file contains anything that need not be kept.
    pub is_wasteful: bool,
    /// Whether the last line has no line end.
    pub lacks_line_end: bool,
}

/// A line that states the version of its keys.
#[derive(Deserialize)]
struct Versioned {
    #[serde(rename = "schema")]
    _schema: u64,
}

impl<S: Statement> Contents<S> {
    /// Reads a file from its beginning.
    ///
    /// # Errors
    /// An I/O error, or a line that is neither an answer nor a part of one.
    pub fn read(path: &Path, mut file: &File, lang: Lang) -> Result<Contents<S>, FatalError> {
        let unreadable = |cause| FatalError::unreadable(path, cause);
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let mut reader = BufReader::new(file);
        let mut contents =
            Contents { index: Index::new(), others: Vec::new(), is_wasteful: false, lacks_line_end: false };
        let (mut start, mut line, mut number) = (0, Vec::new(), 0u64);
        if reader.fill_buf().map_err(unreadable)?.starts_with(BYTE_ORDER_MARK) {
            reader.consume(BYTE_ORDER_MARK.len());
            start = BYTE_ORDER_MARK.len() as u64;
            contents.is_wasteful = true;
        }
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(unreadable)?;
            if length == 0 {
                return Ok(contents);
            }
            number += 1;
            contents.lacks_line_end = !line.ends_with(b"\n");
            match contents.take(&line, start) {
                Taken::All => {}
                Taken::None => return Err(foreign(path, number, S::COMMAND)),
                Taken::Part => log::warn!("{}", half(path, number, lang)),
            }
            start += length as u64;
        }
    }

    /// Adds a line, which begins at the offset `start` of the file.
    fn take(&mut self, line: &[u8], start: u64) -> Taken {
        let text = line.trim_ascii();
        let start = start + (line.len() - line.trim_ascii_start().len()) as u64;
        if text.is_empty() || self.take_answer(text, start) {
            self.is_wasteful |= text.is_empty();
            return Taken::All;
        }
        // The line belongs to a run that makes problems and continues in its own file, where it counts its results.
        if is_made(text) {
            return Taken::None;
        }
        self.is_wasteful = true;
        // On a system without locks, one process may have appended its answer to an incomplete line of another
        // process.
        let last = text.windows(BEGINNING.len()).rposition(|window| window == BEGINNING);
        if last.is_some_and(|last| self.take_answer(&text[last..], start + last as u64))
            || is_begun(text, self.lacks_line_end)
        {
            Taken::Part
        } else {
            Taken::None
        }
    }

    fn take_answer(&mut self, text: &[u8], start: u64) -> bool {
        let span = Span { start, length: text.len() as u64 };
        match S::read(text) {
            Some(Stated { question, name, statement }) => {
                self.is_wasteful |= self.index.insert(question, Entry { name, statement, span });
                true
            }
            None if serde_json::from_slice::<Versioned>(text).is_ok() && !is_made(text) => {
                self.others.push(span);
                true
            }
            None => false,
        }
    }

    /// The positions of the lines that must be kept, in their order in the file.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = self.index.spans().chain(self.others.iter().copied()).collect();
        spans.sort_unstable();
        spans
    }
}

/// How much of a line was used.
enum Taken {
    All,
    /// The line is an incomplete answer, or an incomplete answer followed by a complete one.
    Part,
    None,
}

fn half(path: &Path, number: u64, lang: Lang) -> String {
    let place = format!("{}:{number}", path.display());
    lang.pick(
        format!("{place}: 書きかけの答えを除きます"),
        format!("{place}: an incomplete answer, left by a killed run, is ignored"),
    )
}

fn foreign(path: &Path, number: u64, command: &str) -> FatalError {
    let place = format!("{}:{number}", path.display());
    FatalError::new(
        format!("{place}: not an answer of {command} --json: give a file written by --resume, or a new name"),
        format!(
            "{place}: {command} --json の答えではありません: --resume で書いたファイルか、新しい名前を書いてください"
        ),
    )
}
