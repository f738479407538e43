//! `POST /api/legal`: the position after some moves, its defects, and the legal moves.

use crate::movegen::{PermittedMoves, in_check, legal_moves};
use crate::notation::MoveStyle;
use crate::position::{Defect, Position};
use crate::problem::{QuestionError, Rule, default_attacker};
use crate::report::{Lang, Message};
use crate::serve::error::ApiError;
use crate::serve::fields::Fields;
use crate::serve::reply::Reply;
use crate::types::{Move, Square};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The reply to the request.
///
/// # Errors
/// The request is not valid.
pub fn answer(mut fields: Fields) -> Result<Reply, ApiError> {
    let root = fields.sfen()?;
    let rule = fields.rule()?.unwrap_or(Rule::Helpmate);
    let attacker = fields.attacker()?.or_else(|| default_attacker(&root, rule));
    let conditions = fields.conditions()?.unwrap_or_default();
    if !conditions.is_empty() && !rule.is_cooperative() {
        return Err(
            ApiError::because("bad-value", &QuestionError::Conditions { rule, conditions }).at("condition")
        );
    }
    let defects = attacker.map_or_else(|| root.defects(), |attacker| root.problem_defects(rule, attacker));
    // Legal moves are computed only for positions in which the rules define them, which a missing king does not prevent.
    let is_defined =
        |defect: &Defect| matches!(defect, Defect::NoDefender { .. } | Defect::NoAttacker { .. });
    let permitted = attacker
        .filter(|_| defects.iter().all(is_defined))
        .map(|attacker| PermittedMoves::new(attacker, conditions));
    let is_playable = permitted.is_some();
    let moves = if is_playable { fields.legal_moves("moves", &root)? } else { fields.moves("moves")? };
    fields.finish()?;
    let moves = if is_playable { moves } else { Vec::new() };
    let mut position = root;
    let mut line = Vec::new();
    let mut previous = None;
    for &mv in &moves {
        line.push(named(&position, mv, previous));
        previous = Some(mv.to());
        position.do_move(mv);
    }
    let last = line.last().cloned();
    let legal = permitted.map(|permitted| all_moves(&mut position, &permitted, previous));
    let mut defects: Vec<Value> = defects.iter().map(defect).collect();
    if attacker.is_none() {
        defects.push(no_king());
    }
    Ok(Reply::json(
        json!({
            "sfen": position.sfen(),
            "turn": position.side_to_move().to_string(),
            "rule": rule.name(),
            "attacker": attacker.map(|attacker| attacker.to_string()),
            "in_check": is_playable && in_check(&position),
            "mated": permitted.is_some_and(|permitted| permitted.is_mate(&position)),
            "moves": legal.unwrap_or_default(),
            "last": last,
            "line": line,
            "defects": defects,
        })
        .to_string(),
    ))
}

/// All legal moves, each with whether rule and conditions permit it. Under every rule each move of the attacker must
/// give check; the defender may play any legal move that the conditions on captures permit.
fn all_moves(position: &mut Position, permitted: &PermittedMoves, previous: Option<Square>) -> Vec<Value> {
    let allowed: HashSet<Move> = permitted.of(position).into_iter().collect();
    let moves = legal_moves(position);
    moves
        .iter()
        .map(|&mv| {
            let mut value = named(position, mv, previous);
            let undo = position.do_move(mv);
            value["check"] = json!(in_check(position));
            position.undo_move(mv, undo);
            value["allowed"] = json!(allowed.contains(&mv));
            value
        })
        .collect()
}

fn named(position: &Position, mv: Move, previous: Option<Square>) -> Value {
    json!({ "usi": mv.to_string(), "ja": MoveStyle::Traditional.name(position, mv, previous) })
}

fn defect(defect: &Defect) -> Value {
    json!({ "code": defect.name(), "message": both(defect), "squares": squares(defect) })
}

/// The squares at which a defect is visible.
fn squares(defect: &Defect) -> Vec<String> {
    let squares = match defect {
        Defect::TooMany { squares, .. }
        | Defect::SeveralKings { squares, .. }
        | Defect::Nifu { squares, .. }
        | Defect::DeadEnd { squares, .. }
        | Defect::Stones { squares }
        | Defect::KingEnPrise { checkers: squares, .. } => *squares,
        Defect::NoDefender { .. } | Defect::NoAttacker { .. } => return Vec::new(),
    };
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn no_king() -> Value {
    json!({ "code": "no-king", "message": both(&QuestionError::NoKing), "squares": [] })
}

/// A message in both languages.
pub fn both(message: &(impl Message + ?Sized)) -> Value {
    json!({ "en": message.message(Lang::En), "ja": message.message(Lang::Ja) })
}
