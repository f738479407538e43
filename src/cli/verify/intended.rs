//! Whether an intended line (作意) is a mate by the rules: legal, every attacker's move a check, mate at its end.

use crate::movegen::{in_check, is_legal, is_mate};
use crate::report::Report;
use crate::types::Move;

/// What is wrong with an intended line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// A move cannot be played.
    Illegal {
        /// Its place, 1 for the first move.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// A move of the attacker's does not give check.
    NoCheck {
        /// Its place, 1 for the first move.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// The defender is not mated at the end.
    NoMate,
}

/// The first flaw of the problem's intended line, if there is one.
pub fn flaw_of(report: &Report) -> Option<Flaw> {
    let mut position = report.position.clone();
    for (ply, &mv) in (1..).zip(&report.problem.record.moves) {
        if !is_legal(&position, mv) {
            return Some(Flaw::Illegal { ply, mv });
        }
        let attacks = position.side_to_move() == report.attacker;
        position.do_move(mv);
        if attacks && !in_check(&position) {
            return Some(Flaw::NoCheck { ply, mv });
        }
    }
    let is_defenders_turn = position.side_to_move() != report.attacker;
    let is_mated = is_defenders_turn && in_check(&position) && is_mate(&position);
    if is_mated { None } else { Some(Flaw::NoMate) }
}
