//! Flags of the commands that solve problems.

use super::search::{CheckpointFlags, GraphFlags, ListingFlags, SearchFlags};
use super::{AnswerFlags, DrawingFlags, HostFlags, InputFlags, StyleFlag, new_file, new_folder, number};
use crate::cli::args::parse_bytes;
use clap::Args;
use std::path::PathBuf;

/// Flags of `solve`.
#[derive(Debug, Args)]
#[command(mut_arg("hosts", |hosts| {
    hosts.conflicts_with_all(["resume", "certificate", "variations", "jobs"])
}))]
pub struct SolveFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    #[command(flatten)]
    pub search: SearchFlags,
    #[command(flatten)]
    pub listing: ListingFlags,
    #[command(flatten)]
    pub graph: GraphFlags,
    #[command(flatten)]
    pub answers: AnswerFlags,
    /// Text answers as in a solution list: the verdict and each solution on a line, moves in this style
    #[arg(long, value_enum, value_name = "STYLE", help_heading = "Output")]
    pub notation: Option<StyleFlag>,
    /// Tsume: also the defender's other replies to the main line (変化), each searched within the limits; KIF, KI2 and
    /// JKF have them as variations
    #[arg(long, help_heading = "Output")]
    pub variations: bool,
    /// Tsume: write the proof of the answer to this file, one problem only; `verify-certificate` checks it
    #[arg(long, value_name = "FILE", value_parser = new_file(), help_heading = "Output")]
    pub certificate: Option<PathBuf>,
    /// Write diagrams of the position at the start, in the middle and at the end of the first solution
    #[arg(long, value_name = "DIR", value_parser = new_folder(), help_heading = "Output")]
    pub svg_steps: Option<PathBuf>,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    /// Keep answers in a file of JSON lines; what is decided there is not solved again
    #[arg(long, value_name = "FILE.jsonl", value_parser = new_file(), conflicts_with_all = ["json", "format", "out"], help_heading = "Output")]
    pub resume: Option<PathBuf>,
    /// Solve so many problems at the same time; answers keep the order of the input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    /// Show long solutions whole
    #[arg(long, conflicts_with = "notation", help_heading = "Output")]
    pub full: bool,
    #[command(flatten)]
    pub checkpoint: CheckpointFlags,
    #[command(flatten)]
    pub hosts: HostFlags,
    /// The length that is expected, to estimate the time in the progress line [default: what the problem states]
    #[arg(long, value_name = "PLIES", value_parser = number(0..=u64::MAX), help_heading = "Long runs")]
    pub plies: Option<u64>,
}

/// Flags of `check`.
#[derive(Debug, Args)]
#[command(mut_arg("nodes", |arg| arg.help(
    "Positions to expand for each problem; of a tsume, also after each other move [default: no limit; after a move \
     1000000, unless --time is given]"
)))]
pub struct CheckFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    #[command(flatten)]
    pub search: SearchFlags,
    /// The intended length: shorter mates are flaws, longer ones are not looked for [default: the intended line's, or
    /// what the problem states]
    #[arg(long, value_name = "PLIES", value_parser = number(0..=u64::MAX), help_heading = "Problem")]
    pub plies: Option<u64>,
    /// Go back from the end of the intended line and say from which move on it is sound; the limits hold for each
    /// position [default: --nodes 10000000]
    #[arg(long, help_heading = "Problem")]
    pub backward: bool,
    #[command(flatten)]
    pub graph: GraphFlags,
    #[command(flatten)]
    pub listing: ListingFlags,
    /// One JSON object a line for each problem
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Keep answers in a file of JSON lines; what is decided there is not checked again
    #[arg(long, value_name = "FILE.jsonl", value_parser = new_file(), conflicts_with_all = ["json", "full", "graph"], help_heading = "Output")]
    pub resume: Option<PathBuf>,
    /// Check so many problems at the same time; answers keep the order of the input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    /// Show long solutions and lists whole
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub full: bool,
}

/// Flags of `verify`.
#[derive(Debug, Args)]
pub struct VerifyFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Also what is marked status=unproved or status=heavy: problems whose stated length is not proved, or which take
    /// three seconds and more
    #[arg(long, help_heading = "Problem")]
    pub all: bool,
    /// Solve so many problems at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    #[command(flatten)]
    pub search: SearchFlags,
    /// One JSON object a line for each problem, as soon as it is known, then one for each problem of several diagrams, and
    /// one with the numbers
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Flags of `verify-certificate`.
#[derive(Debug, Args)]
pub struct CertificateFlags {
    /// Files that `solve --certificate` wrote
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Memory of the whole process, such as 512M, 4G; a record takes 64 bytes and more [default: half of what the
    /// machine has]
    #[arg(long, value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// One JSON object a line for each file
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
