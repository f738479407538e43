//! The reason why a position cannot be played.

use super::{Lang, Message};
use crate::position::Position;
use crate::types::Color;

/// The reason why the playing engine cannot search a position: it is not legal in a game, or has no king.
/// Without a king neither side can win, so the result would be meaningless. `None` when it can be searched.
pub fn why_unplayable(position: &Position, lang: Lang) -> Option<String> {
    let defects = position.play_defects();
    let has_king = Color::ALL.iter().any(|&color| position.king(color).is_some());
    let why = match (defects.is_empty(), has_king) {
        (true, true) => return None,
        (false, _) => defects.message(lang),
        (true, false) => lang
            .pick(
                "盤上に玉がありません: 両方の玉か、詰将棋なら玉方の玉を置いてください",
                "no king on the board: set up both kings, or for a tsume the defender's king",
            )
            .to_owned(),
    };
    Some(
        lang.pick(
            format!("この局面からは指せません: {why}"),
            format!("this position cannot be played: {why}"),
        ),
    )
}
