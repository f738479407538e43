//! The initial position of a JKF record.

use super::super::super::cursor::{Fault, Parsed};
use crate::notation::csa_names::csa_kind;
use crate::notation::handicaps::position_of_preset;
use crate::position::{Position, Token};
use crate::problem::InitialError;
use crate::types::{Color, Hand, Piece, PieceKind, Square};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// The key `initial`.
#[derive(Deserialize)]
pub(super) struct Initial {
    preset: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    color: Side,
    /// By file, then by rank.
    board: [[Cell; 9]; 9],
    hands: [Held; 2],
}

/// The kinds in a hand, with the number of pieces of each.
struct Held(Vec<(String, u32)>);

#[derive(Deserialize)]
struct Cell {
    color: Option<Side>,
    kind: Option<String>,
}

/// What stands for a side.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
pub(super) enum Side {
    /// 0 for Black, 1 for White.
    Number(u8),
    /// The first version of the format: whether it is Black.
    IsBlack(bool),
    /// Of no known version.
    Unknown(IgnoredAny),
}

impl Side {
    /// The side that is meant.
    pub fn color(self) -> Option<Color> {
        match self {
            Side::Number(number) => Color::ALL.get(usize::from(number)).copied(),
            Side::IsBlack(true) => Some(Color::Black),
            Side::IsBlack(false) => Some(Color::White),
            Side::Unknown(_) => None,
        }
    }
}

/// The initial position; the start position of a game when none is given.
pub(super) fn root(initial: Option<&Initial>, line: u64) -> Parsed<Position> {
    let Some(initial) = initial else { return Ok(Position::startpos()) };
    let wrong = |error: InitialError| Fault::at_line(line, error);
    if initial.preset != "OTHER" {
        return position_of_preset(&initial.preset)
            .ok_or_else(|| wrong(InitialError::Preset(Token::shown(&initial.preset))));
    }
    let data = initial.data.as_ref().ok_or_else(|| wrong(InitialError::NoData))?;
    let mut position = Position::empty();
    for (file, cells) in (1..).zip(&data.board) {
        for (rank, cell) in (1..).zip(cells) {
            let Some(kind) = &cell.kind else { continue };
            let piece = csa_kind(kind).zip(cell.color.and_then(Side::color));
            let (kind, owner) =
                piece.ok_or_else(|| wrong(InitialError::Piece { kind: Token::shown(kind), file, rank }))?;
            if let Some(sq) = Square::from_file_rank(file, rank) {
                position.put(sq, Piece::new(owner, kind));
            }
        }
    }
    for (owner, Held(held)) in Color::ALL.into_iter().zip(&data.hands) {
        let mut hand = Hand::EMPTY;
        for &(ref name, count) in held {
            let kind = csa_kind(name).filter(|kind| kind.unpromoted() == *kind && *kind != PieceKind::King);
            match kind {
                Some(kind) if count <= Hand::MAX => hand.set(kind, count),
                _ => {
                    return Err(wrong(InitialError::Hand { kind: Token::shown(name), count }));
                }
            }
        }
        position.set_hand(owner, hand);
    }
    position.set_side_to_move(data.color.color().ok_or_else(|| wrong(InitialError::Color))?);
    Ok(position)
}

impl<'de> Deserialize<'de> for Held {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Held, D::Error> {
        deserializer.deserialize_map(HeldVisitor)
    }
}

struct HeldVisitor;

impl<'de> Visitor<'de> for HeldVisitor {
    type Value = Held;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a map of pieces")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Held, A::Error> {
        let mut held = Vec::new();
        while let Some(entry) = map.next_entry()? {
            held.push(entry);
            if held.len() > PieceKind::ALL.len() {
                return Err(A::Error::custom("more kinds in a hand than there are"));
            }
        }
        Ok(Held(held))
    }
}
