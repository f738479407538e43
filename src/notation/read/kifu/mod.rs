//! KIF, KI2 and BOD: a family of formats with the same headers, boards and comments. Moves are numbered and
//! name their origin squares in KIF; in KI2 they follow a mark. Both kinds of moves are accepted everywhere.

mod board;
mod class;
mod divider;
mod header;
mod keywords;
mod line;
mod moves;
mod sentence;
mod stated;

pub(super) use board::Diagram;
pub(super) use header::{Header, is_ascii_word, tells_position};
pub(in crate::notation) use keywords::ENDINGS;
pub(super) use keywords::{mark, words_behind_number};
pub(super) use moves::Written;

use super::cursor::{Cursor, Fault, Parsed};
use super::record_builder::{IllegalMoves, RecordBuilder, join_lines};
use super::record_reader::RecordReader;
use crate::problem::{Expected, Place, Problem, RecordError};
use crate::record::Ending;
use divider::Divider;
use line::Kind;

fn no_position(line: u64) -> Fault {
    Fault::at_line(line, RecordError::NoPosition)
}

/// Takes an ending that is written instead of a move. Returns whether there is one.
fn take_ending(game: &mut RecordBuilder, at: &mut Cursor) -> bool {
    if let Some(ending) = keywords::take_ending(at) {
        game.end(ending);
    } else if let Some((word, ending)) = keywords::take_nearest_ending(at) {
        game.end_nearly(ending, word);
    } else if let Some(word) = keywords::take_other_ending(at) {
        game.end_nearly(Ending::Interruption, word);
    } else {
        return false;
    }
    true
}

/// Plays a move written at a place. Two consecutive moves of a side (二手指し) count as an illegal move.
fn play(game: &mut RecordBuilder, written: &moves::Written, at: Cursor) -> Parsed<()> {
    let position = game.position();
    let of_other_side = || written.of_other_side(position).filter(|_| game.takes_illegal_moves());
    let meant = written.resolve(position, game.previous(), at);
    let mv = meant.or_else(|fault| of_other_side().ok_or(fault))?;
    game.play(mv, at)
}

/// Reads the text after a move, an ending or the head of a variation: the time used, the mark of a move with
/// variations, and the author's words, which become a comment.
fn note_rest(game: &mut RecordBuilder, mut at: Cursor) {
    // Letters that follow directly are skipped, such as the last letter of 不詰み or 手目: the ending and the
    // number are understood without them.
    let apart = at.rest().find(|c: char| !c.is_alphabetic());
    at.skip(apart.unwrap_or(at.rest().len()));
    at.skip_space();
    let parenthesis = at.rest().find(')').map_or(at.rest(), |end| &at.rest()[..=end]);
    let seconds = keywords::seconds(parenthesis);
    if parenthesis.starts_with('(') && (seconds.is_some() || !parenthesis.contains(char::is_alphabetic)) {
        game.time(seconds.unwrap_or(0));
        at.skip(parenthesis.len());
        at.skip_space();
    }
    at.take_if(|c| c == '+');
    let words = at.rest().trim();
    if !words.is_empty() {
        game.comment(words);
    }
}

/// A record being read.
#[derive(Default)]
pub(super) struct Reading {
    header: Header,
    diagram: Diagram,
    illegal_moves: IllegalMoves,
    /// Whether it has more than titles and comments.
    has_begun: bool,
    /// Created by the first move, ending or variation.
    game: Option<RecordBuilder>,
    /// Comments before the game was created.
    before: Option<String>,
    /// The number of moves before the position that the move numbers include; determined by the first number.
    counted: Option<usize>,
}

impl RecordReader for Reading {
    type Divider = Divider;

    fn new(illegal_moves: IllegalMoves) -> Reading {
        Reading { illegal_moves, ..Reading::default() }
    }

    fn line(&mut self, number: u64, text: &str) -> Parsed<()> {
        let mut at = Cursor::new(number, text);
        let (whole, kind) = (at, Kind::of(text));
        at.skip_space();
        let text = at.rest().trim_end();
        if !self.has_begun && kind.may_be_title(text) {
            self.comment(text);
            return Ok(());
        }
        let is_first = !self.has_begun;
        self.has_begun |= kind.begins_record();
        match kind {
            Kind::Blank | Kind::Note | Kind::Frame => {}
            Kind::Comment => self.comment(&at.rest()['*'.len_utf8()..]),
            // It is stored as a comment line with its `&`.
            Kind::Bookmark => self.comment(at.rest()),
            Kind::Rank => self.diagram.rank(at)?,
            Kind::TurnedFiles => return Err(at.fault(Expected::BoardSeenByBlack)),
            Kind::Numbered => self.numbered_move(at)?,
            Kind::Marked => self.marked_moves(at)?,
            Kind::MovesBefore => self.moves_before(at),
            // There is nothing that it could close, and it might be a title.
            Kind::Closing if is_first => return Err(at.fault(Expected::KifuLine)),
            Kind::Closing => self.closing_sentence(text)?,
            Kind::Variation => self.variation(at, whole)?,
            Kind::Side(side) => self.diagram.side = Some(side),
            Kind::Header | Kind::Words => self.key_and_value(at)?,
        }
        Ok(())
    }

