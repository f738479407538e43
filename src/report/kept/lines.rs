//! Lines of moves as lists of moves in USI notation.

use crate::types::Move;
use serde_json::Value;

/// A line as a list.
pub fn line_json(line: &[Move]) -> Value {
    line.iter().map(Move::to_string).collect()
}

/// Reads a line.
pub fn read_line(value: &Value) -> Option<Vec<Move>> {
    value.as_array()?.iter().map(|mv| mv.as_str()?.parse().ok()).collect()
}
