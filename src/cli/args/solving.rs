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
    /// Write text answers as in a solution list: the verdict and each solution on one line, with moves in this style
    #[arg(long, value_enum, value_name = "STYLE", help_heading = "Output")]
    pub notation: Option<StyleFlag>,
    /// Tsume: also solve the defender's other replies to the main line (変化), each within the limits; KIF, KI2 and JKF
    /// contain them as variations
    #[arg(long, help_heading = "Output")]
    pub variations: bool,
    /// Tsume: write the proof of the answer to this file, one problem only; `verify-certificate` checks it
    #[arg(long, value_name = "FILE", value_parser = new_file(), help_heading = "Output")]
    pub certificate: Option<PathBuf>,
    /// Write diagrams of the position at the start, in the middle and at the end of the first solution to this folder
    #[arg(long, value_name = "DIR", value_parser = new_folder(), help_heading = "Output")]
    pub svg_steps: Option<PathBuf>,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    /// Keep answers in this JSON Lines file; problems that it decides already are not solved again
    #[arg(long, value_name = "FILE.jsonl", value_parser = new_file(), conflicts_with_all = ["json", "format", "out"], help_heading = "Output")]
    pub resume: Option<PathBuf>,
    /// Number of problems to solve at the same time; answers keep the order of the input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    /// Show long solutions in full
    #[arg(long, conflicts_with = "notation", help_heading = "Output")]
    pub full: bool,
    #[command(flatten)]
    pub checkpoint: CheckpointFlags,
    #[command(flatten)]
    pub hosts: HostFlags,
    /// The expected length, for the estimated time in the progress line [default: as stated in the problem]
    #[arg(long, value_name = "PLIES", value_parser = number(0..=u64::MAX), help_heading = "Long runs")]
    pub plies: Option<u64>,
}

/// Flags of `check`.
#[derive(Debug, Args)]
#[command(mut_arg("nodes", |arg| arg.help(
    "Positions to expand for each problem, and in a tsume for each alternative move [default: no limit; for an \
     alternative move 1000000, unless --time is given]"
)))]
pub struct CheckFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    #[command(flatten)]
    pub search: SearchFlags,
    /// The intended length: shorter mates are flaws, longer ones are not searched for [default: the length of the
    /// intended line, or as stated in the problem]
    #[arg(long, value_name = "PLIES", value_parser = number(0..=u64::MAX), help_heading = "Problem")]
    pub plies: Option<u64>,
    /// Go back from the end of the intended line and show from which ply on it is sound; the limits apply to each
    /// position [default: --nodes 10000000]
    #[arg(long, help_heading = "Problem")]
    pub backward: bool,
    #[command(flatten)]
    pub graph: GraphFlags,
    #[command(flatten)]
    pub listing: ListingFlags,
    /// Write JSON Lines, one object per problem
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Keep answers in this JSON Lines file; problems that it decides already are not checked again
    #[arg(long, value_name = "FILE.jsonl", value_parser = new_file(), conflicts_with_all = ["json", "full", "graph"], help_heading = "Output")]
    pub resume: Option<PathBuf>,
    /// Number of problems to check at the same time; answers keep the order of the input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    /// Show long solutions and lists in full
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub full: bool,
}

/// Flags of `verify`.
#[derive(Debug, Args)]
pub struct VerifyFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Also solve problems marked status=unproved (the stated length is not proved) or status=heavy (solving takes
    /// three seconds or more)
    #[arg(long, help_heading = "Problem")]
    pub all: bool,
    /// Number of problems to solve at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Write JSON Lines: one object per problem as soon as its result is known, then one per set of twins, and one with
    /// the totals
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Keep results in this JSON Lines file; problems that it decides already are not solved again
    #[arg(long, value_name = "FILE.jsonl", value_parser = new_file(), conflicts_with = "json", help_heading = "Output")]
    pub resume: Option<PathBuf>,
}

/// Flags of `verify-certificate`.
#[derive(Debug, Args)]
pub struct CertificateFlags {
    /// Files written by `solve --certificate`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Memory for the whole process, such as 512M, 4G; a record takes at least 64 bytes [default: half of the machine's
    /// memory]
    #[arg(long, value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Write JSON Lines, one object per file
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
