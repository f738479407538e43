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
    /// Write JSON Lines, one object per problem found
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,
    /// The format of the problems found [default: by the extension of --out, else usi]
    #[arg(long, value_parser = OutputFormat::of_problems(), help_heading = "Output")]
    pub format: Option<OutputFormat>,
    /// Write the problems to a file, or to a folder (one file per problem) if the name ends with / or is an existing
    /// folder. Until the end, the problems are in FILE.part, which is then renamed to FILE
    #[arg(long, value_name = "FILE|DIR", value_parser = new_file(), help_heading = "Output")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub encoding: OutEncodingFlags,
    /// Keep the problems in this JSON Lines file, and the progress of the run in FILE.jsonl.state; the same command
    /// continues from there
    #[arg(long, value_name = "FILE.jsonl", value_parser = new_file(), conflicts_with_all = ["json", "format", "out"], help_heading = "Output")]
    pub resume: Option<PathBuf>,
}

/// What the judgement of each position may use.
#[derive(Debug, Args)]
pub struct JudgingFlags {
    /// Time for each search of a position, such as 500ms, 10s [default: no limit]
    #[arg(long, value_parser = parse_duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Positions to expand in each search of a position [default: 1000000, unless --time is given]
    #[arg(long, value_parser = number(0..=u64::MAX), help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Memory for the whole process, such as 512M, 4G; the --jobs share it [default: half of the machine's memory;
    /// tsume 64M per job]
    #[arg(long, value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Number of positions to judge at the same time; results keep their order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
}

/// Flags of `search`.
#[derive(Debug, Args)]
pub struct TemplateFlags {
    /// A template (a diagram with gaps) in quotes, a file with one template, or - for standard input
    #[arg(value_name = "TEMPLATE")]
    pub template: OsString,
    /// Search even a very large number of fillings
    #[arg(long, help_heading = "Problem")]
    pub yes: bool,
    #[command(flatten)]
    pub judging: JudgingFlags,
    /// Search only part I of N of the fillings, to divide a search among N processes
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
    /// The intended line: moves in USI, which need not be legal before the repair, or legal moves in Japanese [default:
    /// the line stated in the problem]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Problem")]
    pub line: Option<String>,
    /// The length that the repaired problem must have [default: the length of the intended line, or as stated in the
    /// problem, else any]
    #[arg(long, value_name = "PLIES", value_parser = number(0..=u64::MAX), help_heading = "Problem")]
    pub plies: Option<u64>,
    /// The longest mate to look for if no length is required
    #[arg(long, value_name = "PLIES", default_value_t = Repair::LONGEST, value_parser = number(0..=u64::MAX), conflicts_with = "plies", help_heading = "Limits")]
    pub max_plies: u64,
    /// The largest number of changes: 2 tries pairs of changes after the single changes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=2_u8), help_heading = "Problem")]
    pub changes: u8,
    /// Stop after this number of repairs [default: find all]
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX), help_heading = "Limits")]
    pub most: Option<u64>,
    /// Stop after judging this number of positions [default: all with one change, then 100000 with two changes]
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX), help_heading = "Limits")]
    pub budget: Option<u64>,
    #[command(flatten)]
    pub judging: JudgingFlags,
    #[command(flatten)]
    pub found: FoundFlags,
}
