//! Answers of `tsumugi solve --json`: the position and the listed solutions; and of `tsumugi analyse --json`: the game.

use super::super::cursor::{Cursor, Fault, Parsed};
use super::super::record_builder::RecordBuilder;
use super::lines::{UsiLine, UsiLines};
use crate::notation::one_line::in_one_line;
use crate::position::{SfenText, read_position};
use crate::problem::{ExpectedPlies, ExpectedSolutions, Problem, RecordError};
use crate::record::Ending;
use crate::types::{Color, Move};
use serde::Deserialize;
use std::cmp::Reverse;

/// The fields that make a problem.
#[derive(Deserialize)]
pub(super) struct Answer {
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
    solutions: Option<Solutions>,
    #[serde(default)]
    variations: Vec<Variation>,
    /// The moves of a game.
    #[serde(default)]
    moves: UsiLine,
    /// How it ended.
    ending: Option<String>,
}

/// Another reply of the defender to the first listed solution, and what follows it.
#[derive(Deserialize)]
struct Variation {
    ply: usize,
    moves: UsiLine,
}

#[derive(Deserialize)]
struct Solutions {
    count: String,
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    listed: UsiLines,
}

/// The problem of an answer: what was found is what it states.
pub(super) fn problem(answer: &Answer, line: u64) -> Parsed<Problem> {
    let Some(sfen) = &answer.sfen else {
        return Err(Fault::at_line(line, RecordError::AnswerWithoutPosition));
    };
    let SfenText { root, warning, .. } =
        read_position(sfen).map_err(|error| Fault::at_line(line, RecordError::AnswerSfen(error)))?;
    let mut listed = answer.solutions.iter().flat_map(|solutions| solutions.listed.iter());
    let mut game = RecordBuilder::new(root.clone());
    play(&mut game, listed.next().unwrap_or(&answer.moves.0), line)?;
    let last = game.next_ply();
    // Those at later plies come first, so that no move of the line is played twice.
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
    let mut record = game.finish(line)?;
    for solution in listed.clone() {
        play(&mut RecordBuilder::new(root.clone()), solution, line)?;
    }
    record.add_lines(listed);
    record.sort_branches();
    record.ending = match &answer.ending {
        Some(name) => Ending::ALL.into_iter().find(|ending| ending.name() == name),
        None => (!record.moves.is_empty() && answer.solutions.is_some()).then_some(Ending::Mate),
    };
    if !answer.variations.is_empty() {
        record.branches.iter_mut().for_each(|branch| branch.ending = Some(Ending::Mate));
    }
    let mut problem = Problem::new(record);
    problem.warning = warning;
    let id = answer.id.as_deref().map(|id| in_one_line(id.into()).into_owned());
    problem.id = id.filter(|id| !id.is_empty());
    problem.rule = answer.rule.as_deref().and_then(|rule| rule.parse().ok());
    problem.conditions = answer.condition.as_deref().and_then(|conditions| conditions.parse().ok());
    problem.attacker = match answer.attacker.as_deref() {
        Some("black") => Some(Color::Black),
        Some("white") => Some(Color::White),
        _ => None,
    };
    problem.policy = answer.policy.as_deref().and_then(|policy| policy.parse().ok());
    problem.plies = match answer.verdict.as_deref() {
        Some("mate") if answer.exact => answer.plies.map(ExpectedPlies::Mate),
        Some("mate") => answer.plies.map(ExpectedPlies::AtMost),
        Some("nomate") if answer.exact => Some(ExpectedPlies::NoMate),
        _ => None,
    };
    problem.solutions = answer
        .solutions
        .as_ref()
        .filter(|solutions| solutions.exact)
        .and_then(|solutions| solutions.count.parse().ok().map(ExpectedSolutions::Exactly));
    Ok(problem)
}

/// Plays moves.
fn play(game: &mut RecordBuilder, moves: &[Move], line: u64) -> Parsed<()> {
    moves.iter().try_for_each(|&mv| game.play(mv, Cursor::new(line, &mv.to_string())))
}
