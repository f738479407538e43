//! Building a record while its moves are read and played.

use super::cursor::{Cursor, Fault, Parsed};
use crate::movegen::illegality;
use crate::notation::japanese;
use crate::position::{Illegality, NamedMove, Position, Undo};
use crate::problem::{Expected, IllegalSideMove, RecordError};
use crate::record::{Branch, Comment, Ending, Record, Time};
use crate::types::{Move, Square};

/// Appends a line to a text that may have lines already.
pub(super) fn join_lines(text: &mut Option<String>, line: &str) {
    match text {
        Some(text) => {
            text.push('\n');
            *text += line;
        }
        None => *text = Some(line.to_owned()),
    }
}

/// The treatment of a record with an illegal move.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum IllegalMoves {
    /// It is rejected with an error.
    #[default]
    Refuse,
    /// The line ends there: see [`Reader::up_to_illegal_moves`](super::Reader::up_to_illegal_moves).
    EndLine,
}

/// The position of the reader after an illegal move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// At the illegal move itself: its comments are attached to the position before it.
    AtMove,
    /// After it; this text is dropped.
    Behind,
}

/// The record so far, and the position at the end of the current line.
pub(super) struct RecordBuilder {
    record: Record,
    /// The branch being read; `None` for the main line.
    line: Option<usize>,
    position: Position,
    /// The moves that lead from the root to the position; `undos` has the data to take them back.
    path: Vec<Move>,
    undos: Vec<Undo>,
    /// The destination of the move before the root, if known.
    arrived: Option<Square>,
    illegal_moves: IllegalMoves,
    /// Set when the text being read comes after an illegal move.
    cut: Option<Cut>,
    illegal_side_moves: Vec<IllegalSideMove>,
}

impl RecordBuilder {
    /// Begins a record at a position.
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
            illegal_side_moves: Vec::new(),
        }
    }

    /// Sets the destination of the move that led to the root, if known.
    pub fn behind(self, arrived: Option<Square>) -> RecordBuilder {
        RecordBuilder { arrived, ..self }
    }

    /// The position in which the next move is played.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The destination of the move before.
    pub fn previous(&self) -> Option<Square> {
        self.path.last().map(|mv| mv.to()).or(self.arrived)
    }

    /// Whether a line may end with an illegal move.
    pub fn takes_illegal_moves(&self) -> bool {
        self.illegal_moves == IllegalMoves::EndLine
    }

    /// Whether the next move must be dropped because it comes after an illegal move, where moves cannot be
    /// interpreted.
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

    /// Whether the record has a move, an ending or a side line.
    pub fn has_begun(&self) -> bool {
        self.line.is_some() || !self.record.moves.is_empty() || self.record.ending.is_some()
    }

    /// Whether the current line has ended.
    fn has_ended(&self) -> bool {
        self.line.map_or(self.record.ending, |index| self.record.branches[index].ending).is_some()
    }

    /// Plays a move that is written at a place of the text.
    ///
    /// # Errors
    /// When it is illegal, or comes after the end of its line.
    pub fn play(&mut self, mv: Move, at: Cursor) -> Parsed<()> {
        if self.has_ended() {
            return Err(at.fault(Expected::VariationOrEnd));
        }
        if let Some(reason) = illegality(&self.position, mv) {
            if self.takes_illegal_moves() {
                self.cut(mv, reason, at.line());
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

    /// Ends the current line at an illegal move; the text after it is dropped.
    fn cut(&mut self, mv: Move, reason: Illegality, line: u64) {
        match self.line {
            None => self.record.moves.push(mv),
            Some(_) => {
                let (ply, illegal) = (self.next_ply(), NamedMove::new(&self.position, mv));
                self.illegal_side_moves.push(IllegalSideMove { line, ply, mv: illegal, reason });
                let name = japanese(&self.position, mv, self.previous());
                self.end_nearly(Ending::IllegalMove, &name);
            }
        }
        self.cut = Some(Cut::AtMove);
    }

    /// Goes back to the position in which a side line has another move for `ply`, in the order of KIF files.
    /// The branch must get a move or an ending before the next one begins.
    ///
    /// # Errors
    /// When no earlier line has that ply, or the branch before is empty.
    pub fn branch(&mut self, ply: usize, at: Cursor) -> Parsed<()> {
        self.end_branch(at.line())?;
        if ply > self.next_ply() && self.leaves_out() {
            return Ok(());
        }
        let parent = self.record.parent_at(ply).map_err(|error| Fault::at_line(at.line(), error))?;
        self.start_branch(parent, ply);
        Ok(())
    }

    /// Begins a side line of a line that was read. The moves before `ply` must be those of the line read
    /// last: side lines at later plies come first.
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

    /// The current line.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// Checks that the side line read last has a move or an ending.
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

    /// Removes the side line that was begun last if it is empty. No other line may branch off it yet.
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

    /// Adds a comment on the current position. Line ends are normalised, so that every format can hold the
    /// comment.
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

    /// Records the time used for the last move of the current line, or for the ending after it.
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

    /// Ends the current line; an earlier ending is kept.
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

    /// Ends the current line with `ending`. When no [`Ending`] has the meaning of `words`, the line ends with
    /// [`Ending::Interruption`], and `words` are kept as a comment.
    pub fn end_as(&mut self, ending: Option<Ending>, words: &str) {
        match ending {
            Some(ending) => self.end(ending),
            None => self.end_nearly(Ending::Interruption, words),
        }
    }

    /// Ends the current line with the nearest ending, and keeps `words`, which describe the actual one, as a
    /// comment.
    pub fn end_nearly(&mut self, ending: Ending, words: &str) {
        if !self.has_ended() {
            self.comment(words);
        }
        self.end(ending);
    }

    /// Completes the record; the text has ended on `line`. Also returns the illegal moves at which side lines end.
    ///
    /// # Errors
    /// When the last side line has neither a move nor an ending.
    pub fn finish(self, line: u64) -> Parsed<(Record, Vec<IllegalSideMove>)> {
        self.end_branch(line)?;
        let mut record = self.record;
        record.sort_branches();
        Ok((record, self.illegal_side_moves))
    }
}
