//! Whether an intended line (作意) is a mate by the rules: legal, every attacker's move a check, mate at its end.

use crate::movegen::{LineFlaw, PermittedMoves, in_check, line_flaw};
use crate::position::{Position, Rule};
use crate::problem::Question;
use crate::solve::tsume::{self, Futile, Prove, Solver};
use crate::solve::{Options, Verdict};
use crate::types::{Color, Move};

/// The first flaw of an intended line of a tsume, if there is a line and a flaw. Under the policy that leaves them out,
/// futile interpositions may be left at its end.
pub(super) fn tsume_line_flaw(
    root: &Position,
    attacker: Color,
    line: &[Move],
    options: &tsume::Options,
) -> Option<LineFlaw> {
    if line.is_empty() {
        return None;
    }
    let flaw = line_flaw(root, Rule::Tsume, attacker, line)?;
    if flaw != LineFlaw::NoMate || options.futile == Futile::None {
        return Some(flaw);
    }
    let mut end = root.clone();
    line.iter().for_each(|&mv| {
        end.do_move(mv);
    });
    if end.side_to_move() == attacker || !in_check(&end) {
        return Some(flaw);
    }
    let mut options = tsume::Options { prove: Prove::None, ..options.clone() };
    options.limits.plies = Some(0);
    let verdict = Solver::new(&end, attacker, options).ok()?.run().verdict;
    if matches!(verdict, Verdict::Mate { plies: 0, .. }) { None } else { Some(flaw) }
}

/// The first flaw of a question's intended line, if it has a line and that a flaw. Where the policy leaves futile
/// interpositions out they may be left at its end; to judge that takes a search, which `options` limit.
pub fn stated_line_flaw(question: &Question, options: &Options) -> Option<LineFlaw> {
    flaw_of_line(question, question.line(), options)
}

/// The same of a line that the question does not state.
pub(crate) fn flaw_of_line(question: &Question, line: &[Move], options: &Options) -> Option<LineFlaw> {
    let (root, attacker) = (question.position(), question.attacker());
    if question.rule().is_cooperative() {
        return PermittedMoves::new(attacker, question.conditions()).line_flaw(root, question.rule(), line);
    }
    tsume_line_flaw(root, attacker, line, &options.tsume(question.policy()))
}
