//! Flags of the commands that ask about a problem or its solution.

use super::search::SearchFlags;
use super::{InputFlags, number};
use clap::Args;

/// The help for the inputs of `ask`, which differ from those of other commands.
pub const INPUTS: &str = "A certificate of a tsume (see solve --certificate), which answers without a search; or a \
                          problem: an SFEN in quotes, a file (problem set, KIF, KI2, BOD, CSA, JKF, answers of --json; \
                          the format is detected from the content), a folder (all files in it with the extensions of \
                          these formats), or - for standard input";

/// Flags of `ask`.
#[derive(Debug, Args)]
pub struct AskFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// The moves to play first, in USI or Japanese: "G*2c 2b1a", "▲２三金△１一玉" [default: the line stated in the problem]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Problem")]
    pub line: Option<String>,
    /// Play only the first N moves of the line stated in the problem
    #[arg(long, value_name = "N", conflicts_with = "line", value_parser = number(0..=u64::MAX), help_heading = "Problem")]
    pub ply: Option<u64>,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Write JSON Lines, one object per problem
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show long lines in full
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub full: bool,
}

/// Flags of `records`.
#[derive(Debug, Args)]
pub struct RecordsFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Solve every problem, even if it states a line that ends in mate
    #[arg(long, help_heading = "Problem")]
    pub solve: bool,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Show only the maximum of each number, not the numbers of each problem
    #[arg(long, help_heading = "Output")]
    pub greatest: bool,
    /// Write JSON Lines: one object per problem, and at the end one with the maximum of each number
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
