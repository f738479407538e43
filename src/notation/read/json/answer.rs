//! Answers of `tsumugi solve --json`: the position and the listed solutions; of `tsumugi hisshi --json`: the position and
//! the line; and of `tsumugi analyse --json`: the game.

use super::super::cursor::{Cursor, Fault, Parsed};
use super::super::record_builder::{IllegalMoves, RecordBuilder};
use super::found::{Found, Solutions};
use super::intended::{Check, Intended, Stated};
use super::lines::UsiLine;
use crate::movegen::{is_mate, play_line};
use crate::notation::answer_schema::SCHEMA;
use crate::notation::one_line::in_one_line;
use crate::position::{SfenText, Token, read_position};
use crate::problem::{
    ExpectedPlies, ExpectedSolutions, LineErrorKind, Problem, ProblemWarning, RecordError, ValueKind,
    expected_plies, expected_solutions,
};
use crate::record::Ending;
use crate::types::{Color, Move};
use num_bigint::BigUint;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::cmp::Reverse;

/// The fields from which a problem is built.
#[derive(Deserialize)]
pub(super) struct Answer {
    schema: Option<Value>,
    id: Option<String>,
    sfen: Option<String>,
    rule: Option<String>,
    condition: Option<String>,
    attacker: Option<String>,
    policy: Option<String>,
    verdict: Option<String>,
    plies: Option<u64>,
    #[serde(default)]
    exact: bool,
    solutions: Option<Found>,
    #[serde(default)]
    variations: Vec<Variation>,
    /// The moves of a game.
    #[serde(default)]
    moves: UsiLine,
    /// How the game ended.
    ending: Option<String>,
    title: Option<String>,
    composer: Option<String>,
    source: Option<String>,
    status: Option<String>,
    twin: Option<String>,
    intended_solutions: Option<String>,
    check: Option<Check>,
    stated: Option<Stated>,
    /// The line of a brinkmate.
    #[serde(default)]
    line: UsiLine,
    /// Only summaries of several problems have one of the following keys.
    twins: Option<IgnoredAny>,
    tally: Option<IgnoredAny>,
    greatest: Option<IgnoredAny>,
    counts: Option<IgnoredAny>,
}

/// Another reply of the defender to the first listed solution, and the moves after it.
#[derive(Deserialize)]
struct Variation {
    ply: usize,
    moves: UsiLine,
}

impl Answer {
    /// Whether it is not about one problem but summarises several: twins, the counts of `extend`, the
    /// greatest values of `records`, the counts of `verify`.
    pub fn is_summary(&self) -> bool {
        let summaries = [&self.twins, &self.tally, &self.greatest, &self.counts];
        self.sfen.is_none() && summaries.iter().any(|summary| summary.is_some())
    }

    /// Rejects an answer with another schema version, since its keys may have another meaning.
    ///
    /// # Errors
    /// When the version is another one.
    pub fn check_schema(&self, line: u64) -> Parsed<()> {
        match &self.schema {
            Some(schema) if *schema != SCHEMA => {
                Err(no_value(line, "schema", &schema.to_string(), ValueKind::Schema { known: SCHEMA }))
            }
            _ => Ok(()),
        }
    }

    fn solutions(&self) -> Option<&Solutions> {
        match &self.solutions {
            Some(Found::Solutions(solutions)) => Some(solutions),
            Some(Found::Attacks) | None => None,
        }
    }

    /// The author's intentions, as an answer of `check` states them.
    fn intended(&self) -> Option<&Intended> {
        match &self.check {
            Some(Check::Problem { intended }) => Some(intended),
            Some(Check::Other(_)) | None => None,
        }
    }

    /// The intended line, if an answer of `check` or `verify` states it.
    fn meant_line(&self) -> Option<&[Move]> {
        let intended = self.intended().and_then(|intended| intended.line.as_ref());
        let stated = self.stated.as_ref().and_then(|stated| stated.line.as_ref());
        intended.or(stated).map(|line| line.0.as_slice())
    }
}

