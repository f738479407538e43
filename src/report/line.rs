//! A line of moves as text: Japanese notation and USI; long lines are shortened in the middle.

use super::Lang;
use crate::notation::{MoveStyle, japanese_line};
use crate::position::Position;
use crate::record::Record;
use crate::types::{Move, Square};
use std::ops::Range;

/// The length of the longest solution that is shown in full unless `full` is requested.
const LONGEST: usize = 60;
/// The number of moves shown at each end of a shortened solution.
const END: usize = 20;
/// The number of Japanese moves in a row.
const MOVES_PER_ROW: usize = 8;

/// A mate in Japanese notation, ending with `迄n手詰`, and in USI on a last line.
pub(super) fn solution_text(solution: &Record, full: bool, lang: Lang) -> String {
    text(solution, &format!(" 迄{}手詰", solution.moves.len()), full, lang)
}

/// A line of legal moves in Japanese notation, and in USI on a last line.
pub fn line_text(line: &Record, full: bool, lang: Lang) -> String {
    text(line, "", full, lang)
}

/// At most `shown` legal moves from a position on, on one line: in Japanese notation or, in English texts, in
/// USI. `previous` is the destination of the move before.
pub(super) fn moves_text(
    position: &Position,
    previous: Option<Square>,
    moves: &[Move],
    shown: usize,
    lang: Lang,
) -> String {
    let style = lang.pick(MoveStyle::Traditional, MoveStyle::Usi);
    let mut names: Vec<String> = style.names_from(position, previous, moves).take(shown).collect();
    if shown < moves.len() {
        names.push("…".to_owned());
    }
    names.join(style.separator())
}

/// Whether a line is shortened unless `full` is requested.
pub(super) fn is_long(moves: &[Move]) -> bool {
    moves.len() > LONGEST
}

/// The first move at which a long solution differs from the first solution, which is shown.
pub(super) fn difference_text(solution: &Record, first: &[Move], lang: Lang) -> String {
    let same = solution.moves.iter().zip(first).take_while(|(a, b)| a == b).count();
    let name = |moves: &[Move]| {
        let record = Record::new(solution.root.clone(), moves[..=same].to_vec());
        let japanese = japanese_line(&record).last().unwrap_or_default();
        format!("{japanese} {}", moves[same])
    };
    let (ply, here, there) = (same + 1, name(&solution.moves), name(first));
    lang.pick(
        format!("{ply}手目が解1と違う: {here} (解1は {there})\n"),
        format!("differs from solution 1 at ply {ply}: {here} (solution 1: {there})\n"),
    )
}

fn text(line: &Record, closing: &str, full: bool, lang: Lang) -> String {
    let length = line.moves.len();
    let hidden = if full || length <= LONGEST { 0..0 } else { END..length - END };
    let mut text = format!("{}{closing}\n", japanese_rows(line, &hidden)).trim_start().to_owned();
    let words: Vec<String> = line
        .moves
        .iter()
        .zip(0..)
        .filter_map(|(mv, ply)| match hidden.contains(&ply) {
            true if ply == hidden.start => Some("…".to_owned()),
            true => None,
            false => Some(mv.to_string()),
        })
        .collect();
    if !words.is_empty() {
        text += &format!("{}\n", words.join(" "));
    }
    if !hidden.is_empty() {
        let count = hidden.len();
        text += &lang.pick(
            format!("(途中{count}手を省略。--full で全部を表示)\n"),
            format!("({count} plies in the middle are left out; --full shows them)\n"),
        );
    }
    text
}

/// The moves in Japanese notation, in rows of the same number of moves.
fn japanese_rows(line: &Record, hidden: &Range<usize>) -> String {
    let mut rows: Vec<Vec<String>> = vec![Vec::new()];
    for (ply, name) in japanese_line(line).enumerate() {
        if hidden.contains(&ply) {
            if ply == hidden.start {
                rows.extend([vec!["…".to_owned()], Vec::new()]);
            }
            continue;
        }
        match rows.last_mut() {
            Some(row) if row.len() < MOVES_PER_ROW => row.push(name),
            _ => rows.push(vec![name]),
        }
    }
    let rows: Vec<String> = rows.iter().filter(|row| !row.is_empty()).map(|row| row.join(" ")).collect();
    rows.join("\n")
}
