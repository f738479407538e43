//! `tsumugi validate`: lists every defect of positions, of problems under their rule, and of intended lines.

use crate::cli::args::InputFlags;
use crate::cli::exit::Tally;
use crate::cli::input::failure::Refusal;
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::movegen::{IllegalMove, LineFlaw, PermittedMoves, play_line};
use crate::problem::{Problem, QuestionError, Rule, default_attacker};
use crate::report::{Lang, Message, line_flaw_text};
use std::collections::HashSet;

/// Writes a line for every problem of the inputs: its defects, or that there are none.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(flags: &InputFlags, rule: Option<Rule>, lang: Lang) -> anyhow::Result<Tally> {
    let mut batch = Batch::new(lang);
    // The ids of the problems so far: a later problem may be a twin (ツイン) of one of them.
    let mut ids = HashSet::new();
    for problem in problems(&flags.inputs, &flags.reading) {
        match problem {
            Ok(problem) => {
                let mut defects = defects(&problem, rule.or(problem.rule), lang);
                if let Some(first) = problem.twin.as_ref().filter(|first| !ids.contains(*first)) {
                    defects.push(Refusal::NoTwin(first.clone()).message(lang));
                }
                ids.extend(problem.id.clone());
                batch.tally.differs |= !defects.is_empty();
                let verdict = match defects.is_empty() {
                    true => lang.pick("不備なし", "no defects").to_owned(),
                    false => defects.join(lang.pick("、", "; ")),
                };
                batch.output.line(format_args!("{}: {verdict}", problem.name()))?;
            }
            Err(failure) => batch.fail(failure)?,
        }
    }
    Ok(batch.tally)
}

/// The defects of a problem. `stated`: the rule, where one was named; without one the line may be that of a game.
fn defects(problem: &Problem, stated: Option<Rule>, lang: Lang) -> Vec<String> {
    let position = problem.position();
    let rule = stated.unwrap_or(Rule::Helpmate);
    let attacker = problem.attacker.or_else(|| default_attacker(position, rule));
    let defects = match attacker {
        Some(attacker) => position.problem_defects(rule, attacker),
        None => position.defects(),
    };
    let mut texts: Vec<String> = defects.iter().map(|defect| defect.message(lang)).collect();
    if attacker.is_none() {
        texts.push(lang.pick("盤上に玉がない", "no king on the board").to_owned());
    }
    let conditions = problem.conditions.unwrap_or_default();
    if !conditions.is_empty() && !rule.is_cooperative() {
        texts.push(QuestionError::Conditions { rule, conditions }.message(lang));
    }
    if problem.intended_solutions.is_some() && !rule.is_cooperative() {
        texts.push(Refusal::SeveralOfTsume.message(lang));
    }
    // The move generator requires a legal position.
    if position.defects().is_empty()
        && let Err(illegal) = play_line(&mut position.clone(), &problem.record.moves)
    {
        let IllegalMove { ply, mv, reason, .. } = illegal;
        texts.push(match lang {
            Lang::Ja => format!("作意の{}", line_flaw_text(LineFlaw::Illegal { ply, mv, reason }, lang)),
            Lang::En => format!("intended line: {}", illegal.message(lang)),
        });
    } else if defects.is_empty()
        && let Some(attacker) = attacker
        && let Some(flaw) =
            PermittedMoves::new(attacker, conditions).line_flaw(position, rule, &problem.record.moves)
        && match flaw {
            LineFlaw::Illegal { .. } | LineFlaw::Forbidden { .. } => true,
            LineFlaw::NoCheck { .. } => stated.is_some(),
            // The line may be the beginning of a mating line.
            LineFlaw::NoMate => false,
        }
    {
        let flaw = line_flaw_text(flaw, lang);
        texts.push(lang.pick(format!("作意の{flaw}"), format!("intended line: {flaw}")));
    }
    texts
}
