//! The lines of a record with the position before each move.

use crate::movegen::{IllegalMove, is_legal};
use crate::notation::read::ENDINGS;
use crate::position::Position;
use crate::record::{Comment, Ending, Record};
use crate::types::{Color, Move, Square};

/// The main line or a side line.
pub(super) struct Line<'a> {
    pub record: &'a Record,
    /// The side line; `None` for the main line.
    pub index: Option<usize>,
    pub moves: &'a [Move],
    pub comments: &'a [Comment],
    pub ending: Option<Ending>,
    /// The ply of the first move.
    pub first: usize,
}

/// A move of a line.
pub(super) struct Played<'a> {
    pub ply: usize,
    pub mv: Move,
    /// Where the move before arrived.
    pub previous: Option<Square>,
    /// The position in which it is played.
    pub position: &'a Position,
}

impl<'a> Line<'a> {
    /// The main line.
    pub fn main(record: &'a Record) -> Line<'a> {
        let Record { moves, comments, ending, .. } = record;
        Line { record, index: None, moves, comments, ending: *ending, first: 1 }
    }

    /// A side line.
    pub fn side(record: &'a Record, index: usize) -> Line<'a> {
        let branch = &record.branches[index];
        let (moves, comments) = (&branch.moves[..], &branch.comments[..]);
        Line { record, index: Some(index), moves, comments, ending: branch.ending, first: branch.ply }
    }

    /// The ply of the last move, 0 when there is none.
    pub fn last(&self) -> usize {
        self.first + self.moves.len() - 1
    }

    /// Hands out every move of the line.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn play(&self, mut each: impl FnMut(Played)) -> Result<Position, IllegalMove> {
        let mut path = self.record.moves_of(self.index);
        let own = path.split_off(self.first - 1);
        let mut position = self.record.root.clone();
        crate::movegen::play_line(&mut position, &path)?;
        let mut previous = path.last().map(|mv| mv.to());
        for (ply, &mv) in (self.first..).zip(&own) {
            if !is_legal(&position, mv) {
                return Err(IllegalMove { ply, mv, sfen: position.sfen() });
            }
            each(Played { ply, mv, previous, position: &position });
            position.do_move(mv);
            previous = Some(mv.to());
        }
        Ok(position)
    }

    /// The seconds used for a ply of the line or of the way to it, 0 where nothing is said.
    pub fn seconds_at(&self, ply: usize) -> u32 {
        self.record.seconds_at(self.index, ply)
    }

    /// A clock at the beginning of the line.
    pub fn clock(&self) -> Clock<'_> {
        let mut clock = Clock { line: self, used: [0; 2] };
        for ply in 1..self.first {
            clock.press(ply);
        }
        clock
    }

    /// The lines of comment after a ply. A carriage return ends one too: within a line readers would take it for a part of its end.
    pub fn comments_at(&self, ply: usize) -> impl Iterator<Item = &'a str> {
        let comments = self.comments;
        let first = comments.partition_point(|comment| comment.ply < ply);
        comments[first..]
            .iter()
            .take_while(move |comment| comment.ply == ply)
            .flat_map(|comment| comment.text.split('\n'))
            .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
    }

    /// Side lines that begin at a ply of this one.
    pub fn branches_at(&self, ply: usize) -> impl Iterator<Item = usize> {
        let (branches, index) = (&self.record.branches, self.index);
        (0..branches.len()).filter(move |&at| branches[at].parent == index && branches[at].ply == ply)
    }
}

/// The time that both players have used.
pub(super) struct Clock<'a> {
    line: &'a Line<'a>,
    /// Seconds, of the players of even and of odd plies.
    used: [u64; 2],
}

impl Clock<'_> {
    /// Goes on by a ply: the seconds used for it, and by its player so far.
    pub fn press(&mut self, ply: usize) -> (u64, u64) {
        let now = u64::from(self.line.seconds_at(ply));
        let used = &mut self.used[ply % 2];
        *used += now;
        (now, *used)
    }
}

/// The word for an ending in the place of a move.
pub(super) fn ending_word(ending: Ending) -> &'static str {
    ENDINGS.iter().find(|(_, known)| *known == ending).map_or("中断", |(word, _)| word)
}

/// The closing sentence of a line: まで3手で詰み.
pub(super) fn closing_sentence(ending: Ending, plies: usize, to_move: Color) -> String {
    let side = |color: Color| match color {
        Color::Black => "先手",
        Color::White => "後手",
    };
    let how = match ending {
        Ending::Mate => "詰み".to_owned(),
        Ending::NoMate => "不詰".to_owned(),
        Ending::Resignation => format!("{}の勝ち", side(!to_move)),
        Ending::Declaration => format!("{}の入玉勝ち", side(to_move)),
        Ending::TimeUp => format!("時間切れにより{}の勝ち", side(!to_move)),
        Ending::IllegalMove => format!("{}の反則負け", side(to_move)),
        Ending::IllegalMoveBefore => format!("{}の反則勝ち", side(to_move)),
        Ending::Interruption | Ending::Repetition | Ending::Impasse => ending_word(ending).to_owned(),
    };
    format!("まで{plies}手で{how}\n")
}
