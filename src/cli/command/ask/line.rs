//! The line behind which something is asked.

use crate::movegen::{LineFlaw, PermittedMoves};
use crate::position::Rule;
use crate::record::Record;

/// Why nothing can be said behind a line: a move that is illegal or not permitted, or one of the attacker's without
/// check. It need not end in mate.
pub fn flaw(line: &Record, permitted: &PermittedMoves, rule: Rule) -> Option<LineFlaw> {
    permitted.line_flaw(&line.root, rule, &line.moves).filter(|flaw| *flaw != LineFlaw::NoMate)
}
