//! The lines of a record with the position before each move.
//!
//! Each move is played only once, however many lines branch off after it.

use crate::movegen::{IllegalMove, illegality};
use crate::notation::handicaps::player_name;
use crate::notation::read::ENDINGS;
use crate::position::{Illegality, NamedMove, Position, Undo};
use crate::record::{Branch, Comment, Ending, Record, Time};
use crate::types::{Color, Move, Square};

/// The lines of a record, whose branches must be sorted, and the places where they branch off.
pub(super) struct RecordLines<'a> {
    record: &'a Record,
    /// The indices of the branches, ordered by parent line and ply.
    by_place: Vec<usize>,
}

/// The main line or a side line.
pub(super) struct PlayedLine<'a> {
    lines: &'a RecordLines<'a>,
    /// The side line; `None` for the main line.
    pub index: Option<usize>,
    pub moves: &'a [Move],
    comments: &'a [Comment],
    times: &'a [Time],
    pub ending: Option<Ending>,
    /// The ply of the first move.
    pub first: usize,
}

/// A move of a line.
pub(super) struct Played<'a> {
    pub ply: usize,
    pub mv: Move,
    /// The destination of the move before.
    pub previous: Option<Square>,
    /// The position in which the move is played.
    pub position: &'a Position,
    /// The seconds used for the move, and by its player so far.
    pub clock: (u64, u64),
}

impl<'a> RecordLines<'a> {
    /// The lines of a record.
    pub fn new(record: &'a Record) -> RecordLines<'a> {
        let mut by_place: Vec<usize> = (0..record.branches.len()).collect();
        by_place.sort_by_key(|&index| Self::place(record, index));
        RecordLines { record, by_place }
    }

    fn place(record: &Record, index: usize) -> (Option<usize>, usize) {
        (record.branches[index].parent, record.branches[index].ply)
    }

    /// The main line.
    pub fn main(&'a self) -> PlayedLine<'a> {
        let Record { moves, comments, times, ending, .. } = self.record;
        PlayedLine { lines: self, index: None, moves, comments, times, ending: *ending, first: 1 }
    }

    /// A side line.
    pub fn side(&'a self, index: usize) -> PlayedLine<'a> {
        let Branch { moves, comments, times, ending, ply, .. } = &self.record.branches[index];
        PlayedLine { lines: self, index: Some(index), moves, comments, times, ending: *ending, first: *ply }
    }

    /// All lines in the order of KIF files.
    pub fn iter(&'a self) -> impl Iterator<Item = PlayedLine<'a>> {
        std::iter::once(self.main()).chain((0..self.record.branches.len()).map(|index| self.side(index)))
    }

    /// The side lines that branch off a line at a ply, by their indices.
    pub fn forks(&self, line: Option<usize>, ply: usize) -> &[usize] {
        let place = |index: &usize| Self::place(self.record, *index);
        let start = self.by_place.partition_point(|index| place(index) < (line, ply));
        let length = self.by_place[start..].partition_point(|index| place(index) == (line, ply));
        &self.by_place[start..start + length]
    }
}

impl<'a> PlayedLine<'a> {
    /// The ply of the last move, 0 when there is none.
    pub fn last(&self) -> usize {
        self.first + self.moves.len() - 1
    }

    /// The lines of the comments after a ply. A lone carriage return also ends a line, because readers would
    /// take it for part of a line end.
    pub fn comments_at(&self, ply: usize) -> impl Iterator<Item = &'a str> {
        let comments = self.comments;
        let first = comments.partition_point(|comment| comment.ply < ply);
        comments[first..]
            .iter()
            .take_while(move |comment| comment.ply == ply)
            .flat_map(|comment| comment.text.split('\n'))
            .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
    }

    /// Whether a side line begins at a ply of this one.
    pub fn has_forks(&self, ply: usize) -> bool {
        !self.lines.forks(self.index, ply).is_empty()
    }

    fn seconds_at(&self, ply: usize) -> u64 {
        let found = self.times.binary_search_by_key(&ply, |time| time.ply);
        found.map_or(0, |index| u64::from(self.times[index].seconds))
    }
}

/// Walks through the lines of a record in order, going back from the end of each line to where the next one
/// begins.
pub(super) struct Walk<'a> {
    root: &'a Position,
    position: Position,
    path: Vec<(Move, Undo)>,
    /// For each ply so far, the seconds used in total by the players of even and of odd plies.
    used: Vec<[u64; 2]>,
}

impl<'a> Walk<'a> {
    /// A walk that starts at the root.
    pub fn new(record: &'a Record) -> Walk<'a> {
        Walk { root: &record.root, position: record.root.clone(), path: Vec::new(), used: vec![[0; 2]] }
    }

    /// Calls `each` for every move of the next line.
    ///
    /// # Errors
    /// The first illegal move. A line that branches off neither the line before nor one of that line's
    /// parents leads to such an error too.
    pub fn line(&mut self, line: &PlayedLine, mut each: impl FnMut(Played)) -> Result<(), IllegalMove> {
        while self.path.len() >= line.first
            && let Some((mv, undo)) = self.path.pop()
        {
            self.position.undo_move(mv, undo);
            self.used.pop();
        }
        for (ply, &mv) in (line.first..).zip(line.moves) {
            let is_reached = self.path.len() + 1 == ply;
            let reason =
                if is_reached { illegality(&self.position, mv) } else { Some(Illegality::NotReached) };
            if let Some(reason) = reason {
                let mv = NamedMove::new(&self.position, mv);
                return Err(IllegalMove { ply, mv, reason, sfen: self.position.sfen() });
            }
            let (clock, used) = self.press(line, ply);
            let previous = self.path.last().map(|(mv, _)| mv.to());
            each(Played { ply, mv, previous, position: &self.position, clock });
            self.path.push((mv, self.position.do_move(mv)));
            self.used.push(used);
        }
        Ok(())
    }

    /// The side to move at the end of the line.
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// The closing sentence of the line that was walked last: まで3手で詰み.
    pub fn closing_sentence(&self, ending: Ending, plies: usize) -> String {
        let to_move = self.side_to_move();
        let player = |color: Color| player_name(self.root, color);
        let how = match ending {
            Ending::Mate => "詰み".to_owned(),
            Ending::NoMate => "不詰".to_owned(),
            Ending::Resignation => format!("{}の勝ち", player(!to_move)),
            Ending::Declaration => format!("{}の入玉勝ち", player(to_move)),
            Ending::TimeUp => format!("時間切れにより{}の勝ち", player(!to_move)),
            Ending::IllegalMove => format!("{}の反則負け", player(to_move)),
            Ending::IllegalMoveBefore => format!("{}の反則勝ち", player(to_move)),
            Ending::Interruption | Ending::Repetition | Ending::Impasse => ending_word(ending).to_owned(),
        };
        format!("まで{plies}手で{how}\n")
    }

    /// The time used after the last move of the line, which has been played.
    pub fn last_clock(&self, line: &PlayedLine) -> (u64, u64) {
        self.press(line, line.last() + 1).0
    }

    /// The seconds used for a ply and by its player so far; and the totals of both players.
    fn press(&self, line: &PlayedLine, ply: usize) -> ((u64, u64), [u64; 2]) {
        let now = line.seconds_at(ply);
        let mut used = self.used.last().copied().unwrap_or_default();
        used[ply % 2] += now;
        ((now, used[ply % 2]), used)
    }
}

/// The word for an ending, written instead of a move.
pub(super) fn ending_word(ending: Ending) -> &'static str {
    ENDINGS.iter().find(|(_, known)| *known == ending).map_or("中断", |(word, _)| word)
}
