//! What a search may use, and what is kept of it.

use super::{
    ColorFlag, HostFlags, KeyFlag, OutputFormat, ProveFlag, StyleFlag, conditions, new_file, new_folder,
    number, policy, rule,
};
use crate::cli::args::{GraphPath, parse_graph_path};
use crate::cli::args::{parse_bytes, parse_duration};
use crate::problem::{Choices, Conditions, Futile, Rule};
use crate::solve::USUAL_SOLUTIONS;
use crate::types::Color;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// What is asked about a position.
#[derive(Debug, Args)]
pub struct QuestionFlags {
    /// The rule [default: the rule stated in the problem, else helpmate]
    #[arg(long, value_parser = rule(), ignore_case = true, help_heading = "Problem")]
    pub rule: Option<Rule>,
    /// Helpmates and helpselfmates: a condition on captures: must-capture (強欲), avoid-capture (禁欲) or no-capture (取禁),
    /// for one side only with attacker- (攻方) or defender- (受方) before it; none for no condition; several are separated
    /// by commas [default: as stated in the problem]
    #[arg(long, value_parser = conditions, help_heading = "Problem")]
    pub condition: Option<Conditions>,
    /// The attacker [default: as stated in the problem; else the side without a king on the board; if both kings are on
    /// the board Black, in a tsume the side to move]
    #[arg(long, value_enum, help_heading = "Problem")]
    pub attacker: Option<ColorFlag>,
    /// Tsume: which interpositions count [default: as stated in the problem, else official]
    #[arg(long, value_parser = policy(), help_heading = "Problem")]
    pub futile: Option<Futile>,
}

impl QuestionFlags {
    /// The choices that they make.
    pub fn choices(&self) -> Choices {
        let &QuestionFlags { rule, condition, attacker, futile } = self;
        let attacker = attacker.map(Color::from);
        Choices { rule, conditions: condition, attacker, policy: futile, ..Choices::default() }
    }
}

/// How to read a problem, and what its search may use.
#[derive(Debug, Args)]
pub struct SearchFlags {
    #[command(flatten)]
    pub question: QuestionFlags,
    /// Put the pieces that are neither on the board nor in a hand into the defender's hand
    #[arg(long, help_heading = "Problem")]
    pub rest: bool,
    /// Tsume: what to prove about a mate that was found
    #[arg(long, value_enum, default_value_t = ProveFlag::Length, help_heading = "Problem")]
    pub prove: ProveFlag,
    /// Time for each problem, such as 500ms, 10s, 2m, 1h [default: no limit]
    #[arg(long, value_parser = parse_duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Positions to expand for each problem [default: no limit]
    #[arg(long, value_parser = number(0..=u64::MAX), help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// The longest mate to look for [default: no limit]
    #[arg(long, value_name = "PLIES", value_parser = number(0..=u64::MAX), help_heading = "Limits")]
    pub max_plies: Option<u64>,
    /// Memory for the whole process, such as 512M, 4G; the --jobs share it [default: half of the machine's memory;
    /// tsume: at most 1G per job]
    #[arg(long, value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Threads per search, at most four per processor (eight on a machine with one or two); answers do not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX), help_heading = "Limits")]
    pub threads: u16,
    /// Helpmates and helpselfmates: verify each answer by a second search with independent fingerprints
    #[arg(long, help_heading = "Limits")]
    pub verify: bool,
    /// Helpmates and helpselfmates: the size of the fingerprints (hash keys) that identify positions already searched
    #[arg(long, value_enum, default_value_t = KeyFlag::Narrow, help_heading = "Limits")]
    pub key: KeyFlag,
    /// When memory runs out, keep positions on disk in this folder (ten bytes per position)
    #[arg(long, value_name = "DIR", value_parser = new_folder(), help_heading = "Limits")]
    pub spill: Option<PathBuf>,
}

/// Which solutions of a problem to show.
#[derive(Debug, Args)]
pub struct ListingFlags {
    /// Helpmates and helpselfmates: how many solutions to list
    #[arg(long, value_name = "COUNT", default_value_t = USUAL_SOLUTIONS as u32,
        value_parser = number(1..=u32::MAX), help_heading = "Output")]
    pub max_solutions: u32,
}

/// The graph of the solutions.
#[derive(Debug, Args)]
pub struct GraphFlags {
    /// Write the graph of all shortest solutions of the problem, as JSON (.json) or for Graphviz (.dot)
    #[arg(long, value_name = "FILE.json|FILE.dot", value_parser = parse_graph_path, help_heading = "Output")]
    pub graph: Option<GraphPath>,
}

/// Flags for long runs.
#[derive(Debug, Args)]
pub struct CheckpointFlags {
    /// Keep a checkpoint of the search in this folder, from which `tsumugi resume` continues; one problem only. It is
    /// written at intervals (--every), on Ctrl-C, and when a limit ends the search
    #[arg(long, value_name = "DIR", value_parser = new_folder(), conflicts_with_all = ["resume", "variations", "jobs"], help_heading = "Long runs")]
    pub checkpoint: Option<PathBuf>,
    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_duration, requires = "checkpoint",
        help_heading = "Long runs")]
    pub every: Duration,
}

/// Flags of `resume`.
#[derive(Debug, Args)]
pub struct ResumeFlags {
    /// The folder written by `solve --checkpoint`; with --hosts the folder of this process, which may be new
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The time between two checkpoints [default: as before]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub every: Option<Duration>,
    /// Time for this run of the search, such as 25m [default: no limit]
    #[arg(long, value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// Positions to expand, including those of all earlier runs [default: as before]
    #[arg(long, value_parser = number(0..=u64::MAX))]
    pub nodes: Option<u64>,
    /// The longest mate to look for, in plies [default: as before]
    #[arg(long, value_name = "PLIES", value_parser = number(0..=u64::MAX))]
    pub max_plies: Option<u64>,
    /// Memory for the search [default: as before]
    #[arg(long, value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// Threads of the search [default: as before]
    #[arg(long, value_parser = number(1..=u16::MAX))]
    pub threads: Option<u16>,
    /// How to write the answer [default: as before]
    #[arg(long, value_enum, value_delimiter = ',', help_heading = "Output")]
    pub format: Vec<OutputFormat>,
    /// Write the answer to a file, or to a folder if the name ends with / or is an existing folder [default: as before]
    #[arg(long, value_name = "FILE|DIR", value_parser = new_file(), help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Write a text answer as in a solution list, with moves in this style [default: as before]
    #[arg(long, value_enum, value_name = "STYLE", help_heading = "Output")]
    pub notation: Option<StyleFlag>,
    /// Write diagrams of the position at the start, in the middle and at the end of the first solution to this folder
    /// [default: as before]
    #[arg(long, value_name = "DIR", value_parser = new_folder(), help_heading = "Output")]
    pub svg_steps: Option<PathBuf>,
    /// Tsume: write the proof of the answer to this file [default: as before]
    #[arg(long, value_name = "FILE", value_parser = new_file(), help_heading = "Output")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub graph: GraphFlags,
    #[command(flatten)]
    pub hosts: HostFlags,
}
