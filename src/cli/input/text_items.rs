//! The problems of one text, and what could not be read in it.

use super::arguments::Text;
use super::failure::{Failure, Item};
use crate::notation::read::{Encoding, Reader};
use crate::problem::{LineErrorKind, ReadError};
use crate::report::counted;
use std::io::BufRead;

/// A text is given up when its first lines or records, this number of them, are all unreadable: it does not hold
/// problems.
const HOPELESS: usize = 100;

/// The problems of a text.
pub(super) struct TextItems {
    reader: Option<Reader<Box<dyn BufRead>>>,
    name: String,
    /// How many lines or records could not be read, as long as none could.
    failures: Option<usize>,
    /// Whether the error of one that is not UTF-8 was handed out.
    reported_undecoded: bool,
    /// How many more of that kind came right after it: one error stands for all of them.
    unreported: usize,
    /// The item that follows them, to be handed out after that error.
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

    /// The next item, without those that are only counted in `unreported`. `None` at the end of the text, and when the
    /// text is given up.
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
            let message = format!("{HOPELESS} lines or records and no problem: the rest is not read");
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
