//! The message that a problem needs no repair.

use super::Lang;
use crate::compose::Diagnosis;
use crate::notation::japanese_line;
use crate::problem::Question;
use crate::record::Record;
use crate::types::Move;

/// The message for a problem that is sound, when its repair was requested.
pub fn needs_no_repair(question: &Question, diagnosis: &Diagnosis, lang: Lang) -> String {
    let Some(line) = &diagnosis.sound_line else {
        return lang
            .pick("完全作です: 直すところはありません", "is sound: there is nothing to repair")
            .to_owned();
    };
    let words: Vec<String> = match lang {
        Lang::Ja => japanese_line(&Record::new(question.position().clone(), line.clone())).collect(),
        Lang::En => line.iter().map(Move::to_string).collect(),
    };
    let moves = words.join(" ");
    lang.pick(
        format!("次の手順が作意なら完全作です: {moves}"),
        format!("is sound if this line is the intended one, and needs no repair then: {moves}"),
    )
}
