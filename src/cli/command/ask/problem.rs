//! `tsumugi ask PROBLEM`: the answer by a search.

use super::line::flaw;
use crate::analysis::{Refutation, Refutations, RefutationsStep};
use crate::cli::args::AskFlags;
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, beyond_line};
use crate::cli::input::typed_moves;
use crate::cli::output::batch::Batch;
use crate::cli::output::heading::heading;
use crate::cli::run::interrupt_notice::count_answer;
use crate::cli::run::progress::RunProgress;
use crate::cli::run::session::{PulledSearch, Session, question};
use crate::movegen::PermittedMoves;
use crate::problem::{Problem, Question};
use crate::record::Record;
use crate::report::{AskReport, Lang, line_flaw_text};
use crate::solve::{Budget, Verdict};

/// Positions expanded for each reply that is tested as a refutation, when no other limit is given.
const REFUTATION_NODES: u64 = 1_000_000;

/// Answers about every problem of the inputs.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(flags: &AskFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let mut batch = Batch { json: flags.json, ..Batch::new(lang) };
    let mut is_first = true;
    for item in session.progress.problems(&flags.inputs.inputs, &flags.inputs.reading) {
        session.progress.next_problem();
        match answer(item, flags, session, &mut batch.tally) {
            Ok(text) if flags.json => batch.output.line(text)?,
            Ok(text) => {
                let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
                batch.output.write(&format!("{gap}{text}"))?;
            }
            Err(failure) => batch.fail(failure)?,
        }
        if session.interrupt.is_set() {
            batch.tally.interrupted = true;
            break;
        }
        count_answer();
    }
    Ok(batch.tally)
}

fn answer(item: Item, flags: &AskFlags, session: &mut Session, tally: &mut Tally) -> Result<String, Failure> {
    let lang = session.progress.lang();
    let problem = item?;
    let root = question(&problem, &session.options.choices);
    let root = root.map_err(|refusal| Failure::refused(&problem, &refusal, lang))?;
    let line = line(&problem, &root, flags, lang)?;
    let behind = line.moves.iter().fold(root, |question, &mv| question.after(mv));
    // The problem states its length and its solutions from its first position, so they do not apply after a line.
    let problem = match line.moves.is_empty() {
        true => problem,
        false => Problem { plies: None, intended_solutions: None, twin: None, status: None, ..problem },
    };
    let (outcome, _) = session.solve(&problem, &behind);
    tally.unknown |= !outcome.is_exact() && !matches!(outcome.verdict, Verdict::Mate { .. });
    let is_refuted = outcome.verdict == Verdict::NoMate && !behind.rule().is_cooperative();
    let refutations = if is_refuted { refutations(session, &problem, &behind) } else { Vec::new() };
    let report = session.report(&problem, &behind, &outcome);
    let report = AskReport { report, line: &line, refutations: &refutations };
    Ok(if flags.json { report.json() } else { heading(&problem) + &report.text(lang, flags.full) })
}

/// The moves that were typed, or else the intended line up to `--ply`.
///
/// # Errors
/// A word is not a move, a move is illegal, or a move of the attacker does not give check.
fn line(problem: &Problem, root: &Question, flags: &AskFlags, lang: Lang) -> Result<Record, Failure> {
    let moves = match (&flags.line, flags.ply) {
        (Some(text), _) => {
            typed_moves(root.position(), text, lang).map_err(|failure| failure.of_line_after(problem))?
        }
        (None, None) => root.line().to_vec(),
        (None, Some(plies)) => {
            let stated = root.line();
            let known = usize::try_from(plies).ok().and_then(|plies| stated.get(..plies));
            known
                .ok_or_else(|| Failure::unwritable(problem, beyond_line("--ply", plies, stated.len(), lang)))?
                .to_vec()
        }
    };
    let line = Record::new(root.position().clone(), moves);
    match flaw(&line, &PermittedMoves::new(root.attacker(), root.conditions()), root.rule()) {
        Some(flaw) => Err(Failure::unwritable(problem, line_flaw_text(flaw, lang))),
        None => Ok(line),
    }
}

fn refutations(session: &mut Session, problem: &Problem, question: &Question) -> Vec<Refutation> {
    let mut options = session.search_options(question);
    options.limits = options.limits.or_nodes(REFUTATION_NODES);
    session.pull(problem, &mut Refutations::new(question, &options))
}

impl PulledSearch for Refutations {
    type Found = Vec<Refutation>;

    fn advance(&mut self, slice: Budget) -> Result<Vec<Refutation>, RunProgress> {
        let step: RefutationsStep = Refutations::advance(self, slice);
        step.done().map_err(RunProgress::from)
    }
}