/// The problem of an answer. It states the results found, except where a check states the author's
/// intentions.
pub(super) fn problem(answer: &Answer, line: u64) -> Parsed<Problem> {
    let Some(sfen) = &answer.sfen else {
        return Err(Fault::at_line(line, RecordError::AnswerWithoutPosition));
    };
    let SfenText { root, warning, .. } =
        read_position(sfen).map_err(|error| Fault::at_line(line, RecordError::AnswerSfen(error)))?;
    let mut listed = answer.solutions().into_iter().flat_map(|solutions| solutions.listed.iter());
    let mut game = RecordBuilder::new(root.clone(), IllegalMoves::Refuse);
    let is_brinkmate = matches!(answer.solutions, Some(Found::Attacks));
    let played = if is_brinkmate { &answer.line.0 } else { &answer.moves.0 };
    let intended = answer.intended();
    let meant = answer.meant_line().filter(|meant| play_line(&mut root.clone(), meant).is_ok());
    let main = meant.unwrap_or_else(|| listed.next().unwrap_or(played));
    play(&mut game, main, line)?;
    let ends_in_mate = match meant {
        Some(_) => is_mate(game.position()),
        None => answer.solutions().is_some(),
    };
    let last = game.next_ply();
    // Variations at later plies come first, so that no move of the line is played twice.
    let mut variations: Vec<&Variation> = answer.variations.iter().collect();
    variations.sort_by_key(|variation| Reverse(variation.ply));
    for Variation { ply, moves } in variations {
        if !(1..=last).contains(ply) {
            return Err(Fault::at_line(line, RecordError::AnswerVariation { ply: *ply }));
        }
        game.start_branch(None, *ply);
        play(&mut game, &moves.0, line)?;
        game.drop_silent_branch();
    }
    // Illegal moves were refused.
    let (mut record, _) = game.finish(line)?;
    for solution in listed.clone() {
        play(&mut RecordBuilder::new(root.clone(), IllegalMoves::Refuse), solution, line)?;
    }
    record.add_lines(listed);
    record.sort_branches();
    record.ending = match &answer.ending {
        Some(name) => Ending::ALL.into_iter().find(|ending| ending.name() == name),
        None => (!record.moves.is_empty() && ends_in_mate).then_some(Ending::Mate),
    };
    if !answer.variations.is_empty() {
        record.branches.iter_mut().for_each(|branch| branch.ending = Some(Ending::Mate));
    }
    let mut problem = Problem::new(record);
    problem.warnings.extend(warning.map(ProblemWarning::from));
    problem.id = stated(answer.id.as_deref());
    problem.title = stated(answer.title.as_deref());
    problem.composer = stated(answer.composer.as_deref());
    problem.source = stated(answer.source.as_deref());
    problem.status = stated(answer.status.as_deref());
    problem.twin = stated(answer.twin.as_deref());
    let counted = intended.and_then(|intended| intended.solutions.as_ref());
    let counted = answer.intended_solutions.as_ref().or(counted).and_then(|count| count.parse().ok());
    problem.intended_solutions = counted.filter(|count| *count != BigUint::ZERO);
    set_question(&mut problem, answer, line)?;
    // In a brinkmate the side to move is the attacker.
    problem.attacker = problem.attacker.filter(|_| !is_brinkmate);
    let meant_plies = intended.and_then(|intended| intended.plies);
    problem.plies = match answer.verdict.as_deref() {
        _ if meant_plies.is_some() => meant_plies.map(ExpectedPlies::Mate),
        Some("mate") if answer.exact => answer.plies.map(ExpectedPlies::Mate),
        Some("mate") => answer.plies.map(ExpectedPlies::AtMost),
        Some("nomate") if answer.exact => Some(ExpectedPlies::NoMate),
        _ => None,
    };
    problem.solutions = answer
        .solutions()
        .filter(|solutions| solutions.exact)
        .and_then(|solutions| solutions.count.parse().ok().map(ExpectedSolutions::Exactly));
    if let Some(stated) = &answer.stated {
        set_stated(&mut problem, stated, line)?;
    }
    Ok(problem)
}

/// Copies the statements of a verified problem.
fn set_stated(problem: &mut Problem, stated: &Stated, line: u64) -> Parsed<()> {
    if let Some(plies) = &stated.plies {
        let read = expected_plies(plies);
        problem.plies = Some(read.ok_or_else(|| no_value(line, "plies", plies, ValueKind::Plies))?);
    }
    if let Some(count) = &stated.solutions {
        let read = expected_solutions(count);
        problem.solutions =
            Some(read.ok_or_else(|| no_value(line, "solutions", count, ValueKind::Solutions))?);
    }
    Ok(())
}

/// Copies the question: rule, conditions and so on. An unknown value may be of a later version; it is an
/// error, because without it the problem would be a different one.
fn set_question(problem: &mut Problem, answer: &Answer, line: u64) -> Parsed<()> {
    if let Some(rule) = &answer.rule {
        problem.rule = Some(rule.parse().map_err(|_| no_value(line, "rule", rule, ValueKind::Rule))?);
    }
    if let Some(conditions) = &answer.condition {
        let conditions = conditions.parse().map_err(|error| {
            let kind = LineErrorKind::Condition { error };
            Fault { line, column: 1, kind }
        })?;
        problem.conditions = Some(conditions);
    }
    if let Some(attacker) = &answer.attacker {
        let side = Color::ALL.into_iter().find(|side| side.to_string() == *attacker);
        problem.attacker = Some(side.ok_or_else(|| no_value(line, "attacker", attacker, ValueKind::Side))?);
    }
    if let Some(policy) = &answer.policy {
        let policy = policy.parse().map_err(|_| no_value(line, "policy", policy, ValueKind::Policy))?;
        problem.policy = Some(policy);
    }
    Ok(())
}

/// The fault of a key with an invalid value.
fn no_value(line: u64, key: &'static str, value: &str, expected: ValueKind) -> Fault {
    let kind = LineErrorKind::Value { key, token: Token::shown(value), expected };
    Fault { line, column: 1, kind }
}

/// A text as stored in a problem: on one line; an empty text states nothing.
fn stated(text: Option<&str>) -> Option<String> {
    text.map(|text| in_one_line(text.into()).into_owned()).filter(|text| !text.is_empty())
}

/// Plays moves.
fn play(game: &mut RecordBuilder, moves: &[Move], line: u64) -> Parsed<()> {
    moves.iter().try_for_each(|&mv| game.play(mv, Cursor::new(line, &mv.to_string())))
}
