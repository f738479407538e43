//! Flags of the commands that ask about a problem or its solution.

use super::search::SearchFlags;
use super::{InputFlags, number};
use clap::Args;

/// Flags of `ask`.
#[derive(Debug, Args)]
pub struct AskFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// The moves after which to ask, in USI or Japanese: "G*2c 2b1a", "▲２三金△１一玉" [default: the line that the problem
    /// states]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Problem")]
    pub line: Option<String>,
    /// Only the first N moves of the line that the problem states
    #[arg(long, value_name = "N", conflicts_with = "line", value_parser = number(0..=u64::MAX), help_heading = "Problem")]
    pub ply: Option<u64>,
    #[command(flatten)]
    pub search: SearchFlags,
    /// One JSON object a line for each problem
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show long lines whole
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub full: bool,
}

/// Flags of `records`.
#[derive(Debug, Args)]
pub struct RecordsFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Solve every problem, also those that state a line which mates
    #[arg(long, help_heading = "Problem")]
    pub solve: bool,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Only the greatest of each number, not the problems
    #[arg(long, help_heading = "Output")]
    pub greatest: bool,
    /// One JSON object a line for each problem, and one for the greatest of each number in the end
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
