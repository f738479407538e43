//! KIF 2.0, in UTF-8.

use super::WriteError;
use super::header::{comment_line, kifu_head, kifu_text};
use super::played::{Played, PlayedLine, Walk, ending_word};
use crate::notation::names::{piece_name, square_name};
use crate::position::{NamedMove, Position};
use crate::problem::Problem;
use crate::types::{Move, Square};

/// The seconds used for a ply, and by its player so far. Readers expect this column even when no times are
/// recorded.
fn time_text((now, used): (u64, u64)) -> String {
    let [hours, minutes, seconds] = [used / 3600, used / 60 % 60, used % 60];
    format!("({:>2}:{:02}/{hours:02}:{minutes:02}:{seconds:02})", now / 60, now % 60)
}

/// The text of a problem.
pub(super) fn write(problem: &Problem) -> Result<String, WriteError> {
    let head =
        format!("#KIF version=2.0 encoding=UTF-8\n{}手数----指手---------消費時間--\n", kifu_head(problem));
    kifu_text(head, problem, write_line)
}

fn write_line(line: &PlayedLine, walk: &mut Walk, text: &mut String) -> Result<(), WriteError> {
    walk.line(line, |played| {
        // The mark of a move with variations.
        let mark = if line.has_forks(played.ply) { "+" } else { "" };
        let time = time_text(played.clock);
        *text += &format!("{:>4} {} {time}{mark}\n", played.ply, move_text(&played));
        line.comments_at(played.ply).for_each(|comment| *text += &comment_line(comment));
    })?;
    if let Some(ending) = line.ending {
        let ply = line.last() + 1;
        *text += &format!("{ply:>4} {} {}\n", ending_word(ending), time_text(walk.last_clock(line)));
        if line.index.is_none() {
            *text += &walk.closing_sentence(ending, line.last());
        }
    }
    Ok(())
}

fn move_text(played: &Played) -> String {
    kif_move(played.position, played.mv, played.previous)
}

/// A move whose position is not known: `７六歩(77)`, `２二角成(88)`, `５五角打`; `７六(77)` when the piece is not known
/// either.
pub(crate) fn move_alone(mv: impl Into<NamedMove>) -> String {
    move_after(mv.into(), None)
}

/// `７六歩(77)`, `同　銀成(53)`, `５五角打`: non-promotions are not marked, since the origin square makes the move
/// unique. `previous` is the destination of the move before.
pub fn kif_move(position: &Position, mv: Move, previous: Option<Square>) -> String {
    move_after(NamedMove::new(position, mv), previous)
}

fn move_after(NamedMove { mv, piece }: NamedMove, previous: Option<Square>) -> String {
    let to = mv.to();
    let mut text = match previous == Some(to) {
        true => "同　".to_owned(),
        false => square_name(to),
    };
    text += piece.map_or("", piece_name);
    match mv.from() {
        Some(from) => {
            let promotion = if mv.promotes() { "成" } else { "" };
            text += &format!("{promotion}({}{})", from.file(), from.rank());
        }
        None => text += "打",
    }
    text
}
