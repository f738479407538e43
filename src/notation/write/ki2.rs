//! KI2, in UTF-8: moves as they are printed in books.

use super::WriteError;
use super::header::{comment_line, kifu_head, kifu_text};
use super::played::{PlayedLine, Walk};
use crate::notation::japanese::japanese;
use crate::problem::Problem;

/// The number of moves in a row.
const MOVES_PER_ROW: usize = 6;

/// The text of a problem.
pub(super) fn write(problem: &Problem) -> Result<String, WriteError> {
    let head = format!("#KI2 version=2.0 encoding=UTF-8\n{}", kifu_head(problem));
    kifu_text(head, problem, write_line)
}

fn write_line(line: &PlayedLine, walk: &mut Walk, text: &mut String) -> Result<(), WriteError> {
    let mut row: Vec<String> = Vec::new();
    walk.line(line, |played| {
        row.push(japanese(played.position, played.mv, played.previous));
        let mut comments = line.comments_at(played.ply).peekable();
        if row.len() == MOVES_PER_ROW || comments.peek().is_some() || played.ply == line.last() {
            *text += &row.join(" ");
            text.push('\n');
            row.clear();
        }
        comments.for_each(|comment| *text += &comment_line(comment));
    })?;
    if let Some(ending) = line.ending {
        *text += &walk.closing_sentence(ending, line.last());
    }
    Ok(())
}
