//! A record while its moves are read and played.

use super::cursor::{Cursor, Fault, Read};
use crate::movegen::is_legal;
use crate::notation::names::side_name;
use crate::position::Position;
use crate::record::{Branch, Comment, Ending, Misplaced, Record, Time};
use crate::types::{Color, Move, Square};

/// The record so far, and the position at the end of the line that is read.
pub(super) struct Playing {
    record: Record,
    /// The branch that is read; `None` for the main line.
    line: Option<usize>,
    position: Position,
    /// The ply of the last move.
    ply: usize,
    /// Where the move before arrived.
    previous: Option<Square>,
}

impl Playing {
    /// Begins at a position.
    pub fn new(root: Position) -> Playing {
        let position = root.clone();
        Playing { record: Record::new(root, Vec::new()), line: None, position, ply: 0, previous: None }
    }

    /// The position in which the next move is played.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where the move before arrived.
    pub fn previous(&self) -> Option<Square> {
        self.previous
    }

    /// The ply of the next move.
    pub fn next_ply(&self) -> usize {
        self.ply + 1
    }

    /// Whether the line that is read has moves or an end.
    pub fn has_begun(&self) -> bool {
        self.line.is_some() || self.ply > 0 || self.record.ending.is_some()
    }

    /// Whether the line that is read has ended.
    fn has_ended(&self) -> bool {
        self.line.map_or(self.record.ending, |index| self.record.branches[index].ending).is_some()
    }

    /// Plays a move that stands at a place of the text.
    ///
    /// # Errors
    /// When it is illegal, or stands behind the end of its line.
    pub fn play(&mut self, mv: Move, at: Cursor) -> Read<()> {
        if self.has_ended() {
            return Err(at.fault(
                "a variation or the end of the text: the line has ended",
                "変化か終わり（この手順はもう終局しています）",
            ));
        }
        if !is_legal(&self.position, mv) {
            let (side, ply) = (self.position.side_to_move(), self.next_ply());
            let english = match side {
                Color::Black => "Black",
                Color::White => "White",
            };
            return Err(at.fault(
                format!("a legal move of {english} as ply {ply} ({mv} is none)"),
                format!("{ply}手目の{}の合法手（{mv} は反則）", side_name(side)),
            ));
        }
        self.position.do_move(mv);
        self.previous = Some(mv.to());
        self.ply += 1;
        match self.line {
            None => self.record.moves.push(mv),
            Some(index) => self.record.branches[index].moves.push(mv),
        }
        Ok(())
    }

    /// Goes back to where a side line gives another move for `ply`. The branch must get a move before the next one.
    ///
    /// # Errors
    /// When no line before has that ply, or the branch before is empty.
    pub fn branch(&mut self, ply: usize, at: Cursor) -> Read<()> {
        self.check_branch(at.line())?;
        let parent = self.record.parent_at(ply).map_err(|error| {
            let Misplaced { ply, last } = error;
            let japanese = format!("{ply}手目はこれまでのどの手順にもありません。1から{last}までです");
            Fault::at_line(at.line(), error.to_string(), japanese)
        })?;
        self.start_branch(parent, ply);
        Ok(())
    }

    /// Begins a side line of a line that was read.
    pub fn start_branch(&mut self, parent: Option<usize>, ply: usize) {
        let mut moves = self.record.moves_of(parent);
        moves.truncate(ply - 1);
        self.position = self.record.root.clone();
        for &mv in &moves {
            self.position.do_move(mv);
        }
        self.previous = moves.last().map(|mv| mv.to());
        self.ply = ply - 1;
        self.record.branches.push(Branch::new(parent, ply, Vec::new()));
        self.line = Some(self.record.branches.len() - 1);
    }

    /// The line that is read.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// A side line must have a move.
    fn check_branch(&self, line: u64) -> Read<()> {
        match self.record.branches.last() {
            Some(branch) if branch.moves.is_empty() => Err(Fault::at_line(
                line,
                "a variation ends without a move, expected one",
                "変化に指し手がありません。一手以上書きます",
            )),
            _ => Ok(()),
        }
    }

    /// Adds a comment to the position reached. Its lines end as lines do everywhere, so that every format can hold them.
    pub fn comment(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let comments = match self.line {
            None => &mut self.record.comments,
            Some(index) => &mut self.record.branches[index].comments,
        };
        match comments.last_mut().filter(|comment| comment.ply == self.ply) {
            Some(comment) => {
                comment.text.push('\n');
                comment.text += &text;
            }
            None => comments.push(Comment { ply: self.ply, text }),
        }
    }

    /// Notes the time used for the last move, or for the ending behind it.
    pub fn time(&mut self, seconds: u32) {
        let ply = self.ply + usize::from(self.has_ended());
        let times = match self.line {
            None => &mut self.record.times,
            Some(index) => &mut self.record.branches[index].times,
        };
        if seconds > 0 && ply > 0 && times.last().is_none_or(|time| time.ply < ply) {
            times.push(Time { ply, seconds });
        }
    }

    /// Ends the line that is read; what was said first stays.
    pub fn end(&mut self, ending: Ending) {
        let place = match self.line {
            None => &mut self.record.ending,
            Some(index) => &mut self.record.branches[index].ending,
        };
        place.get_or_insert(ending);
    }

    /// The record when the text has ended on a line.
    ///
    /// # Errors
    /// When a side line has no move.
    pub fn finish(self, line: u64) -> Read<Record> {
        self.check_branch(line)?;
        let mut record = self.record;
        record.sort_branches();
        Ok(record)
    }
}
