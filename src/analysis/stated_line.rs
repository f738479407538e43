//! The intended line of a question, judged by its rule and policy.

use super::cooks::tsume_line_flaw;
use super::intended::{LineFlaw, line_flaw};
use crate::problem::Question;
use crate::solve::Options;

/// The first flaw of a question's intended line, if it has a line and that a flaw. Where the policy leaves futile
/// interpositions out they may be left at its end; to judge that takes a search, which `options` limit.
pub fn stated_line_flaw(question: &Question, options: &Options) -> Option<LineFlaw> {
    let (root, attacker, line) = (question.position(), question.attacker(), question.line());
    if question.rule().is_cooperative() {
        return line_flaw(root, question.rule(), attacker, line);
    }
    tsume_line_flaw(root, attacker, line, &options.tsume(question.policy()))
}
