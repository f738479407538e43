//! CSA 2.2: the main line, its comments, times and ending.

use super::WriteError;
use super::header::headers;
use super::played::{RecordLines, Walk};
use crate::notation::csa_names::{CSA_HEADERS, csa_ending, csa_name, csa_value};
use crate::position::Position;
use crate::problem::Problem;
use crate::types::{Color, PieceKind, Square};

/// The text of a problem.
pub(super) fn write(problem: &Problem) -> Result<String, WriteError> {
    let mut text = "V2.2\n".to_owned();
    // The reader applies the same rule: the headline is the event in a game between players, otherwise the
    // title.
    let is_game = headers(problem).any(|(key, _)| matches!(key, "先手" | "後手"));
    let headline = if is_game { "棋戦" } else { "作品名" };
    for (key, value) in headers(problem) {
        let statement = CSA_HEADERS.iter().find(|(_, known)| *known == key);
        text += &match statement {
            Some((start, _)) => format!("{start}{}\n", csa_value(key, value)),
            None if key == headline => format!("$EVENT:{value}\n"),
            None => format!("'{key}：{value}\n"),
        };
    }
    text += &root_text(problem.position());
    let lines = RecordLines::new(&problem.record);
    let line = lines.main();
    let mut walk = Walk::new(&problem.record);
    line.comments_at(0).for_each(|comment| text += &format!("'*{comment}\n"));
    walk.line(&line, |played| {
        let mv = played.mv;
        let moved = mv.from().and_then(|from| played.position.piece_at(from)).map(|piece| piece.kind());
        let kind = moved.or(mv.dropped()).unwrap_or(PieceKind::Pawn);
        let arrived = if mv.promotes() { kind.promoted().unwrap_or(kind) } else { kind };
        let from = mv.from().map_or("00".to_owned(), digits);
        let sign = sign(played.position.side_to_move());
        text += &format!("{sign}{from}{}{}\n", digits(mv.to()), csa_name(arrived));
        text += &time_text(played.clock);
        line.comments_at(played.ply).for_each(|comment| text += &format!("'*{comment}\n"));
    })?;
    if let Some(ending) = line.ending {
        text += &format!("%{}\n", csa_ending(ending, walk.side_to_move()));
        text += &time_text(walk.last_clock(&line));
    }
    Ok(text)
}

/// `T12`, or nothing.
fn time_text((seconds, _): (u64, u64)) -> String {
    if seconds > 0 { format!("T{seconds}\n") } else { String::new() }
}

fn root_text(root: &Position) -> String {
    let side = sign(root.side_to_move());
    let mut start = Position::startpos();
    start.set_side_to_move(root.side_to_move());
    start.set_move_number(root.move_number());
    if *root == start {
        return format!("PI\n{side}\n");
    }
    let mut text = String::new();
    for rank in 1..=9 {
        text += &format!("P{rank}");
        for sq in (1..=9).rev().filter_map(|file| Square::from_file_rank(file, rank)) {
            text += &match root.piece_at(sq) {
                Some(piece) => format!("{}{}", sign(piece.color()), csa_name(piece.kind())),
                None => " * ".to_owned(),
            };
        }
        text.push('\n');
    }
    for color in Color::ALL {
        let held: String = root
            .hand(color)
            .iter()
            .map(|(kind, count)| format!("00{}", csa_name(kind)).repeat(count as usize))
            .collect();
        if !held.is_empty() {
            text += &format!("P{}{held}\n", sign(color));
        }
    }
    format!("{text}{side}\n")
}

fn digits(sq: Square) -> String {
    format!("{}{}", sq.file(), sq.rank())
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}
