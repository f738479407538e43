//! Changes of a position, as text and as JSON.

use super::Lang;
use crate::compose::Change;
use crate::notation::{piece_name, side_name, square_name};
use crate::position::Position;
use crate::types::{Piece, PieceKind, Square};
use serde_json::{Value, json};

/// The changes of a position as text.
pub fn changes_text(changes: &[Change], position: &Position, lang: Lang) -> String {
    let texts: Vec<String> = changes
        .iter()
        .map(|&change| match lang {
            Lang::Ja => japanese(change, position),
            Lang::En => english(change, position),
        })
        .collect();
    texts.join(lang.pick("、", ", "))
}

/// The changes of a position as JSON: the kind of each change, with its squares in USI and pieces in SFEN
/// notation.
pub fn changes_json(changes: &[Change]) -> Value {
    let value = |change: &Change| {
        let name = change.name();
        match *change {
            Change::Promote { square } | Change::Turn { square } | Change::Remove { square } => {
                json!({ "change": name, "square": square.to_string() })
            }
            Change::Exchange { square, piece } | Change::Add { square, piece } => {
                json!({ "change": name, "square": square.to_string(), "piece": piece.to_string() })
            }
            Change::Move { from, to } => {
                json!({ "change": name, "square": from.to_string(), "to": to.to_string() })
            }
            Change::More { color, kind } | Change::Less { color, kind } => {
                json!({ "change": name, "piece": Piece::new(color, kind).to_string() })
            }
            Change::GiveRest => json!({ "change": name }),
        }
    };
    changes.iter().map(value).collect()
}

/// The kind of the piece on a square before the change; a pawn if the piece was put there by another change.
fn kind_at(position: &Position, square: Square) -> PieceKind {
    position.piece_at(square).map_or(PieceKind::Pawn, Piece::kind)
}

fn english(change: Change, position: &Position) -> String {
    let on = |square: Square| {
        let piece = position.piece_at(square).map_or("piece".to_owned(), |piece| piece.to_string());
        format!("{piece} on {square}")
    };
    match change {
        Change::Promote { square } if kind_at(position, square).is_promoted() => {
            format!("{} not promoted", on(square))
        }
        Change::Promote { square } => format!("{} promoted", on(square)),
        Change::Turn { square } => format!("{} given to the other side", on(square)),
        Change::More { color, kind } => format!("one more {} in hand", Piece::new(color, kind)),
        Change::Less { color, kind } => format!("one {} fewer in hand", Piece::new(color, kind)),
        Change::Move { from, to } => format!("{} moved to {to}", on(from)),
        Change::Exchange { square, piece } => format!("{} exchanged for {piece}", on(square)),
        Change::Remove { square } => format!("{} taken away", on(square)),
        Change::Add { square, piece } => format!("{piece} added on {square}"),
        Change::GiveRest => "all remaining pieces given to the defender".to_owned(),
    }
}

fn japanese(change: Change, position: &Position) -> String {
    let on = |square: Square| format!("{}の{}", square_name(square), piece_name(kind_at(position, square)));
    match change {
        Change::Promote { square } if kind_at(position, square).is_promoted() => {
            format!("{}を成らない駒に", on(square))
        }
        Change::Promote { square } => format!("{}を成駒に", on(square)),
        Change::Turn { square } => format!("{}を相手の駒に", on(square)),
        Change::More { color, kind } => format!("{}の持駒に{}を1枚追加", side_name(color), piece_name(kind)),
        Change::Less { color, kind } => {
            format!("{}の持駒の{}を1枚減らす", side_name(color), piece_name(kind))
        }
        Change::Move { from, to } => format!("{}を{}に移動", on(from), square_name(to)),
        Change::Exchange { square, piece } => format!("{}を{}に交換", on(square), piece_name(piece.kind())),
        Change::Remove { square } => format!("{}を除く", on(square)),
        Change::Add { square, piece } => {
            format!(
                "{}に{}の{}を追加",
                square_name(square),
                side_name(piece.color()),
                piece_name(piece.kind())
            )
        }
        Change::GiveRest => "玉方持駒を残り全部に".to_owned(),
    }
}
