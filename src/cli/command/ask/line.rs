//! The line after which a position is asked about.

use crate::movegen::{LineFlaw, PermittedMoves};
use crate::position::Rule;
use crate::record::Record;

/// Why the position after a line cannot be answered: a move is illegal or not permitted, or a move of the attacker
/// does not give check. The line need not end in mate.
pub fn flaw(line: &Record, permitted: &PermittedMoves, rule: Rule) -> Option<LineFlaw> {
    permitted.line_flaw(&line.root, rule, &line.moves).filter(|flaw| *flaw != LineFlaw::NoMate)
}
