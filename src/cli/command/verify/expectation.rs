//! Compares what a problem states with what was found.

use crate::analysis::LineFlaw;
use crate::cli::output::twins::Judgement;
use crate::problem::{ExpectedPlies, ExpectedSolutions, Problem};
use crate::report::{Lang, Report, line_flaw_text, plies_text};
use crate::solve::Verdict;
use num_bigint::BigUint;

/// The subject of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Plies,
    Solutions,
    IntendedSolutions,
    IntendedLine,
}

impl What {
    /// The name in the table of discrepancies.
    pub fn name(self, lang: Lang) -> &'static str {
        match self {
            What::Plies => lang.pick("手数", "plies"),
            What::Solutions => lang.pick("解数", "solutions"),
            What::IntendedSolutions => lang.pick("指定解数", "intended solutions"),
            What::IntendedLine => lang.pick("作意", "intended line"),
        }
    }

    /// The name in JSON.
    pub fn key(self) -> &'static str {
        match self {
            What::Plies => "plies",
            What::Solutions => "solutions",
            What::IntendedSolutions => "intended-solutions",
            What::IntendedLine => "line",
        }
    }
}

/// A statement of a problem that the search did not confirm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discrepancy {
    /// The subject of the statement.
    pub what: What,
    /// What the problem says.
    pub stated: String,
    /// What was found.
    pub found: String,
    /// Whether the statement is refuted; otherwise it is undecided.
    pub differs: bool,
}

/// Whether the problem states anything that can be checked.
pub fn states_expectation(problem: &Problem) -> bool {
    problem.plies.is_some()
        || problem.solutions.is_some()
        || problem.intended_solutions.is_some()
        || !problem.record.moves.is_empty()
}

/// The statements of a problem that its outcome does not confirm. `line_flaw`: the flaw of its intended line, if any.
pub fn findings(report: &Report, line_flaw: Option<LineFlaw>, lang: Lang) -> Vec<Discrepancy> {
    let problem = report.problem;
    let mut findings = Vec::new();
    let mut note = |what, stated: String, found: String, judgement| {
        if judgement != Judgement::Right {
            findings.push(Discrepancy { what, stated, found, differs: judgement == Judgement::Wrong });
        }
    };
    let verdict = report.verdict_line(lang);
    if let Some(plies) = problem.plies {
        note(What::Plies, plies.to_string(), verdict.clone(), judge_plies(report, plies));
    }
    if let Some(solutions) = &problem.solutions {
        let (found, judgement) = judge_solutions(report, solutions);
        note(What::Solutions, solutions.to_string(), found.unwrap_or(verdict.clone()), judgement);
    }
    if let Some(intended) = &problem.intended_solutions {
        let (found, judgement) = judge_solutions(report, &ExpectedSolutions::Exactly(intended.clone()));
        note(What::IntendedSolutions, intended.to_string(), found.unwrap_or(verdict.clone()), judgement);
    }
    if !problem.record.moves.is_empty() {
        let length = problem.record.moves.len() as u64;
        let (found, judgement) = match line_flaw {
            Some(flaw) => (line_flaw_text(flaw, lang), Judgement::Wrong),
            None if is_missed(report) => (
                lang.pick(
                    "作意は詰みだが、数えた解の中にない (指紋の誤認)",
                    "it mates, but is not among the solutions that were counted (a false hit of fingerprints)",
                )
                .to_owned(),
                Judgement::Undecided,
            ),
            None => {
                // A problem may state only an upper bound of its length. An intended line within the bound then
                // agrees with it, even if a shorter mate was not excluded.
                let stated = match problem.plies {
                    Some(stated @ ExpectedPlies::AtMost(most)) if length <= most => stated,
                    _ => ExpectedPlies::Mate(length),
                };
                (verdict, judge_plies(report, stated))
            }
        };
        let stated =
            lang.pick(format!("{length}手の作意"), format!("a line of {}", plies_text(length, Lang::En)));
        note(What::IntendedLine, stated, found, judgement);
    }
    findings
}

/// Whether the intended line mates in the shortest length and is still not among the solutions, although all of them
/// are listed. The number of solutions is not reliable then.
fn is_missed(report: &Report) -> bool {
    let (solutions, line) = (&report.outcome.solutions, &report.problem.record.moves);
    let is_shortest =
        matches!(report.outcome.verdict, Verdict::Mate { plies, .. } if plies == line.len() as u64);
    let are_all_listed = solutions.count == BigUint::from(solutions.listed.len());
    report.question.rule().is_cooperative()
        && is_shortest
        && report.is_count_exact()
        && are_all_listed
        && !solutions.listed.contains(line)
}

fn judge_plies(report: &Report, stated: ExpectedPlies) -> Judgement {
    let confirmed = |agrees: bool| if agrees { Judgement::Right } else { Judgement::Wrong };
    match (report.outcome.verdict, stated) {
        (Verdict::Mate { .. }, ExpectedPlies::NoMate) => Judgement::Wrong,
        (Verdict::Mate { plies, .. }, ExpectedPlies::AtMost(most)) if plies <= most => Judgement::Right,
        (Verdict::Mate { exact, .. }, ExpectedPlies::AtMost(_)) => match exact && report.is_exact() {
            true => Judgement::Wrong,
            false => Judgement::Undecided,
        },
        // The mate was replayed, so a mate shorter than the stated length refutes it, even if it is not proved to be
        // the shortest.
        (Verdict::Mate { plies, .. }, ExpectedPlies::Mate(stated)) if plies < stated => Judgement::Wrong,
        (Verdict::Mate { plies, .. }, ExpectedPlies::Mate(stated)) if report.is_exact() => {
            confirmed(plies == stated)
        }
        (Verdict::NoMate, stated) if report.is_exact() => confirmed(stated == ExpectedPlies::NoMate),
        _ => Judgement::Undecided,
    }
}

/// The number of solutions that was found, if any, and whether it confirms or refutes the stated one.
fn judge_solutions(report: &Report, stated: &ExpectedSolutions) -> (Option<String>, Judgement) {
    let (count, is_exact) = match report.outcome.verdict {
        Verdict::Mate { .. } => {
            (report.outcome.solutions.count.clone(), report.is_exact() && report.is_count_exact())
        }
        Verdict::NoMate => (BigUint::ZERO, report.is_exact()),
        Verdict::Unknown(_) => return (None, Judgement::Undecided),
    };
    let agrees = match stated {
        ExpectedSolutions::Exactly(stated) => count == *stated,
        ExpectedSolutions::Several => count > BigUint::from(1u32),
    };
    // A lower bound of the count can refute the stated number, but only if the length is proved.
    let exceeds = match stated {
        ExpectedSolutions::Exactly(stated) => report.is_exact() && count > *stated,
        ExpectedSolutions::Several => false,
    };
    let is_several = *stated == ExpectedSolutions::Several && report.is_exact() && agrees;
    let judgement = match agrees {
        true if is_exact || is_several => Judgement::Right,
        false if is_exact || exceeds => Judgement::Wrong,
        _ => Judgement::Undecided,
    };
    let found = if is_exact { count.to_string() } else { format!(">={count}") };
    (Some(found), judgement)
}
