//! The round trip of a problem through a format: the problem that is read back, and a check that a written
//! text is read back correctly.

use super::{RecordFormat, WriteError, write};
use crate::notation::csa_names::csa_value;
use crate::notation::one_line::in_one_line;
use crate::notation::read::{Encoding, Reader};
use crate::problem::{MAX_LINE, MAX_RECORD, Place, Problem};
use crate::record::{Branch, Comment, Record};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The problem that is read back after writing `problem` in a format. It lacks what the format leaves out,
/// its place, the reader's warnings, and (except in [`RecordFormat::Usi`]) the move number of the position.
pub fn as_read_back(problem: &Problem, format: RecordFormat) -> Problem {
    let mut held = Problem {
        place: Place::default(),
        rest: None,
        warnings: Vec::new(),
        illegal_side_moves: Vec::new(),
        ..problem.clone()
    };
    let texts = [
        &mut held.id,
        &mut held.title,
        &mut held.composer,
        &mut held.twin,
        &mut held.source,
        &mut held.status,
    ];
    for text in texts {
        *text = text.take().map(|text| in_one_line(text.into()).into_owned()).filter(|text| !text.is_empty());
    }
    let record = &mut held.record;
    record.about.retain(|key, value| {
        *value = held_value(key, std::mem::take(value).into(), format).into_owned();
        !value.is_empty()
    });
    join_comments(&mut record.comments);
    record.sort_branches();
    record.branches.iter_mut().for_each(|branch| join_comments(&mut branch.comments));
    if format != RecordFormat::Usi {
        record.root.set_move_number(1);
    }
    match format {
        RecordFormat::Usi => *record = Record::new(record.root.clone(), std::mem::take(&mut record.moves)),
        RecordFormat::Kif => {}
        RecordFormat::Ki2 => {
            record.times.clear();
            record.branches.iter_mut().for_each(|branch| branch.times.clear());
        }
        RecordFormat::Csa => record.branches.clear(),
        RecordFormat::Jkf => record.branches.iter_mut().for_each(comments_behind_first_move),
    }
    held
}

/// The text of a problem in a format, as [`write()`] returns it, after checking by reading it back that only
/// what [`losses`](super::losses()) lists is lost. A text too long for the readers is not checked.
///
/// # Errors
/// Those of [`write()`]; and a text that is not read back correctly, which is a bug of this program.
pub fn write_checked(problem: &Problem, format: RecordFormat) -> Result<String, WriteError> {
    let text = write(problem, format)?;
    let longest = if format == RecordFormat::Usi { MAX_LINE } else { MAX_RECORD };
    if text.len() > longest {
        return Ok(text);
    }
    let mut reader = Reader::new(text.as_bytes(), Encoding::Utf8, "");
    let is_whole = match (reader.next(), reader.next()) {
        (Some(Ok(read)), None) => is_held(read, problem, format),
        _ => false,
    };
    if is_whole { Ok(text) } else { Err(WriteError::NotReadBack(format)) }
}

/// Whether the problem read is what the format can represent of `problem`. The headers may be the largest
/// part of both, so they are compared, and freed, before the problem is copied.
fn is_held(mut read: Problem, problem: &Problem, format: RecordFormat) -> bool {
    let about = problem.record.about.iter().filter(|_| format != RecordFormat::Usi);
    let about = about
        .map(|(key, value)| (key, held_value(key, value.into(), format)))
        .filter(|(_, value)| !value.is_empty());
    if !about.eq(read.record.about.iter().map(|(key, value)| (key, value.into()))) {
        return false;
    }
    read.record.about = BTreeMap::new();
    let mut held = as_read_back(problem, format);
    held.record.about = BTreeMap::new();
    Problem { place: Place::default(), ..read } == held
}

/// A header's value as a format represents it.
fn held_value<'a>(key: &str, value: Cow<'a, str>, format: RecordFormat) -> Cow<'a, str> {
    let value = in_one_line(value);
    if format == RecordFormat::Csa { csa_value(key, value) } else { value }
}

/// Merges comments into one for each ply, with `\n` as line ends.
fn join_comments(comments: &mut Vec<Comment>) {
    for comment in comments.iter_mut().filter(|comment| comment.text.contains('\r')) {
        comment.text = comment.text.replace("\r\n", "\n").replace('\r', "\n");
    }
    comments.dedup_by(|next, comment| {
        let is_same = next.ply == comment.ply;
        if is_same {
            comment.text.push('\n');
            comment.text += &next.text;
        }
        is_same
    });
}

/// Moves comments before the first move of a side line to that move, the only place JKF has for them.
fn comments_behind_first_move(branch: &mut Branch) {
    if branch.moves.is_empty() {
        return;
    }
    let first = branch.ply;
    branch.comments.iter_mut().for_each(|comment| comment.ply = comment.ply.max(first));
    join_comments(&mut branch.comments);
}
