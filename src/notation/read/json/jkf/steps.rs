//! The moves of a JKF record, line by line: what branches off a line is read when the line has been played to its end,
//! at later plies first, as KIF files have it.

use super::super::super::cursor::{Cursor, Fault, Parsed};
use super::super::super::kifu::Written;
use super::super::super::record_builder::{RecordBuilder, join_lines};
use super::super::text::Text;
use super::initial::color;
use crate::movegen::illegality;
use crate::notation::csa_names::{csa_kind, ending_of_csa};
use crate::problem::{Expected, RecordError};
use crate::types::{Color, Move, PieceKind, Square};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// How deep side lines may branch off each other: each is read by a call within that of the one before.
pub(in crate::notation) const DEEPEST_FORKS: usize = 40;

#[derive(Deserialize)]
struct Step<'a> {
    comments: Option<Comments>,
    #[serde(rename = "move")]
    mv: Option<StepMove>,
    special: Option<String>,
    time: Option<StepTime>,
    /// Side lines, which are read when this one has ended.
    #[serde(borrow)]
    forks: Option<&'a RawValue>,
}

/// Lines of comment, joined.
struct Comments(Option<String>);

#[derive(Deserialize)]
struct StepMove {
    color: Option<Side>,
    from: Option<Place>,
    to: Option<Place>,
    piece: String,
    promote: Option<bool>,
    /// Letters that tell pieces apart.
    relative: Option<String>,
}

/// The side that moves.
#[derive(Deserialize)]
#[serde(untagged)]
enum Side {
    Number(u8),
    /// The first version of the format: whether it is Black.
    IsBlack(bool),
    /// Of no known version: the move itself says enough.
    Unknown(IgnoredAny),
}

#[derive(Deserialize)]
struct StepTime {
    now: Clock,
}

#[derive(Deserialize)]
struct Clock {
    h: Option<f64>,
    m: Option<f64>,
    s: Option<f64>,
}

impl Clock {
    /// Whole seconds; what is no time is none.
    fn seconds(&self) -> u32 {
        let [h, m, s] = [self.h, self.m, self.s].map(Option::unwrap_or_default);
        (h * 3600.0 + m * 60.0 + s) as u32
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

/// Plays the moves of a record, with everything that branches off them.
pub(super) fn read(moves: &str, game: &mut RecordBuilder, text: &Text) -> Parsed<()> {
    let mut reading = Reading { game, text, depth: 0, fault: None };
    let read = text.parse_with(moves, Steps(&mut reading));
    reading.fault.map_or(read, Err)
}

/// A record that is read.
struct Reading<'a> {
    game: &'a mut RecordBuilder,
    text: &'a Text<'a>,
    /// How many side lines branch off each other.
    depth: usize,
    /// What is wrong with the record, where that is more than wrong JSON.
    fault: Option<Fault>,
}

impl Reading<'_> {
    fn step(&mut self, step: &Step) -> Parsed<()> {
        let Reading { game, text, .. } = self;
        if let Some(written) = &step.mv {
            let name = format!("moves[{}]: {}", game.next_ply(), written.piece);
            let at = Cursor::new(text.line, &name);
            let meant = meant(written, game, at)?;
            game.play(meant.ok_or_else(|| at.fault(Expected::JkfMove))?, at)?;
        }
        let comments = step.comments.as_ref().and_then(|comments| comments.0.as_ref());
        comments.iter().for_each(|comments| game.comment(comments));
        if let Some(special) = &step.special {
            let ending = ending_of_csa(special, game.position().side_to_move());
            game.end_as(ending, &format!("%{special}"));
        }
        let seconds = step.time.as_ref().map_or(0, |time| time.now.seconds());
        if step.mv.is_some() || step.special.is_some() {
            game.time(seconds);
        } else if seconds > 0 {
            // No record has a place for it but this.
            game.comment(&format!("消費時間 {}:{:02}", seconds / 60, seconds % 60));
        }
        Ok(())
    }

    /// Reads what branches off a line at a ply.
    fn forks(&mut self, parent: Option<usize>, ply: usize, forks: &RawValue) -> Parsed<()> {
        if self.depth == DEEPEST_FORKS {
            let error = RecordError::ForksTooDeep { most: DEEPEST_FORKS };
            return Err(Fault::at_line(self.text.line, error));
        }
        self.depth += 1;
        let text = self.text;
        text.parse_with(forks.get(), Forks { reading: self, parent, ply })?;
        self.depth -= 1;
        Ok(())
    }

    /// Keeps what is wrong; the error that ends the reading of the JSON.
    fn keep<E: Error>(&mut self, fault: Fault) -> E {
        self.fault.get_or_insert(fault);
        E::custom("a record")
    }
}

/// An array of steps: one line.
struct Steps<'a, 'g>(&'a mut Reading<'g>);

