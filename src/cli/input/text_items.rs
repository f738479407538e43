//! The problems of one text, and failures in the place of what could not be read.

use super::arguments::Text;
use super::failure::{Failure, Item};
use crate::notation::read::{Encoding, Reader};
use crate::problem::{LineErrorKind, ReadError};
use crate::report::counted;
use std::io::BufRead;

/// A text is given up when this number of lines or records at its beginning are all unreadable: it does not contain
/// problems.
const HOPELESS: usize = 100;

/// An iterator over the problems of a text.
pub(super) struct TextItems {
    reader: Option<Reader<Box<dyn BufRead>>>,
    name: String,
    /// The number of lines or records that could not be read; `None` once one could be read.
    failures: Option<usize>,
    /// Whether an error about a line that is not UTF-8 was returned.
    reported_undecoded: bool,
    /// How many further errors of that kind followed directly: they are summed up in one failure.
    unreported: usize,
    /// The item that follows these errors, returned after that failure.
    next: Option<Item>,
}

impl TextItems {
    pub fn new(Text { reader, name }: Text, encoding: Encoding, refuses_illegal_moves: bool) -> TextItems {
        let mut reader = Reader::new(reader, encoding, name.clone());
        if !refuses_illegal_moves {
            reader = reader.up_to_illegal_moves();
        }
        log::info!("reading {name} as {:?}", reader.format());
        TextItems {
            reader: Some(reader),
            name,
            failures: Some(0),
            reported_undecoded: false,
            unreported: 0,
            next: None,
        }
    }

    /// The next item, skipping the errors that are only counted in `unreported`. `None` at the end of the text, and
    /// when the text is given up.
    fn read(&mut self) -> Option<Item> {
        for item in self.reader.as_mut()? {
            let is_beginning = self.failures.is_some();
            self.failures = self.failures.filter(|_| item.is_err()).map(|count| count + 1);
            let is_undecoded =
                matches!(&item, Err(ReadError::Line(error)) if error.kind == LineErrorKind::NotUtf8);
            if !(is_undecoded && is_beginning && self.reported_undecoded) {
                self.reported_undecoded |= is_undecoded;
                return Some(item.map_err(Failure::from));
            }
            self.unreported += 1;
            if self.failures == Some(HOPELESS) {
                return None;
            }
        }
        None
    }
}

impl Iterator for TextItems {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if let Some(item) = self.next.take() {
            return Some(item);
        }
        if self.failures == Some(HOPELESS) {
            self.reader.take()?;
            let message =
                format!("no problem in the first {HOPELESS} lines or records: the rest is not read");
            let japanese = format!("{HOPELESS}行(件)読んで問題がないので、残りは読みません");
            return Some(Err(Failure::new(self.name.clone(), message, japanese)));
        }
        let item = self.read();
        match std::mem::take(&mut self.unreported) {
            0 => item,
            _ if item.is_none() && self.failures == Some(HOPELESS) => self.next(),
            more => {
                self.next = item;
                let lines = counted(more as u64, "more line");
                let message = format!("{lines} cannot be read for the same reason");
                let japanese = format!("同じ理由で読めない行がほかに{more}行あります");
                Some(Err(Failure::new(self.name.clone(), message, japanese)))
            }
        }
    }
}
