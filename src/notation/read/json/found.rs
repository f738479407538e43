//! The results in an answer: solutions, or the attacks of a brinkmate.

use super::lines::UsiLines;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The key `solutions`.
pub(super) enum Found {
    /// Lines that mate.
    Solutions(Solutions),
    /// Answers of `hisshi`: every first move with all replies.
    Attacks,
}

/// Solutions, as far as they were listed.
#[derive(Deserialize)]
pub(super) struct Solutions {
    pub count: String,
    #[serde(default)]
    pub exact: bool,
    #[serde(default)]
    pub listed: UsiLines,
}

impl<'de> Deserialize<'de> for Found {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_any(FoundVisitor)
    }
}

struct FoundVisitor;

impl<'de> Visitor<'de> for FoundVisitor {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("solutions, or a sequence of attacks")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Found, A::Error> {
        Solutions::deserialize(MapAccessDeserializer::new(map)).map(Found::Solutions)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut attacks: A) -> Result<Found, A::Error> {
        while attacks.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Found::Attacks)
    }
}
