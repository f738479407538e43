//! The text of one object, and the faults found in it.

use super::super::cursor::{Fault, Parsed};
use crate::problem::{JsonFault, LineErrorKind, RecordError};
use serde::Deserialize;
use serde::de::DeserializeSeed;
use serde_json::error::Category;
use serde_json::{Deserializer, Error};

/// An object.
pub(super) struct Text<'a> {
    /// The line on which it begins.
    pub line: u64,
    pub whole: &'a str,
}

impl<'a> Text<'a> {
    /// Parses a part of the text as a value.
    ///
    /// # Errors
    /// The place of the fault, when it is not such a value.
    pub fn parse<T: Deserialize<'a>>(&self, part: &'a str) -> Parsed<T> {
        serde_json::from_str(part).map_err(|error| self.fault(part, &error))
    }

    /// Parses a part of the text with a seed that takes it piece by piece.
    ///
    /// # Errors
    /// The place of the fault, when the text cannot be read.
    pub fn parse_with<S: DeserializeSeed<'a>>(&self, part: &'a str, seed: S) -> Parsed<S::Value> {
        let mut deserializer = Deserializer::from_str(part);
        seed.deserialize(&mut deserializer).map_err(|error| self.fault(part, &error))
    }

    /// Converts an error in a part of the text.
    fn fault(&self, part: &str, error: &Error) -> Fault {
        // The message ends with the place in the part, which is not the place in the file.
        let (message, place) =
            (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
        let detail = message.strip_suffix(&place).unwrap_or(&message).to_owned();
        let fault = match error.classify() {
            Category::Io | Category::Syntax => JsonFault::Syntax,
            Category::Eof => JsonFault::Ends,
            Category::Data => JsonFault::Data,
        };
        let start = (part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        let before = self.whole.get(..start).unwrap_or_default();
        let indent = if error.line() <= 1 { start - before.rfind('\n').map_or(0, |end| end + 1) } else { 0 };
        let lines = before.matches('\n').count() as u64 + (error.line() as u64).saturating_sub(1);
        Fault {
            line: self.line + lines,
            column: (indent + error.column()).max(1),
            kind: LineErrorKind::Record(RecordError::Json { fault, detail }),
        }
    }
}
