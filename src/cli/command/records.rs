//! `tsumugi records`: properties of solutions as numbers.

use crate::analysis::stated_line_flaw;
use crate::cli::args::RecordsFlags;
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::batch::Batch;
use crate::cli::output::heading::heading;
use crate::cli::run::interrupt_notice::count_answer;
use crate::cli::run::session::{Session, question};
use crate::compose::{Greatest, LineRecords};
use crate::problem::{Problem, Question};
use crate::report::{Lang, LineFrom, RecordsReport, greatest_json, greatest_text};
use crate::solve::{Reason, Verdict};
use crate::types::Move;

/// Computes the numbers of every problem of the inputs, and the greatest of each over all problems.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(flags: &RecordsFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let mut batch = Batch { json: flags.json, ..Batch::new(lang) };
    let mut greatest = Greatest::default();
    let mut is_first = true;
    for item in session.progress.problems(&flags.inputs.inputs, &flags.inputs.reading) {
        session.progress.next_problem();
        match answer(item, flags, session, &mut greatest) {
            Ok(text) if flags.greatest => drop(text),
            Ok(text) if flags.json => batch.output.line(text)?,
            Ok(text) => {
                let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
                batch.output.write(&format!("{gap}{text}"))?;
            }
            Err(Missing::Unknown(failure)) if session.interrupt.is_set() => {
                batch.leave_interrupted(failure)?;
            }
            Err(Missing::Unknown(failure)) => batch.leave_unknown(failure)?,
            Err(Missing::NoMate(failure)) => batch.say(failure)?,
            Err(Missing::Failed(failure)) => batch.fail(failure)?,
        }
        if session.interrupt.is_set() {
            batch.tally.interrupted = true;
            break;
        }
        count_answer();
    }
    if flags.greatest || greatest.problems > 1 {
        if flags.json {
            batch.output.line(greatest_json(&greatest))?;
        } else {
            let gap = if is_first { "" } else { "\n" };
            batch.output.write(&format!("{gap}{}", greatest_text(&greatest, lang)))?;
        }
    }
    Ok(batch.tally)
}

/// Why a problem has no numbers.
enum Missing {
    /// No solution was found within the limits.
    Unknown(Failure),
    /// The problem has no mate.
    NoMate(Failure),
    /// The problem cannot be read or solved.
    Failed(Failure),
}

/// The text about a problem; its numbers are also entered into `greatest`.
fn answer(
    item: Item,
    flags: &RecordsFlags,
    session: &mut Session,
    greatest: &mut Greatest,
) -> Result<String, Missing> {
    let lang = session.progress.lang();
    let problem = item.map_err(Missing::Failed)?;
    let refused = |refusal: Refusal| Missing::Failed(Failure::refused(&problem, &refusal, lang));
    let question = question(&problem, &session.options.choices).map_err(refused)?;
    let (line_from, line) = match line(&problem, &question, flags, session) {
        Ok(found) => found,
        Err(verdict) => return Err(without_solution(&problem, verdict, lang)),
    };
    let records = LineRecords::of(question.position(), question.attacker(), question.mated(), &line);
    let records = records.map_err(|illegal| refused(Refusal::Line(illegal)))?;
    greatest.add(&problem.name(), &records);
    let report = RecordsReport { problem: &problem, question: &question, line_from, records: &records };
    Ok(if flags.json { report.json() } else { heading(&problem) + &report.text(lang) })
}

/// The line whose numbers are computed: the intended line if it mates, else the first solution. The error is the
/// verdict of the search where there is no solution.
fn line(
    problem: &Problem,
    question: &Question,
    flags: &RecordsFlags,
    session: &mut Session,
) -> Result<(LineFrom, Vec<Move>), Verdict> {
    let mut flaw = None;
    if !flags.solve && !question.line().is_empty() {
        flaw = stated_line_flaw(question);
        if flaw.is_none() {
            return Ok((LineFrom::Problem, question.line().to_vec()));
        }
    }
    let outcome = session.solve_without_traditional(problem, question);
    match (outcome.verdict, outcome.solutions.listed.into_iter().next()) {
        (Verdict::Mate { .. }, Some(line)) => Ok((LineFrom::Search(flaw), line)),
        (verdict, _) => Err(verdict),
    }
}

fn without_solution(problem: &Problem, verdict: Verdict, lang: Lang) -> Missing {
    let missing = |message: &str| Failure::unwritable(problem, message.to_owned());
    match verdict {
        Verdict::NoMate => Missing::NoMate(missing(
            lang.pick("詰まないので記録はありません", "there is no mate, and so no records"),
        )),
        Verdict::Unknown(Reason::Interrupted) => Missing::Unknown(missing(
            lang.pick("中断されたので記録はありません", "interrupted, and so there are no records"),
        )),
        Verdict::Mate { .. } | Verdict::Unknown(_) => Missing::Unknown(missing(lang.pick(
            "制限の中で解が見つからないので記録はありません: --time, --nodes, --memory を増やしてください",
            "no solution was found within the limits, and so there are no records: raise --time, --nodes or --memory",
        ))),
    }
}
