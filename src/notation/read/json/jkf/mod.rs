//! JKF, the JSON form of records (json-kifu-format).
//!
//! The text is not parsed into a tree first, which would take many times its size: headers and moves are read
//! in place.

mod initial;
mod steps;

use super::super::cursor::{Cursor, Fault, Parsed};
use super::super::kifu::{Diagram, Header, tells_position};
use super::super::record_builder::{IllegalMoves, RecordBuilder};
use super::text::Text;
use crate::position::Position;
use crate::problem::Problem;
use initial::{Initial, root};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
pub(in crate::notation) use steps::DEEPEST_FORKS;

/// The parts of a record, unparsed.
#[derive(Deserialize)]
struct Parts<'a> {
    #[serde(borrow)]
    header: Option<&'a RawValue>,
    #[serde(borrow)]
    initial: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: &'a RawValue,
}

/// The problem of a record.
pub(super) fn problem(text: &Text, illegal_moves: IllegalMoves) -> Parsed<Problem> {
    let parts: Parts = text.parse(text.whole)?;
    let initial: Option<Initial> = parts.initial.map(|raw| text.parse(raw.get())).transpose()?;
    let root = root(initial.as_ref(), text.line)?;
    let mut header = Header::default();
    if let Some(raw) = parts.header {
        let mut fault = None;
        let read =
            text.parse_with(raw.get(), Headers { text, root: &root, header: &mut header, fault: &mut fault });
        fault.map_or(read, Err)?;
    }
    let mut game = RecordBuilder::new(root, illegal_moves);
    steps::read(parts.moves.get(), &mut game, text)?;
    Ok(header.problem(game.finish(text.line)?))
}

/// Reads the object of headers.
struct Headers<'a> {
    text: &'a Text<'a>,
    root: &'a Position,
    header: &'a mut Header,
    /// The fault in one of the headers, if there is one.
    fault: &'a mut Option<Fault>,
}

impl<'de> DeserializeSeed<'de> for Headers<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Headers<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a map of headers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, value)) = map.next_entry::<Cow<str>, Cow<str>>()? {
            let (key, at) = (key.trim(), Cursor::new(self.text.line, &value));
            if tells_position(key) {
                // `initial` states the position too. A header that disagrees with it is kept as plain
                // information about the game.
                let mut diagram = Diagram::default();
                let is_read = self.header.set(key, at, &mut diagram).is_ok();
                if !is_read || !diagram.is_true_of(self.root) {
                    self.header.set_text(key, &value);
                }
                continue;
            }
            if let Err(fault) = self.header.set(key, at, &mut Diagram::default()) {
                *self.fault = Some(fault);
                return Err(A::Error::custom("a header"));
            }
        }
        Ok(())
    }
}
