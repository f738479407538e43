//! `/api/diagram.svg`: a position as a diagram.

use crate::notation::{Diagram, svg};
use crate::position::flip_line;
use crate::problem::{Rule, default_attacker};
use crate::serve::error::ApiError;
use crate::serve::fields::{Fields, bad_value};
use crate::serve::reply::Reply;
use crate::types::Move;
use hyper::StatusCode;
use serde_json::{Map, Value};

/// The longest title, in bytes.
const TITLE: usize = 1000;

/// Whether both hands are shown.
#[derive(Clone, Copy)]
enum Hands {
    All,
    /// Not the defender's hand, if it holds every piece that is neither on the board nor in the attacker's hand.
    NoRest,
}

/// The fields of a request that are given in its URL.
///
/// # Errors
/// A field has no readable value.
pub fn fields<'a>(values: impl Iterator<Item = (&'a str, Option<String>)>) -> Result<Fields, ApiError> {
    let mut fields = Map::new();
    // The token was checked before; it is not a field of the diagram.
    for (key, text) in values.filter(|&(key, _)| key != "token") {
        let text = text.ok_or_else(|| {
            bad_value(
                key,
                "needs a value after =, percent-encoded in UTF-8",
                "= の後に、UTF-8 のバイトを % で書いた値が必要です",
            )
        })?;
        let value = match (key, text.as_str()) {
            ("turned", "1" | "true") => Value::Bool(true),
            ("turned", "0" | "false" | "") => Value::Bool(false),
            _ => Value::String(text),
        };
        fields.insert(key.to_owned(), value);
    }
    Fields::of(Value::Object(fields))
}

/// The reply to the request.
///
/// # Errors
/// The request is not valid.
pub fn answer(mut fields: Fields) -> Result<Reply, ApiError> {
    let position = fields.sfen()?;
    let last = fields.text("last", 10)?;
    let last: Option<Move> = last.map(|text| text.parse()).transpose().map_err(|_| {
        ApiError::new(400, "bad-move", "`last` is not a USI move", "`last` が USI の指し手ではありません")
            .at("last")
    })?;
    let title = fields.text("title", TITLE)?;
    let turned = fields.flag("turned")?;
    let hands = fields.choice("hands", &[("all", Hands::All), ("no-rest", Hands::NoRest)])?;
    let rule = fields.rule()?.unwrap_or(Rule::Tsume);
    let attacker = fields.attacker()?.or_else(|| default_attacker(&position, rule));
    fields.finish()?;
    let holds_rest = position.piece_box().is_empty();
    let defender = attacker.map(|attacker| !attacker);
    let hidden = defender.filter(|_| matches!(hands, Some(Hands::NoRest)) && holds_rest);
    let (position, last_move, without_hand) = if turned {
        let last = last.and_then(|last| flip_line(&[last]).first().copied());
        (position.flip(), last, hidden.map(|color| !color))
    } else {
        (position, last, hidden)
    };
    let title = title.filter(|title| !title.is_empty());
    let diagram = Diagram {
        position: &position,
        last_move,
        without_hand,
        title: title.as_deref(),
        composer: None,
        note: None,
    };
    Ok(Reply::new(StatusCode::OK, "image/svg+xml", svg(&diagram)))
}
