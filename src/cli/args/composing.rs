//! Flags of the commands that make problems.

use super::search::QuestionFlags;
use super::{InputFlags, OutEncodingFlags, OutputFormat, new_file, number};
use crate::cli::args::{Shard, parse_bytes, parse_duration, parse_shard};
use crate::compose::Repair;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How to write the problems that are found.
#[derive(Debug, Args)]
pub struct FoundFlags {
    /// One JSON object a line for each problem that is found
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,
    /// How to write the problems that are found [default: what the name of --out says, else usi]
    #[arg(long, value_parser = OutputFormat::of_problems(), help_heading = "Output")]
    pub format: Option<OutputFormat>,
    /// Write the problems to a file, or to a folder (a file for each) if it ends with / or is there. Those found so far
    /// are in FILE.part, which becomes FILE at the end
    #[arg(long, value_name = "FILE|DIR", value_parser = new_file(), help_heading = "Output")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub encoding: OutEncodingFlags,
    /// Keep the problems in a file of JSON lines, and in FILE.jsonl.state how far the run has come; the same command
    /// goes on from there
    #[arg(long, value_name = "FILE.jsonl", value_parser = new_file(), conflicts_with_all = ["json", "format", "out"], help_heading = "Output")]
    pub resume: Option<PathBuf>,
}

/// What the judgement of each position may use.
#[derive(Debug, Args)]
pub struct JudgingFlags {
    /// Time for each search about a position, such as 500ms, 10s [default: no limit]
    #[arg(long, value_parser = parse_duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Positions to expand in each search about a position [default: 1000000, unless --time is given]
    #[arg(long, value_parser = number(0..=u64::MAX), help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Memory of the whole process, such as 512M, 4G; --jobs share it [default: half of what the machine has; tsume 64M
    /// a job]
    #[arg(long, value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Judge so many positions at the same time; results keep their order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
}

/// Flags of `search`.
#[derive(Debug, Args)]
pub struct TemplateFlags {
    /// A diagram with gaps in quotes, a file that holds one, or - for standard input
    #[arg(value_name = "TEMPLATE")]
    pub template: OsString,
    /// Search however many fillings there are
    #[arg(long, help_heading = "Problem")]
    pub yes: bool,
    #[command(flatten)]
    pub judging: JudgingFlags,
    /// Only share I of N of the fillings, to share a search among N processes
    #[arg(long, value_name = "I/N", value_parser = parse_shard, help_heading = "Limits")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub found: FoundFlags,
}

/// Flags of `repair`.
#[derive(Debug, Args)]
pub struct RepairFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    #[command(flatten)]
    pub question: QuestionFlags,
    /// Put the pieces that are neither on the board nor in a hand into the defender's hand
    #[arg(long, help_heading = "Problem")]
    pub rest: bool,
    /// The intended line [default: the one that the problem states]: moves in USI, which need not be legal before the
    /// repair, or legal ones in Japanese
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Problem")]
    pub line: Option<String>,
    /// The length that the repaired problem must have [default: the intended line's, or what the problem states, else
    /// any]
    #[arg(long, value_name = "PLIES", value_parser = number(0..=u64::MAX), help_heading = "Problem")]
    pub plies: Option<u64>,
    /// The longest mate to look for, where the length is free [default: 9]
    #[arg(long, value_name = "PLIES", default_value_t = Repair::LONGEST, value_parser = number(0..=u64::MAX), conflicts_with = "plies", help_heading = "Limits")]
    pub max_plies: u64,
    /// The number of changes: 2 for pairs of changes behind the single ones
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=2_u8), help_heading = "Problem")]
    pub changes: u8,
    /// End after so many repairs [default: all]
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX), help_heading = "Limits")]
    pub most: Option<u64>,
    /// End after so many positions judged [default: all with one change, then 100000 with two]
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX), help_heading = "Limits")]
    pub budget: Option<u64>,
    #[command(flatten)]
    pub judging: JudgingFlags,
    #[command(flatten)]
    pub found: FoundFlags,
}
