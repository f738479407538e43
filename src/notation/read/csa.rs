//! CSA, versions 2 and 3 (<http://www2.computer-shogi.org/protocol/record_v22.html>).

use super::cursor::{Cursor, Fault, Parsed};
use super::kifu::Header;
use super::record_builder::{IllegalMoves, RecordBuilder, join_lines};
use super::record_reader::{self, Belongs, RecordReader};
use crate::notation::csa_names::{CSA_HEADERS, csa_kind, ending_of_csa};
use crate::position::Position;
use crate::problem::{Expected, Place, Problem, RecordError};
use crate::types::{Color, Hand, Move, Piece, PieceKind, Square};

/// A game being read.
pub(super) struct Reading {
    header: Header,
    position: Position,
    has_position: bool,
    /// Whether `PI` placed the pieces.
    has_start: bool,
    /// The ranks of the board read so far (`P1`…`P9`), one bit for each, and the line of the last of them.
    ranks: (u16, u64),
    /// The side that gets the remaining pieces (`AL`).
    rest: Option<Color>,
    illegal_moves: IllegalMoves,
    game: Option<RecordBuilder>,
    before: Option<String>,
    /// `$EVENT`.
    event: Option<String>,
}

/// Finds the boundaries of concatenated files, which have no line with a slash between their records.
#[derive(Default)]
pub(super) struct Divider {
    has_side: bool,
}

impl record_reader::Divider for Divider {
    fn examine(&mut self, text: &str) -> Belongs {
        if self.has_side && text.starts_with('V') {
            return Belongs::Next { kept: 0 };
        }
        // Only the statements of a position share a line with the side to move; all others may contain commas.
        if !self.has_side && text.starts_with(['V', 'P', '+', '-', ',']) {
            self.has_side = text.trim_end().split(',').any(|part| matches!(part, "+" | "-"));
        }
        Belongs::Current
    }
}

impl RecordReader for Reading {
    type Divider = Divider;

    fn new(illegal_moves: IllegalMoves) -> Reading {
        Reading {
            header: Header::default(),
            position: Position::empty(),
            has_position: false,
            has_start: false,
            ranks: (0, 0),
            rest: None,
            illegal_moves,
            game: None,
            before: None,
            event: None,
        }
    }

    fn line(&mut self, number: u64, text: &str) -> Parsed<()> {
        // Statements are separated by commas, but a comment may contain commas.
        if let Some(comment) = text.strip_prefix('\'') {
            self.comment(comment);
            return Ok(());
        }
        let at = Cursor::new(number, text.trim_end());
        if at.rest().starts_with(['N', '$']) {
            self.information(at.rest());
            return Ok(());
        }
        let mut start = at;
        for part in at.rest().split(',') {
            self.statement(start, part)?;
            start.skip(part.len());
            start.take_if(|c| c == ',');
        }
        Ok(())
    }

    fn finish(mut self, first: u64, last: u64) -> Parsed<Problem> {
        let Some(game) = self.game else {
            return Err(Fault::at_line(last, RecordError::NoSideToMove));
        };
        if let Some(event) = &self.event {
            self.header.set_event(event);
        }
        let mut problem = self.header.problem(game.finish(last)?);
        problem.place = Place { file: String::new(), line: first };
        Ok(problem)
    }
}

impl Reading {
    /// `'*text` is a comment on the current position; this program's own headers have the form `'作品名：…`.
    fn comment(&mut self, comment: &str) {
        let Some(text) = comment.strip_prefix('*') else {
            if let (None, Some((key, value))) = (&self.game, comment.split_once('：')) {
                self.header.set_text(key, value.trim());
            }
            return;
        };
        match &mut self.game {
            Some(game) => game.comment(text),
            None => join_lines(&mut self.before, text),
        }
    }

    /// Stores information about the game. Statements without a corresponding header are stored under their
    /// own names; in version 3 these are `$TIME`, `$MAX_MOVES`, `$NOTE`, ….
    fn information(&mut self, line: &str) {
        let known = CSA_HEADERS.iter().find_map(|(start, key)| Some((*key, line.strip_prefix(start)?)));
        let named = || line.strip_prefix('$')?.split_once(':');
        match known.or_else(named) {
            Some(("EVENT", event)) if self.event.is_none() => self.event = Some(event.trim().to_owned()),
            Some((key, value)) => self.header.set_text(key, value.trim()),
            None => {}
        }
    }

