//! The question about a problem that is to be repaired.

use crate::cli::args::RepairFlags;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::input::hints::hint_at_idle_flag;
use crate::cli::input::typed_moves_of_any_kind;
use crate::cli::run::session::{hint_where_no_rule_is_named, refuse_several_of_tsume, test_line};
use crate::compose::{Draft, possible_length};
use crate::problem::{Choices, Problem, Question};
use crate::report::Lang;
use std::ops::RangeInclusive;

/// The question about a problem, which may be illegal, and the range of lengths that its repairs may have.
pub(super) fn draft(
    flags: &RepairFlags,
    problem: &Problem,
    lang: Lang,
) -> Result<(Draft, RangeInclusive<u64>), Failure> {
    let refused = |refusal| Failure::refused(problem, &refusal, lang);
    let choices = Choices { rest: flags.rest, ..flags.question.choices() };
    hint_where_no_rule_is_named(problem, &choices);
    let mut draft = Draft::new(problem, &choices).map_err(|error| refused(Refusal::Question(error)))?;
    if let Some(text) = &flags.line {
        let line = typed_moves_of_any_kind(draft.asked().position(), text, lang)?;
        if let Some(plies) = flags.plies.filter(|&plies| plies != line.len() as u64) {
            return Err(refused(Refusal::LineOfAnotherLength { line: line.len(), plies }));
        }
        draft = draft.with_line(line);
    } else if let Some(question) = draft.question() {
        test_line(question).map_err(refused)?;
    }
    let question = draft.asked();
    if choices.policy.is_some() && question.rule().is_cooperative() {
        hint_at_idle_flag("--futile", question.rule());
    }
    refuse_several_of_tsume(question).map_err(refused)?;
    let plies = plies(flags, problem, question);
    possible_length(question.rule(), question.attacks_first(), &plies)
        .map_err(|error| refused(Refusal::Length(*plies.end(), error)))?;
    Ok((draft, plies))
}

fn plies(flags: &RepairFlags, problem: &Problem, question: &Question) -> RangeInclusive<u64> {
    let line = Some(question.line().len() as u64).filter(|&plies| plies > 0);
    let stated = problem.exact_plies();
    match flags.plies.or(line).or(stated) {
        Some(plies) => plies..=plies,
        None => 0..=flags.max_plies,
    }
}
