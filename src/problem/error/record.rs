//! Errors that concern a whole game record, or a part of it that has no place of its own.

use super::MAX_LINE;
use crate::position::SfenError;
use crate::record::Misplaced;
use thiserror::Error;

/// The kinds of errors in a game record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A line is longer than [`MAX_LINE`].
    #[error("the line is longer than {} MiB", MAX_LINE >> 20)]
    LineTooLong,
    /// The record is too long.
    #[error("the record is longer than {mebibytes} MiB")]
    TooLong {
        /// The largest size that is read.
        mebibytes: usize,
    },
    /// CSA: the text ends before the side to move is given.
    #[error("no side to move")]
    NoSideToMove,
    /// KIF or KI2: the text ends before a position or a move.
    #[error("no position")]
    NoPosition,
    /// A diagram ends before its ninth rank.
    #[error("the board ends after {ranks} ranks, expected 9")]
    ShortBoard {
        /// The number of its ranks.
        ranks: u8,
    },
    /// KIF or KI2: a hand holds pieces, but there is no board.
    #[error("a hand without a board")]
    HandWithoutBoard,
    /// CSA: a rank of the board is given twice.
    #[error("rank {rank} of the board is given twice")]
    RepeatedRank {
        /// The rank, 1 to 9.
        rank: u8,
    },
    /// A variation has neither a move nor an ending.
    #[error("a variation ends without a move")]
    EmptyVariation,
    /// A variation begins at a ply that no earlier line has.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// Variations are nested too deeply.
    #[error("side lines are nested more than {most} deep")]
    ForksTooDeep {
        /// The largest nesting depth that is read.
        most: usize,
    },
    /// Brackets of JSON are nested too deeply.
    #[error("brackets are nested more than {most} deep")]
    BracketsTooDeep {
        /// The largest nesting depth that is read.
        most: usize,
    },
    /// JSON that is neither a record nor an answer of `solve --json`.
    #[error("neither JKF nor an answer of solve --json: {detail}")]
    Json {
        /// The kind of error.
        fault: JsonFault,
        /// The message of the parser, in English.
        detail: String,
    },
    /// An error in the initial position of a JKF record.
    #[error("initial: {0}")]
    Initial(#[from] InitialError),
    /// An answer of `solve --json` that is an error.
    #[error("the answer is an error report without a position")]
    AnswerWithoutPosition,
    /// An error in the position of an answer.
    #[error("the value of sfen: {0}")]
    AnswerSfen(#[source] SfenError),
    /// A variation of an answer that does not belong to its first solution.
    #[error("variations: ply {ply} is not in the first solution")]
    AnswerVariation {
        /// The ply at which it is said to begin.
        ply: usize,
    },
}

/// The kinds of errors in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonFault {
    /// It cannot be read, or is not JSON.
    Syntax,
    /// It ends too early.
    Ends,
    /// A value has the wrong type, or is missing.
    Data,
}

/// The kinds of errors in the initial position of a JKF record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InitialError {
    /// The preset does not exist.
    #[error("`{0}` is not a preset")]
    Preset(String),
    /// The preset means that the position is given separately, but it is missing.
    #[error("the preset OTHER needs data")]
    NoData,
    /// The contents of a square are not a piece of a side.
    #[error("`{kind}` on {file}{rank} is not a piece of either side")]
    Piece {
        /// The contents.
        kind: String,
        /// The file, 1 to 9.
        file: u8,
        /// The rank, 1 to 9.
        rank: u8,
    },
    /// Pieces that cannot be in a hand.
    #[error("{count} `{kind}` cannot be in a hand")]
    Hand {
        /// The kind.
        kind: String,
        /// The number of pieces.
        count: u32,
    },
    /// The side to move is not a valid side.
    #[error("the colour of the side to move must be 0 or 1")]
    Color,
}
