//! `tsumugi show`: positions as boards, and what is stated about them.

use super::args::InputFlags;
use super::batch::Batch;
use super::exit::Tally;
use super::failure::{Failure, Refusal};
use super::heading::heading;
use super::inputs::{Visit, for_each_problem};
use crate::movegen::play_line;
use crate::notation::board_text;
use crate::position::Defect;
use crate::problem::{ExpectedPlies, Problem, default_attacker};
use crate::report::{Lang, attacker_note, line_text};
use std::ops::ControlFlow;

/// Shows every position of the inputs, legal or not.
///
/// # Errors
/// Those of stdout.
pub fn run(flags: &InputFlags, full: bool, lang: Lang) -> anyhow::Result<Tally> {
    let mut batch = Batch::new(lang);
    let mut is_first = true;
    for_each_problem(&flags.inputs, &mut |problem| -> Visit {
        match problem {
            Ok(problem) => {
                let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
                batch.output.write(&format!("{gap}{}", text(&problem, full, lang)))?;
                if let Err(illegal) = play_line(&mut problem.position().clone(), &problem.record.moves) {
                    batch.fail(Failure::refused(&problem, &Refusal::Line(illegal), lang))?;
                }
            }
            Err(failure) => batch.fail(failure)?,
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(batch.tally)
}

fn text(problem: &Problem, full: bool, lang: Lang) -> String {
    let position = problem.position();
    let mut lines = vec![board_text(position).trim_end().to_owned(), position.sfen()];
    let rule = problem.rule_or_default();
    let attacker = problem.attacker.or_else(|| default_attacker(position, rule));
    lines.extend(attacker.and_then(|attacker| attacker_note(attacker, position.side_to_move(), lang)));
    let stated = [
        (
            lang.pick("規則", "rule"),
            problem.rule.map(|rule| lang.pick(rule.japanese(), rule.name()).to_owned()),
        ),
        (lang.pick("手数", "plies"), problem.plies.map(|plies| plies_text(plies, lang))),
        (lang.pick("解数", "solutions"), problem.solutions.as_ref().map(|solutions| solutions.to_string())),
        (lang.pick("出典", "source"), problem.source.clone()),
        (lang.pick("備考", "status"), problem.status.clone()),
    ];
    for (what, value) in stated {
        lines.extend(value.map(|value| format!("{what}: {value}")));
    }
    for defect in position.defects() {
        let text = lang.pick(Defect::japanese as fn(&Defect) -> String, Defect::to_string)(&defect);
        lines.push(lang.pick(format!("不備: {text}"), format!("not legal: {text}")));
    }
    let moves = &problem.record.moves;
    if !moves.is_empty() && play_line(&mut position.clone(), moves).is_ok() {
        lines.push(lang.pick("作意:", "intended line:").to_owned());
        lines.push(line_text(&problem.record, full, lang).trim_end().to_owned());
    }
    format!("{}{}\n", heading(problem), lines.join("\n"))
}

fn plies_text(plies: ExpectedPlies, lang: Lang) -> String {
    match plies {
        ExpectedPlies::Mate(_) => plies.to_string(),
        ExpectedPlies::NoMate => lang.pick("不詰", "no mate").to_owned(),
    }
}
