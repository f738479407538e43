//! Handicaps (手合割): the pieces that White leaves out, and their names in JKF (presets).

use super::names::side_name;
use crate::position::Position;
use crate::types::{Color, Square};

/// The name of each handicap, and its empty squares. White moves first in all but the first one.
const HANDICAPS: [(&str, &str); 18] = [
    ("平手", ""),
    ("香落ち", "1a"),
    ("右香落ち", "9a"),
    ("角落ち", "2b"),
    ("飛車落ち", "8b"),
    ("飛香落ち", "8b 1a"),
    ("二枚落ち", "8b 2b"),
    ("三枚落ち", "8b 2b 1a"),
    ("四枚落ち", "8b 2b 1a 9a"),
    ("五枚落ち", "8b 2b 1a 9a 8a"),
    ("左五枚落ち", "8b 2b 1a 9a 2a"),
    ("六枚落ち", "8b 2b 1a 9a 2a 8a"),
    ("右七枚落ち", "8b 2b 1a 9a 2a 8a 7a"),
    ("左七枚落ち", "8b 2b 1a 9a 2a 8a 3a"),
    ("八枚落ち", "8b 2b 1a 9a 2a 8a 3a 7a"),
    ("十枚落ち", "8b 2b 1a 9a 2a 8a 3a 7a 4a 6a"),
    ("裸玉", "8b 2b 1a 9a 2a 8a 3a 7a 4a 6a 1c 2c 3c 4c 5c 6c 7c 8c 9c"),
    ("トンボ", "1a 9a 2a 8a 3a 7a 4a 6a"),
];

/// The position of the handicap with this name.
pub(super) fn handicap_position(name: &str) -> Option<Position> {
    let (name, empty) = HANDICAPS.iter().find(|(known, _)| *known == name)?;
    let mut position = Position::startpos();
    for sq in empty.split_whitespace().filter_map(|sq| sq.parse::<Square>().ok()) {
        position.remove(sq);
    }
    if *name != "平手" {
        position.set_side_to_move(Color::White);
    }
    Some(position)
}

/// The name of the handicap whose position is `root`, if there is one.
pub(super) fn handicap_of(root: &Position) -> Option<&'static str> {
    HANDICAPS.iter().map(|(name, _)| *name).find(|name| handicap_position(name).as_ref() == Some(root))
}

/// The name of a player in a game from a position: 先手 and 後手; with a handicap 下手 and 上手.
pub(super) fn player_name(root: &Position, color: Color) -> &'static str {
    let is_handicap = handicap_of(root).is_some_and(|name| name != "平手");
    match color {
        Color::Black if is_handicap => "下手",
        Color::White if is_handicap => "上手",
        _ => side_name(color),
    }
}

/// The names in JKF, and those in the KIF family.
const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// The position of a preset.
pub(super) fn position_of_preset(preset: &str) -> Option<Position> {
    let (_, name) = PRESETS.iter().find(|(known, _)| *known == preset)?;
    handicap_position(name)
}

/// The preset for the name of a handicap.
pub(super) fn preset_of(handicap: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(_, name)| *name == handicap).map(|(preset, _)| *preset)
}
