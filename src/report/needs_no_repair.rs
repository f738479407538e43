//! Why a problem is not repaired.

use super::Lang;
use crate::compose::Diagnosis;
use crate::notation::japanese_line;
use crate::problem::Question;
use crate::record::Record;
use crate::types::Move;

/// What is said of a problem that is sound, where `repair` was asked for.
pub fn needs_no_repair(question: &Question, diagnosis: &Diagnosis, lang: Lang) -> String {
    let Some(line) = &diagnosis.sound_line else {
        return lang
            .pick("完全作です: 直すところはありません", "is sound: there is nothing to repair")
            .to_owned();
    };
    match lang {
        Lang::Ja => {
            let record = Record::new(question.position().clone(), line.clone());
            let moves = japanese_line(&record).collect::<Vec<_>>().join(" ");
            format!("次の手順が作意なら完全作です: {moves}")
        }
        Lang::En => {
            let moves = line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
            format!("is sound if this line is the intended one, and needs no repair then: {moves}")
        }
    }
}
