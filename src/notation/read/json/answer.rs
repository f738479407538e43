//! Answers of `tsumugi solve --json`: the position and the listed solutions.

use super::super::cursor::{Cursor, Fault, Read};
use super::super::playing::Playing;
use crate::position::Position;
use crate::problem::{ExpectedPlies, ExpectedSolutions, Problem};
use crate::record::Ending;
use crate::types::{Color, Move};
use serde::Deserialize;

/// The fields that make a problem.
#[derive(Deserialize)]
pub(super) struct Answer {
    id: Option<String>,
    sfen: Option<String>,
    rule: Option<String>,
    attacker: Option<String>,
    policy: Option<String>,
    verdict: Option<String>,
    plies: Option<u64>,
    #[serde(default)]
    exact: bool,
    solutions: Option<Solutions>,
    #[serde(default)]
    variations: Vec<Variation>,
}

/// Another reply of the defender to the first listed solution, and what follows it.
#[derive(Deserialize)]
struct Variation {
    ply: usize,
    moves: Vec<String>,
}

#[derive(Deserialize)]
struct Solutions {
    count: String,
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    listed: Vec<Vec<String>>,
}

/// The problem of an answer: what was found is what it states.
pub(super) fn problem(answer: &Answer, line: u64) -> Read<Problem> {
    let Some(sfen) = &answer.sfen else {
        return Err(Fault::at_line(
            line,
            "the answer is an error, without a position",
            "この答えは誤りの報告で、局面がありません",
        ));
    };
    let root = Position::from_sfen(sfen).map_err(|error| {
        let japanese = format!("`sfen` の値: {}", error.japanese());
        Fault::at_line(line, format!("the value of sfen: {error}"), japanese)
    })?;
    let listed = answer.solutions.iter().flat_map(|solutions| &solutions.listed);
    let mut record = crate::record::Record::new(root.clone(), Vec::new());
    for solution in listed {
        record.add_line(&played(&root, &[], solution, line)?);
    }
    let main = record.moves.clone();
    for Variation { ply, moves } in &answer.variations {
        let before = ply.checked_sub(1).and_then(|before| main.get(..before)).ok_or_else(|| {
            Fault::at_line(
                line,
                format!("variations: ply {ply} is not in the first solution"),
                format!("`variations`: {ply}手目は最初の解にありません"),
            )
        })?;
        record.add_line(&played(&root, before, moves, line)?);
    }
    record.sort_branches();
    if !record.moves.is_empty() {
        record.ending = Some(Ending::Mate);
    }
    if !answer.variations.is_empty() {
        record.branches.iter_mut().for_each(|branch| branch.ending = Some(Ending::Mate));
    }
    let mut problem = Problem::new(record);
    problem.id = answer.id.clone();
    problem.rule = answer.rule.as_deref().and_then(|rule| rule.parse().ok());
    problem.attacker = match answer.attacker.as_deref() {
        Some("black") => Some(Color::Black),
        Some("white") => Some(Color::White),
        _ => None,
    };
    problem.policy = answer.policy.as_deref().and_then(|policy| policy.parse().ok());
    problem.plies = match answer.verdict.as_deref() {
        Some("mate") if answer.exact => answer.plies.map(ExpectedPlies::Mate),
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

/// A line from the root: moves that were played already, then those of a text.
fn played(root: &Position, before: &[Move], texts: &[String], line: u64) -> Read<Vec<Move>> {
    let mut game = Playing::new(root.clone());
    let before: Vec<String> = before.iter().map(Move::to_string).collect();
    for text in before.iter().chain(texts) {
        let at = Cursor::new(line, text);
        let mv: Move = text.parse().map_err(|_| at.fault("a USI move", "USI の指し手"))?;
        game.play(mv, at)?;
    }
    Ok(game.finish(line)?.moves)
}
