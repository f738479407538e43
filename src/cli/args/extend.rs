//! Flags of `extend`.

use super::{FoundFlags, InputFlags, SearchFlags, number};
use crate::cli::language::Bilingual;
use crate::compose::extend::{ExtendOptions, Subject};
use clap::{Args, ValueEnum};

/// Flags of `extend`. What its search has no use for is refused, and so not listed.
#[derive(Debug, Args)]
#[command(
    mut_arg("max_plies", |arg| arg.hide(true)),
    mut_arg("verify", |arg| arg.hide(true)),
    mut_arg("spill", |arg| arg.hide(true)),
    mut_arg("json", |arg| arg.help(
        "Write JSON Lines: one object per problem found, and at the end one about the whole run"
    )),
    mut_arg("nodes", |arg| arg.help(
        "Positions to expand for each problem; in a tsume, for each search of a candidate [default: no limit; tsume \
         1000000, unless --time is given]"
    ))
)]
pub struct ExtendFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Number of steps: each step puts moves before the results of the step before
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=u32::MAX), help_heading = "Composing")]
    pub steps: u32,
    /// Number of results of a step that the next step extends
    #[arg(long, value_name = "N", default_value_t = ExtendOptions::BEAM as u32, value_parser = number(1..=u32::MAX),
        help_heading = "Composing")]
    pub beam: u32,
    /// The order in which these results are chosen
    #[arg(long, value_enum, default_value_t = OrderFlag::Pieces, help_heading = "Composing")]
    pub order: OrderFlag,
    /// The random seed for --order random [default: 0]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), help_heading = "Composing")]
    pub seed: Option<u64>,
    /// When a step has no result, continue from results of earlier steps that were not chosen
    #[arg(long, help_heading = "Composing")]
    pub backtrack: bool,
    /// Number of moves that a step puts before the problem, 1 or 2 [default: 2, or 1 if the problem begins with the
    /// defender's move]
    #[arg(long = "put", value_name = "PLIES", value_parser = number(1..=2_u8), help_heading = "Composing")]
    pub put: Option<u8>,
    /// What must stay as in the problem, separated by commas: squares (5e), pieces (R, +p), attacker-hand,
    /// defender-hand. With takes, promotions or drops, all moves put before the problem must be captures, promotions or
    /// drops
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = subject, help_heading = "Composing")]
    pub keep: Vec<Subject>,
    /// What must not occur, in the words of --keep: pieces on these squares, these pieces on the board, pieces in this
    /// hand, moves of this kind before the problem
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = subject, help_heading = "Composing")]
    pub forbid: Vec<Subject>,
    /// Show only the chain of results that leads to the longest one, at the end
    #[arg(long, conflicts_with = "resume", help_heading = "Output")]
    pub best: bool,
    #[command(flatten)]
    pub found: FoundFlags,
    /// Number of problems of a step to extend at the same time, or of candidates of a tsume to judge; results keep
    /// their order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    #[command(flatten)]
    pub search: SearchFlags,
}

/// `--order`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OrderFlag {
    /// The fewest pieces first
    Pieces,
    /// The longest first
    Plies,
    /// The smallest area of the board first
    Shape,
    /// At random
    Random,
}

fn subject(text: &str) -> Result<Subject, Bilingual> {
    text.parse().map_err(|error| {
        Bilingual::new(
            format!("{error}"),
            "必要なのはマス (5e)、駒 (R, +p)、attacker-hand, defender-hand, takes, promotions, drops のどれかです",
        )
    })
}
