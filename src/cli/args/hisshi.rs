//! Flags of `hisshi`.

use super::{AnswerFlags, InputFlags, number};
use crate::cli::args::{parse_bytes, parse_duration};
use crate::cli::language::Bilingual;
use crate::hisshi::{LONGEST, USUAL_LONGEST};
use clap::Args;
use std::time::Duration;

/// Flags of `hisshi`.
#[derive(Debug, Args)]
pub struct HisshiFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Put the pieces that are neither on the board nor in a hand into the defender's hand
    #[arg(long, help_heading = "Problem")]
    pub rest: bool,
    /// The longest brinkmate to look for, in plies: 1, 3, 5, …
    #[arg(long, value_name = "PLIES", default_value_t = USUAL_LONGEST, value_parser = length, help_heading = "Limits")]
    pub max_plies: u16,
    /// Time for each problem, such as 500ms, 10s, 2m, 1h [default: no limit]
    #[arg(long, value_parser = parse_duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Positions to expand for each problem [default: no limit]
    #[arg(long, value_parser = number(0..=u64::MAX), help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Memory for the whole process, such as 512M, 4G; the --jobs share it [default: half of the machine's memory; at
    /// most 1G per job]
    #[arg(long, value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Number of problems to solve at the same time; answers keep the order of the input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    #[command(flatten)]
    pub answers: AnswerFlags,
    /// List all replies, also those to all later moves
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

/// An odd number of plies.
fn length(text: &str) -> Result<u16, Bilingual> {
    let plies = number(1..=LONGEST)(text)?;
    if plies % 2 == 1 {
        return Ok(plies);
    }
    Err(Bilingual::new(
        format!("{plies} is even, expected an odd number: the attacker makes the first and the last move"),
        "必要なのは奇数です: 攻方が最初と最後の手を指します",
    ))
}
