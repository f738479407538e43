//! Whether an intended line (作意) is a mate by the rules: legal, with every attacker's move a check, and mate
//! at its end.

use crate::movegen::{LineFlaw, PermittedMoves, line_flaw};
use crate::position::{Position, Rule};
use crate::problem::Question;
use crate::solve::tsume::{self, Futile};
use crate::types::{Color, Move};

/// The first flaw of an intended line of a tsume; `None` when there is no line or no flaw. Under the policy
/// that leaves futile interpositions out, they may be missing at its end.
pub(super) fn tsume_line_flaw(
    root: &Position,
    attacker: Color,
    line: &[Move],
    futile: Futile,
) -> Option<LineFlaw> {
    if line.is_empty() {
        return None;
    }
    let flaw = line_flaw(root, Rule::Tsume, attacker, line)?;
    if flaw != LineFlaw::NoMate || futile == Futile::None {
        return Some(flaw);
    }
    let mut end = root.clone();
    line.iter().for_each(|&mv| {
        end.do_move(mv);
    });
    let is_mate = end.side_to_move() != attacker && tsume::is_mate(&end, attacker, futile);
    (!is_mate).then_some(flaw)
}

/// The first flaw of a question's intended line; `None` when there is no line or no flaw. When the policy
/// leaves futile interpositions out, they may be missing at its end. No search is needed.
pub fn stated_line_flaw(question: &Question) -> Option<LineFlaw> {
    let line = question.line();
    if line.is_empty() { None } else { flaw_of_line(question, line) }
}

/// The same for a line that is not the question's.
pub(crate) fn flaw_of_line(question: &Question, line: &[Move]) -> Option<LineFlaw> {
    let (root, attacker) = (question.position(), question.attacker());
    if question.rule().is_cooperative() {
        return PermittedMoves::new(attacker, question.conditions()).line_flaw(root, question.rule(), line);
    }
    tsume_line_flaw(root, attacker, line, question.policy())
}