    fn finish(mut self, first: u64, last: u64) -> Parsed<Problem> {
        self.diagram.check_complete()?;
        let has_moves = self.game.as_ref().is_some_and(RecordBuilder::has_begun);
        if !self.diagram.is_given() && !has_moves {
            return Err(no_position(last));
        }
        self.game()?;
        let Some(game) = self.game else { return Err(no_position(last)) };
        let mut problem = self.header.problem(game.finish(last)?);
        problem.rest = self.diagram.rest;
        problem.place = Place { file: String::new(), line: first };
        Ok(problem)
    }
}

impl Reading {
    /// Adds a comment on the current position.
    fn comment(&mut self, comment: &str) {
        match &mut self.game {
            Some(game) => game.comment(comment),
            None => join_lines(&mut self.before, comment),
        }
    }

    /// `キー：値`
    fn key_and_value(&mut self, mut at: Cursor) -> Parsed<()> {
        let Some((key, value)) = at.rest().split_once(['：', ':']) else {
            return Err(at.fault(Expected::KifuLine));
        };
        let (whole, key) = (at, key.trim());
        if keywords::is_hand(key) && keywords::hand_owner(key).is_none() {
            return Err(whole.fault(Expected::HandOwner));
        }
        at.skip(at.rest().len() - value.len());
        at.skip_space();
        self.header.set(key, at, &mut self.diagram)
    }

    /// `手数＝5  ▲２四歩  まで`: the number of moves played before the position, and the last of them. It is also
    /// kept as a comment.
    fn moves_before(&mut self, mut at: Cursor) {
        let line = at.rest().trim_end();
        at.take_word("手数");
        at.take_if(|c| matches!(c, '＝' | '='));
        at.skip_space();
        let count = keywords::take_number(&mut at).unwrap_or(0);
        at.skip_space();
        if count == 0 && matches!(at.rest().trim_end(), "" | "まで") {
            return;
        }
        self.comment(line);
        if self.game.is_none() {
            at.take_if(|c| keywords::mark(c).is_some());
            let last = moves::Written::read(&mut at, None).ok();
            self.diagram.moves_before = count;
            self.diagram.arrived = last.map(|last| last.to());
        }
    }

    /// The game; it is created here if it does not exist yet.
    fn game(&mut self) -> Parsed<&mut RecordBuilder> {
        if self.game.is_none() {
            let root = self.diagram.position(self.header.attacker(), self.header.rule())?;
            let mut game = RecordBuilder::new(root, self.illegal_moves).behind(self.diagram.arrived);
            self.before.take().iter().for_each(|comments| game.comment(comments));
            self.game = Some(game);
        }
        match &mut self.game {
            Some(game) => Ok(game),
            None => Err(no_position(1)),
        }
    }

    /// `   1 ７六歩(77)   ( 0:01/00:00:01)+`, or an ending instead of the move.
    fn numbered_move(&mut self, mut at: Cursor) -> Parsed<()> {
        if self.game()?.leaves_out() {
            return Ok(());
        }
        let number = at;
        let ply = keywords::take_number(&mut at);
        at.skip_space();
        let next = self.game()?.next_ply();
        let before = self.diagram.moves_before;
        let counted = *self.counted.get_or_insert(if ply == Some(before + next) { before } else { 0 });
        if ply != Some(counted + next) {
            // Some programs write comments on the end of a game with the number of the ending.
            return Err(number.fault(Expected::Ply(counted + next)));
        }
        let game = self.game()?;
        at.take_if(|c| keywords::mark(c).is_some());
        if take_ending(game, &mut at) {
            note_rest(game, at);
            return Ok(());
        }
        let before = at;
        let written = moves::Written::read(&mut at, game.previous())?;
        play(game, &written, before)?;
        at.skip_space();
        match at.rest().trim_end() {
            "" | "+" => {}
            time if time.starts_with('(') => note_rest(game, at),
            _ => return Err(at.fault(Expected::TimeOrLineEnd)),
        }
        Ok(())
    }

    /// `▲７六歩 △３四歩 …`
    fn marked_moves(&mut self, mut at: Cursor) -> Parsed<()> {
        loop {
            at.skip_space();
            let Some(c) = at.peek() else { return Ok(()) };
            if at.rest().starts_with("まで") || at.rest().starts_with('迄') {
                return self.closing_sentence(at.rest());
            }
            let game = self.game()?;
            if game.leaves_out() {
                return Ok(());
            }
            let side = keywords::mark(c).ok_or_else(|| at.fault(Expected::MarkedMove))?;
            let before = at;
            at.skip(c.len_utf8());
            if take_ending(game, &mut at) {
                continue;
            }
            if side != game.position().side_to_move() {
                return Err(before.fault(Expected::MarkedMoveOf(!side)));
            }
            at.skip_space();
            let written = moves::Written::read(&mut at, game.previous())?;
            play(game, &written, before)?;
        }
    }

    /// まで3手で詰み: the ending is derived from the sentence.
    fn closing_sentence(&mut self, text: &str) -> Parsed<()> {
        self.game()?;
        if let Some(game) = &mut self.game {
            sentence::close(game, self.header.players(), text);
        }
        Ok(())
    }

    /// `変化：5手`
    fn variation(&mut self, mut at: Cursor, whole: Cursor) -> Parsed<()> {
        at.take_word("変化");
        at.take_if(|c| matches!(c, '：' | ':'));
        at.skip_space();
        let ply = keywords::take_number(&mut at).ok_or_else(|| at.fault(Expected::VariationPly))?;
        let counted = self.counted.unwrap_or(0);
        let game = self.game()?;
        game.branch(ply.saturating_sub(counted), whole)?;
        at.take_word("手");
        note_rest(game, at);
        Ok(())
    }
}
