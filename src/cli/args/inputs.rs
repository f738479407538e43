//! What to read, and how.

use super::EncodingFlag;
use crate::cli::args::{Shard, parse_shard};
use clap::Args;
use std::ffi::OsString;

/// What to read.
#[derive(Debug, Clone, Args)]
pub struct InputFlags {
    /// An SFEN in quotes, a file (problem set, KIF, KI2, BOD, CSA, JKF, answers of --json; the format is detected from
    /// the content), a folder (all files in it with the extensions of these formats), or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,
    #[command(flatten)]
    pub reading: ReadingFlags,
}

/// How to read it.
#[derive(Debug, Clone, Args)]
pub struct ReadingFlags {
    /// Encoding of the input; auto detects UTF-8, Shift_JIS or EUC-JP
    #[arg(long, value_enum, default_value_t = EncodingFlag::Auto, help_heading = "Input")]
    pub encoding: EncodingFlag,
    /// Refuse problems that may be misread: an SFEN without its hands, headers with unknown rules or conditions,
    /// headers that contradict each other
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
    /// Read only problems number I, I+N, I+2N, … of all inputs, to divide a set among N processes; twins stay together
    #[arg(long, value_name = "I/N", value_parser = parse_shard, help_heading = "Input")]
    pub shard: Option<Shard>,
    /// Whether a record with an illegal move is refused, and not read up to there; no flag says it.
    #[arg(skip)]
    pub refuses_illegal_moves: bool,
}

impl ReadingFlags {
    /// The same for what would write a record without all that stands behind its illegal move.
    pub fn refusing_illegal_moves(&self) -> ReadingFlags {
        ReadingFlags { refuses_illegal_moves: true, ..self.clone() }
    }
}
