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
    mut_arg("nodes", |arg| arg.help(
        "Positions to expand for each problem; of a tsume, in each search about moves put before it [default: no \
         limit; tsume 1000000, unless --time is given]"
    ))
)]
pub struct ExtendFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// How often moves are put before: the results of a step are extended in the next one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=u32::MAX), help_heading = "Composing")]
    pub steps: u32,
    /// How many results of a step the next one extends
    #[arg(long, value_name = "N", default_value_t = ExtendOptions::BEAM as u32, value_parser = number(1..=u32::MAX),
        help_heading = "Composing")]
    pub beam: u32,
    /// Which results those are
    #[arg(long, value_enum, default_value_t = OrderFlag::Pieces, help_heading = "Composing")]
    pub order: OrderFlag,
    /// Another value draws other lots, for --order random [default: 0]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), help_heading = "Composing")]
    pub seed: Option<u64>,
    /// When a step has no result, go on from results of earlier steps that were left out
    #[arg(long, help_heading = "Composing")]
    pub backtrack: bool,
    /// Moves put before in a step, 1 or 2 [default: 2, or 1 before a problem that begins with the defender's move]
    #[arg(long = "put", value_name = "PLIES", value_parser = number(1..=2_u8), help_heading = "Composing")]
    pub put: Option<u8>,
    /// What stays as it is in the problem, with commas: squares (5e), pieces (R, +p), attacker-hand, defender-hand;
    /// takes, promotions, drops: the moves put before are all such
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = subject, help_heading = "Composing")]
    pub keep: Vec<Subject>,
    /// What must not be: pieces on these squares, these pieces on the board, anything in this hand, moves of this kind
    /// among those put before
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = subject, help_heading = "Composing")]
    pub forbid: Vec<Subject>,
    /// Only the chain of results that leads to the longest one, in the end
    #[arg(long, conflicts_with = "resume", help_heading = "Output")]
    pub best: bool,
    #[command(flatten)]
    pub found: FoundFlags,
    /// Extend so many problems of a step at the same time, or judge so many candidates of a tsume; results keep their
    /// order
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
    /// What takes the least room first
    Shape,
    /// By lot
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
