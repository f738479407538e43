//! What is wrong with a whole game record, or with a part of it that has no place of its own.

use super::MAX_LINE;
use crate::position::SfenError;
use crate::record::Misplaced;
use thiserror::Error;

/// What is wrong with a game record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A line is longer than [`MAX_LINE`].
    #[error("the line is longer than {} MiB", MAX_LINE >> 20)]
    LineTooLong,
    /// The record is too long.
    #[error("the record is longer than {mebibytes} MiB")]
    TooLong {
        /// The most that is read.
        mebibytes: usize,
    },
    /// CSA: the text ends before it says who moves.
    #[error("no side to move")]
    NoSideToMove,
    /// KIF or KI2: the text ends before a position or a move.
    #[error("no position")]
    NoPosition,
    /// A diagram ends before its ninth rank.
    #[error("the board ends after {ranks} ranks, expected 9")]
    ShortBoard {
        /// How many it has.
        ranks: u8,
    },
    /// KIF or KI2: a hand holds pieces, and there is no board.
    #[error("a hand without a board")]
    HandWithoutBoard,
    /// CSA: a rank of the board stands there twice.
    #[error("rank {rank} of the board is given twice")]
    RepeatedRank {
        /// Which, 1 to 9.
        rank: u8,
    },
    /// A variation has neither a move nor an ending.
    #[error("a variation ends without a move")]
    EmptyVariation,
    /// A variation begins at a ply that no line before has.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// Variations branch off each other too deeply.
    #[error("side lines branch off each other more than {most} deep")]
    ForksTooDeep {
        /// How deep they are read.
        most: usize,
    },
    /// Brackets of JSON lie in each other too deeply.
    #[error("brackets lie in each other more than {most} deep")]
    BracketsTooDeep {
        /// How deep they are read.
        most: usize,
    },
    /// JSON that is no record and no answer of `solve --json`.
    #[error("no JKF and no answer of solve --json: {detail}")]
    Json {
        /// What kind of error it is.
        fault: JsonFault,
        /// What the parser says, in English.
        detail: String,
    },
    /// The position in which a JKF record begins.
    #[error("initial: {0}")]
    Initial(#[from] InitialError),
    /// An answer of `solve --json` that is an error.
    #[error("the answer is an error, without a position")]
    AnswerWithoutPosition,
    /// The position of an answer.
    #[error("the value of sfen: {0}")]
    AnswerSfen(#[source] SfenError),
    /// A variation of an answer that does not belong to its first solution.
    #[error("variations: ply {ply} is not in the first solution")]
    AnswerVariation {
        /// Where it is said to begin.
        ply: usize,
    },
}

/// What is wrong with JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonFault {
    /// It cannot be read, or is not JSON.
    Syntax,
    /// It ends too early.
    Ends,
    /// A value is of another type than it should be, or one is missing.
    Data,
}

/// What is wrong with the position in which a JKF record begins.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InitialError {
    /// There is no such preset.
    #[error("`{0}` is no preset")]
    Preset(String),
    /// The preset is that of any position, and the position is missing.
    #[error("the preset OTHER needs data")]
    NoData,
    /// What stands on a square is no piece of a side.
    #[error("`{kind}` on {file}{rank} is no piece of a colour")]
    Piece {
        /// What stands there.
        kind: String,
        /// The file, 1 to 9.
        file: u8,
        /// The rank, 1 to 9.
        rank: u8,
    },
    /// What no hand can hold.
    #[error("{count} `{kind}` cannot be in a hand")]
    Hand {
        /// The piece.
        kind: String,
        /// How many of them.
        count: u32,
    },
    /// The side to move is none.
    #[error("the colour to move is 0 or 1")]
    Color,
}
