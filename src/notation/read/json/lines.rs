//! Lists of USI moves, stored as moves because their texts would take many times the memory.

use crate::types::Move;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A list of moves.
#[derive(Default)]
pub(super) struct UsiLine(pub Vec<Move>);

/// A list of lists of moves, stored one after the other.
#[derive(Default)]
pub(super) struct UsiLines {
    moves: Vec<Move>,
    /// The index after the last move of each line.
    ends: Vec<u32>,
}

impl UsiLines {
    /// The lines.
    pub fn iter(&self) -> impl Iterator<Item = &[Move]> + Clone {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.moves[start as usize..end as usize])
    }
}

impl<'de> Deserialize<'de> for UsiLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UsiLine, D::Error> {
        let mut line = UsiLine::default();
        deserializer.deserialize_seq(Moves(&mut line.0))?;
        Ok(line)
    }
}

impl<'de> Deserialize<'de> for UsiLines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UsiLines, D::Error> {
        deserializer.deserialize_seq(Lines)
    }
}

/// Appends moves to the list.
struct Moves<'a>(&'a mut Vec<Move>);

impl<'de> DeserializeSeed<'de> for Moves<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Moves<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a sequence of USI moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<(), A::Error> {
        while let Some(text) = texts.next_element::<Cow<str>>()? {
            self.0.push(text.parse().map_err(A::Error::custom)?);
        }
        Ok(())
    }
}

struct Lines;

impl<'de> Visitor<'de> for Lines {
    type Value = UsiLines;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a sequence of lines of USI moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<UsiLines, A::Error> {
        let mut lines = UsiLines::default();
        while seq.next_element_seed(Moves(&mut lines.moves))?.is_some() {
            let end = u32::try_from(lines.moves.len()).map_err(A::Error::custom)?;
            lines.ends.push(end);
        }
        Ok(lines)
    }
}
