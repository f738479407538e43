//! Reading the moves of a JKF record, line by line. The branches of a line are read after the line has been
//! played to its end, those at later plies first, in the order of KIF files.

use super::super::super::cursor::{Cursor, Fault, Parsed};
use super::super::super::kifu::Written;
use super::super::super::record_builder::{RecordBuilder, join_lines};
use super::super::text::Text;
use super::initial::Side;
use crate::movegen::illegality;
use crate::notation::csa_names::{csa_kind, ending_of_csa};
use crate::problem::{Expected, RecordError};
use crate::types::{Move, PieceKind, Square};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The largest nesting depth of side lines; each level is a nested call.
pub(in crate::notation) const DEEPEST_FORKS: usize = 40;

#[derive(Deserialize)]
struct Step<'a> {
    comments: Option<Comments>,
    #[serde(rename = "move")]
    mv: Option<StepMove>,
    special: Option<String>,
    time: Option<StepTime>,
    /// Side lines; they are read when the current line has ended.
    #[serde(borrow)]
    forks: Option<&'a RawValue>,
}

/// The lines of a comment, joined.
struct Comments(Option<String>);

#[derive(Deserialize)]
struct StepMove {
    color: Option<Side>,
    from: Option<Place>,
    to: Option<Place>,
    piece: String,
    promote: Option<bool>,
    /// The letters that distinguish between several pieces.
    relative: Option<String>,
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
    /// The time in whole seconds; missing or invalid parts count as zero.
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

/// Plays the moves of a record, including all side lines.
pub(super) fn read(moves: &str, game: &mut RecordBuilder, text: &Text) -> Parsed<()> {
    let mut reading = Reading { game, text, depth: 0, fault: None };
    let read = text.parse_with(moves, Steps(&mut reading));
    reading.fault.map_or(read, Err)
}

/// The state while a record is read.
struct Reading<'a> {
    game: &'a mut RecordBuilder,
    text: &'a Text<'a>,
    /// The current nesting depth of side lines.
    depth: usize,
    /// The fault in the record, if it is not merely invalid JSON.
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
            // A record stores times only with moves, so this one is kept as a comment.
            game.comment(&format!("消費時間 {}:{:02}", seconds / 60, seconds % 60));
        }
        Ok(())
    }

    /// Reads the side lines that branch off a line at a ply.
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

    /// Stores the fault, and returns the error that ends the reading of the JSON.
    fn keep<E: Error>(&mut self, fault: Fault) -> E {
        self.fault.get_or_insert(fault);
        E::custom("a record")
    }
}

/// The visitor of an array of steps, which form one line.
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
            // The side lines replace the step's move or, in a step without a move, the move that follows.
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

/// The visitor of an array of side lines.
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

/// Reads a side line; the branch is started only when its element exists.
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

/// The move that is written; `None` when it is incomplete, or names another piece than the one on the square.
///
/// # Errors
/// When no piece, or more than one, fits the move.
fn meant(written: &StepMove, game: &RecordBuilder, at: Cursor) -> Parsed<Option<Move>> {
    let to = match written.to {
        Some(to) => to.square(),
        // Records that are not normalised leave the destination out for 同.
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

/// Checks that a move is not attributed to the side that is not to move, since it would be read as a
/// different move. In a game that ends with an illegal move, such a move is accepted as the illegal move if a
/// piece of that side stands there.
fn check_side(written: &StepMove, game: &RecordBuilder, at: Cursor) -> Parsed<()> {
    let (position, to_move) = (game.position(), game.position().side_to_move());
    // A value of no known version says nothing: the move itself says enough.
    let is_of_other_side = match written.color {
        None | Some(Side::Unknown(_)) => false,
        Some(side) => side.color() != Some(to_move),
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
    // Some programs write the kind of the piece after the move.
    let is_named = |there: PieceKind| there == kind || promotes && there.promoted() == Some(kind);
    match there {
        Some(there) => is_named(there).then(|| Move::board(from, to, promotes)),
        // No piece stands on the square, so the move cannot be the illegal move that ends a game.
        None => (!game.takes_illegal_moves()).then(|| Move::board(from, to, promotes)),
    }
}

/// A drop or, in records that are not normalised, also a move on the board, identified by the letters or by
/// being the only legal one.
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
