//! Building a record while its moves are read and played.

use super::cursor::{Cursor, Fault, Parsed};
use crate::movegen::illegality;
use crate::notation::japanese;
use crate::position::{NamedMove, Position, Undo};
use crate::problem::{Expected, RecordError};
use crate::record::{Branch, Comment, Ending, Record, Time};
use crate::types::{Move, Square};

/// Adds a line to what may have lines already.
pub(super) fn join_lines(text: &mut Option<String>, line: &str) {
    match text {
        Some(text) => {
            text.push('\n');
            *text += line;
        }
        None => *text = Some(line.to_owned()),
    }
}

/// What becomes of a record with an illegal move.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum IllegalMoves {
    /// It is an error.
    #[default]
    Refuse,
    /// The line ends there: see [`Reader::up_to_illegal_moves`](super::Reader::up_to_illegal_moves).
    EndLine,
}

/// What stands behind an illegal move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// The move itself: its comments belong to the position before it.
    AtMove,
    /// What follows, which is left out.
    Behind,
}

/// The record so far, and the position at the end of the line that is read.
pub(super) struct RecordBuilder {
    record: Record,
    /// The branch that is read; `None` for the main line.
    line: Option<usize>,
    position: Position,
    /// The moves that lead from the root to the position, and what takes them back.
    path: Vec<Move>,
    undos: Vec<Undo>,
    /// Where the move before the root arrived, where that is known.
    arrived: Option<Square>,
    illegal_moves: IllegalMoves,
    /// What is read, when it stands behind an illegal move.
    cut: Option<Cut>,
}

impl RecordBuilder {
    /// Begins at a position.
    pub fn new(root: Position, illegal_moves: IllegalMoves) -> RecordBuilder {
        let position = root.clone();
        RecordBuilder {
            record: Record::new(root, Vec::new()),
            line: None,
            position,
            path: Vec::new(),
            undos: Vec::new(),
            arrived: None,
            illegal_moves,
            cut: None,
        }
    }

    /// The position is one behind a move that arrived there, where that is known.
    pub fn behind(self, arrived: Option<Square>) -> RecordBuilder {
        RecordBuilder { arrived, ..self }
    }

    /// The position in which the next move is played.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where the move before arrived.
    pub fn previous(&self) -> Option<Square> {
        self.path.last().map(|mv| mv.to()).or(self.arrived)
    }

    /// Whether a line may end with an illegal move.
    pub fn takes_illegal_moves(&self) -> bool {
        self.illegal_moves == IllegalMoves::EndLine
    }

    /// Whether a move that is read is left out: it stands behind an illegal one, where moves cannot be understood.
    pub fn leaves_out(&mut self) -> bool {
        if self.cut.is_some() {
            self.cut = Some(Cut::Behind);
        }
        self.cut.is_some()
    }

    /// The ply of the next move.
    pub fn next_ply(&self) -> usize {
        self.path.len() + 1
    }

    /// Whether the line that is read has moves or an end.
    pub fn has_begun(&self) -> bool {
        self.line.is_some() || !self.record.moves.is_empty() || self.record.ending.is_some()
    }

    /// Whether the line that is read has ended.
    fn has_ended(&self) -> bool {
        self.line.map_or(self.record.ending, |index| self.record.branches[index].ending).is_some()
    }

    /// Plays a move that stands at a place of the text.
    ///
    /// # Errors
    /// When it is illegal, or stands behind the end of its line.
    pub fn play(&mut self, mv: Move, at: Cursor) -> Parsed<()> {
        if self.has_ended() {
            return Err(at.fault(Expected::VariationOrEnd));
        }
        if let Some(reason) = illegality(&self.position, mv) {
            if self.takes_illegal_moves() {
                self.cut(mv);
                return Ok(());
            }
            let (side, ply) = (self.position.side_to_move(), self.next_ply());
            let illegal = NamedMove::new(&self.position, mv);
            return Err(at.fault(Expected::LegalMove { side, ply, illegal, reason }));
        }
        self.undos.push(self.position.do_move(mv));
        self.path.push(mv);
        match self.line {
            None => self.record.moves.push(mv),
            Some(index) => self.record.branches[index].moves.push(mv),
        }
        Ok(())
    }

    /// Ends the line that is read at an illegal move, and leaves out what stands behind it.
    fn cut(&mut self, mv: Move) {
        match self.line {
            None => self.record.moves.push(mv),
            Some(_) => {
                let name = japanese(&self.position, mv, self.previous());
                self.end_nearly(Ending::IllegalMove, &name);
            }
        }
        self.cut = Some(Cut::AtMove);
    }

