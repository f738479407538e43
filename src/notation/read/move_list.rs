//! Moves typed by a user: in USI or Japanese notation, separated by spaces or commas or not at all.

use super::cursor::{Cursor, Parsed};
use super::kifu::{Written, mark};
use crate::movegen::illegality;
use crate::position::{NamedMove, Position};
use crate::problem::{Expected, LineError, Place};
use crate::types::{Move, Square};

/// Reads moves that are played from `root` on, such as `G*2c 2b1a`, `▲２三金△１一玉 迄2手` or `23金、同玉`. `name` is the
/// name of the text in errors.
///
/// # Errors
/// The first word that is not a legal move, with its column.
///
/// ```
/// use tsumugi::Position;
/// use tsumugi::notation::read::read_moves;
///
/// let root = Position::from_sfen("9/7k1/9/7P1/9/9/9/9/9 b 2G 1")?;
/// let moves = read_moves(&root, "▲２三金 2b1a", "--line")?;
/// assert_eq!(moves, ["G*2c".parse()?, "2b1a".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_moves(root: &Position, text: &str, name: &str) -> Result<Vec<Move>, LineError> {
    read(root, Cursor::new(1, text)).map_err(|fault| LineError {
        place: Place { file: name.to_owned(), line: fault.line },
        column: fault.column,
        kind: fault.kind,
    })
}

fn read(root: &Position, mut at: Cursor) -> Parsed<Vec<Move>> {
    let mut position = root.clone();
    let mut moves: Vec<Move> = Vec::new();
    loop {
        while at.take_if(is_separator).is_some() {}
        if at.rest().is_empty() {
            return Ok(moves);
        }
        if let Some(end) = end_word(at.rest()) {
            at.skip(end.len());
            continue;
        }
        let before = at;
        let mv = one(&position, moves.last().map(|mv| mv.to()), &mut at)?;
        if let Some(reason) = illegality(&position, mv) {
            let (side, ply) = (position.side_to_move(), moves.len() + 1);
            let word = before.word(is_separator);
            let illegal = NamedMove::new(&position, mv);
            return Err(word.fault(Expected::LegalMove { side, ply, illegal, reason }));
        }
        position.do_move(mv);
        moves.push(mv);
    }
}

fn one(position: &Position, previous: Option<Square>, at: &mut Cursor) -> Parsed<Move> {
    let word = at.word(is_separator).rest();
    if let Ok(mv) = word.parse() {
        at.skip(word.len());
        return Ok(mv);
    }
    at.take_if(|c| mark(c).is_some());
    let before = *at;
    Written::read(at, previous)?.resolve(position, previous, before)
}

/// The word that marks the end of a line, as in `迄3手詰` or `まで３手`.
fn end_word(rest: &str) -> Option<&str> {
    let word = &rest[..rest.find(is_separator).unwrap_or(rest.len())];
    (word.starts_with('迄') || word.starts_with("まで")).then_some(word)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '、' | '，')
}