    fn statement(&mut self, mut at: Cursor, text: &str) -> Parsed<()> {
        match text.as_bytes() {
            [] => Ok(()),
            [b'V', ..] => Ok(()),
            // The position must come before the moves, so here it would have no effect.
            [b'P', ..] if self.game.is_some() => Err(at.fault(Expected::CsaMove)),
            [b'T', ..] => {
                // Fractions of seconds, which follow a point, are dropped.
                let seconds = text[1..].split('.').next().and_then(|whole| whole.trim().parse().ok());
                if let (Some(game), Some(seconds)) = (&mut self.game, seconds) {
                    game.time(seconds);
                }
                Ok(())
            }
            [b'P', b'I', ..] if self.has_pieces() => Err(at.word(|c| c == ',').fault(Expected::StartFirst)),
            [b'P', b'1'..=b'9', ..] if self.has_start => {
                Err(at.word(|c| c == ',').fault(Expected::NoSecondBoard))
            }
            [b'P', b'I', ..] => {
                at.skip(2);
                self.start(at, &text[2..])
            }
            [b'P', rank @ b'1'..=b'9', ..] => {
                at.skip(2);
                self.rank(rank - b'0', at, &text[2..])
            }
            [b'P', b'+' | b'-', ..] => {
                let owner = if text.as_bytes()[1] == b'+' { Color::Black } else { Color::White };
                at.skip(2);
                self.pieces(owner, at, &text[2..])
            }
            [b'+' | b'-'] if self.game.is_none() => {
                self.begin(if text == "+" { Color::Black } else { Color::White })
            }
            [b'+' | b'-', ..] => self.a_move(at, text),
            [b'%', ..] => match &mut self.game {
                Some(game) => {
                    game.end_as(ending_of_csa(&text[1..], game.position().side_to_move()), text);
                    Ok(())
                }
                None => Err(at.fault(Expected::SideBeforeEnding)),
            },
            _ => Err(at.fault(Expected::CsaLine)),
        }
    }

    /// Whether pieces were placed, which `PI` would replace, or ranks given, since PI and ranks are two boards. A `P+`
    /// without pieces does neither.
    fn has_pieces(&self) -> bool {
        self.has_start || self.ranks.0 != 0 || self.rest.is_some() || self.position != Position::empty()
    }

    /// `PI`, followed by the pieces that White or Black leaves out: `PI82HI22KA`.
    fn start(&mut self, mut at: Cursor, text: &str) -> Parsed<()> {
        self.position = Position::startpos();
        (self.has_position, self.has_start) = (true, true);
        for _ in 0..text.len().div_ceil(4) {
            let before = at;
            let (sq, kind) = (take_square(&mut at), take_kind(&mut at));
            let piece = sq.flatten().and_then(|sq| self.position.piece_at(sq));
            match (sq.flatten(), kind) {
                (Some(sq), Some(kind)) if piece.is_some_and(|piece| piece.kind() == kind) => {
                    self.position.remove(sq);
                }
                _ => return Err(before.fault(Expected::StartSquare)),
            }
        }
        Ok(())
    }

    /// Nine squares of three characters each: `-KY`, ` * `. Missing squares at the end of a short line are
    /// empty.
    fn rank(&mut self, rank: u8, mut at: Cursor, text: &str) -> Parsed<()> {
        self.has_position = true;
        let (read, bit) = (self.ranks.0, 1 << rank);
        if read & bit != 0 {
            return Err(Fault::at_line(at.line(), RecordError::RepeatedRank { rank }));
        }
        self.ranks = (read | bit, at.line());
        let squares = (1..=9).rev().filter_map(|file| Square::from_file_rank(file, rank));
        let mut rest = text;
        for sq in squares {
            let cell: String = rest.chars().take(3).collect();
            match cell.trim() {
                "" | "*" => {}
                piece => {
                    let (sign, name) = piece.split_at(piece.chars().next().map_or(0, char::len_utf8));
                    let owner = owner(sign).zip(csa_kind(name));
                    let (owner, kind) = owner.ok_or_else(|| at.fault(Expected::CsaCell(sq)))?;
                    if self.position.piece_at(sq).is_some() {
                        return Err(at.fault(Expected::EmptySquare(sq)));
                    }
                    self.position.put(sq, Piece::new(owner, kind));
                }
            }
            at.skip(cell.len());
            rest = &rest[cell.len()..];
        }
        if rest.trim().is_empty() { Ok(()) } else { Err(at.fault(Expected::EndBehindSquares)) }
    }

