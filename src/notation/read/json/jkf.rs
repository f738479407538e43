//! JKF, the JSON form of records (json-kifu-format).

use super::super::cursor::{Cursor, Fault, Read};
use super::super::kifu::{Diagram, Header};
use super::super::playing::Playing;
use crate::notation::csa_names::{csa_kind, ending_of_csa};
use crate::notation::jkf_presets::position_of_preset;
use crate::position::{Position, Token};
use crate::problem::Problem;
use crate::types::{Color, Hand, Move, Piece, PieceKind, Square};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A record.
#[derive(Deserialize)]
pub(super) struct Jkf {
    #[serde(default)]
    header: BTreeMap<String, String>,
    initial: Option<Initial>,
    moves: Vec<Step>,
}

#[derive(Deserialize)]
struct Initial {
    preset: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    color: u8,
    /// By file, then by rank.
    board: Vec<Vec<Cell>>,
    hands: Vec<BTreeMap<String, u32>>,
}

#[derive(Deserialize)]
struct Cell {
    color: Option<u8>,
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Step {
    #[serde(default)]
    comments: Vec<String>,
    #[serde(rename = "move")]
    mv: Option<StepMove>,
    special: Option<String>,
    time: Option<StepTime>,
    #[serde(default)]
    forks: Vec<Vec<Step>>,
}

#[derive(Deserialize)]
struct StepMove {
    from: Option<Place>,
    to: Option<Place>,
    piece: String,
    #[serde(default)]
    promote: bool,
}

#[derive(Deserialize)]
struct StepTime {
    now: Clock,
}

#[derive(Deserialize)]
struct Clock {
    #[serde(default)]
    h: f64,
    #[serde(default)]
    m: f64,
    #[serde(default)]
    s: f64,
}

impl Clock {
    /// Whole seconds; what is no time is none.
    fn seconds(&self) -> u32 {
        (self.h * 3600.0 + self.m * 60.0 + self.s) as u32
    }
}

#[derive(Deserialize, Clone, Copy)]
struct Place {
    x: u8,
    y: u8,
}

impl Place {
    fn square(self) -> Option<Square> {
        Square::from_file_rank(self.x, self.y)
    }
}

/// The problem of a record that begins on a line of its text.
pub(super) fn problem(jkf: &Jkf, line: u64) -> Read<Problem> {
    let mut header = Header::default();
    // A handicap is in `initial`.
    for (key, value) in jkf.header.iter().filter(|(key, _)| *key != "手合割" && *key != "手番") {
        header.set(key, Cursor::new(line, value), &mut Diagram::default())?;
    }
    let mut game = Playing::new(root(jkf.initial.as_ref(), line)?);
    let (first, steps) = match jkf.moves.split_first() {
        Some((first, steps)) if first.mv.is_none() && first.special.is_none() => (Some(first), steps),
        _ => (None, &jkf.moves[..]),
    };
    for comment in first.iter().flat_map(|first| &first.comments) {
        game.comment(comment);
    }
    read_steps(steps, &mut game, line)?;
    Ok(header.problem(game.finish(line)?))
}

fn root(initial: Option<&Initial>, line: u64) -> Read<Position> {
    let Some(initial) = initial else { return Ok(Position::startpos()) };
    let wrong = |english: &str, japanese: &str| {
        Fault::at_line(line, format!("initial: {english}"), format!("`initial`: {japanese}"))
    };
    if initial.preset != "OTHER" {
        return position_of_preset(&initial.preset).ok_or_else(|| {
            let preset = Token::shown(&initial.preset);
            wrong(
                &format!("`{preset}` is no preset, expected HIRATE, KY, … or OTHER"),
                &format!("`{preset}` という preset はありません。HIRATE、KY、…、OTHER のどれかを書きます"),
            )
        });
    }
    let data = initial
        .data
        .as_ref()
        .ok_or_else(|| wrong("the preset OTHER needs data", "preset が OTHER なら data が必要です"))?;
    let mut position = Position::empty();
    if data.board.len() != 9 || data.board.iter().any(|file| file.len() != 9) || data.hands.len() != 2 {
        return Err(wrong(
            "expected a board of 9 files of 9 squares and two hands",
            "9筋9マスずつの盤面と、二つの持駒が必要です",
        ));
    }
    for (file, cells) in (1..).zip(&data.board) {
        for (rank, cell) in (1..).zip(cells) {
            let Some(kind) = &cell.kind else { continue };
            let piece = csa_kind(kind).zip(cell.color.and_then(color));
            let (kind, owner) = piece.ok_or_else(|| {
                let kind = Token::shown(kind);
                wrong(
                    &format!("`{kind}` on {file}{rank} is no piece of a colour"),
                    &format!("{file}{rank} の `{kind}` は、どちらの側の駒でもありません"),
                )
            })?;
            if let Some(sq) = Square::from_file_rank(file, rank) {
                position.put(sq, Piece::new(owner, kind));
            }
        }
    }
    for (owner, held) in Color::ALL.into_iter().zip(&data.hands) {
        let mut hand = Hand::EMPTY;
        for (name, &count) in held {
            let kind = csa_kind(name).filter(|kind| kind.unpromoted() == *kind && *kind != PieceKind::King);
            match kind {
                Some(kind) if count <= Hand::MAX => hand.set(kind, count),
                _ => {
                    let name = Token::shown(name);
                    return Err(wrong(
                        &format!("{count} `{name}` cannot be in a hand"),
                        &format!("`{name}` {count}枚は持駒にできません"),
                    ));
                }
            }
        }
        position.set_hand(owner, hand);
    }
    position.set_side_to_move(
        color(data.color).ok_or_else(|| wrong("the colour to move is 0 or 1", "手番は 0 か 1 です"))?,
    );
    Ok(position)
}

fn color(number: u8) -> Option<Color> {
    Color::ALL.get(usize::from(number)).copied()
}

/// Reads the steps of a line, then what branches off it. JSON is read to a bounded depth, so that this cannot go deep.
fn read_steps(steps: &[Step], game: &mut Playing, line: u64) -> Read<()> {
    let own = game.line();
    let first = game.next_ply();
    for step in steps {
        if let Some(written) = &step.mv {
            let text = format!("moves[{}]: {}", game.next_ply(), written.piece);
            let at = Cursor::new(line, &text);
            game.play(
                meant(written, game)
                    .ok_or_else(|| at.fault("a move with a piece and its squares", "駒とマスのある指し手"))?,
                at,
            )?;
        }
        for comment in &step.comments {
            game.comment(comment);
        }
        if let Some(special) = &step.special {
            game.end(ending_of_csa(special));
        }
        if let Some(time) = &step.time {
            game.time(time.now.seconds());
        }
    }
    for (ply, step) in (first..).zip(steps) {
        for fork in step.forks.iter().filter(|fork| !fork.is_empty()) {
            game.start_branch(own, ply);
            read_steps(fork, game, line)?;
        }
    }
    Ok(())
}

fn meant(written: &StepMove, game: &Playing) -> Option<Move> {
    let to = match written.to {
        Some(to) => to.square()?,
        // Records that are not normalised leave it out for 同.
        None => game.previous()?,
    };
    match written.from {
        Some(from) => Some(Move::board(from.square()?, to, written.promote)),
        None => {
            let kind = csa_kind(&written.piece)?;
            (kind.unpromoted() == kind && kind != PieceKind::King).then(|| Move::drop(kind, to))
        }
    }
}
