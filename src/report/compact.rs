//! An outcome in the form of a solution list: the verdict, and every listed solution on one line.

use super::{Lang, Report};
use crate::notation::MoveStyle;
use crate::record::Record;

impl Report<'_> {
    /// The verdict and the listed solutions, with moves in a given style: `24香、同玉、34飛成 迄3手`.
    pub fn compact_text(&self, lang: Lang, style: MoveStyle) -> String {
        let mut text = format!("{}\n", self.verdict_line(lang));
        for moves in &self.outcome.solutions.listed {
            text += &styled_line(&Record::new(self.question.position().clone(), moves.clone()), style);
            text.push('\n');
        }
        text
    }
}

/// A line of legal moves in a given style; in the Japanese styles its length follows.
pub fn styled_line(line: &Record, style: MoveStyle) -> String {
    let names: Vec<String> = style.names(line).collect();
    let moves = names.join(style.separator());
    let closing = match style {
        MoveStyle::Traditional | MoveStyle::Short => format!(" 迄{}手", line.moves.len()),
        MoveStyle::English | MoveStyle::Usi => String::new(),
    };
    format!("{moves}{closing}").trim_start().to_owned()
}
