//! JKF, the JSON form of records (json-kifu-format).
//!
//! The text is not turned into a tree first, which would take many times its room: headers and moves are read where
//! they stand.

mod initial;
mod steps;

use super::super::cursor::{Cursor, Fault, Parsed};
use super::super::kifu::{Diagram, Header, tells_position};
use super::super::record_builder::RecordBuilder;
use super::text::Text;
use crate::problem::Problem;
use initial::{Initial, root};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
pub(in crate::notation) use steps::DEEPEST_FORKS;

/// A record in its parts.
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
pub(super) fn problem(text: &Text) -> Parsed<Problem> {
    let parts: Parts = text.parse(text.whole)?;
    let mut header = Header::default();
    if let Some(raw) = parts.header {
        let mut fault = None;
        let read = text.parse_with(raw.get(), Headers { text, header: &mut header, fault: &mut fault });
        fault.map_or(read, Err)?;
    }
    let initial: Option<Initial> = parts.initial.map(|raw| text.parse(raw.get())).transpose()?;
    let mut game = RecordBuilder::new(root(initial.as_ref(), text.line)?);
    steps::read(parts.moves.get(), &mut game, text)?;
    Ok(header.problem(game.finish(text.line)?))
}

/// Reads the object of headers.
struct Headers<'a> {
    text: &'a Text<'a>,
    header: &'a mut Header,
    /// What is wrong with one of them.
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
            // It is in `initial`.
            if tells_position(key.trim()) {
                continue;
            }
            let at = Cursor::new(self.text.line, &value);
            if let Err(fault) = self.header.set(key.trim(), at, &mut Diagram::default()) {
                *self.fault = Some(fault);
                return Err(A::Error::custom("a header"));
            }
        }
        Ok(())
    }
}
