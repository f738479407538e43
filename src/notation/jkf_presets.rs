//! The presets of JKF: handicaps by short names.

use super::handicaps::handicap_position;
use crate::position::Position;

/// The names of JKF and of the KIF family.
const PRESETS: [(&str, &str); 15] = [
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
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// The position of a preset.
pub(super) fn position_of_preset(preset: &str) -> Option<Position> {
    let (_, name) = PRESETS.iter().find(|(known, _)| *known == preset)?;
    handicap_position(name)
}

/// The preset of a handicap's name.
pub(super) fn preset_of(handicap: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(_, name)| *name == handicap).map(|(preset, _)| *preset)
}
