//! A record: a root position with the moves played from it. It has a main line, side lines (変化) that branch
//! off it and off each other, comments, times used, the endings of the lines, and information about a game.
//! Readers return records, solvers build them, and writers print them.
//!
//! The legality of the moves is not checked here, because this layer does not know the rules;
//! `movegen::play_line` checks it.
//!
//! Plies are counted from the root in every line: the first move of the record is ply 1, and a branch with
//! another reply to the first move begins at ply 2. All side lines are in one list, so neither their number
//! nor their depth uses stack.

mod annotations;
mod branch;
mod branch_order;

pub use annotations::{Comment, Ending, Time};
pub use branch::Branch;
pub use branch_order::Misplaced;

use crate::position::{Position, flip_line, mirror_line};
use crate::types::Move;
use std::collections::BTreeMap;
use std::fmt;

/// A position and the lines from it; without moves, only the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where the lines start.
    pub root: Position,
    /// The main line, in order.
    pub moves: Vec<Move>,
    /// Comments on the root and the main line, by ply in ascending order.
    pub comments: Vec<Comment>,
    /// The time used for moves of the main line, by ply in ascending order.
    pub times: Vec<Time>,
    /// The ending of the main line, if stated.
    pub ending: Option<Ending>,
    /// The side lines; each comes after the line from which it branches off, as in KIF files.
    pub branches: Vec<Branch>,
    /// Information about a game, by the headers of KIF: 先手 and 後手 (the players), 棋戦, 場所, 開始日時, ….
    pub about: BTreeMap<String, String>,
}

impl Record {
    /// A record of a position and a main line only.
    pub fn new(root: Position, moves: Vec<Move>) -> Record {
        Record {
            root,
            moves,
            comments: Vec::new(),
            times: Vec::new(),
            ending: None,
            branches: Vec::new(),
            about: BTreeMap::new(),
        }
    }

    /// The record on the board turned by 180°, with the sides exchanged.
    pub fn flip(&self) -> Record {
        let mut record = self.with_moves(self.root.flip(), flip_line);
        let players = ["先手", "後手"].map(|side| record.about.remove(side));
        for (side, player) in ["後手", "先手"].into_iter().zip(players) {
            record.about.extend(player.map(|player| (side.to_owned(), player)));
        }
        record
    }

    /// The record with left and right exchanged.
    pub fn mirror(&self) -> Record {
        self.with_moves(self.root.mirror(), mirror_line)
    }

    fn with_moves(&self, root: Position, change: impl Fn(&[Move]) -> Vec<Move>) -> Record {
        let mut record = Record { root, moves: change(&self.moves), ..self.clone() };
        for branch in &mut record.branches {
            branch.moves = change(&branch.moves);
        }
        record
    }
}

impl fmt::Display for Record {
    /// A bare SFEN, or `position sfen … moves …` with the main line when there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves.is_empty() {
            return write!(f, "{}", self.root.sfen());
        }
        write!(f, "position sfen {} moves", self.root.sfen())?;
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}