    /// Goes back to where a side line gives another move for `ply`, in the order of KIF files. The branch must get a
    /// move or an ending before the next one.
    ///
    /// # Errors
    /// When no line before has that ply, or the branch before is empty.
    pub fn branch(&mut self, ply: usize, at: Cursor) -> Parsed<()> {
        self.end_branch(at.line())?;
        if ply > self.next_ply() && self.leaves_out() {
            return Ok(());
        }
        let parent = self.record.parent_at(ply).map_err(|error| Fault::at_line(at.line(), error))?;
        self.start_branch(parent, ply);
        Ok(())
    }

    /// Begins a side line of a line that was read. The moves before `ply` must be those of the line that was read last:
    /// side lines at later plies come first.
    pub fn start_branch(&mut self, parent: Option<usize>, ply: usize) {
        while self.path.len() >= ply
            && let (Some(mv), Some(undo)) = (self.path.pop(), self.undos.pop())
        {
            self.position.undo_move(mv, undo);
        }
        self.record.branches.push(Branch::new(parent, ply, Vec::new()));
        self.line = Some(self.record.branches.len() - 1);
        self.cut = None;
    }

    /// The line that is read.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// Ends the side line that is read last, which must have a move or an ending.
    ///
    /// # Errors
    /// When it has neither.
    pub fn end_branch(&self, line: u64) -> Parsed<()> {
        match self.record.branches.last() {
            Some(branch) if branch.moves.is_empty() && branch.ending.is_none() => {
                Err(Fault::at_line(line, RecordError::EmptyVariation))
            }
            _ => Ok(()),
        }
    }

    /// Takes back the side line that was begun last when nothing is said in it. Nothing may branch off it yet.
    pub fn drop_silent_branch(&mut self) {
        let is_silent = |branch: &Branch| {
            branch.moves.is_empty() && branch.ending.is_none() && branch.comments.is_empty()
        };
        if self.line.is_some()
            && let Some(branch) = self.record.branches.pop_if(|branch| is_silent(branch))
        {
            self.line = branch.parent;
        }
    }

    /// Adds a comment to the position reached. Its lines end as lines do everywhere, so that every format can hold
    /// them.
    pub fn comment(&mut self, text: &str) {
        if self.cut == Some(Cut::Behind) {
            return;
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let comments = match self.line {
            None => &mut self.record.comments,
            Some(index) => &mut self.record.branches[index].comments,
        };
        match comments.last_mut().filter(|comment| comment.ply == self.path.len()) {
            Some(comment) => {
                comment.text.push('\n');
                comment.text += &text;
            }
            None => comments.push(Comment { ply: self.path.len(), text }),
        }
    }

    /// Notes the time used for the last move of the line that is read, or for the ending behind it.
    pub fn time(&mut self, seconds: u32) {
        let ply = self.path.len() + usize::from(self.has_ended());
        let (first, times) = match self.line {
            None => (1, &mut self.record.times),
            Some(index) => {
                let branch = &mut self.record.branches[index];
                (branch.ply, &mut branch.times)
            }
        };
        if self.cut.is_none() && seconds > 0 && ply >= first && times.last().is_none_or(|time| time.ply < ply)
        {
            times.push(Time { ply, seconds });
        }
    }

    /// Ends the line that is read; what was said first stays.
    pub fn end(&mut self, ending: Ending) {
        if self.leaves_out() {
            return;
        }
        let place = match self.line {
            None => &mut self.record.ending,
            Some(index) => &mut self.record.branches[index].ending,
        };
        place.get_or_insert(ending);
    }

    /// Ends the line that is read as these words say, which stay as a comment where no ending of ours says the same.
    pub fn end_as(&mut self, ending: Option<Ending>, words: &str) {
        match ending {
            Some(ending) => self.end(ending),
            None => self.end_nearly(Ending::Interruption, words),
        }
    }

    /// Ends the line that is read by the ending that is nearest to what these words say, which stay as a comment.
    pub fn end_nearly(&mut self, ending: Ending, words: &str) {
        if !self.has_ended() {
            self.comment(words);
        }
        self.end(ending);
    }

    /// The record when the text has ended on a line.
    ///
    /// # Errors
    /// When the last side line has neither a move nor an ending.
    pub fn finish(self, line: u64) -> Parsed<Record> {
        self.end_branch(line)?;
        let mut record = self.record;
        record.sort_branches();
        Ok(record)
    }
}