impl<'de> DeserializeSeed<'de> for Steps<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Steps<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a sequence of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut steps: A) -> Result<(), A::Error> {
        let Steps(reading) = self;
        let mut forks: Vec<(usize, &RawValue)> = Vec::new();
        while let Some(step) = steps.next_element::<Step>()? {
            if reading.game.leaves_out() {
                continue;
            }
            // They stand in the place of its move; of a step without one, in the place of the move that follows.
            forks.extend(step.forks.map(|raw| (reading.game.next_ply(), raw)));
            reading.step(&step).map_err(|fault| reading.keep(fault))?;
        }
        reading.game.drop_silent_branch();
        reading.game.end_branch(reading.text.line).map_err(|fault| reading.keep(fault))?;
        let own = reading.game.line();
        for (ply, raw) in forks.into_iter().rev() {
            reading.forks(own, ply, raw).map_err(|fault| reading.keep(fault))?;
        }
        Ok(())
    }
}

/// An array of side lines.
struct Forks<'a, 'g> {
    reading: &'a mut Reading<'g>,
    parent: Option<usize>,
    ply: usize,
}

impl<'de> DeserializeSeed<'de> for Forks<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

/// A side line, which begins when it is known to be there.
impl<'de> DeserializeSeed<'de> for &mut Forks<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.reading.game.start_branch(self.parent, self.ply);
        Steps(self.reading).deserialize(deserializer)
    }
}

impl<'de> Visitor<'de> for Forks<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a sequence of side lines")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut forks: A) -> Result<(), A::Error> {
        while forks.next_element_seed(&mut self)?.is_some() {}
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Comments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Comments, D::Error> {
        deserializer.deserialize_seq(CommentsVisitor)
    }
}

struct CommentsVisitor;

impl<'de> Visitor<'de> for CommentsVisitor {
    type Value = Comments;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a sequence of comments")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut lines: A) -> Result<Comments, A::Error> {
        let mut text = None;
        while let Some(line) = lines.next_element::<Cow<str>>()? {
            join_lines(&mut text, &line);
        }
        Ok(Comments(text))
    }
}

/// The move that is meant; `None` where it lacks what a move needs, or names another piece than stands there.
///
/// # Errors
/// No piece, or more than one, can be meant.
fn meant(written: &StepMove, game: &RecordBuilder, at: Cursor) -> Parsed<Option<Move>> {
    let to = match written.to {
        Some(to) => to.square(),
        // Records that are not normalised leave it out for 同.
        None => game.previous(),
    };
    let (Some(to), Some(kind)) = (to, csa_kind(&written.piece)) else { return Ok(None) };
    let promotes = written.promote.unwrap_or(false);
    check_side(written, game, at)?;
    match written.from {
        Some(from) => Ok(from.square().and_then(|from| moved(from, to, kind, promotes, game))),
        None => without_from(to, kind, promotes, written.relative.as_deref(), game, at),
    }
}

/// A move that is said to be of the side that is not to move would be read as another one. Of a game up to an illegal
/// move it is that illegal move, where such a piece stands there.
fn check_side(written: &StepMove, game: &RecordBuilder, at: Cursor) -> Parsed<()> {
    let (position, to_move) = (game.position(), game.position().side_to_move());
    let is_of_other_side = match &written.color {
        Some(Side::Number(number)) => color(*number) != Some(to_move),
        Some(Side::IsBlack(is_black)) => *is_black != (to_move == Color::Black),
        Some(Side::Unknown(_)) | None => false,
    };
    if !is_of_other_side {
        return Ok(());
    }
    let moved = written.from.and_then(Place::square).and_then(|from| position.piece_at(from));
    let is_illegal_move = game.takes_illegal_moves() && moved.is_some_and(|piece| piece.color() != to_move);
    if is_illegal_move { Ok(()) } else { Err(at.fault(Expected::MoveOf(to_move))) }
}

/// A move on the board.
fn moved(from: Square, to: Square, kind: PieceKind, promotes: bool, game: &RecordBuilder) -> Option<Move> {
    let there = game.position().piece_at(from).map(|piece| piece.kind());
    // Some programs name the piece as it is afterwards.
    let is_named = |there: PieceKind| there == kind || promotes && there.promoted() == Some(kind);
    match there {
        Some(there) => is_named(there).then(|| Move::board(from, to, promotes)),
        // What no piece could have played is no game up to an illegal move.
        None => (!game.takes_illegal_moves()).then(|| Move::board(from, to, promotes)),
    }
}

/// A drop; in records that are not normalised a move on the board as well, which is told by the letters or by its being
/// the only legal one.
fn without_from(
    to: Square,
    kind: PieceKind,
    promotes: bool,
    letters: Option<&str>,
    game: &RecordBuilder,
    at: Cursor,
) -> Parsed<Option<Move>> {
    let letters = letters.unwrap_or_default();
    let is_droppable = kind.unpromoted() == kind && kind != PieceKind::King && !promotes;
    if letters.is_empty() && is_droppable {
        let drop = Move::drop(kind, to);
        if illegality(game.position(), drop).is_none() {
            return Ok(Some(drop));
        }
    }
    match Written::lettered(to, kind, letters, promotes) {
        Some(written) => written.resolve(game.position(), game.previous(), at).map(Some),
        None => Ok(None),
    }
}