    /// `P+55FU00KI`, `P-00AL`.
    fn pieces(&mut self, owner: Color, mut at: Cursor, text: &str) -> Parsed<()> {
        self.has_position = true;
        for _ in 0..text.len().div_ceil(4) {
            let before = at;
            if at.take_word("00AL") {
                self.rest = Some(owner);
                continue;
            }
            match (take_square(&mut at), take_kind(&mut at)) {
                (Some(Some(sq)), Some(_)) if self.position.piece_at(sq).is_some() => {
                    return Err(before.fault(Expected::EmptySquare(sq)));
                }
                (Some(Some(sq)), Some(kind)) => self.position.put(sq, Piece::new(owner, kind)),
                (Some(None), Some(kind)) if kind.unpromoted() == kind && kind != PieceKind::King => {
                    let mut hand = self.position.hand(owner);
                    if hand.count(kind) == Hand::MAX {
                        return Err(before.too_many());
                    }
                    hand.add(kind);
                    self.position.set_hand(owner, hand);
                }
                _ => return Err(before.fault(Expected::CsaPiece)),
            }
        }
        Ok(())
    }

    /// Starts the game. If ranks of the board were given, there must be nine of them.
    fn begin(&mut self, side: Color) -> Parsed<()> {
        let (ranks, last) = self.ranks;
        let ranks = ranks.count_ones() as u8;
        if (1..9).contains(&ranks) {
            return Err(Fault::at_line(last, RecordError::ShortBoard { ranks }));
        }
        if !self.has_position {
            self.position = Position::startpos();
        }
        if let Some(owner) = self.rest {
            self.position.give_rest(owner);
        }
        self.position.set_side_to_move(side);
        let mut game = RecordBuilder::new(self.position.clone(), self.illegal_moves);
        self.before.take().iter().for_each(|comments| game.comment(comments));
        self.game = Some(game);
        Ok(())
    }

    /// `+7776FU`: the piece is named by its kind after the move.
    fn a_move(&mut self, mut at: Cursor, text: &str) -> Parsed<()> {
        let before = at;
        let Some(game) = &mut self.game else {
            return Err(at.fault(Expected::SideBeforeMove));
        };
        if game.leaves_out() {
            return Ok(());
        }
        let side = owner(&text[..1]);
        let to_move = game.position().side_to_move();
        let is_other_side = side != Some(to_move);
        if is_other_side && !game.takes_illegal_moves() {
            return Err(at.fault(Expected::MoveOf(to_move)));
        }
        at.skip(1);
        let parts = (take_square(&mut at), take_square(&mut at), take_kind(&mut at));
        let (Some(from), Some(Some(to)), Some(kind)) = parts else {
            return Err(before.fault(Expected::CsaMove));
        };
        // Text that follows without a comma might be another move.
        at.skip_space();
        if !matches!(at.peek(), None | Some(',')) {
            return Err(at.fault(Expected::CommaOrLineEnd));
        }
        let mv = match from {
            None if is_other_side => return Err(before.fault(Expected::MoveOf(to_move))),
            None if kind.unpromoted() == kind && kind != PieceKind::King => Move::drop(kind, to),
            None => return Err(before.fault(Expected::DroppablePiece)),
            Some(from) => {
                let piece = game.position().piece_at(from);
                if is_other_side && piece.is_some_and(|piece| piece.color() == to_move) {
                    return Err(before.fault(Expected::MoveOf(to_move)));
                }
                let before_move = piece.map(Piece::kind);
                match before_move {
                    Some(old) if old == kind => Move::board(from, to, false),
                    Some(old) if old.promoted() == Some(kind) => Move::board(from, to, true),
                    _ => return Err(before.fault(Expected::PromotedOrNot(from))),
                }
            }
        };
        game.play(mv, before)
    }
}

fn owner(sign: &str) -> Option<Color> {
    match sign {
        "+" => Some(Color::Black),
        "-" => Some(Color::White),
        _ => None,
    }
}

/// Takes two digits: a square, or `00` for a hand (the inner `None`).
fn take_square(at: &mut Cursor) -> Option<Option<Square>> {
    let digits = at.rest().get(..2).filter(|digits| digits.bytes().all(|c| c.is_ascii_digit()))?;
    let number: u8 = digits.parse().ok()?;
    at.skip(2);
    match number {
        0 => Some(None),
        _ => Square::from_file_rank(number / 10, number % 10).map(Some),
    }
}

fn take_kind(at: &mut Cursor) -> Option<PieceKind> {
    let kind = csa_kind(at.rest().get(..2)?)?;
    at.skip(2);
    Some(kind)
}
